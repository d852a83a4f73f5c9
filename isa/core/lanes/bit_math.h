// The bit-field functions of the PTX ISA (9.7.1), as its pseudo-code defines them.
#pragma once

#include <algorithm>
#include <bit>

#include "isa/core/lanes/int_math.h"

namespace simt {

inline constexpr u32 kNotFound = ~u32{0};

/// The `len` lowest bits set; all of them from the width on.
template <class T>
constexpr T low_bits(u32 len) {
  return len >= kBits<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << len) - 1);
}
/// a << n and a >> n with the shift amount clamped to the width (PTX shl, shr).
template <class T>
constexpr T shift_left(T a, u32 n) {
  return n >= kBits<T> ? T{0} : static_cast<T>(bits_of(a) << n);
}
template <class T>
constexpr T shift_right(T a, u32 n) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(a >> std::min<u32>(n, kBits<T> - 1));
  else
    return n >= kBits<T> ? T{0} : static_cast<T>(a >> n);
}

template <class T>
constexpr T reverse_bits(T a) {
  constexpr u64 k[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                       0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
  for (unsigned i = 0; (1u << i) < kBits<T>; ++i) {
    const auto mask = static_cast<T>(k[i]);
    a = static_cast<T>((a >> (1u << i) & mask) | (a & mask) << (1u << i));
  }
  return a;
}

/// Position of the most significant bit that differs from the sign (0 when unsigned).
template <class T>
constexpr u32 find_top(T a) {
  auto bits = bits_of(a);
  if (std::is_signed_v<T> && a < 0) bits = static_cast<decltype(bits)>(~bits);
  return kBits<T> - 1 - static_cast<u32>(std::countl_zero(bits));  // none: wraps to kNotFound
}
/// The same as the left shift that moves it to the top.
template <class T>
constexpr u32 find_top_shift(T a) {
  const u32 top = find_top(a);
  return top == kNotFound ? top : kBits<T> - 1 - top;
}

/// `len` bits of a from `pos`; a signed field beyond the top repeats the sign of a.
template <class T>
constexpr T extract_bits(T a, u32 position, u32 length) {
  const u32 pos = position & 0xff, len = length & 0xff;
  const T field = shift_right(a, pos);
  const auto mask = low_bits<decltype(bits_of(a))>(len);
  auto bits = static_cast<decltype(mask)>(bits_of(field) & mask);
  if (std::is_signed_v<T> && len != 0) {
    const u32 sign_at = std::min<u32>(pos + len - 1, kBits<T> - 1);
    if ((bits_of(a) >> sign_at & 1) != 0) bits = static_cast<decltype(mask)>(bits | ~mask);
  }
  return static_cast<T>(bits);
}
template <class T>
constexpr T insert_bits(T a, T b, u32 position, u32 length) {
  const u32 pos = position & 0xff, len = length & 0xff;
  const T mask = shift_left(low_bits<T>(len), pos);
  return static_cast<T>((b & ~mask) | (shift_left(a, pos) & mask));
}

/// Position of the n-th set bit, counted from `base` upward (n > 0) or downward (n < 0); n = 0 asks
/// for bit `base` itself.
constexpr u32 find_nth_set(u32 mask, u32 base, s32 n) {
  if (base >= 32) return kNotFound;
  if (n == 0) return (mask >> base & 1) != 0 ? base : kNotFound;
  u32 left = n > 0 ? static_cast<u32>(n) : 0u - static_cast<u32>(n);
  for (u32 pos = base; pos<32; n> 0 ? ++pos : --pos)
    if ((mask >> pos & 1) != 0 && --left == 0) return pos;
  return kNotFound;
}

/// Mask of `width` bits from `pos`; bits beyond 31 fall off. Clamp: amounts above 31 saturate;
/// wrap: only their low five bits count.
constexpr u32 bit_mask_wrap(u32 pos, u32 width) {
  return shift_left(low_bits<u32>(width & 31), pos & 31);
}
constexpr u32 bit_mask_clamp(u32 pos, u32 width) {
  return shift_left(low_bits<u32>(width), pos);
}

/// Keeps the low `width` bits and fills the rest with zero or, for s32, the field's sign.
template <class T>
constexpr T extend_wrap(T a, u32 width) {
  return extract_bits(a, 0, width & 31);
}
template <class T>
constexpr T extend_clamp(T a, u32 width) {
  return width >= 32 ? a : extract_bits(a, 0, width);
}

/// prmt: byte `selector & 7` of {b, a}; bit 3 repeats its sign instead.
constexpr u32 permute_byte(u64 bytes, u32 selector) {
  const u32 byte = static_cast<u8>(bytes >> (8 * (selector & 7)));
  if ((selector & 8) == 0) return byte;
  return (byte & 0x80) != 0 ? 0xff : 0;
}
constexpr u32 permute(u32 a, u32 b, u32 selectors) {
  const u64 bytes = static_cast<u64>(b) << 32 | a;
  u32 d = 0;
  for (u32 i = 0; i < 4; ++i) d |= permute_byte(bytes, selectors >> (4 * i)) << (8 * i);
  return d;
}

}  // namespace simt
