// Values of registers and memory, as bits with their type, and as text.
#pragma once

#include <cstdint>
#include <string>

#include "isa/base/types.h"

namespace simt {

/// How print shows a value: by its type, hexadecimal, signed, unsigned, float, binary.
enum class Format : char {
  Natural = 0,
  Hex = 'x',
  Signed = 'd',
  Unsigned = 'u',
  Float = 'f',
  Binary = 't'
};

/// A value of an expression: the bits of a typed register or element, or the result of arithmetic
/// (s64 or f64).
struct Value {
  ScalarType type = ScalarType::S64;
  std::uint64_t bits = 0;
  bool operator==(const Value&) const = default;
};

Value integer_value(std::int64_t v);
Value real_value(double v);
bool is_real(const Value& v);
/// Untyped bits count as signed up to 32 bits: what compilers write for int.
std::int64_t as_integer(const Value& v);
double as_real(const Value& v);
bool is_true(const Value& v);

/// Untyped 64-bit values are shown in hexadecimal: they are addresses as a rule.
std::string value_text(const Value& v, Format format = Format::Natural);

}  // namespace simt
