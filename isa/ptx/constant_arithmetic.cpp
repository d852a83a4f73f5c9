#include "isa/ptx/constant_arithmetic.h"

#include <algorithm>
#include <bit>

namespace simt::constant {
namespace {

using ast::Literal;
using expr::Operator;

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

std::uint64_t shift(Operator op, const Literal& a, std::uint64_t by) {
  const auto value = static_cast<std::int64_t>(a.bits);
  if (op == Operator::ShiftLeft) return by > 63 ? 0 : a.bits << by;
  if (a.is_unsigned) return by > 63 ? 0 : a.bits >> by;
  return static_cast<std::uint64_t>(value >> std::min<std::uint64_t>(by, 63));
}

template <class T>
bool compare(Operator op, T a, T b) {
  switch (op) {
    case Operator::Equal:
      return a == b;
    case Operator::NotEqual:
      return a != b;
    case Operator::Less:
      return a < b;
    case Operator::Greater:
      return a > b;
    case Operator::LessEqual:
      return a <= b;
    default:
      return a >= b;
  }
}

Literal negative(const Literal& a) {
  constexpr unsigned kFloat32Sign = 31, kFloat64Sign = 63;
  Literal out = a;
  if (is_integer(a))
    out.bits = ~a.bits + 1;
  else
    out.bits ^=
        std::uint64_t{1} << (a.kind == Literal::Kind::Float32 ? kFloat32Sign : kFloat64Sign);
  return out;
}

}  // namespace

Literal integer(std::uint64_t bits, bool is_unsigned) {
  return {Literal::Kind::Integer, bits, is_unsigned, {}};
}
bool is_integer(const Literal& a) {
  return a.kind == Literal::Kind::Integer;
}

std::optional<Literal> unary_operation(Operator op, const Literal& a) {
  if (op == Operator::Plus) return a;
  if (op == Operator::Minus) return negative(a);
  if (!is_integer(a)) return std::nullopt;
  return op == Operator::Invert ? integer(~a.bits, a.is_unsigned) : integer(a.bits == 0, false);
}

Literal integer_operation(Operator op, const Literal& a, const Literal& b) {
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  if (expr::is_comparison(op))
    return integer(is_unsigned ? compare(op, a.bits, b.bits)
                               : compare(op, static_cast<std::int64_t>(a.bits),
                                         static_cast<std::int64_t>(b.bits)),
                   false);
  switch (op) {
    case Operator::And:
      return integer(a.bits != 0 && b.bits != 0, false);
    case Operator::Or:
      return integer(a.bits != 0 || b.bits != 0, false);
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      return integer(shift(op, a, b.bits), a.is_unsigned);
    case Operator::Divide:
    case Operator::Remainder:
      return integer(quotient(a.bits, b.bits, is_unsigned, op == Operator::Remainder), is_unsigned);
    case Operator::Add:
      return integer(a.bits + b.bits, is_unsigned);
    case Operator::Subtract:
      return integer(a.bits - b.bits, is_unsigned);
    case Operator::Multiply:
      return integer(a.bits * b.bits, is_unsigned);
    case Operator::BitAnd:
      return integer(a.bits & b.bits, is_unsigned);
    case Operator::BitOr:
      return integer(a.bits | b.bits, is_unsigned);
    default:
      return integer(a.bits ^ b.bits, is_unsigned);
  }
}

std::optional<Literal> float_operation(Operator op, const Literal& left, const Literal& right) {
  const double a = value_of(left), b = value_of(right);
  if (expr::is_comparison(op)) return integer(compare(op, a, b), false);
  switch (op) {
    case Operator::Add:
      return floating(a + b);
    case Operator::Subtract:
      return floating(a - b);
    case Operator::Multiply:
      return floating(a * b);
    case Operator::Divide:
      return floating(a / b);
    default:
      return std::nullopt;
  }
}

}  // namespace simt::constant
