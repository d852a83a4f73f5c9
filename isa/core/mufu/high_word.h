// RCP64H and RSQ64H of the special function unit: of the high word of a double, which is the result
// too. The tables are those of single precision; 20 bits of a fraction go in and come out.
#pragma once

#include "isa/core/mufu/mufu.h"

namespace simt::mufu {
namespace detail {

inline constexpr u32 kHighFraction = 0xfffff, kHighInfinity = 0x7ff00000;
inline constexpr unsigned kHighMantissa = 20;

}  // namespace detail

constexpr u32 rcp64h(u32 bits) {
  using namespace detail;
  const u32 exponent = bits >> kHighMantissa & 0x7ff;
  const s32 digits = reciprocal((bits & kHighFraction) << 3, 21);
  const s32 result = ((2044 - static_cast<s32>(exponent)) << kHighMantissa) + digits;
  u32 value = result <= static_cast<s32>(kHighFraction) ? 0 : static_cast<u32>(result);
  value = exponent == 0 ? kHighInfinity : value;
  value |= bits & kSign;
  return (bits & ~kSign) > kHighInfinity ? kNan : value;
}

constexpr u32 rsq64h(u32 bits) {
  using namespace detail;
  const s32 exponent = static_cast<s32>(bits >> kHighMantissa & 0x7ff) - 1023;
  const u32 fraction = (bits & kHighFraction) << 3 | (static_cast<u32>(exponent) & 1) << 23;
  const s32 digits = reciprocal_root(fraction, 21);
  u32 value = static_cast<u32>(((1021 - (exponent >> 1)) << kHighMantissa) + digits);
  value = bits >= kHighInfinity ? kNan : value;
  value = bits == kHighInfinity ? 0 : value;
  return exponent == -1023 ? kHighInfinity | (bits & kSign) : value;
}

}  // namespace simt::mufu
