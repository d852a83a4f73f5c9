// The special function unit (MUFU) of sm_90, bit for bit: what the machine instruction gives for
// every one of the 2^32 inputs. Recorded on an H100; tests/hardware/mufu says how, and holds
// digests of all answers. Other architectures are taken to have the same unit (docs/DEVIATIONS.md).
// All functions take and give bits of single precision; those of the high word of a double take and
// give that word. Inputs and results that are subnormal are zeros, but for tanh.
#pragma once

#include <algorithm>

#include "isa/core/mufu/ex2_table.h"
#include "isa/core/mufu/lg2_table.h"
#include "isa/core/mufu/rcp_table.h"
#include "isa/core/mufu/rsq_table.h"
#include "isa/core/mufu/sine_table.h"
#include "isa/core/mufu/sqrt_table.h"
#include "isa/core/mufu/tanh_table.h"

namespace simt::mufu {
namespace detail {

using F32 = Format<f32>;
inline constexpr u32 kSign = F32::kSign, kFraction = F32::kFraction, kInfinity = F32::kInfinity;
inline constexpr u32 kNan = F32::kNan;
inline constexpr u32 kOne = kFraction + 1;  ///< the hidden bit, and one step of the exponent

constexpr u32 exponent_of(u32 bits) {
  return bits >> F32::kMantissa & 0xff;
}
/// The significand shifted to the left, or right where `by` is negative.
constexpr u32 fixed_point(u32 bits, s32 by) {
  const u32 significand = (bits & kFraction) | kOne;
  const u32 left = significand << std::clamp(by, 0, 31);
  return by < 0 ? significand >> std::min(-by, 31) : left;
}

/// 1 / (1 + fraction) as an integer of `places` + 1 bits; the top one is set for fraction 0 only.
constexpr s32 reciprocal(u32 fraction, int places) {
  constexpr unsigned kBits = 16;
  const u32 x = fraction & 0xffff;
  const f64 sum = interpolate(kRcp, fraction >> kBits, x, truncated_square(x << 1));
  return static_cast<s32>(sum * (1.0 / static_cast<f64>(u64{1} << (39 - places))));
}
/// 1 / sqrt of a number from 1 to below 4: `fraction` of it from 1 to 2 in 23 bits, then, with bit
/// 23, from 2 to 4. As an integer of `places` bits.
constexpr s32 reciprocal_root(u32 fraction, int places) {
  const f64 sum = interpolate(kRsq, fraction >> kLowBits, fraction & kLowMask);
  const s32 cut = static_cast<s32>(sum * (1.0 / static_cast<f64>(u64{1} << (40 - places))));
  return fraction == 0 ? s32{1} << places : cut;
}

/// Of quarters of a turn, `turn` in units of 2^-23.
constexpr u32 sine_of(u32 turn, u32 sign) {
  const u32 position = ((turn >> 23 & 1) != 0 ? ~turn : turn) & kFraction;
  const f64 sum = interpolate(kSine, position >> kLowBits, position & kLowMask);
  const u32 result = sum > 0 ? normalized(sum, 37) : 0;
  return result | ((sign ^ turn << 7) & kSign);
}
constexpr u32 turn_of(u32 bits) {
  return fixed_point(bits, static_cast<s32>(exponent_of(bits)) - 125);
}

}  // namespace detail

constexpr u32 rcp(u32 bits) {
  using namespace detail;
  const u32 exponent = exponent_of(bits), fraction = bits & kFraction;
  const s32 result = ((252 - static_cast<s32>(exponent)) << 23) + reciprocal(fraction, 24);
  u32 value = result < static_cast<s32>(kOne) ? 0 : static_cast<u32>(result);
  value = exponent == 0 ? kInfinity : value;
  value |= bits & kSign;
  return (bits & ~kSign) > kInfinity ? kNan : value;
}

constexpr u32 rsq(u32 bits) {
  using namespace detail;
  const s32 exponent = static_cast<s32>(exponent_of(bits)) - 127;
  const u32 fraction = (bits & kFraction) | (static_cast<u32>(exponent) & 1) << 23;
  u32 value = static_cast<u32>(((125 - (exponent >> 1)) << 23) + reciprocal_root(fraction, 24));
  value = bits >= kInfinity ? kNan : value;  // negative, or a NaN
  value = bits == kInfinity ? 0 : value;
  return exponent == -127 ? kInfinity | (bits & kSign) : value;
}

constexpr u32 sqrt(u32 bits) {
  using namespace detail;
  const s32 exponent = static_cast<s32>(exponent_of(bits)) - 127;
  const u32 fraction = (bits & kFraction) | (static_cast<u32>(exponent) & 1) << 23;
  const f64 sum = interpolate(kSqrt, fraction >> kLowBits, fraction & kLowMask);
  u32 value = static_cast<u32>(((126 + (exponent >> 1)) << 23) + static_cast<s32>(sum * 0x1p-17));
  value = bits >= kInfinity ? kNan : value;
  value = bits == kInfinity ? kInfinity : value;
  return exponent == -127 ? bits & kSign : value;
}

constexpr u32 ex2(u32 bits) {
  using namespace detail;
  const u32 exponent = exponent_of(bits);
  const bool negative = (bits & kSign) != 0;
  const u32 magnitude = fixed_point(bits, std::min(static_cast<s32>(exponent) - 127, 7));
  // A negative number is turned round bit by bit, unless it is whole.
  const u32 turned = (magnitude & kFraction) != 0 ? ~magnitude : u32{0} - magnitude;
  const u32 power = negative ? turned : magnitude;
  const u32 fraction = power & kFraction;
  const f64 sum = interpolate(kEx2, fraction >> kLowBits, fraction & kLowMask);
  const s32 result =
      ((126 + (static_cast<s32>(power) >> 23)) << 23) + static_cast<s32>(sum * 0x1p-15);
  u32 value = result < static_cast<s32>(kOne) ? 0 : static_cast<u32>(result);
  value = exponent >= 127 + 7 ? (negative ? 0 : kInfinity) : value;
  return (bits & ~kSign) > kInfinity ? kNan : value;
}

constexpr u32 lg2(u32 bits) {
  using namespace detail;
  const u32 exponent = exponent_of(bits), fraction = bits & kFraction;
  const f64 sum = interpolate(kLg2, fraction >> kLowBits, fraction & kLowMask);
  const f64 scaled = std::floor(sum * 0.25) + (static_cast<s32>(exponent) - 127) * 0x1p36;
  const f64 positive = scaled < 0 ? -1 - scaled : scaled;  // its bits turned round
  u32 value = normalized(positive, 36) | (scaled < 0 ? kSign : 0);
  value = bits == 127u << 23 ? 0 : value;
  value = bits > kInfinity ? kNan : value;
  value = bits == kInfinity ? kInfinity : value;
  return exponent == 0 ? kSign | kInfinity : value;
}

/// Of turns: sin(2 pi a).
constexpr u32 sin(u32 bits) {
  using namespace detail;
  const u32 value = sine_of(turn_of(bits), bits);
  return exponent_of(bits) == 255 ? kNan : value;
}
/// cos(2 pi a)
constexpr u32 cos(u32 bits) {
  using namespace detail;
  const u32 value = sine_of(turn_of(bits) + kOne, 0);
  return exponent_of(bits) == 255 ? kNan : value;
}

/// Below 2^-8 the number itself, from 8 on 1; subnormals stay.
constexpr u32 tanh(u32 bits) {
  using namespace detail;
  constexpr u32 kFirst = 119, kLast = 129;
  const u32 exponent = exponent_of(bits), sign = bits & kSign;
  const u32 row = std::clamp(exponent, kFirst, kLast) - kFirst;
  const u32 segment_bits = kTanhBits[row];
  const u32 segment = kTanhFirst[row] + ((bits & kFraction) >> (23 - segment_bits));
  const u32 x = bits >> (23 - kLowBits - segment_bits) & kLowMask;
  u32 value = normalized(interpolate(kTanh, segment, x), 39) | sign;
  value = exponent < kFirst ? bits : value;
  value = exponent > kLast ? 127u << 23 | sign : value;
  return (bits & ~kSign) > kInfinity ? kNan : value;
}

}  // namespace simt::mufu
