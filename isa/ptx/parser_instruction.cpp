// Instructions and operands: PTX ISA 9.1, sections 4.3, 6 and 9.
#include <fmt/format.h>

#include "isa/ptx/parser.h"

namespace simt {
namespace {

// The component that a suffix names (PTX ISA 6.4.3): .x .y .z .w, or .r .g .b .a.
char component_of(const Token& token) {
  if (!token.is(Token::Kind::Dotted) || token.text.size() != 1) return 0;
  constexpr std::string_view kSpace = "xyzw", kColour = "rgba";
  if (kSpace.find(token.text[0]) != std::string_view::npos) return token.text[0];
  const std::size_t colour = kColour.find(token.text[0]);
  return colour == std::string_view::npos ? char{0} : kSpace[colour];
}

bool touches(const Token& a, const Token& b) {
  return a.end().line == b.loc.line && a.end().column == b.loc.column;
}

}  // namespace

ast::Guard Parser::guard() {
  take();  // '@'
  ast::Guard guard;
  guard.negated = accept('!');
  guard.predicate = expect_name("a predicate register after '@'");
  return guard;
}

ast::Instruction Parser::instruction() {
  ast::Instruction inst;
  if (token_.is('@')) inst.guard = guard();
  inst.opcode.push_back(expect_name("an instruction"));
  inst.loc = inst.opcode.front().loc;
  while (token_.is(Token::Kind::Dotted)) {
    const Token part = take();
    inst.opcode.push_back({std::string(part.text), {part.loc.line, part.loc.column + 1}});
  }
  const bool in_call = inst.opcode.front().text == "call";
  if (!token_.is(';') && !starts_statement()) {
    do {
      inst.operands.push_back(operand(in_call));
    } while (accept(','));
  }
  end_statement("the instruction", inst.operands.empty() ? "';'" : "',' or ';'");
  return inst;
}

// On a new line: more likely the next statement after a forgotten ';' than an operand.
bool Parser::starts_statement() const {
  if (!token_.starts_line) return false;
  const bool opcode_or_label =
      token_.is(Token::Kind::Identifier) && (ahead_.is(Token::Kind::Dotted) || ahead_.is(':'));
  return opcode_or_label || token_.is('@') || token_.is('}') || token_.is(Token::Kind::Dotted);
}

bool Parser::starts_constant() const {
  using enum Token::Kind;
  if (token_.is(Integer) || token_.is(Float32) || token_.is(Float64)) return true;
  if (token_.is_word("WARP_SZ"))
    return ahead_.is(Punct) && !ahead_.is(',') && !ahead_.is(';') && !ahead_.is('}') &&
           !ahead_.is(']') && !ahead_.is(')');
  return token_.is('-') || token_.is('+') || token_.is('~') || token_.is('(') || token_.is('!');
}

ast::Operand Parser::operand(bool in_call) {
  const SourceLoc start = token_.loc;
  ast::Operand result;
  const bool predicate =
      token_.is('!') && ahead_.is(Token::Kind::Identifier) && !ahead_.is_word("WARP_SZ");
  if (token_.is('[')) {
    result = address_operand();
  } else if (token_.is('{')) {
    result = list_operand('}', ast::Operand::Shape::Vector, in_call);
  } else if (token_.is('(') && in_call) {
    result = list_operand(')', ast::Operand::Shape::Parenthesised, in_call);
  } else if (!predicate && starts_constant()) {
    result = literal_operand();
  } else {
    result = name_operand();
  }
  result.loc = start;
  if (previous_end_.line == start.line) result.length = previous_end_.column - start.column;
  return result;
}

ast::Operand Parser::literal_operand() {
  ast::Operand result;
  result.shape = ast::Operand::Shape::Literal;
  result.literal = constant();
  return result;
}

ast::Operand Parser::name_operand() {
  ast::Operand result;
  result.negated = accept('!');
  const Token first = token_;
  result.name = expect_name("an operand");
  result.loc = first.loc;
  result.length = first.length;
  if (first.text == "_") result.shape = ast::Operand::Shape::Sink;
  if (const char component = component_of(token_); component != 0 && touches(first, token_)) {
    result.component = component;
    take();
  }
  if (token_.is('|') && !result.negated) {
    take();
    ast::Operand dual;
    dual.shape = ast::Operand::Shape::Dual;
    dual.elements.push_back(std::move(result));
    const Token second = token_;
    ast::Operand half;
    half.name = expect_name("the second destination after '|'");
    half.loc = second.loc;
    half.length = second.length;
    if (second.text == "_") half.shape = ast::Operand::Shape::Sink;
    dual.elements.push_back(std::move(half));
    return dual;
  }
  operand_offset(result);
  return result;
}

void Parser::operand_offset(ast::Operand& operand) {
  while (token_.is('+') || token_.is('-')) {
    const Token sign = take();
    const ast::Literal term = constant_tighter_than(expr::Operator::Add);
    if (term.kind != ast::Literal::Kind::Integer) fail(sign, "an offset is an integer");
    operand.has_offset = true;
    operand.literal.loc = term.loc;
    operand.literal.bits += sign.is('+') ? term.bits : ~term.bits + 1;
  }
}

ast::Operand Parser::address_operand() {
  const Token opener = take();
  const Nested nested(*this, opener);
  ast::Operand result;
  result.shape = ast::Operand::Shape::Address;
  if (starts_constant()) {
    result.literal = constant();
    if (result.literal.kind != ast::Literal::Kind::Integer)
      fail(opener, "an address is an integer");
    result.has_offset = true;
  } else {
    result.name = expect_name("a register, a variable or an integer as address");
    operand_offset(result);
  }
  while (accept(',')) result.elements.push_back(operand(false));  // texture coordinates
  close(opener, ']');
  return result;
}

ast::Operand Parser::list_operand(char closer, ast::Operand::Shape shape, bool in_call) {
  const Token opener = take();
  const Nested nested(*this, opener);
  ast::Operand result;
  result.shape = shape;
  if (!token_.is(closer)) {
    do {
      result.elements.push_back(operand(in_call));
    } while (accept(','));
  }
  close(opener, closer);
  return result;
}

}  // namespace simt
