#include "sim/exec/texture/taps.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {

/// Two neighbours along one axis, and the weight of the second.
struct Axis {
  struct End {
    std::uint32_t at = 0;
    bool border = false;
  };
  End first, second;
  unsigned weight = 0;
};

AddressMode mode_of(const TexelObject& object, unsigned axis) {
  const AddressMode mode = object.address_mode[axis];
  const bool periodic = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
  return periodic && !object.normalized ? AddressMode::Clamp : mode;
}

Axis::End place(std::int64_t i, std::uint32_t size, AddressMode mode) {
  const std::int64_t last = std::int64_t{size} - 1;
  if (mode == AddressMode::Wrap)
    return {static_cast<std::uint32_t>((i % size + size) % size), false};
  if (mode == AddressMode::Mirror) {
    const std::int64_t both = 2 * std::int64_t{size}, at = (i % both + both) % both;
    return {static_cast<std::uint32_t>(std::min(at, both - 1 - at)), false};
  }
  const bool outside = i < 0 || i > last;
  return {static_cast<std::uint32_t>(std::clamp(i, std::int64_t{0}, last)),
          outside && mode == AddressMode::Border};
}

/// Of normalized coordinates the device keeps 21 bits after the point.
constexpr double kNormalizedParts = 1 << 21;

/// In texels, within what any texture has.
double texels(const TexelObject& object, unsigned axis, float coordinate) {
  const AddressMode mode = mode_of(object, axis);
  const bool periodic = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
  if (std::isnan(coordinate) || (periodic && std::isinf(coordinate))) return 0;
  double u = coordinate;
  if (periodic) {
    const double period = mode == AddressMode::Mirror ? 2 : 1;
    u -= period * std::floor(u / period);
  }
  if (object.normalized)
    u = std::floor(u * kNormalizedParts) / kNormalizedParts * object.extent[axis];
  constexpr double kFar = 1 << 20;
  return std::clamp(u, -kFar, kFar);
}

Axis nearest(const TexelObject& object, unsigned axis, float coordinate) {
  const auto i = static_cast<std::int64_t>(std::floor(texels(object, axis, coordinate)));
  const Axis::End end = place(i, object.extent[axis], mode_of(object, axis));
  return {end, end, 0};
}

/// `blended`: the two are weighted.
Axis neighbours(const TexelObject& object, unsigned axis, float coordinate, bool blended) {
  const double centre = (texels(object, axis, coordinate) - 0.5) * kWholeWeight;
  auto fixed = static_cast<std::int64_t>(std::floor(centre + 0.5));
  const AddressMode mode = mode_of(object, axis);
  // Beyond the last texel's centre it is that texel alone.
  if (blended && mode == AddressMode::Clamp)
    fixed = std::clamp(fixed, std::int64_t{0}, (std::int64_t{object.extent[axis]} - 1) << 8);
  const std::int64_t i = fixed >> 8;
  return {place(i, object.extent[axis], mode), place(i + 1, object.extent[axis], mode),
          static_cast<unsigned>(fixed & 0xff)};
}

/// `part` of 256 of a weight.
unsigned share(unsigned weight, unsigned part, bool half_up) {
  return (weight * part + (half_up ? 128u : 127u)) / kWholeWeight;
}

struct Corners {
  unsigned w[2][2][2];  // [z][y][x]
};
Corners corner_weights(unsigned x, unsigned y, unsigned z) {
  Corners out{};
  for (unsigned k = 0; k < 2; ++k) {
    const unsigned slice = k == 0 ? kWholeWeight - z : z;
    const unsigned second = share(slice, x, true);
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned column = i == 0 ? slice - second : second;
      out.w[k][1][i] = share(column, y, i == 1);
      out.w[k][0][i] = column - out.w[k][1][i];
    }
  }
  return out;
}

const Axis::End& end_of(const Axis& axis, unsigned i) {
  return i == 0 ? axis.first : axis.second;
}

Tap tap_at(const std::array<Axis, 3>& axis, const std::array<unsigned, 3>& end) {
  const Axis::End &x = end_of(axis[0], end[0]), &y = end_of(axis[1], end[1]),
                  &z = end_of(axis[2], end[2]);
  return {x.at, y.at, z.at, kWholeWeight, x.border || y.border || z.border};
}

std::uint32_t slice(const TexelObject& object, const Tap& tap, std::uint32_t layer) {
  return object.layered ? std::min(layer, object.layers - 1) : tap.z;
}

/// A line has a y of 0, which the border mode of that axis shows.
bool blends_across(const TexelObject& object, unsigned axis) {
  return axis < object.dimensions || (axis == 1 && object.dimensions == 1 && !object.layered &&
                                      mode_of(object, 1) == AddressMode::Border);
}

}  // namespace

Taps sample_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer) {
  std::array<Axis, 3> axis{};
  for (unsigned d = 0; d < 3; ++d) {
    const float coordinate = d < object.dimensions ? at[d] : 0;
    if (object.linear ? blends_across(object, d) : d < object.dimensions)
      axis[d] =
          object.linear ? neighbours(object, d, coordinate, true) : nearest(object, d, coordinate);
  }
  const Corners corners = corner_weights(axis[0].weight, axis[1].weight, axis[2].weight);
  Taps out;
  for (unsigned k = 0; k < 2; ++k)
    for (unsigned j = 0; j < 2; ++j)
      for (unsigned i = 0; i < 2; ++i) {
        if (corners.w[k][j][i] == 0) continue;
        Tap tap = tap_at(axis, {i, j, k});
        tap.weight = corners.w[k][j][i];
        tap.z = slice(object, tap, layer);
        out.add(tap);
      }
  return out;
}

Taps gather_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer) {
  std::array<Axis, 3> axis{};
  for (unsigned d = 0; d < 2; ++d) axis[d] = neighbours(object, d, at[d], false);
  Taps out;
  constexpr std::array<std::array<unsigned, 3>, 4> kOrder{
      {{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}}};
  for (const auto& corner : kOrder) {
    Tap tap = tap_at(axis, corner);
    tap.z = slice(object, tap, layer);
    out.add(tap);
  }
  return out;
}

Taps fetch_taps(const TexelObject& object, const std::array<std::int32_t, 3>& at,
                std::uint32_t layer) {
  Taps out;
  if (object.layered ? layer >= object.layers : object.dimensions == 1 && !object.buffer)
    return out;
  std::array<std::uint32_t, 3> texel{};
  for (unsigned d = 0; d < object.dimensions; ++d) {
    if (at[d] < 0 || static_cast<std::uint32_t>(at[d]) >= object.extent[d]) return out;
    texel[d] = static_cast<std::uint32_t>(at[d]);
  }
  Tap tap{texel[0], texel[1], texel[2]};
  tap.z = slice(object, tap, layer);
  out.add(tap);
  return out;
}

}  // namespace simt
