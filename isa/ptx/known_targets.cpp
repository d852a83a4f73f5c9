#include "isa/ptx/known_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace simt {
namespace {

constexpr unsigned kOldestMajor = 6;

struct Release {
  unsigned major, last_minor;
};
// Every minor version from 0 to the last one was released.
constexpr std::array kReleases{Release{1, 5}, Release{2, 3}, Release{3, 2},
                               Release{4, 3}, Release{5, 0}, Release{6, 5},
                               Release{7, 8}, Release{8, 8}, Release{9, 1}};

struct Target {
  unsigned number;
  std::string_view suffixes;  // a: features of this chip alone; f: of its family
};
constexpr std::array kTargets{
    Target{10, ""},    Target{11, ""},    Target{12, ""},    Target{13, ""},    Target{20, ""},
    Target{21, ""},    Target{30, ""},    Target{32, ""},    Target{35, ""},    Target{37, ""},
    Target{50, ""},    Target{52, ""},    Target{53, ""},    Target{60, ""},    Target{61, ""},
    Target{62, ""},    Target{70, ""},    Target{72, ""},    Target{75, ""},    Target{80, ""},
    Target{86, ""},    Target{87, ""},    Target{88, ""},    Target{89, ""},    Target{90, "a"},
    Target{100, "af"}, Target{101, "af"}, Target{103, "af"}, Target{110, "af"}, Target{120, "af"},
    Target{121, "af"}};

struct Number {
  unsigned value = 0;
  std::string_view rest;
};
std::optional<Number> leading_number(std::string_view text) {
  Number out;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out.value);
  if (error != std::errc{}) return std::nullopt;
  if (text.front() == '0' && stop != text.data() + 1) return std::nullopt;  // 7.08
  out.rest = std::string_view(stop, static_cast<std::size_t>(end - stop));
  return out;
}

struct Version {
  unsigned major, minor;
};
std::optional<Version> parse_version(std::string_view text) {
  const auto major = leading_number(text);
  if (!major || !major->rest.starts_with('.')) return std::nullopt;
  const auto minor = leading_number(major->rest.substr(1));
  if (!minor || !minor->rest.empty()) return std::nullopt;
  return Version{major->value, minor->value};
}

const Release* find_release(unsigned major) {
  const auto* found = std::find_if(kReleases.begin(), kReleases.end(),
                                   [&](const Release& r) { return r.major == major; });
  return found == kReleases.end() ? nullptr : found;
}

struct Spelling {
  const Target* target;
  std::string_view suffix;
};
std::optional<Spelling> find_target(std::string_view name) {
  if (!name.starts_with("sm_")) return std::nullopt;
  const auto number = leading_number(name.substr(3));
  if (!number) return std::nullopt;
  for (const Target& t : kTargets)
    if (t.number == number->value) return Spelling{&t, number->rest};
  return std::nullopt;
}

}  // namespace

VersionKind version_kind(std::string_view text) {
  const auto version = parse_version(text);
  const Release* release = version ? find_release(version->major) : nullptr;
  if (release == nullptr) return VersionKind::Unknown;
  if (version->minor > release->last_minor)
    return release == &kReleases.back() ? VersionKind::Newer : VersionKind::Unknown;
  return version->major < kOldestMajor ? VersionKind::TooOld : VersionKind::Known;
}

std::string known_versions(std::string_view text) {
  const auto version = parse_version(text);
  const Release* release = version ? find_release(version->major) : nullptr;
  if (release == nullptr) return fmt::format("{}.0 to {}", kOldestMajor, kNewestVersion);
  return fmt::format("{0}.0 to {0}.{1}", release->major, release->last_minor);
}

bool is_target(std::string_view name) {
  const auto spelling = find_target(name);
  if (!spelling) return false;
  const std::string_view suffix = spelling->suffix;
  return suffix.empty() ||
         (suffix.size() == 1 && spelling->target->suffixes.find(suffix) != std::string_view::npos);
}

std::string known_targets(std::string_view name) {
  if (const auto spelling = find_target(name)) {
    const Target& target = *spelling->target;
    std::string out = fmt::format("sm_{}", target.number);
    for (const char suffix : target.suffixes)
      out += fmt::format(", sm_{}{}", target.number, suffix);
    return out;
  }
  std::vector<unsigned> numbers;
  for (const Target& t : kTargets)
    if (t.number >= 60) numbers.push_back(t.number);
  return fmt::format("sm_{}", fmt::join(numbers, ", sm_"));
}

}  // namespace simt
