#include "sim/views/stall_colours.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "sim/base/counters.h"

namespace simt {
namespace {

struct Colour {
  Stall reason;
  std::string_view light, dark;
  std::string_view of(Shade shade) const { return shade == Shade::Light ? light : dark; }
};
constexpr std::array kColours{
#define STALL_COLOUR(reason, light, dark) Colour{Stall::reason, light, dark},
#include "sim/views/stall_colours.def"
};

std::string greys(Shade shade) {
  const Colour grey{Stall::misc, "#d0d0d0", "#777"};
  std::array<bool, kNumStalls> has{};
  for (const Colour& colour : kColours) has[static_cast<std::size_t>(colour.reason)] = true;
  std::string out;
  for (std::size_t i = 0; i < kNumStalls; ++i)
    if (!has[i])
      out += fmt::format("  --s-{}: {};\n", info(static_cast<Stall>(i)).name, grey.of(shade));
  return out;
}

}  // namespace

std::string stall_colours(Shade shade) {
  constexpr std::size_t kOnLine = 4;
  std::string out;
  for (std::size_t i = 0; i < kColours.size(); ++i)
    out += fmt::format("{}--s-{}: {};",
                       i == 0             ? "  "
                       : i % kOnLine == 0 ? "\n  "
                                          : " ",
                       info(kColours[i].reason).name, kColours[i].of(shade));
  return out;
}

std::string stall_colour_rules() {
  const auto all = [](Shade shade) { return stall_colours(shade) + "\n" + greys(shade); };
  return fmt::format(
      ":root {{\n{0}}}\n"
      "@media (prefers-color-scheme: dark) {{ :root:not([data-theme=\"light\"]) {{\n{1}}} }}\n"
      ":root[data-theme=\"dark\"] {{\n{1}}}\n",
      all(Shade::Light), all(Shade::Dark));
}

}  // namespace simt
