#include "sim/check/check_parser.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "sim/input/launch_spec.h"

namespace simt {

struct CheckBinaryOp {
  std::string_view symbol;
  int level;  ///< higher binds tighter
  CheckOp op;
};

namespace {

constexpr int kComparison = 2;
constexpr std::array kBinary{
    CheckBinaryOp{"||", 0, CheckOp::LogicOr}, CheckBinaryOp{"&&", 1, CheckOp::LogicAnd},
    CheckBinaryOp{"==", 2, CheckOp::Eq},      CheckBinaryOp{"!=", 2, CheckOp::Ne},
    CheckBinaryOp{"~=", 2, CheckOp::Near},    CheckBinaryOp{"<", 2, CheckOp::Lt},
    CheckBinaryOp{"<=", 2, CheckOp::Le},      CheckBinaryOp{">", 2, CheckOp::Gt},
    CheckBinaryOp{">=", 2, CheckOp::Ge},      CheckBinaryOp{"|", 3, CheckOp::Or},
    CheckBinaryOp{"^", 4, CheckOp::Xor},      CheckBinaryOp{"&", 5, CheckOp::And},
    CheckBinaryOp{"<<", 6, CheckOp::Shl},     CheckBinaryOp{">>", 6, CheckOp::Shr},
    CheckBinaryOp{"+", 7, CheckOp::Add},      CheckBinaryOp{"-", 7, CheckOp::Sub},
    CheckBinaryOp{"*", 8, CheckOp::Mul},      CheckBinaryOp{"/", 8, CheckOp::Div},
    CheckBinaryOp{"%", 8, CheckOp::Rem},
};
constexpr int kTightest = 8;
constexpr int kMaxDepth = 200;  // of nesting; keeps any input off the end of the stack

bool is_truth(CheckOp op) {
  switch (op) {
    case CheckOp::Eq:
    case CheckOp::Ne:
    case CheckOp::Lt:
    case CheckOp::Le:
    case CheckOp::Gt:
    case CheckOp::Ge:
    case CheckOp::Near:
    case CheckOp::LogicAnd:
    case CheckOp::LogicOr:
    case CheckOp::Not:
    case CheckOp::IsNan:
    case CheckOp::All:
    case CheckOp::Any:
    case CheckOp::Select:
      return true;
    default:
      return false;
  }
}

}  // namespace

CheckParser::CheckParser(const std::string& text, const CheckScope& scope)
    : scope_(scope), build_(tree_) {
  tree_.text = text;
  tokens_ = check_tokens(tree_.text);
}

CheckTree CheckParser::parse() {
  tree_.root = expression();
  if (token().kind != CheckToken::Kind::End) fail("nothing more is expected here");
  if (build_.node(tree_.root).kind == CheckKind::Real || !is_truth(build_.node(tree_.root).op))
    throw SpecError(fmt::format(
        "the {} '{}' compares nothing; write something like {}", scope_.word(), tree_.text,
        scope_.metrics() == nullptr ? "out[0] == 5" : "sm__cycles_elapsed.max < 5000"));
  return std::move(tree_);
}

bool CheckParser::accept(std::string_view text) {
  if (!next_is(text)) return false;
  ++at_;
  return true;
}

void CheckParser::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("'{}' is missing", text));
}

[[noreturn]] void CheckParser::fail(const std::string& expected) const {
  const std::string problem =
      next_is("within")
          ? "'within' goes with ~=, after its right side: a ~= b within 1e-3 for i in 0..n"
          : expected;
  const std::string where = token().kind == CheckToken::Kind::End
                                ? std::string("at the end")
                                : fmt::format("before '{}'", tree_.text.substr(token().at));
  fail_at(token().at,
          fmt::format("in the {} '{}', {}: {}", scope_.word(), tree_.text, where, problem));
}

[[noreturn]] void CheckParser::fail_at(std::size_t at, const std::string& message) const {
  throw SpecError(message, 0, static_cast<unsigned>(at) + 1);
}

CheckParser::Id CheckParser::spanned(std::size_t from, Id id) {
  build_.node(id).from = from;
  build_.node(id).to = tokens_[at_ - 1].at + tokens_[at_ - 1].text.size();
  return id;
}

CheckParser::Id CheckParser::expression() {
  if (++depth_ > kMaxDepth) fail("the expression is nested too deeply");
  const std::size_t from = token().at;
  Id id = binary(0);
  if (accept("?")) {
    const Id yes = expression();
    expect(":");
    const Id no = expression();
    id = spanned(from, build_.select(id, yes, no));
  }
  --depth_;
  return id;
}

