#include "isa/ptx/constant_arithmetic.h"

#include <algorithm>
#include <bit>

namespace simt::constant {
namespace {

using ast::Literal;

Literal floating(double value) {
  return {Literal::Kind::Float64, std::bit_cast<std::uint64_t>(value), false, {}};
}
double value_of(const Literal& a) {
  if (!is_integer(a)) return std::bit_cast<double>(a.bits);
  return a.is_unsigned ? static_cast<double>(a.bits)
                       : static_cast<double>(static_cast<std::int64_t>(a.bits));
}

std::uint64_t quotient(std::uint64_t a, std::uint64_t b, bool is_unsigned, bool remainder) {
  if (is_unsigned) return remainder ? a % b : a / b;
  if (b == ~std::uint64_t{0}) return remainder ? 0 : ~a + 1;  // also for the smallest integer
  const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
  return static_cast<std::uint64_t>(remainder ? x % y : x / y);
}

std::uint64_t shift(std::string_view op, const Literal& a, std::uint64_t by) {
  const auto value = static_cast<std::int64_t>(a.bits);
  if (op == "<<") return by > 63 ? 0 : a.bits << by;
  if (a.is_unsigned) return by > 63 ? 0 : a.bits >> by;
  return static_cast<std::uint64_t>(value >> std::min<std::uint64_t>(by, 63));
}

template <class T>
std::optional<bool> compare(std::string_view op, T a, T b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  return std::nullopt;
}

}  // namespace

Literal integer(std::uint64_t bits, bool is_unsigned) {
  return {Literal::Kind::Integer, bits, is_unsigned, {}};
}
bool is_integer(const Literal& a) {
  return a.kind == Literal::Kind::Integer;
}

Literal integer_operation(std::string_view op, const Literal& a, const Literal& b) {
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  if (op == "&&") return integer(a.bits != 0 && b.bits != 0, false);
  if (op == "||") return integer(a.bits != 0 || b.bits != 0, false);
  const auto compared = is_unsigned ? compare(op, a.bits, b.bits)
                                    : compare(op, static_cast<std::int64_t>(a.bits),
                                              static_cast<std::int64_t>(b.bits));
  if (compared) return integer(*compared, false);
  if (op == "<<" || op == ">>") return integer(shift(op, a, b.bits), a.is_unsigned);
  if (op == "/" || op == "%")
    return integer(quotient(a.bits, b.bits, is_unsigned, op == "%"), is_unsigned);
  if (op == "+") return integer(a.bits + b.bits, is_unsigned);
  if (op == "-") return integer(a.bits - b.bits, is_unsigned);
  if (op == "*") return integer(a.bits * b.bits, is_unsigned);
  if (op == "&") return integer(a.bits & b.bits, is_unsigned);
  if (op == "|") return integer(a.bits | b.bits, is_unsigned);
  return integer(a.bits ^ b.bits, is_unsigned);
}

std::optional<Literal> float_operation(std::string_view op, const Literal& left,
                                       const Literal& right) {
  const double a = value_of(left), b = value_of(right);
  if (const auto compared = compare(op, a, b)) return integer(*compared, false);
  if (op == "+") return floating(a + b);
  if (op == "-") return floating(a - b);
  if (op == "*") return floating(a * b);
  if (op == "/") return floating(a / b);
  return std::nullopt;
}

}  // namespace simt::constant
