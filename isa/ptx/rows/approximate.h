// Approximate functions as ptxas 13.0 builds them around the special function unit: subnormals are
// scaled into its range and the result back, unless .ftz is given. Seen in machine code for sm_75
// to sm_90 (the same for all); the results are an H100's for all inputs (tests/hardware/mufu).
#pragma once

#include "isa/core/mufu/half.h"
#include "isa/core/mufu/high_word.h"

namespace simt::approximate {

inline constexpr f32 kLeastNormal = 0x1p-126f, kUp = 0x1p24f;

/// Products and sums have one NaN.
constexpr f32 made(f32 x) {
  return x == x ? x : from_raw<f32>(Format<f32>::kNan);
}
constexpr f32 rcp_ftz(f32 a) {
  return from_raw<f32>(mufu::rcp(raw(a)));
}
constexpr f32 rsqrt_ftz(f32 a) {
  return from_raw<f32>(mufu::rsq(raw(a)));
}
constexpr f32 sqrt_ftz(f32 a) {
  return from_raw<f32>(mufu::sqrt(raw(a)));
}
constexpr f32 ex2_ftz(f32 a) {
  return from_raw<f32>(mufu::ex2(raw(a)));
}
constexpr f32 lg2_ftz(f32 a) {
  return from_raw<f32>(mufu::lg2(raw(a)));
}
constexpr f32 tanh(f32 a) {
  return from_raw<f32>(mufu::tanh(raw(a)));
}

constexpr f32 rcp(f32 a) {
  const f32 size = with_sign(a, false);
  const f32 scale = size > 0x1p126f ? 0.25f : size < kLeastNormal ? kUp : 1.0f;
  return made(rcp_ftz(a * scale) * scale);
}
constexpr f32 rsqrt(f32 a) {
  const bool small = with_sign(a, false) < kLeastNormal;
  const f32 root = rsqrt_ftz(small ? a * kUp : a);
  return made(small ? root * 0x1p12f : root);
}
constexpr f32 sqrt(f32 a) {
  const bool small = with_sign(a, false) < kLeastNormal;
  const f32 root = sqrt_ftz(small ? a * kUp : a);
  return made(small ? root * 0x1p-12f : root);
}
constexpr f32 ex2(f32 a) {
  const bool small = a < -126.0f;
  const f32 power = ex2_ftz(small ? a * 0.5f : a);
  return small ? power * power : power;
}
constexpr f32 lg2(f32 a) {
  const bool small = with_sign(a, false) < kLeastNormal;
  const f32 log = lg2_ftz(small ? a * kUp : a);
  return made(small ? log - 24.0f : log);
}

/// In turns: the product with 1 / (2 pi), rounded toward zero. Below 2^-26, where the unit takes it
/// for 0, the bits that come out are others.
constexpr u32 turns(f32 a) {
  const f64 product = f64{with_sign(a, false)} * f64{0x1.45f306p-3f};
  const u32 bits = product < 0x1p-26 ? 0 : mufu::normalized(product, 0);
  return (mufu::detail::exponent_of(raw(a)) == 255 ? Format<f32>::kNan : bits) |
         (raw(a) & Format<f32>::kSign);
}
constexpr f32 sin(f32 a) {
  return from_raw<f32>(mufu::sin(turns(a)));
}
constexpr f32 cos(f32 a) {
  return from_raw<f32>(mufu::cos(turns(a)));
}

constexpr f32 divide(f32 a, f32 b) {
  const f32 scale = with_sign(b, false) < kLeastNormal ? kUp : 1.0f;
  return made(a * scale * rcp_ftz(b * scale));
}
constexpr f32 divide_ftz(f32 a, f32 b) {
  return flush(made(flush(a) * rcp_ftz(b)));
}
constexpr f32 divide_full(f32 a, f32 b) {
  const f32 size = with_sign(b, false);
  const f32 scale = size > 0x1p126f ? 0.25f : size < kLeastNormal ? kUp : 1.0f;
  return made(a * scale * rcp_ftz(b * scale));
}
constexpr f32 divide_full_ftz(f32 a, f32 b) {
  const f32 scale = with_sign(b, false) > 0x1p126f ? 0.25f : 1.0f;
  return flush(made(flush(flush(a) * scale) * rcp_ftz(b * scale)));
}

/// The low word comes out as zero.
constexpr f64 high_word_result(u32 bits) {
  return from_raw<f64>(u64{bits} << 32);
}
constexpr f64 rcp_ftz(f64 a) {
  return high_word_result(mufu::rcp64h(static_cast<u32>(raw(a) >> 32)));
}
constexpr f64 rsqrt_ftz(f64 a) {
  return high_word_result(mufu::rsq64h(static_cast<u32>(raw(a) >> 32)));
}
/// One step of Halley's method from the unit's 20 bits.
inline f64 rsqrt(f64 a) {
  const bool small = is_subnormal(a);
  const f64 scaled = small ? a * 0x1p54 : a, start = rsqrt_ftz(scaled);
  const f64 error = std::fma(scaled, -(start * start), 1.0);
  const f64 root = std::fma(std::fma(error, 0.375, 0.5), start * error, start);
  const f64 value = small ? root * 0x1p27 : root;
  const u64 sign = raw(a) & Format<f64>::kSign;
  if (magnitude(a) == 0) return from_raw<f64>(sign | Format<f64>::kInfinity);
  if (is_nan(a) || sign != 0) return nan_of(is_nan(a) ? a : from_raw<f64>(Format<f64>::kNan));
  return magnitude(a) == Format<f64>::kInfinity ? 0.0 : value;
}

}  // namespace simt::approximate
