#include "sim/ncu/units.h"

#include <algorithm>
#include <array>

namespace simt::ncu {
namespace {

struct Prefix {
  char letter;
  double factor;
};
constexpr Prefix kPrefixes[] = {{'K', 1e3}, {'k', 1e3},  {'M', 1e6},
                                {'G', 1e9}, {'T', 1e12}, {'P', 1e15}};

// Longer spellings first: "second" also ends in 'd', "s" would match many.
constexpr std::string_view kScaled[] = {"byte", "inst", "sector", "request", "cycle", "hz",
                                        "Hz",   "warp", "thread", "op",      "flop"};

struct Seconds {
  std::string_view name;
  double ns;
};
constexpr Seconds kSeconds[] = {
    {"second", 1e9}, {"msecond", 1e6}, {"usecond", 1e3}, {"nsecond", 1},   {"s", 1e9},
    {"ms", 1e6},     {"us", 1e3},      {"ns", 1},        {"minute", 60e9}, {"hour", 3600e9}};

std::optional<double> nanoseconds(std::string_view unit) {
  for (const Seconds& s : kSeconds)
    if (unit == s.name) return s.ns;
  return {};
}

Unit scaled(std::string_view unit) {
  for (const std::string_view name : kScaled) {
    if (unit == name) return {1, std::string(name == "Hz" ? "hz" : name)};
    if (unit.size() != name.size() + 1 || !unit.ends_with(name)) continue;
    for (const Prefix& p : kPrefixes)
      if (unit.front() == p.letter) return {p.factor, std::string(name == "Hz" ? "hz" : name)};
  }
  return {1, std::string(unit)};
}

}  // namespace

Unit base_unit(std::string_view written) {
  const std::size_t slash = written.find('/');
  if (slash == std::string_view::npos) {
    if (const auto ns = nanoseconds(written)) return {*ns, "ns"};
    return scaled(written);
  }
  Unit above = scaled(written.substr(0, slash));
  const std::string_view below = written.substr(slash + 1);
  if (const auto ns = nanoseconds(below)) {
    above.factor *= 1e9 / *ns;
    above.base = above.base == "cycle" ? "hz" : above.base + "/s";
    return above;
  }
  above.base += "/" + std::string(below);
  return above;
}

bool is_count_unit(std::string_view base) {
  constexpr std::array<std::string_view, 14> kCounts{
      "inst",   "byte", "sector", "sectors", "request",         "block",      "thread",
      "branch", "SM",   "ns",     "hz",      "register/thread", "byte/block", "branches"};
  return std::find(kCounts.begin(), kCounts.end(), base) != kCounts.end();
}

}  // namespace simt::ncu
