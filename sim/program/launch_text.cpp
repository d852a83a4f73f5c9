#include "sim/program/launch_text.h"

#include <fmt/format.h>

namespace simt::program {
namespace {

std::string extent_text(const Dim3& d) {
  if (d.z > 1) return fmt::format("({}, {}, {})", d.x, d.y, d.z);
  return d.y > 1 ? fmt::format("({}, {})", d.x, d.y) : fmt::format("({})", d.x);
}

}  // namespace

std::string launch_text(const Dim3& grid, const Dim3& block) {
  return fmt::format("{} x {}", extent_text(grid), extent_text(block));
}

std::string time_text(double ns) {
  if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.2f} us", ns * 1e-3);
  return ns < 1e9 ? fmt::format("{:.2f} ms", ns * 1e-6) : fmt::format("{:.2f} s", ns * 1e-9);
}

}  // namespace simt::program
