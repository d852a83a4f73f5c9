// Constant expressions: PTX ISA 9.1, sections 4.5.3 to 4.5.6. Integers are 64 bits wide and wrap;
// an operation with one unsigned operand is unsigned (table of section 4.5.6), a comparison gives a
// signed 0 or 1. A shift by 64 or more, which the ISA leaves open, shifts everything out.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "isa/frontend/parser.h"

namespace simt {
namespace {

using ast::Literal;
constexpr std::uint64_t kWarpSize = 32;

Literal integer(std::uint64_t bits, bool is_unsigned) {
  return {Literal::Kind::Integer, bits, is_unsigned, {}};
}
Literal floating(double value) {
  return {Literal::Kind::Float64, std::bit_cast<std::uint64_t>(value), false, {}};
}
bool is_integer(const Literal& a) {
  return a.kind == Literal::Kind::Integer;
}
double value_of(const Literal& a) {
  if (!is_integer(a)) return std::bit_cast<double>(a.bits);
  return a.is_unsigned ? static_cast<double>(a.bits)
                       : static_cast<double>(static_cast<std::int64_t>(a.bits));
}

struct Binary {
  std::string_view spelling;
  int precedence;  // as in C, the loosest is 1
};
constexpr std::array<Binary, 18> kBinary{{
    {"||", 1},
    {"&&", 2},
    {"|", 3},
    {"^", 4},
    {"&", 5},
    {"==", 6},
    {"!=", 6},
    {"<", 7},
    {">", 7},
    {"<=", 7},
    {">=", 7},
    {"<<", 8},
    {">>", 8},
    {"+", 9},
    {"-", 9},
    {"*", 10},
    {"/", 10},
    {"%", 10},
}};

int precedence_of(const Token& token) {
  if (token.is(Token::Kind::Punct))
    for (const Binary& b : kBinary)
      if (token.text == b.spelling) return b.precedence;
  return 0;
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

std::optional<Literal> float_operation(std::string_view op, double a, double b) {
  if (const auto compared = compare(op, a, b)) return integer(*compared, false);
  if (op == "+") return floating(a + b);
  if (op == "-") return floating(a - b);
  if (op == "*") return floating(a * b);
  if (op == "/") return floating(a / b);
  return std::nullopt;
}

}  // namespace

Literal Parser::constant() {
  const SourceLoc start = token_.loc;
  Literal value = binary_constant(1);
  if (token_.is('?')) {
    const Token question = take();
    const Nested nested(*this, question);
    if (!is_integer(value)) fail(question, "the condition before '?' is an integer");
    const Literal yes = constant();
    expect(':', "between the two values behind '?'");
    const Literal no = constant();
    value = value.bits != 0 ? yes : no;
  }
  value.loc = start;
  return value;
}

Literal Parser::binary_constant(int minimum_precedence) {
  Literal left = unary_constant();
  for (int p = precedence_of(token_); p >= minimum_precedence && p > 0; p = precedence_of(token_)) {
    const Token op = take();
    const Literal right = binary_constant(p + 1);
    const SourceLoc start = left.loc;
    if (is_integer(left) && is_integer(right)) {
      if ((op.is('/') || op.is('%')) && right.bits == 0) fail(op, "division by zero");
      left = integer_operation(op.text, left, right);
    } else if (left.kind == Literal::Kind::Float32 || right.kind == Literal::Kind::Float32) {
      fail(op, "a 0f constant cannot be part of an expression");
    } else if (const auto value = float_operation(op.text, value_of(left), value_of(right))) {
      left = *value;
    } else {
      fail(op, fmt::format("'{}' needs integers", op.text));
    }
    left.loc = start;
  }
  return left;
}

Literal Parser::unary_constant() {
  const Token op = token_;
  if (!op.is('-') && !op.is('+') && !op.is('~') && !op.is('!')) return primary_constant();
  take();
  const Nested nested(*this, op);
  Literal value = unary_constant();
  if (op.is('-')) {
    constexpr unsigned kFloat32Sign = 31, kFloat64Sign = 63;
    if (is_integer(value))
      value.bits = ~value.bits + 1;
    else
      value.bits ^= std::uint64_t{1}
                    << (value.kind == Literal::Kind::Float32 ? kFloat32Sign : kFloat64Sign);
  } else if (!op.is('+')) {
    if (!is_integer(value)) fail(op, fmt::format("'{}' needs an integer", op.text));
    value = op.is('~') ? integer(~value.bits, value.is_unsigned) : integer(value.bits == 0, false);
  }
  value.loc = op.loc;
  return value;
}

Literal Parser::primary_constant() {
  const Token token = token_;
  Literal value;
  switch (token.kind) {
    case Token::Kind::Integer:
      value = integer(token.bits, token.is_unsigned);
      break;
    case Token::Kind::Float32:
      value = {Literal::Kind::Float32, token.bits, false, {}};
      break;
    case Token::Kind::Float64:
      value = {Literal::Kind::Float64, token.bits, false, {}};
      break;
    default:
      if (token.is('(')) return cast_or_parenthesised();
      if (!token.is_word("WARP_SZ")) expect(Token::Kind::Integer, "a constant");
      diags_.report(Severity::Warning, token.loc, "WARP_SZ counts as 32 inside an expression",
                    token.length, "for another warp size, move WARP_SZ to a register first");
      value = integer(kWarpSize, false);
  }
  take();
  value.loc = token.loc;
  return value;
}

Literal Parser::cast_or_parenthesised() {
  const Token opener = take();
  const Nested nested(*this, opener);
  if (!token_.is_dotted("s64") && !token_.is_dotted("u64")) {
    Literal value = constant();
    close(opener, ')');
    return value;
  }
  const bool is_unsigned = take().text == "u64";
  close(opener, ')');
  const Literal value = unary_constant();
  if (!is_integer(value)) fail(opener, "only integers can be cast");
  Literal cast = integer(value.bits, is_unsigned);
  cast.loc = opener.loc;
  return cast;
}

std::uint64_t Parser::count(std::string_view what, std::uint64_t maximum) {
  const Token at = token_;
  return checked_count(constant(), at, what, maximum);
}

std::uint64_t Parser::bracketed_count(std::string_view what, std::uint64_t maximum) {
  constexpr int kTighterThanGreater = 8;
  expect('<', fmt::format("before {}", what));
  const Token at = token_;
  const Literal value = binary_constant(kTighterThanGreater);
  expect('>', fmt::format("behind {}", what));
  return checked_count(value, at, what, maximum);
}

std::uint64_t Parser::checked_count(const Literal& value, const Token& at, std::string_view what,
                                    std::uint64_t maximum) {
  if (!is_integer(value)) fail(at, fmt::format("expected an integer as {}", what));
  const bool negative = !value.is_unsigned && value.bits >> 63 != 0;
  if (negative || value.bits > maximum)
    fail(at, fmt::format("{} must be between 0 and {}", what, maximum));
  return value.bits;
}

}  // namespace simt
