#include "sim/config/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

namespace simt {
namespace {

struct Device {
  std::string name;
  std::vector<std::string> aliases;
  unsigned major = 0, minor = 0, sms = 0;
};

std::vector<Device> devices(const std::string& config_dir) {
  std::vector<Device> out;
  for (ArchListing& listed : list_archs(config_dir)) {
    const ArchConfig arch = load_arch(listed.name, config_dir);
    out.push_back({std::move(listed.name), std::move(listed.aliases), arch.cc.major, arch.cc.minor,
                   arch.sm.count});
  }
  return out;
}

bool has_alias(const Device& d, const std::string& alias) {
  return std::ranges::find(d.aliases, alias) != d.aliases.end();
}

// The device that stands for its compute capability.
bool stands_for_cc(const Device& d) {
  return has_alias(d, fmt::format("sm_{}{}", d.major, d.minor));
}

// "9.0"
std::optional<std::pair<unsigned, unsigned>> parse_cc(std::string_view text) {
  std::pair<unsigned, unsigned> out{};
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, out.first);
  if (major.ec != std::errc{}) return std::nullopt;
  if (major.ptr != end) std::from_chars(major.ptr + 1, end, out.second);
  return out;
}

// "NVIDIA GeForce RTX 4060" -> "nvidiageforcertx4060"
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

}  // namespace

std::optional<PtxTarget> parse_target(std::string_view text) {
  if (!text.starts_with("sm_")) return std::nullopt;
  text.remove_prefix(3);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (suffix.size() > 1) return std::nullopt;
  return PtxTarget{number / 10, number % 10, suffix.empty() ? '\0' : suffix[0]};
}

bool can_run(unsigned cc_major, unsigned cc_minor, const PtxTarget& target) {
  const std::pair cc(cc_major, cc_minor), least(target.major, target.minor);
  if (target.suffix == 'a') return cc == least;
  if (target.suffix == 'f' && cc_major != target.major) return false;
  return cc >= least;
}

std::vector<std::string> devices_for(const PtxTarget& target, const std::string& config_dir) {
  std::vector<std::string> names;
  for (const Device& d : devices(config_dir))
    if (can_run(d.major, d.minor, target)) names.push_back(d.name);
  return names;
}

std::string arch_for(std::string_view target, const std::string& config_dir) {
  const std::string usual(kDefaultArch);
  const auto parsed = parse_target(target);
  if (!parsed || can_run(7, 0, *parsed)) return usual;
  const std::string oldest = oldest_device(target, config_dir, [](unsigned) { return true; });
  return oldest.empty() ? usual : oldest;
}

std::string oldest_device(std::string_view target, const std::string& config_dir,
                          const CcFilter& fits) {
  const PtxTarget least = parse_target(target).value_or(PtxTarget{});
  for (const Device& d : devices(config_dir))
    if (stands_for_cc(d) && fits(10 * d.major + d.minor) && can_run(d.major, d.minor, least))
      return d.name;
  return "";
}

std::vector<std::string> devices_that(const CcFilter& fits, const std::string& config_dir) {
  std::vector<std::string> names;
  for (const Device& d : devices(config_dir))
    if (fits(10 * d.major + d.minor)) names.push_back(d.name);
  return names;
}

std::string target_warning(std::string_view target, const ArchConfig& arch,
                           const std::string& config_dir) {
  const auto parsed = parse_target(target);
  if (!parsed || can_run(arch.cc.major, arch.cc.minor, *parsed)) return "";
  const std::vector<std::string> fit = devices_for(*parsed, config_dir);
  return fmt::format(
      "the module is for .target {}, which {} (compute capability {}.{}) cannot run; {}", target,
      arch.name, arch.cc.major, arch.cc.minor,
      fit.empty() ? "no device here can" : fmt::format("--arch {} can", fmt::join(fit, ", ")));
}

std::optional<std::string> nearest_device(const MeasuredDevice& measured,
                                          const std::string& config_dir) {
  const std::vector<Device> all = devices(config_dir);
  const std::string text = squeezed(measured.name);
  const auto cc = parse_cc(measured.cc);
  for (const Device& d : all)
    if ((!cc || *cc == std::pair(d.major, d.minor)) && text.find(d.name) != std::string::npos)
      return d.name;
  if (!cc) return std::nullopt;
  // Compute capability before SMs; of what is equally near, what stands for its compute capability.
  const auto distance = [&](const Device& d) {
    const auto apart = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
    return std::tuple(apart(d.major, cc->first), apart(d.minor, cc->second),
                      measured.sms == 0 ? 0 : apart(d.sms, measured.sms), !stands_for_cc(d));
  };
  const auto nearest = std::ranges::min_element(all, {}, distance);
  return nearest == all.end() ? std::nullopt : std::optional(nearest->name);
}

}  // namespace simt
