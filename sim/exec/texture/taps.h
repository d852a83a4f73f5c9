// From coordinates to the texels that a texture instruction reads, and their weights.
// Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; measured on an H200:
// - Weights are parts of 256: z divides them between two slices, x those of a slice between two
//   columns, y those of a column between two texels. The second column of a slice is rounded, a
//   half up, and the first has what is left; the second texel of a column likewise, but in the
//   first column a half is rounded down.
// - Texels of weight 0 are not read.
// - A filter along a line is one across a plane with y = 0: in the border mode of that axis half of
//   the border's value is in the result. Not so in an array of lines.
// - On a cube (H100) a filter goes over the edge into the neighbouring face if it is seamless: at a
//   corner, where three texels meet, a third of the missing one's weight, rounded, goes to each of
//   those of other faces, and what is left to that of the face itself. If not seamless, a face is a
//   plane with the modes of its axes.
#pragma once

#include <array>
#include <cstdint>

#include "sim/exec/texture/axis.h"
#include "sim/exec/texture/levels.h"
#include "sim/exec/texture/texel_object.h"

namespace simt {

struct Tap {
  std::uint32_t x = 0, y = 0, z = 0;  ///< z: the layer, too
  unsigned weight = kWholeWeight;
  bool border = false;  ///< its value is the border's; the place is the nearest texel
  unsigned level = 0;   ///< of detail
};
/// Eight of each of two levels.
inline constexpr std::size_t kMostTaps = 16;
struct Taps {
  std::array<Tap, kMostTaps> tap;
  unsigned count = 0;
  void add(const Tap& t) { tap[count++] = t; }
};

/// Texels that are added to each coordinate.
using Steps = std::array<std::int32_t, 3>;

/// `at`: as many coordinates as the object has dimensions; of a cube a direction. `layer` beyond
/// the last is the last.
Taps sample_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer,
                 const LevelBlend& levels = {}, const Steps& steps = {});
/// The four that a filter would blend, counter-clockwise from (0, 1).
Taps gather_taps(const TexelObject& object, const std::array<float, 3>& at, std::uint32_t layer,
                 const Steps& steps = {});
/// Of one texel by its numbers; none when it lies outside, beyond the last layer, or in an array of
/// one dimension (measured on an H100: zeros).
Taps fetch_taps(const TexelObject& object, const std::array<std::int32_t, 3>& at,
                std::uint32_t layer);

}  // namespace simt
