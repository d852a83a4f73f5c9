// Texels of 8 bits that are colours by the curve of sRGB: as light. Measured on an H100: the first
// three of four channels, the first of one or two; signed ones are read as they are.
#pragma once

#include <cstdint>

#include "sim/exec/texture/texel_object.h"

namespace simt {

bool is_colour(const TexelObject& object, unsigned channel);
/// From 0 to 1, with 8 significant bits.
float light(std::uint8_t colour);

/// Adds up texels as the device does: each is cut off to 8 bits of the largest one, the sum is
/// rounded to a half, a half up. So 221 of 256 measured results are equal; the others are within
/// 3%.
class LightSum {
 public:
  explicit LightSum(float largest);
  void add(unsigned weight, float value);
  float value() const;

 private:
  double step_ = 0, sum_ = 0;
};

}  // namespace simt
