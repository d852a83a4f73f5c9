// One element of a buffer or scalar argument: its bits, and the number that they stand for.
// Types are those that a launch can name: b8 ... f64, f16, bf16. Rounding is to nearest even.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "isa/base/types.h"

namespace simt {

/// False for types that have no elements of their own in a launch (pred, packed pairs, tf32, b128).
bool is_element_type(ScalarType t);
/// b8, b32: bytes of any kind.
inline bool is_untyped(ScalarType t) {
  return !is_float(t) && name_of(t).starts_with('b');
}
/// "s32, f32, ..." for messages.
std::string element_type_names();

/// Sign- or zero-extended to 64 bits, by the type. Integer and untyped-bits types only.
std::uint64_t extend(ScalarType t, std::uint64_t bits);
/// The value of a float type's bits. Exact.
double float_value(ScalarType t, std::uint64_t bits);
/// The nearest value of a float type, as bits.
std::uint64_t float_bits(ScalarType t, double value);

/// Bits of the number `text` as type `t`: decimal, 0x, negative, floats as C writes them, inf, nan,
/// 0fXXXXXXXX and 0dXXXXXXXXXXXXXXXX as PTX writes them. An integer may be given in the signed or
/// the unsigned range of its width. Throws SpecError.
std::uint64_t element_bits(ScalarType t, const std::string& text);

/// Unsigned 64-bit number, decimal or 0x. Throws SpecError that names `what`, if there is a name.
std::uint64_t parse_count(const std::string& text, const std::string& what);

inline std::uint64_t load_bits(const std::byte* from, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}
inline void store_bits(std::byte* to, unsigned bytes, std::uint64_t bits) {
  std::memcpy(to, &bits, bytes);
}

}  // namespace simt
