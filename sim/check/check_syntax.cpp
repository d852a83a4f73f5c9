#include "sim/check/check_syntax.h"

namespace simt {

expr::Id CheckSyntax::form() {
  if (next_is_name("for")) fail(expr::Error::Problem::ValueMissing, next(), "a value is missing");
  if (!next_is_name("all") && !next_is_name("any")) return expr::kNone;
  const Token word = take();
  Id body = expr::kNone;
  if (next().is("(")) {
    const Token opener = take();
    body = expression();
    // A 'for' straight inside the parentheses is this one's; a later one is that of what is around.
    const bool enclosed = next_is_name("for");
    if (enclosed)
      body = ranged(body);
    else if (!next().is(")"))
      fail_here("')' or 'for NAME in LO..HI' is missing");
    close(opener, ")");
    if (enclosed) return add(Kind::Form, word.offset, word, {body});
    node(body).from = opener.offset;
    node(body).to = last().end();
    body = expression_from(body);
  } else {
    body = expression();
  }
  if (next().is("=")) fail_here("did you mean '=='?");
  if (!next_is_name("for")) fail_here("'for NAME in LO..HI' is missing");
  const Id all = ranged(body);
  return add(Kind::Form, word.offset, word, {all});
}

expr::Id CheckSyntax::argument() {
  const Id value = expression();
  return next_is_name("for") ? ranged(value) : value;
}

std::string CheckSyntax::leftover() const {
  if (next().is("=")) return "did you mean '=='?";
  if (next_is_name("for")) return "begin with 'all': all EXPR for NAME in LO..HI";
  return Parser::leftover();
}

expr::Id CheckSyntax::ranged(Id body) {
  const Token word = take();
  expr::Ids children{body};
  do range(children);
  while (accept(","));
  const Id out = add(Kind::Form, node(body).from, word);
  node(out).children = std::move(children);
  return out;
}

void CheckSyntax::range(expr::Ids& children) {
  if (next().kind != Token::Kind::Name) fail_here("a name for the index is wanted");
  const Token name = take();
  children.push_back(add(Kind::Name, name.offset, name));
  if (!accept("in")) fail_here("'in' is missing");
  children.push_back(expression());
  if (!accept("..")) fail_here("'..' is missing");
  children.push_back(expression());
}

expr::Id CheckSyntax::after(Id operation) {
  if (node(operation).op != expr::Operator::Near || !next_is_name("within")) return operation;
  const Token word = take();
  if (next().kind != Token::Kind::Number) fail_here("a tolerance such as 1e-3 or 0.1% is wanted");
  const Token number = take();
  Id tolerance = add(Kind::Number, number.offset, number);
  if (next().is("%")) {
    const Token percent = take();
    tolerance = add(Kind::Form, number.offset, percent, {tolerance});
  }
  return add(Kind::Form, node(operation).from, word, {operation, tolerance});
}

}  // namespace simt
