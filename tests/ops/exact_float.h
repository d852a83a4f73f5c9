// An independent reference for correctly rounded arithmetic: finite values as integers times powers
// of two, rounded once at the end. Slow and general; shares nothing with isa/core/lanes.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/core/lanes/lane_types.h"

namespace simt::test {

struct Layout {
  int mantissa, exponent_bits;
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int width() const { return 1 + mantissa + exponent_bits; }
  u64 infinity() const { return ((u64{1} << exponent_bits) - 1) << mantissa; }
  u64 sign() const { return u64{1} << (width() - 1); }
};
inline constexpr Layout kHalfLayout{10, 5}, kBfloatLayout{7, 8}, kTf32Layout{10, 8};
inline constexpr Layout kSingleLayout{23, 8}, kDoubleLayout{52, 11};

/// (-1)^negative * significand * 2^exponent; the lowest bit may stand for "and something less".
struct Exact {
  bool negative = false;
  u128 significand = 0;
  int exponent = 0;
};

inline int top_bit(u128 v) {
  int top = -1;
  for (; v != 0; v >>= 1) ++top;
  return top;
}

/// Empty for infinities and NaNs.
inline std::optional<Exact> exact(Layout f, u64 bits) {
  const u64 magnitude = bits & (f.sign() - 1);
  if (magnitude >= f.infinity()) return std::nullopt;
  const int field = static_cast<int>(magnitude >> f.mantissa);
  const u64 fraction = magnitude & ((u64{1} << f.mantissa) - 1);
  const u64 hidden = field == 0 ? 0 : u64{1} << f.mantissa;
  return Exact{(bits & f.sign()) != 0, fraction | hidden,
               (field == 0 ? 1 : field) - f.bias() - f.mantissa};
}

/// `mode`: 'n' nearest even, 'z' zero, 'm' minus infinity, 'p' plus infinity, 'a' nearest away.
/// `zero_negative`: the sign of an exact zero.
inline u64 rounded(Layout f, char mode, const Exact& x, bool zero_negative = false) {
  if (x.significand == 0) return zero_negative ? f.sign() : 0;
  const u64 sign = x.negative ? f.sign() : 0;
  const int least = 1 - f.bias() - f.mantissa;  // weight of the last bit of a subnormal
  int weight = x.exponent + top_bit(x.significand) - f.mantissa;
  if (weight < least) weight = least;
  u128 kept = 0;
  int versus_half = 0;  // the part cut off: -2 nothing, -1 less, 0 equal, 1 more than half
  const int cut = weight - x.exponent;
  if (cut <= 0) {
    kept = x.significand << -cut;
    versus_half = -2;
  } else if (cut > 127) {
    versus_half = -1;
  } else {
    kept = x.significand >> cut;
    const u128 rest = x.significand - (kept << cut), half = u128{1} << (cut - 1);
    versus_half = rest == 0 ? -2 : rest < half ? -1 : rest == half ? 0 : 1;
  }
  bool up = false;
  if (mode == 'n') up = versus_half > 0 || (versus_half == 0 && kept % 2 == 1);
  if (mode == 'a') up = versus_half >= 0;
  if (mode == 'm') up = x.negative && versus_half != -2;
  if (mode == 'p') up = !x.negative && versus_half != -2;
  kept += up ? 1 : 0;
  if (kept == u128{1} << (f.mantissa + 1)) {
    kept /= 2;
    ++weight;
  }
  if (weight + f.mantissa > f.bias()) {
    const bool infinite = mode == 'n' || mode == 'a' || mode == (x.negative ? 'm' : 'p');
    return sign | (infinite ? f.infinity() : f.infinity() - 1);
  }
  const bool normal = kept >= u128{1} << f.mantissa;
  const u64 field = normal ? static_cast<u64>(weight + f.mantissa + f.bias()) : 0;
  const u64 fraction = static_cast<u64>(kept) & ((u64{1} << f.mantissa) - 1);
  return sign | field << f.mantissa | fraction;
}

/// `x` counted in units of 2^weight, what lies below kept as a sticky last bit.
inline u128 in_units(const Exact& x, int weight) {
  const int cut = weight - x.exponent;
  if (x.significand == 0) return 0;
  if (cut <= 0) return x.significand << -cut;
  if (cut > 127) return 1;
  const u128 kept = x.significand >> cut;
  return kept | ((kept << cut) != x.significand ? 1 : 0);
}
inline Exact sum(const Exact& a, const Exact& b) {
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  const int top_a = a.exponent + top_bit(a.significand),
            top_b = b.exponent + top_bit(b.significand);
  const int weight = (top_a > top_b ? top_a : top_b) - 124;
  const u128 x = in_units(a, weight), y = in_units(b, weight);
  if (a.negative == b.negative) return {a.negative, x + y, weight};
  return x >= y ? Exact{a.negative, x - y, weight} : Exact{b.negative, y - x, weight};
}
inline Exact product(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent};
}
/// b is not zero.
inline Exact quotient(const Exact& a, const Exact& b) {
  const int up = 126 - (top_bit(a.significand) < 0 ? 0 : top_bit(a.significand));
  const u128 n = a.significand << up, q = n / b.significand;
  // At least 70 bits of quotient; the remainder is sticky below them.
  return {a.negative != b.negative, q << 1 | (q * b.significand != n ? 1 : 0),
          a.exponent - up - b.exponent - 1};
}
/// a is positive. The root of an integer by bits, the remainder sticky below.
inline Exact root(Exact a) {
  int up = 124 - top_bit(a.significand);
  if ((a.exponent - up) % 2 != 0) --up;
  const u128 n = a.significand << up;
  u128 r = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const u128 next = r | u128{1} << bit;
    if (next * next <= n) r = next;
  }
  return {false, r << 1 | (r * r != n ? 1 : 0), (a.exponent - up) / 2 - 1};
}

}  // namespace simt::test
