// C++ types that stand for PTX scalar types in lane expressions.
// Untyped bits (.b8 ... .b64) are unsigned integers here. A file that computes with another
// representation (half precision) gives it its own `kTypeOf`.
#pragma once

#include <cstdint>
#include <type_traits>

#include "isa/base/types.h"

namespace simt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;
__extension__ using u128 = unsigned __int128;
__extension__ using s128 = __int128;

/// The PTX type that a C++ type computes.
template <class T>
inline constexpr ScalarType kTypeOf = ScalarType::None;
template <>
inline constexpr ScalarType kTypeOf<u8> = ScalarType::U8;
template <>
inline constexpr ScalarType kTypeOf<u16> = ScalarType::U16;
template <>
inline constexpr ScalarType kTypeOf<u32> = ScalarType::U32;
template <>
inline constexpr ScalarType kTypeOf<u64> = ScalarType::U64;
template <>
inline constexpr ScalarType kTypeOf<u128> = ScalarType::B128;
template <>
inline constexpr ScalarType kTypeOf<s8> = ScalarType::S8;
template <>
inline constexpr ScalarType kTypeOf<s16> = ScalarType::S16;
template <>
inline constexpr ScalarType kTypeOf<s32> = ScalarType::S32;
template <>
inline constexpr ScalarType kTypeOf<s64> = ScalarType::S64;
template <>
inline constexpr ScalarType kTypeOf<f32> = ScalarType::F32;
template <>
inline constexpr ScalarType kTypeOf<f64> = ScalarType::F64;

/// Untyped bits as the unsigned type of their size; any other type is itself.
constexpr ScalarType computed_as(ScalarType t) {
  using enum ScalarType;
  switch (t) {
    case B8:
      return U8;
    case B16:
      return U16;
    case B32:
      return U32;
    case B64:
      return U64;
    default:
      return t;
  }
}

namespace detail {
template <class T>
struct Twice;
template <>
struct Twice<u8> {
  using type = u16;
};
template <>
struct Twice<u16> {
  using type = u32;
};
template <>
struct Twice<u32> {
  using type = u64;
};
template <>
struct Twice<u64> {
  using type = u128;
};
template <>
struct Twice<s8> {
  using type = s16;
};
template <>
struct Twice<s16> {
  using type = s32;
};
template <>
struct Twice<s32> {
  using type = s64;
};
template <>
struct Twice<s64> {
  using type = s128;
};
}  // namespace detail
/// The integer type of the same signedness and twice the width.
template <class T>
using Twice = typename detail::Twice<T>::type;

template <class T>
inline constexpr unsigned kBits = 8 * sizeof(T);

}  // namespace simt
