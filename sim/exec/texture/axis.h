// From a coordinate along one axis to the texels that a texture instruction reads there.
// Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; measured on an H200:
// - A filter's coordinate is rounded to 1/256, a half up; point sampling takes the floor.
// - Of normalized coordinates 21 bits after the point count, the rest is cut off.
// - NaN counts as 0, and so do infinities in the modes wrap and mirror, which coordinates in texels
//   do not have: there they clamp.
// - Beyond the centre of the last texel the mode clamp reads that texel alone, with a weight that
//   is not divided.
#pragma once

#include <cstdint>

#include "sim/exec/texture/texel_object.h"

namespace simt {

inline constexpr unsigned kWholeWeight = 256;

/// How a coordinate is understood.
struct AxisRule {
  std::uint32_t size = 1;  ///< in texels
  AddressMode mode = AddressMode::Clamp;
  bool normalized = false;
  /// Texels beyond the edge have numbers below 0 and from `size` on: they lie in another face.
  bool open = false;
};

/// Two neighbours along one axis, and the weight of the second.
struct Axis {
  struct End {
    std::int64_t at = 0;
    bool border = false;
  };
  End first, second;
  unsigned weight = 0;

  const End& end(unsigned i) const { return i == 0 ? first : second; }
};

/// Of axis `axis` at one level of detail.
AxisRule axis_rule(const TexelObject& object, unsigned axis, unsigned level);
/// `step`: so many texels on.
Axis nearest(const AxisRule& rule, double coordinate, std::int32_t step);
/// `blended`: the two are weighted.
Axis neighbours(const AxisRule& rule, double coordinate, bool blended, std::int32_t step);

}  // namespace simt
