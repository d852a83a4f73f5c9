#include "sim/step/expression_op.h"

#include <algorithm>
#include <optional>

#include "sim/step/error.h"

namespace simt {
namespace {

using Op = expr::Operator;

Value modulo_2_64(std::uint64_t v) {
  return integer_value(static_cast<std::int64_t>(v));
}

/// Nothing when `op` is no comparison.
template <class T>
std::optional<bool> compared(Op op, T a, T b) {
  switch (op) {
    case Op::Less:
      return a < b;
    case Op::LessEqual:
      return a <= b;
    case Op::Greater:
      return a > b;
    case Op::GreaterEqual:
      return a >= b;
    case Op::Equal:
      return a == b;
    case Op::NotEqual:
      return a != b;
    default:
      return std::nullopt;
  }
}

Value of_reals(Op op, double x, double y) {
  switch (op) {
    case Op::Multiply:
      return real_value(x * y);
    case Op::Divide:
      return real_value(x / y);
    case Op::Add:
      return real_value(x + y);
    case Op::Subtract:
      return real_value(x - y);
    default:
      throw StepError("bits and remainders are of integers, not of floats");
  }
}

Value divided(std::int64_t x, std::int64_t y, bool remainder) {
  if (y == 0) throw StepError("division by zero");
  if (y == -1) return remainder ? integer_value(0) : modulo_2_64(0 - static_cast<std::uint64_t>(x));
  return integer_value(remainder ? x % y : x / y);
}

Value of_integers(Op op, std::int64_t x, std::int64_t y) {
  const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
  switch (op) {
    case Op::Multiply:
      return modulo_2_64(ux * uy);
    case Op::Divide:
    case Op::Remainder:
      return divided(x, y, op == Op::Remainder);
    case Op::Add:
      return modulo_2_64(ux + uy);
    case Op::Subtract:
      return modulo_2_64(ux - uy);
    case Op::ShiftLeft:
      return uy > 63 ? integer_value(0) : modulo_2_64(ux << uy);
    case Op::ShiftRight:
      return integer_value(x >> std::min<std::uint64_t>(uy, 63));
    case Op::BitAnd:
      return integer_value(x & y);
    case Op::BitXor:
      return integer_value(x ^ y);
    default:
      return integer_value(x | y);
  }
}

}  // namespace

Value apply(Op op, const Value& a) {
  if (op == Op::Not) return integer_value(!is_true(a));
  if (op == Op::Plus) return a;
  if (op == Op::Invert) return integer_value(~as_integer(a));
  return is_real(a) ? real_value(-as_real(a))
                    : modulo_2_64(0 - static_cast<std::uint64_t>(as_integer(a)));
}

Value apply(Op op, const Value& a, const Value& b) {
  const bool real = is_real(a) || is_real(b);
  const auto truth =
      real ? compared(op, as_real(a), as_real(b)) : compared(op, as_integer(a), as_integer(b));
  if (truth) return integer_value(*truth);
  return real ? of_reals(op, as_real(a), as_real(b))
              : of_integers(op, as_integer(a), as_integer(b));
}

}  // namespace simt
