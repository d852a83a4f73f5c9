// What a texture instruction gives for the texels that it reads.
// Source: CUDA C++ Programming Guide, appendix "Texture Fetching"; measured on an H200:
// - Integers read as floats: 8 and 16 bits by division, the most negative one as the next.
// - Blended, they are widened to 16 bits (65535, 32767 for 1), their weighted sum is rounded to an
//   integer, a half up, and divided. Signed 8-bit ones: within 1 / 32767 of the device.
// - Colours (srgb.h): as light.
// - Halves: the weighted sum rounded to a half. Single precision: rounded once, in all but 5 of 100
//   of the measured sums, in which the device is off by one unit or so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/exec/texture/taps.h"

namespace simt {

/// Bits of the four results.
using TexelValue = std::array<std::uint32_t, 4>;
/// Where the texels of taps lie.
using TapBytes = std::array<const std::byte*, kMostTaps>;

/// `bytes`: of each tap, nullptr where its value is the border's. No taps: zeros.
TexelValue blend(const TexelObject& object, const Taps& taps, const TapBytes& bytes);
/// Component `component` of the four taps, as the object's read mode gives it.
TexelValue gathered(const TexelObject& object, const Taps& taps, const TapBytes& bytes,
                    unsigned component);

}  // namespace simt
