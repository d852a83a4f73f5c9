#include "isa/ptx/decode/immediate.h"

#include <fmt/format.h>

#include <bit>

#include "isa/ptx/decode/error.h"

namespace simt::decode {
namespace {

using enum ScalarType;

[[noreturn]] void mismatch(const ast::Literal& literal, ScalarType type) {
  if (literal.kind == ast::Literal::Kind::Integer)
    throw Error{literal.loc, 1,
                fmt::format("an integer stands where a .{} value is expected", name_of(type)),
                type == F32 || type == F64
                    ? "write it with a decimal point, or its bits as 0f or 0d"
                    : "move its bits to a register with mov first"};
  throw Error{
      literal.loc, 1,
      fmt::format("a floating-point value stands where a .{} value is expected", name_of(type)),
      type == B32 ? "write its bits as 0fXXXXXXXX" : ""};
}

Immediate from_integer(const ast::Literal& literal, ScalarType type) {
  if (type == Pred) return {literal.bits != 0, false};
  const unsigned width = 8 * size_of(type);
  if (is_float(type) || width == 0) mismatch(literal, type);
  if (width >= 64) return {literal.bits, false};
  const auto value = static_cast<std::int64_t>(literal.bits);
  const std::int64_t limit = std::int64_t{1} << width;

  // 0xFFFFFFFF80000000 is how some tools write a negative 32-bit value.
  const bool fits = value >= -limit / 2 && value < limit;
  return {literal.bits & (static_cast<std::uint64_t>(limit) - 1), !fits};
}

std::uint64_t bits_of(float f) {
  return std::bit_cast<std::uint32_t>(f);
}

double widen(std::uint64_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

}  // namespace

Immediate immediate_bits(const ast::Literal& literal, ScalarType type, Strictness strictness) {
  if (literal.kind == ast::Literal::Kind::Integer) return from_integer(literal, type);
  const bool single = literal.kind == ast::Literal::Kind::Float32;
  const bool rounds = type == F32 || (strictness == Strictness::Initialiser && type == B32);
  if (single && (type == F32 || type == B32)) return {literal.bits, false};
  if (!single && (type == F64 || type == B64)) return {literal.bits, false};
  if (single && type == F64) return {std::bit_cast<std::uint64_t>(widen(literal.bits)), false};
  if (!single && rounds)
    return {bits_of(static_cast<float>(std::bit_cast<double>(literal.bits))), false};
  mismatch(literal, type);
}

}  // namespace simt::decode
