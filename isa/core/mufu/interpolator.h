// The interpolator of the special function unit: a table of quadratics, a truncated square, one
// sum.
//
//   sum = c0 * c0_unit + c1 * x + c2 * square(x) * c2_unit + bias
//
// x is what of the input stands below the number of its segment. Form: Oberman and Siu, "A
// high-performance area-efficient multifunction interpolator", ARITH 2005. Coefficients and
// constants are the integers that give an H100's answer for every input (tests/hardware/mufu).
// Double precision holds a sum and all its terms exactly (they are below 2^42), whatever the order,
// and lanes of doubles are what a compiler makes vectors of.
#pragma once

#include <array>

#include "isa/core/lanes/ieee.h"

namespace simt::mufu {

/// Of the input, below the number of the segment.
inline constexpr unsigned kLowBits = 17;
inline constexpr u32 kLowMask = (u32{1} << kLowBits) - 1;

struct Segment {
  s32 c0, c1, c2;
};
template <std::size_t n>
struct Table {
  f64 c0_unit, c2_unit, bias;
  std::array<Segment, n> segments;
};

/// x * x / 2^19 of 17 bits, its partial products cut before they are added.
constexpr u32 truncated_square(u32 x) {
  u32 sum = 0;
  for (unsigned bit = 2; bit < kLowBits; ++bit)
    sum += (x >> (kLowBits + 1 - bit)) & (u32{0} - (x >> bit & 1));
  return sum >> 1;
}
constexpr f64 number(u32 x) {
  return static_cast<f64>(static_cast<s32>(x));
}

template <std::size_t n>
constexpr f64 interpolate(const Table<n>& table, u32 segment, u32 x, u32 square) {
  const Segment& s = table.segments[segment];
  return s.c0 * table.c0_unit + s.c1 * number(x) + s.c2 * (number(square) * table.c2_unit) +
         table.bias;
}
template <std::size_t n>
constexpr f64 interpolate(const Table<n>& table, u32 segment, u32 x) {
  return interpolate(table, segment, x, truncated_square(x));
}

/// A positive sum in units of 2^-`places`, cut to 24 significant bits, as the bits of an f32.
constexpr u32 normalized(f64 sum, u32 places) {
  constexpr int kDrop = Format<f64>::kMantissa - Format<f32>::kMantissa;
  constexpr u32 kBias = Format<f64>::kBias - Format<f32>::kBias;
  return static_cast<u32>((raw(sum) >> kDrop) - (u64{kBias + places} << Format<f32>::kMantissa));
}

}  // namespace simt::mufu
