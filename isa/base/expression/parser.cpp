#include "isa/base/expression/parser.h"

#include <fmt/format.h>

namespace simt::expr {

using Problem = Error::Problem;

/// One level of nesting while it lives.
struct Parser::Nested {
  explicit Nested(Parser& parser) : parser_(parser) {
    if (parser_.depth_ >= kMaxDepth)
      parser_.fail(Problem::TooDeep, parser_.last_, "the expression is nested too deeply");
    ++parser_.depth_;
  }
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;
  Parser& parser_;
};

void Parser::fail(Problem problem, const Token& at, const std::string& message) const {
  throw Error(problem, at, message);
}

Token Parser::take() {
  last_ = next();
  source_.take();
  return last_;
}

bool Parser::accept(std::string_view symbol) {
  if (!next().is(symbol)) return false;
  take();
  return true;
}

void Parser::close(const Token& opener, std::string_view closer) {
  if (accept(closer)) return;
  throw Error(Problem::NotClosed, next(), fmt::format("'{}' is missing", closer), opener);
}

Id Parser::add(Kind kind, std::size_t from, const Token& token, std::initializer_list<Id> children,
               Operator op) {
  if (tree_.nodes.size() >= kMaxNodes) fail(Problem::TooLong, token, "the expression is too long");
  tree_.nodes.push_back({kind, op, token, children, from, last_.end()});
  return static_cast<Id>(tree_.nodes.size() - 1);
}

Parser::Parser(TokenSource& source, Comparisons comparisons)
    : source_(source), comparisons_(comparisons) {
  constexpr std::size_t kUsual = 8;
  tree_.nodes.reserve(kUsual);
}

Tree Parser::finish(Id root) {
  tree_.root = root;
  return std::move(tree_);
}

Tree Parser::whole() {
  const Id root = expression();
  if (next().kind != Token::Kind::End) fail(Problem::Leftover, next(), leftover());
  return finish(root);
}

Tree Parser::leading() {
  return finish(expression());
}

Tree Parser::tighter_than(Operator looser) {
  return finish(binary(unary(), level_of(looser, comparisons_) + 1));
}

Id Parser::expression() {
  const Nested nested(*this);
  return expression_from(unary());
}

Id Parser::expression_from(Id first) {
  const Id condition = binary(first, kLoosest);
  if (!next().is("?")) return condition;
  const Token question = take();
  const Id yes = expression();
  if (!accept(":")) fail(Problem::ColonMissing, next(), "':' is missing");
  const Id no = expression();
  return add(Kind::Select, node(condition).from, question, {condition, yes, no});
}

Id Parser::binary(Id left, int loosest) {
  const auto next_level = [&](Operator& op) {
    op = next().kind == Token::Kind::Symbol ? binary_operator(next().text) : Operator::None;
    return level_of(op, comparisons_);
  };
  Operator op = Operator::None, following = Operator::None;
  for (int level = next_level(op); level >= loosest; level = next_level(op)) {
    const Token symbol = take();
    const Id right = binary(unary(), level + 1);
    left = after(add(Kind::Binary, node(left).from, symbol, {left, right}, op));
    const bool chain = comparisons_ == Comparisons::BelowBits && is_comparison(op);
    if (chain && next_level(following) == level)
      fail(Problem::Chained, next(), "comparisons cannot be chained; join them with &&");
  }
  return left;
}

Id Parser::unary() {
  const Nested nested(*this);
  const Operator op =
      next().kind == Token::Kind::Symbol ? unary_operator(next().text) : Operator::None;
  if (op == Operator::None) return value();
  const Token symbol = take();
  const Id operand = unary();
  return add(Kind::Unary, symbol.offset, symbol, {operand}, op);
}

Id Parser::value() {
  if (const Id own = form(); own != kNone) return own;
  if (next().kind == Token::Kind::Name) return postfix(named());
  if (next().kind == Token::Kind::Number) {
    const Token number = take();
    return add(Kind::Number, number.offset, number);
  }
  if (!next().is("(")) fail(Problem::ValueMissing, next(), "a value is missing");
  const Token opener = take();
  const Id inner = expression();
  close(opener, ")");
  node(inner).from = opener.offset;
  node(inner).to = last_.end();
  return inner;
}

Id Parser::named() {
  const Token name = take();
  if (!next().is("(")) return add(Kind::Name, name.offset, name);
  const Token opener = take();
  Ids arguments;
  if (!next().is(")")) {
    do arguments.push_back(argument());
    while (accept(","));
  }
  close(opener, ")");
  const Id call = add(Kind::Call, name.offset, name);
  node(call).children = arguments;
  return call;
}

Id Parser::postfix(Id base) {
  while (next().is("[") || next().is(".")) {
    const Token opener = take();
    if (opener.is(".")) {
      if (next().kind != Token::Kind::Name)
        fail(Problem::ValueMissing, next(), "the name of a field is wanted");
      const Token member = take();
      base = add(Kind::Member, node(base).from, member, {base});
    } else {
      const Id index = expression();
      close(opener, "]");
      base = add(Kind::Subscript, node(base).from, opener, {base, index});
    }
  }
  return base;
}

}  // namespace simt::expr
