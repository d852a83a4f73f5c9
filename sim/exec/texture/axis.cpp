#include "sim/exec/texture/axis.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {

bool is_periodic(AddressMode mode) {
  return mode == AddressMode::Wrap || mode == AddressMode::Mirror;
}

Axis::End place(std::int64_t i, const AxisRule& rule) {
  if (rule.open) return {i, false};
  const std::int64_t size = rule.size, last = size - 1;
  if (rule.mode == AddressMode::Wrap) return {(i % size + size) % size, false};
  if (rule.mode == AddressMode::Mirror) {
    const std::int64_t both = 2 * size, at = (i % both + both) % both;
    return {std::min(at, both - 1 - at), false};
  }
  const bool outside = i < 0 || i > last;
  return {std::clamp(i, std::int64_t{0}, last), outside && rule.mode == AddressMode::Border};
}

/// Of normalized coordinates the device keeps 21 bits after the point.
constexpr double kNormalizedParts = 1 << 21;

/// In texels, within what any texture has.
double texels(const AxisRule& rule, double coordinate) {
  const bool periodic = is_periodic(rule.mode) && !rule.open;
  if (std::isnan(coordinate) || (periodic && std::isinf(coordinate))) return 0;
  double u = coordinate;
  if (periodic) {
    const double period = rule.mode == AddressMode::Mirror ? 2 : 1;
    u -= period * std::floor(u / period);
  }
  if (rule.normalized) u = std::floor(u * kNormalizedParts) / kNormalizedParts * rule.size;
  constexpr double kFar = 1 << 20;
  return std::clamp(u, -kFar, kFar);
}

}  // namespace

AxisRule axis_rule(const TexelObject& object, unsigned axis, unsigned level) {
  AxisRule rule;
  rule.size = (level == 0 ? object.extent : object.smaller[level - 1].extent)[axis];
  rule.normalized = object.normalized;
  rule.mode = object.address_mode[axis];
  if (is_periodic(rule.mode) && !rule.normalized) rule.mode = AddressMode::Clamp;
  return rule;
}

Axis nearest(const AxisRule& rule, double coordinate, std::int32_t step) {
  const auto texel = static_cast<std::int64_t>(std::floor(texels(rule, coordinate)));
  const Axis::End end = place(texel + step, rule);
  return {end, end, 0};
}

Axis neighbours(const AxisRule& rule, double coordinate, bool blended, std::int32_t step) {
  const double centre = (texels(rule, coordinate) + step - 0.5) * kWholeWeight;
  auto fixed = static_cast<std::int64_t>(std::floor(centre + 0.5));
  // Beyond the last texel's centre it is that texel alone.
  if (blended && !rule.open && rule.mode == AddressMode::Clamp)
    fixed = std::clamp(fixed, std::int64_t{0}, (std::int64_t{rule.size} - 1) << 8);
  const std::int64_t i = fixed >> 8;
  return {place(i, rule), place(i + 1, rule), static_cast<unsigned>(fixed & 0xff)};
}

}  // namespace simt