const CheckBinaryOp* CheckParser::operator_at(int level) const {
  if (token().kind != CheckToken::Kind::Symbol) return nullptr;
  for (const CheckBinaryOp& op : kBinary)
    if (op.level == level && op.symbol == token().text) return &op;
  return nullptr;
}

CheckParser::Id CheckParser::binary(int level) {
  if (level > kTightest) return unary();
  const std::size_t from = token().at;
  Id left = binary(level + 1);
  while (const CheckBinaryOp* op = operator_at(level)) {
    ++at_;
    const Id right = binary(level + 1);
    left = spanned(from, combine(op->op, level, left, right));
    if (level == kComparison && operator_at(level) != nullptr)
      fail("comparisons cannot be chained; join them with &&");
  }
  return left;
}

CheckParser::Id CheckParser::combine(CheckOp op, int level, Id left, Id right) {
  if (op == CheckOp::Near) return near(left, right);
  if (level == kComparison) return build_.compare(op, left, right);
  if (level < kComparison) return build_.logic(op, left, right);
  return build_.arithmetic(op, left, right);
}

CheckParser::Id CheckParser::near(Id left, Id right) {
  if (!accept("within")) return build_.near(left, right, kDefaultTolerance, true);
  if (token().kind != CheckToken::Kind::Number) fail("a tolerance such as 1e-3 or 0.1% is wanted");
  const double value = std::strtod(std::string(tokens_[at_++].text).c_str(), nullptr);
  return accept("%") ? build_.near(left, right, value / 100, true)
                     : build_.near(left, right, value, false);
}

CheckParser::Id CheckParser::unary() {
  if (++depth_ > kMaxDepth) fail("the expression is nested too deeply");
  const std::size_t from = token().at;
  Id id = 0;
  if (accept("-"))
    id = spanned(from, build_.unary(CheckOp::Neg, unary()));
  else if (accept("!"))
    id = spanned(from, build_.unary(CheckOp::Not, unary()));
  else if (accept("~"))
    id = spanned(from, build_.unary(CheckOp::BitNot, unary()));
  else if (next_is("all") || next_is("any"))
    id = quantifier();
  else
    id = spanned(from, primary());
  --depth_;
  return id;
}

CheckParser::Id CheckParser::quantifier() {
  const std::size_t from = token().at;
  const CheckOp op = next_is("all") ? CheckOp::All : CheckOp::Any;
  ++at_;
  // A 'for' straight inside parentheses is this one's; a later one is that of what is around.
  const bool enclosed = next_is("(") && find_for(at_ + 1) != 0;
  if (!enclosed && find_for(at_) != 0) return spanned(from, ranged(op));
  if (!accept("(")) fail("'for NAME in LO..HI' is missing");
  const Id id = ranged(op);
  expect(")");
  return spanned(from, id);
}

std::size_t CheckParser::find_for(std::size_t from) const {
  int depth = 0;
  for (std::size_t i = from; i < tokens_.size(); ++i) {
    const std::string_view text = tokens_[i].text;
    if (text == "(" || text == "[") ++depth;
    if ((text == ")" || text == "]") && --depth < 0) return 0;
    if (depth == 0 && text == "for") return i;
  }
  return 0;
}

CheckParser::Id CheckParser::ranged(CheckOp op) {
  const std::size_t body_at = at_;
  const std::size_t for_at = find_for(at_);
  if (for_at == 0) fail("'for NAME in LO..HI' is missing");
  at_ = for_at + 1;
  const auto outer = variables_;
  std::vector<CheckNode::Range> ranges;
  do {
    ranges.push_back(range());
  } while (accept(","));
  const std::size_t end = at_;
  at_ = body_at;
  const Id body = expression();
  if (at_ != for_at) fail("'for' is expected after the expression");
  at_ = end;
  variables_ = outer;
  return build_.fold(op, body, std::move(ranges));
}

CheckNode::Range CheckParser::range() {
  if (token().kind != CheckToken::Kind::Name) fail("a name for the index is wanted");
  const std::string name(tokens_[at_++].text);
  expect("in");
  const Id lo = build_.to_integer(expression(), "the start of a range");
  expect("..");
  const Id hi = build_.to_integer(expression(), "the end of a range");
  const auto number = static_cast<unsigned>(tree_.variables.size());
  tree_.variables.push_back(name);
  variables_[name] = number;
  return {number, lo, hi};
}

CheckTree compile_check(const std::string& text, const CheckScope& scope) {
  return CheckParser(text, scope).parse();
}

}  // namespace simt
