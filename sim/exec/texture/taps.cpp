#include "sim/exec/texture/taps.h"

#include <algorithm>

#include "sim/exec/texture/cube.h"

namespace simt {
namespace {

/// `part` of 256 of a weight.
unsigned share(unsigned weight, unsigned part, bool half_up) {
  return (weight * part + (half_up ? 128u : 127u)) / kWholeWeight;
}

struct Corners {
  unsigned w[2][2][2];  // [z][y][x]
};
Corners corner_weights(unsigned whole, unsigned x, unsigned y, unsigned z) {
  Corners out{};
  const unsigned behind = share(whole, z, true);
  for (unsigned k = 0; k < 2; ++k) {
    const unsigned slice = k == 0 ? whole - behind : behind;
    const unsigned second = share(slice, x, true);
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned column = i == 0 ? slice - second : second;
      out.w[k][1][i] = share(column, y, i == 1);
      out.w[k][0][i] = column - out.w[k][1][i];
    }
  }
  return out;
}

std::uint32_t texel_number(std::int64_t i) {
  return static_cast<std::uint32_t>(i);
}

/// What lanes ask for at one level of detail.
struct Sampled {
  std::array<double, 3> at{};
  std::uint32_t layer = 0, face = 0;
  unsigned level = 0;
  Steps steps{};
};

Sampled sampled_place(const TexelObject& object, const std::array<float, 3>& at,
                      std::uint32_t layer, const Steps& steps) {
  Sampled out;
  out.steps = steps;
  out.layer = std::min(layer, object.layers - 1);
  if (object.cube) {
    const FacePlace on = face_place(at);
    out.at = {on.s, on.t, 0};
    out.face = on.face;
  } else {
    for (unsigned d = 0; d < object.dimensions; ++d) out.at[d] = static_cast<double>(at[d]);
  }
  return out;
}

std::uint32_t slice(const TexelObject& object, std::uint32_t layer, std::uint32_t face,
                    std::uint32_t z) {
  if (object.cube) return layer * kCubeFaces + face;
  return object.layered ? layer : z;
}

/// A texel of one level, and the weight that it has so far.
struct Corner {
  const Axis::End &x, &y, &z;
  unsigned weight;
};
Tap tap_at(const TexelObject& object, const Sampled& place, const Corner& c) {
  return {texel_number(c.x.at),
          texel_number(c.y.at),
          slice(object, place.layer, place.face, texel_number(c.z.at)),
          c.weight,
          c.x.border || c.y.border || c.z.border,
          place.level};
}

/// A line has a y of 0, which the border mode of that axis shows.
bool blends_across(const TexelObject& object, unsigned axis) {
  return axis < object.dimensions || (axis == 1 && object.dimensions == 1 && !object.layered &&
                                      axis_rule(object, axis, 0).mode == AddressMode::Border);
}

bool crosses_faces(const TexelObject& object) {
  return object.cube && object.seamless && object.linear;
}

std::array<Axis, 3> axes_of(const TexelObject& object, const Sampled& place) {
  std::array<Axis, 3> axis{};
  for (unsigned d = 0; d < 3; ++d) {
    if (!blends_across(object, d)) continue;
    AxisRule rule = axis_rule(object, d, place.level);
    rule.open = crosses_faces(object);
    axis[d] = object.linear ? neighbours(rule, place.at[d], true, place.steps[d])
                            : nearest(rule, place.at[d], place.steps[d]);
  }
  return axis;
}

/// A corner of a cube has three texels: the fourth one's weight goes to them.
void share_missing(std::array<Corner, 4>& corners, std::uint32_t size) {
  const auto beyond = [size](std::int64_t i) { return i < 0 || i >= size; };
  const auto steps = [&](const Corner& c) {
    return unsigned{beyond(c.x.at)} + unsigned{beyond(c.y.at)};
  };
  const auto missing =
      std::find_if(corners.begin(), corners.end(), [&](const Corner& c) { return steps(c) == 2; });
  if (missing == corners.end()) return;
  const unsigned third = (missing->weight + 1) / 3;  // rounded
  for (Corner& c : corners) {
    if (steps(c) == 1) c.weight += third;
    if (steps(c) == 0) c.weight += missing->weight - 2 * third;
  }
  missing->weight = 0;
}

void add_across_faces(Taps& out, const TexelObject& object, const Sampled& place,
                      const std::array<Axis, 3>& axis, const Corners& weights) {
  const std::uint32_t size = object.level(place.level).extent[0];
  const Axis::End z{};
  const auto corner = [&](unsigned i, unsigned j) {
    return Corner{axis[0].end(i), axis[1].end(j), z, weights.w[0][j][i]};
  };
  std::array<Corner, 4> corners{corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)};
  share_missing(corners, size);
  for (const Corner& c : corners) {
    if (c.weight == 0) continue;
    const auto inside = [size](std::int64_t i) { return i >= 0 && i < size; };
    FaceTexel texel{place.face, c.x.at, c.y.at};
    if (!inside(texel.x) || !inside(texel.y)) texel = beyond_edge(texel, size);
    out.add({texel_number(texel.x), texel_number(texel.y),
             slice(object, place.layer, texel.face, 0), c.weight, false, place.level});
  }
}

void add_level(Taps& out, const TexelObject& object, const Sampled& place, unsigned whole) {
  const std::array<Axis, 3> axis = axes_of(object, place);
  const Corners corners = corner_weights(whole, axis[0].weight, axis[1].weight, axis[2].weight);
  if (crosses_faces(object)) return add_across_faces(out, object, place, axis, corners);
  for (unsigned k = 0; k < 2; ++k)
    for (unsigned j = 0; j < 2; ++j)
      for (unsigned i = 0; i < 2; ++i)
        if (const unsigned weight = corners.w[k][j][i]; weight != 0)
          out.add(tap_at(object, place, {axis[0].end(i), axis[1].end(j), axis[2].end(k), weight}));
}

}  // namespace

Taps sample_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer,
                 const LevelBlend& levels, const Steps& steps) {
  Taps out;
  Sampled place = sampled_place(object, at, layer, steps);
  place.level = levels.first;
  add_level(out, object, place, kWholeWeight - levels.second);
  if (levels.second == 0) return out;
  ++place.level;
  add_level(out, object, place, levels.second);
  return out;
}

Taps gather_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer,
                 const Steps& steps) {
  const Sampled place = sampled_place(object, at, layer, steps);
  std::array<Axis, 2> axis{};
  for (unsigned d = 0; d < 2; ++d)
    axis[d] = neighbours(axis_rule(object, d, 0), place.at[d], false, steps[d]);
  Taps out;
  constexpr std::array<std::array<unsigned, 2>, 4> kOrder{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
  const Axis::End z{};
  for (const auto& [i, j] : kOrder)
    out.add(tap_at(object, place, {axis[0].end(i), axis[1].end(j), z, kWholeWeight}));
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
  tap.z = slice(object, layer, 0, texel[2]);
  out.add(tap);
  return out;
}

}  // namespace simt
