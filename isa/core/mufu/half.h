// EX2 and TANH of the special function unit on half precision and bfloat16: the result of single
// precision without the bits that the format lacks. What is too large for half precision is
// infinite.
#pragma once

#include "isa/core/lanes/half_float.h"
#include "isa/core/mufu/mufu.h"

namespace simt::mufu {
namespace detail {

constexpr u16 as_half(u32 bits) {
  constexpr u32 kBeyond = (127u + 16) << 23;  // 2^16
  const u16 cut = raw(narrowed<Half>(Rounding::Zero, from_raw<f32>(bits)));
  return bits >= kBeyond && bits <= kInfinity ? u16{Format<Half>::kInfinity} : cut;
}
constexpr u16 as_bfloat(u32 bits) {
  return static_cast<u16>(bits >> 16);
}
inline u32 single_of_half(u16 bits) {
  return raw(widened(from_raw<Half>(bits)));
}
constexpr u32 single_of_bfloat(u16 bits) {
  return u32{bits} << 16;
}

}  // namespace detail

inline u16 ex2_f16(u16 bits) {
  return detail::as_half(ex2(detail::single_of_half(bits)));
}
inline u16 tanh_f16(u16 bits) {
  return detail::as_half(tanh(detail::single_of_half(bits)));
}
constexpr u16 ex2_bf16(u16 bits) {
  return detail::as_bfloat(ex2(detail::single_of_bfloat(bits)));
}
constexpr u16 tanh_bf16(u16 bits) {
  return detail::as_bfloat(tanh(detail::single_of_bfloat(bits)));
}

}  // namespace simt::mufu
