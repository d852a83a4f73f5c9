#include "sim/check/check_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/check/check_fold.h"
#include "sim/input/element.h"
#include "sim/input/launch_spec.h"

namespace simt {
namespace {

std::int64_t as_signed(std::uint64_t v) {
  return static_cast<std::int64_t>(v);
}

template <class T>
bool ordered(CheckOp op, T a, T b) {
  switch (op) {
    case CheckOp::Eq:
      return a == b;
    case CheckOp::Ne:
      return a != b;
    case CheckOp::Lt:
      return a < b;
    case CheckOp::Le:
      return a <= b;
    case CheckOp::Gt:
      return a > b;
    default:
      return a >= b;
  }
}

// -1, 0, 1 by value, whatever the signedness of the two.
int three_way(const CheckNode& a_node, std::uint64_t a, const CheckNode& b_node, std::uint64_t b) {
  const bool a_negative = a_node.kind == CheckKind::Signed && as_signed(a) < 0;
  const bool b_negative = b_node.kind == CheckKind::Signed && as_signed(b) < 0;
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  return a == b ? 0 : a < b ? -1 : 1;
}

// Truncates like a C cast where that is defined; beyond it, the nearest end; NaN is 0.
std::uint64_t to_integer(double x) {
  if (std::isnan(x)) return 0;
  if (x >= 0x1p63) {
    return x >= 0x1p64 ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(x);
  }
  if (x < -0x1p63) return std::uint64_t{1} << 63;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}

bool less(CheckKind kind, std::uint64_t a, std::uint64_t b) {
  return kind == CheckKind::Signed ? as_signed(a) < as_signed(b) : a < b;
}

}  // namespace

void CheckEvaluator::fail(const std::string& problem) const {
  throw SpecError(
      fmt::format("the check '{}' cannot be evaluated: {}{}", tree_.text, problem, where()));
}

std::string CheckEvaluator::where() const {
  std::string out;
  for (std::size_t i = 0; i < variables_.size(); ++i)
    out += fmt::format("{} {} = {}", i == 0 ? ", at" : ",", tree_.variables[i], variables_[i]);
  return out;
}

std::uint64_t CheckEvaluator::element_index(const CheckNode& n) {
  const std::uint64_t at = integer(n.child[0]);
  const CheckBuffer& buffer = tree_.buffers[n.buffer];
  if (at >= buffer.count)
    fail(fmt::format("{}[{}] is outside the buffer's {} elements", buffer.name, as_signed(at),
                     buffer.count));
  return at;
}

std::uint64_t CheckEvaluator::index_within(const CheckNode& n) {
  const std::uint64_t at = integer(n.child[0]);
  if (at >= n.bits)
    fail(fmt::format("index {} is outside of dimension {} of {}, which has {}", as_signed(at),
                     n.dimension, tree_.buffers[n.buffer].name, n.bits));
  return at;
}

std::uint64_t CheckEvaluator::integer_element(const CheckNode& n) {
  const unsigned bytes = size_of(n.type);
  const CheckBuffer& buffer = tree_.buffers[n.buffer];
  const std::byte* data = buffer.data + element_index(n) * buffer.stride;
  return bytes == 4 ? extend(n.type, load_bits(data, 4)) : extend(n.type, load_bits(data, bytes));
}

double CheckEvaluator::real_element(const CheckNode& n) {
  const CheckBuffer& buffer = tree_.buffers[n.buffer];
  return float_value(n.type,
                     load_bits(buffer.data + element_index(n) * buffer.stride, size_of(n.type)));
}

std::uint64_t CheckEvaluator::divide(const CheckNode& n, std::uint64_t a, std::uint64_t b) const {
  if (b == 0) fail("division by zero");
  if (n.kind == CheckKind::Unsigned) return n.op == CheckOp::Div ? a / b : a % b;
  // The one overflow wraps; it would trap on the host.
  if (as_signed(b) == -1) return n.op == CheckOp::Div ? ~a + 1 : 0;
  return static_cast<std::uint64_t>(n.op == CheckOp::Div ? as_signed(a) / as_signed(b)
                                                         : as_signed(a) % as_signed(b));
}

std::uint64_t CheckEvaluator::binary(const CheckNode& n) {
  const std::uint64_t a = integer(n.child[0]), b = integer(n.child[1]);
  switch (n.op) {
    case CheckOp::Add:
      return a + b;
    case CheckOp::Sub:
      return a - b;
    case CheckOp::Mul:
      return a * b;
    case CheckOp::And:
      return a & b;
    case CheckOp::Or:
      return a | b;
    case CheckOp::Xor:
      return a ^ b;
    case CheckOp::Shl:
      return b < 64 ? a << b : 0;
    case CheckOp::Shr:
      if (n.kind == CheckKind::Unsigned) return b < 64 ? a >> b : 0;
      return static_cast<std::uint64_t>(as_signed(a) >> std::min<std::uint64_t>(b, 63));
    case CheckOp::Min2:
      return less(n.kind, a, b) ? a : b;
    case CheckOp::Max2:
      return less(n.kind, a, b) ? b : a;
    default:
      return divide(n, a, b);
  }
}

bool CheckEvaluator::compare(const CheckNode& n) {
  const CheckNode& left = node(n.child[0]);
  if (left.kind == CheckKind::Real) return ordered(n.op, real(n.child[0]), real(n.child[1]));
  const std::uint64_t a = integer(n.child[0]), b = integer(n.child[1]);
  return ordered(n.op, three_way(left, a, node(n.child[1]), b), 0);
}

std::uint64_t CheckEvaluator::fold_integer(const CheckNode& n) {
  const std::uint32_t body = n.child[0];
  std::uint64_t result = 0;
  bool first = true;
  switch (n.op) {
    case CheckOp::All:
      return over(n, 0, [&] { return integer(body) != 0; });
    case CheckOp::Any:
      return !over(n, 0, [&] { return integer(body) == 0; });
    case CheckOp::Sum:
    case CheckOp::Count:
      over(n, 0, [&] {
        result += integer(body);
        return true;
      });
      return result;
    default:
      over(n, 0, [&] {
        const std::uint64_t x = integer(body);
        if (first || (n.op == CheckOp::Min ? less(n.kind, x, result) : less(n.kind, result, x)))
          result = x;
        first = false;
        return true;
      });
      if (first) fail("the minimum or maximum of nothing");
      return result;
  }
}

double CheckEvaluator::fold_real(const CheckNode& n) {
  double result = n.op == CheckOp::Sum ? 0 : std::nan("");
  over(n, 0, [&] {
    const double x = real(n.child[0]);
    result = n.op == CheckOp::Sum   ? result + x
             : n.op == CheckOp::Min ? std::fmin(result, x)
                                    : std::fmax(result, x);
    return true;
  });
  return result;
}

std::uint64_t CheckEvaluator::integer(std::uint32_t id) {
  const CheckNode& n = node(id);
  switch (n.op) {
    case CheckOp::Constant:
      return n.bits;
    case CheckOp::Variable:
      return static_cast<std::uint64_t>(variables_[n.bits]);
    case CheckOp::Element:
      return integer_element(n);
    case CheckOp::ToInteger:
      return to_integer(real(n.child[0]));
    case CheckOp::Within:
      return index_within(n);
    case CheckOp::Cast:
      return extend(n.type, integer(n.child[0]));
    case CheckOp::Neg:
      return ~integer(n.child[0]) + 1;
    case CheckOp::BitNot:
      return ~integer(n.child[0]);
    case CheckOp::Not:
      return integer(n.child[0]) == 0;
    case CheckOp::Abs: {
      const std::uint64_t x = integer(n.child[0]);
      return n.kind == CheckKind::Signed && as_signed(x) < 0 ? ~x + 1 : x;
    }
    case CheckOp::IsNan:
      return std::isnan(real(n.child[0]));
    case CheckOp::LogicAnd:
      return integer(n.child[0]) != 0 && integer(n.child[1]) != 0;
    case CheckOp::LogicOr:
      return integer(n.child[0]) != 0 || integer(n.child[1]) != 0;
    case CheckOp::Select:
      return integer(integer(n.child[0]) != 0 ? n.child[1] : n.child[2]);
    case CheckOp::Near: {
      const double a = real(n.child[0]), b = real(n.child[1]);
      return a == b || std::fabs(a - b) <= n.real * (n.relative ? std::fabs(b) : 1.0);
    }
    case CheckOp::Eq:
    case CheckOp::Ne:
    case CheckOp::Lt:
    case CheckOp::Le:
    case CheckOp::Gt:
    case CheckOp::Ge:
      return compare(n);
    case CheckOp::All:
    case CheckOp::Any:
    case CheckOp::Count:
    case CheckOp::Sum:
    case CheckOp::Min:
    case CheckOp::Max:
      return fold_integer(n);
    case CheckOp::BufferSum:
    case CheckOp::BufferMin:
    case CheckOp::BufferMax:
      return fold_integers(n.op, tree_.buffers[n.buffer]);
    default:
      return binary(n);
  }
}

double CheckEvaluator::real(std::uint32_t id) {
  const CheckNode& n = node(id);
  switch (n.op) {
    case CheckOp::Constant:
      return n.real;
    case CheckOp::Element:
      return real_element(n);
    case CheckOp::ToReal: {
      const std::uint64_t x = integer(n.child[0]);
      return node(n.child[0]).kind == CheckKind::Unsigned ? static_cast<double>(x)
                                                          : static_cast<double>(as_signed(x));
    }
    case CheckOp::Cast:
      return float_value(n.type, float_bits(n.type, real(n.child[0])));
    case CheckOp::Neg:
      return -real(n.child[0]);
    case CheckOp::Abs:
      return std::fabs(real(n.child[0]));
    case CheckOp::Math:
      return n.math(real(n.child[0]));
    case CheckOp::Select:
      return real(integer(n.child[0]) != 0 ? n.child[1] : n.child[2]);
    case CheckOp::Add:
      return real(n.child[0]) + real(n.child[1]);
    case CheckOp::Sub:
      return real(n.child[0]) - real(n.child[1]);
    case CheckOp::Mul:
      return real(n.child[0]) * real(n.child[1]);
    case CheckOp::Div:
      return real(n.child[0]) / real(n.child[1]);
    case CheckOp::Rem:
      return std::fmod(real(n.child[0]), real(n.child[1]));
    case CheckOp::Min2:
      return std::fmin(real(n.child[0]), real(n.child[1]));
    case CheckOp::Max2:
      return std::fmax(real(n.child[0]), real(n.child[1]));
    case CheckOp::BufferSum:
    case CheckOp::BufferMin:
    case CheckOp::BufferMax:
      return fold_reals(n.op, tree_.buffers[n.buffer]);
    default:
      return fold_real(n);
  }
}

}  // namespace simt
