// The grammar of constant expressions: PTX ISA 9.1, sections 4.5.3 to 4.5.6.
#include <fmt/format.h>

#include <array>

#include "isa/ptx/constant_arithmetic.h"
#include "isa/ptx/parser.h"

namespace simt {
namespace {

using ast::Literal;
using constant::integer;
using constant::is_integer;
constexpr std::uint64_t kWarpSize = 32;

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
      left = constant::integer_operation(op.text, left, right);
    } else if (left.kind == Literal::Kind::Float32 || right.kind == Literal::Kind::Float32) {
      fail(op, "a 0f constant cannot be part of an expression");
    } else if (const auto value = constant::float_operation(op.text, left, right)) {
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
