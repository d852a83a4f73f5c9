// Constant expressions: PTX ISA 9.1, sections 4.5.3 to 4.5.6. Their grammar is that of
// isa/base/expression; here they get values, and their errors a place in the file.
#include <fmt/format.h>

#include <algorithm>

#include "isa/ptx/constant_arithmetic.h"
#include "isa/ptx/constant_tokens.h"

namespace simt {
namespace {

using ast::Literal;
using constant::integer;
using constant::is_integer;
using expr::Operator;

bool is_number(const Token& token) {
  return token.is(Token::Kind::Integer) || token.is(Token::Kind::Float32) ||
         token.is(Token::Kind::Float64);
}

bool goes_on(const Token& token) {
  return token.is(Token::Kind::Punct) &&
         (token.is('?') || expr::binary_operator(token.text) != Operator::None);
}

Literal::Kind kind_of(ScalarType type) {
  if (type == ScalarType::F32) return Literal::Kind::Float32;
  return type == ScalarType::F64 ? Literal::Kind::Float64 : Literal::Kind::Integer;
}

}  // namespace

/// Values of the nodes of a tree, from the first to the last: both sides of '?:' are evaluated.
class Parser::ConstantValues {
 public:
  ConstantValues(Parser& parser, const expr::Tree& tree) : parser_(parser), tree_(tree) {
    values_.reserve(tree.nodes.size());
    for (const expr::Node& node : tree.nodes) values_.push_back(value(node));
  }
  const Literal& root() const { return values_[tree_.root]; }

 private:
  const Literal& operand(const expr::Node& node, std::size_t i) const {
    return values_[node.children[i]];
  }
  [[noreturn]] void fail(const expr::Node& at, std::string_view message) const {
    parser_.fail(parser_.placed(at.token), message);
  }

  Literal value(const expr::Node& node) const {
    switch (node.kind) {
      case expr::Kind::Number:
        return number(node.token);
      case expr::Kind::Unary:
        if (const auto result = constant::unary_operation(node.op, operand(node, 0)))
          return *result;
        fail(node, fmt::format("'{}' needs an integer", node.token.text));
      case expr::Kind::Binary:
        return binary(node, operand(node, 0), operand(node, 1));
      case expr::Kind::Select:
        if (!is_integer(operand(node, 0))) fail(node, "the condition before '?' is an integer");
        return operand(node, operand(node, 0).bits != 0 ? 1 : 2);
      case expr::Kind::Form:
        if (!is_integer(operand(node, 1))) fail(node, "only integers can be cast");
        return integer(operand(node, 1).bits, tree_.child(node, 0).token.is("u64"));
      default:
        return {};  // the type of a cast
    }
  }

  Literal number(const expr::Token& token) const {
    if (token.text == "WARP_SZ")
      parser_.diags_.report(Severity::Warning, parser_.placed(token).loc,
                            "WARP_SZ counts as 32 inside an expression",
                            static_cast<unsigned>(token.text.size()),
                            "for another warp size, move WARP_SZ to a register first");
    return {kind_of(token.type), token.bits, token.type == ScalarType::U64, {}};
  }

  Literal binary(const expr::Node& node, const Literal& left, const Literal& right) const {
    if (is_integer(left) && is_integer(right)) {
      const bool divides = node.op == Operator::Divide || node.op == Operator::Remainder;
      if (divides && right.bits == 0) fail(node, "division by zero");
      return constant::integer_operation(node.op, left, right);
    }
    if (left.kind == Literal::Kind::Float32 || right.kind == Literal::Kind::Float32)
      fail(node, "a 0f constant cannot be part of an expression");
    if (const auto value = constant::float_operation(node.op, left, right)) return *value;
    fail(node, fmt::format("'{}' needs integers", node.token.text));
  }

  Parser& parser_;
  const expr::Tree& tree_;
  std::vector<Literal> values_;
};

Token Parser::placed(const expr::Token& token) const {
  const std::string_view before = diags_.text().substr(0, token.offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 in the first line
  Token out;
  out.kind = Token::Kind::Punct;
  out.text = token.text;
  out.loc = {static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1),
             static_cast<std::uint32_t>(token.offset - line_start + 1)};
  out.length = static_cast<std::uint32_t>(token.text.size());
  return out;
}

// The token that is in the way is the next one still.
void Parser::fail_constant(const expr::Error& error) {
  using Problem = expr::Error::Problem;
  switch (error.problem) {
    case Problem::TooDeep:
      fail(placed(error.at), "this is nested too deeply");
    case Problem::TooLong:
      fail(placed(error.at), "this expression is too long");
    case Problem::ColonMissing:
      expect(':', "between the two values after '?'");
      break;
    case Problem::NotClosed:
      close(placed(error.opener), ')');
      break;
    default:
      expect(Token::Kind::Integer, "a constant");
  }
  throw SyntaxError{};
}

template <class Parse>
Literal Parser::constant_by(Parse parse) {
  const SourceLoc start = token_.loc;
  Literal value;
  try {
    ConstantTokens tokens(*this);
    ConstantSyntax syntax(tokens);
    const expr::Tree tree = parse(syntax);
    value = ConstantValues(*this, tree).root();
  } catch (const expr::Error& error) {
    fail_constant(error);
  }
  value.loc = start;
  return value;
}

Literal Parser::constant() {
  // A number alone, as in long lists of values, needs no tree.
  if (is_number(token_) && !goes_on(ahead_)) {
    const Token token = take();
    const Literal::Kind kind = token.is(Token::Kind::Integer)   ? Literal::Kind::Integer
                               : token.is(Token::Kind::Float32) ? Literal::Kind::Float32
                                                                : Literal::Kind::Float64;
    return {kind, token.bits, token.is_unsigned, token.loc};
  }
  return constant_by([](ConstantSyntax& syntax) { return syntax.leading(); });
}

Literal Parser::constant_tighter_than(Operator looser) {
  return constant_by([&](ConstantSyntax& syntax) { return syntax.tighter_than(looser); });
}

std::uint64_t Parser::count(std::string_view what, std::uint64_t maximum) {
  const Token at = token_;
  return checked_count(constant(), at, what, maximum);
}

std::uint64_t Parser::bracketed_count(std::string_view what, std::uint64_t maximum) {
  expect('<', fmt::format("before {}", what));
  const Token at = token_;
  const Literal value = constant_tighter_than(Operator::Greater);
  expect('>', fmt::format("after {}", what));
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
