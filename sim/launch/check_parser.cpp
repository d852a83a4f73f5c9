// Recursive descent over the tokens of a check; the grammar stands in check.h.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "sim/base/nearest_name.h"
#include "sim/launch/check.h"
#include "sim/launch/check_builder.h"
#include "sim/launch/check_lexer.h"
#include "sim/launch/element.h"

namespace simt {
namespace {

struct MathFunction {
  std::string_view name;
  double (*f)(double);
};
constexpr std::array kMath{
    MathFunction{"floor", [](double x) { return std::floor(x); }},
    MathFunction{"ceil", [](double x) { return std::ceil(x); }},
    MathFunction{"sqrt", [](double x) { return std::sqrt(x); }},
    MathFunction{"exp", [](double x) { return std::exp(x); }},
    MathFunction{"log", [](double x) { return std::log(x); }},
    MathFunction{"sin", [](double x) { return std::sin(x); }},
    MathFunction{"cos", [](double x) { return std::cos(x); }},
};

struct Fold {
  std::string_view name;
  CheckOp over_ranges, over_buffer, of_two;
};
constexpr std::array kFolds{
    Fold{"sum", CheckOp::Sum, CheckOp::BufferSum, CheckOp::Constant},
    Fold{"min", CheckOp::Min, CheckOp::BufferMin, CheckOp::Min2},
    Fold{"max", CheckOp::Max, CheckOp::BufferMax, CheckOp::Max2},
    Fold{"count", CheckOp::Count, CheckOp::Constant, CheckOp::Constant},
};

struct BinaryOp {
  std::string_view symbol;
  int level;  ///< higher binds tighter
  CheckOp op;
};
constexpr int kComparison = 2;
constexpr std::array kBinary{
    BinaryOp{"||", 0, CheckOp::LogicOr}, BinaryOp{"&&", 1, CheckOp::LogicAnd},
    BinaryOp{"==", 2, CheckOp::Eq},      BinaryOp{"!=", 2, CheckOp::Ne},
    BinaryOp{"~=", 2, CheckOp::Near},    BinaryOp{"<", 2, CheckOp::Lt},
    BinaryOp{"<=", 2, CheckOp::Le},      BinaryOp{">", 2, CheckOp::Gt},
    BinaryOp{">=", 2, CheckOp::Ge},      BinaryOp{"|", 3, CheckOp::Or},
    BinaryOp{"^", 4, CheckOp::Xor},      BinaryOp{"&", 5, CheckOp::And},
    BinaryOp{"<<", 6, CheckOp::Shl},     BinaryOp{">>", 6, CheckOp::Shr},
    BinaryOp{"+", 7, CheckOp::Add},      BinaryOp{"-", 7, CheckOp::Sub},
    BinaryOp{"*", 8, CheckOp::Mul},      BinaryOp{"/", 8, CheckOp::Div},
    BinaryOp{"%", 8, CheckOp::Rem},
};
constexpr int kTightest = 8;
constexpr int kMaxDepth = 200;  // of nesting; keeps any input off the end of the stack

class Parser {
 public:
  using Id = CheckBuilder::Id;
  Parser(const std::string& text, const CheckScope& scope) : scope_(scope), build_(tree_) {
    tree_.text = text;
    tokens_ = check_tokens(tree_.text);
  }

  CheckTree parse() {
    tree_.root = expression();
    if (token().kind != CheckToken::Kind::End) fail("nothing more is expected here");
    if (build_.node(tree_.root).kind == CheckKind::Real || !is_truth(tree_.root))
      throw SpecError(
          fmt::format("the check '{}' compares nothing; write something like "
                      "out[0] == 5",
                      tree_.text));
    return std::move(tree_);
  }

 private:
  const CheckToken& token() const { return tokens_[at_]; }
  bool next_is(std::string_view text) const { return token().text == text; }
  bool accept(std::string_view text) {
    if (!next_is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(fmt::format("'{}' is missing", text));
  }
  [[noreturn]] void fail(const std::string& problem) const {
    const std::string where = token().kind == CheckToken::Kind::End
                                  ? std::string("at the end")
                                  : fmt::format("before '{}'", tree_.text.substr(token().at));
    throw SpecError(fmt::format("in the check '{}', {}: {}", tree_.text, where, problem));
  }

  bool is_truth(Id id) {
    switch (build_.node(id).op) {
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

  Id spanned(std::size_t from, Id id) {
    build_.node(id).from = from;
    build_.node(id).to = tokens_[at_ - 1].at + tokens_[at_ - 1].text.size();
    return id;
  }

  Id expression() {
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

  const BinaryOp* operator_at(int level) const {
    if (token().kind != CheckToken::Kind::Symbol) return nullptr;
    for (const BinaryOp& op : kBinary)
      if (op.level == level && op.symbol == token().text) return &op;
    return nullptr;
  }

  Id binary(int level) {
    if (level > kTightest) return unary();
    const std::size_t from = token().at;
    Id left = binary(level + 1);
    while (const BinaryOp* op = operator_at(level)) {
      ++at_;
      const Id right = binary(level + 1);
      left = spanned(from, combine(op->op, level, left, right));
      if (level == kComparison && operator_at(level) != nullptr)
        fail("comparisons cannot be chained; join them with &&");
    }
    return left;
  }

  Id combine(CheckOp op, int level, Id left, Id right) {
    if (op == CheckOp::Near) return near(left, right);
    if (level == kComparison) return build_.compare(op, left, right);
    if (level < kComparison) return build_.logic(op, left, right);
    return build_.arithmetic(op, left, right);
  }

  Id near(Id left, Id right) {
    constexpr double kDefault = 1e-5;
    if (!accept("within")) return build_.near(left, right, kDefault, true);
    if (token().kind != CheckToken::Kind::Number)
      fail("a tolerance such as 1e-3 or 0.1% is wanted");
    const double value = std::strtod(std::string(tokens_[at_++].text).c_str(), nullptr);
    return accept("%") ? build_.near(left, right, value / 100, true)
                       : build_.near(left, right, value, false);
  }

  Id unary() {
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

  Id quantifier() {
    const std::size_t from = token().at;
    const CheckOp op = next_is("all") ? CheckOp::All : CheckOp::Any;
    ++at_;
    if (find_for(at_) != 0) return spanned(from, ranged(op));
    if (!accept("(")) fail("'for NAME in LO..HI' is missing");
    const Id id = ranged(op);
    expect(")");
    return spanned(from, id);
  }

  /// Position of the `for` that belongs to the expression starting at `from`; 0 when there is none.
  std::size_t find_for(std::size_t from) const {
    int depth = 0;
    for (std::size_t i = from; i < tokens_.size(); ++i) {
      const std::string_view text = tokens_[i].text;
      if (text == "(" || text == "[") ++depth;
      if ((text == ")" || text == "]") && --depth < 0) return 0;
      if (depth == 0 && text == "for") return i;
    }
    return 0;
  }

  // EXPR for NAME in LO..HI, ... : the ranges are read first, because EXPR uses their names.
  Id ranged(CheckOp op) {
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

  CheckNode::Range range() {
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

  Id primary() {
    if (accept("(")) {
      const Id id = expression();
      expect(")");
      return id;
    }
    if (token().kind == CheckToken::Kind::Number)
      return build_.number(std::string(tokens_[at_++].text));
    if (token().kind != CheckToken::Kind::Name) fail("a value is missing");
    const std::string name(tokens_[at_++].text);
    return next_is("(") ? call(name) : named(name);
  }

  Id call(const std::string& name) {
    ++at_;
    if (name == "old") {
      const std::uint32_t buffer = buffer_named(buffer_name(), true);
      expect(")");
      return index(buffer);
    }
    Id id = 0;
    if (name == "len") {
      id = build_.integer(tree_.buffers[buffer_named(buffer_name(), false)].count,
                          CheckKind::Signed);
    } else if (const Fold* fold = fold_named(name)) {
      id = fold_call(*fold);
    } else {
      id = function(name, expression());
    }
    expect(")");
    return id;
  }

  static const Fold* fold_named(const std::string& name) {
    for (const Fold& f : kFolds)
      if (f.name == name) return &f;
    return nullptr;
  }

  Id fold_call(const Fold& fold) {
    if (find_for(at_) != 0) return ranged(fold.over_ranges);
    const bool whole_buffer =
        tokens_[at_ + 1].text == ")" || (next_is("old") && tokens_[at_ + 1].text == "(");
    if (fold.over_buffer != CheckOp::Constant && whole_buffer) {
      const bool old = accept("old");
      if (old) expect("(");
      const std::uint32_t buffer = buffer_named(buffer_name(), old);
      if (old) expect(")");
      return build_.buffer_fold(fold.over_buffer, buffer);
    }
    if (fold.of_two == CheckOp::Constant) fail("'for NAME in LO..HI' is missing");
    const Id first = expression();
    expect(",");
    const Id second = expression();
    return build_.arithmetic(fold.of_two, first, second);
  }

  Id function(const std::string& name, Id value) {
    if (name == "abs") return build_.unary(CheckOp::Abs, value);
    if (name == "isnan") return build_.is_nan(value);
    for (const MathFunction& m : kMath)
      if (m.name == name) return build_.math(m.f, value);
    const ScalarType type = scalar_type(name);
    if (is_element_type(type)) return build_.cast(type, value);
    std::string known = "old len sum min max count abs isnan";
    for (const MathFunction& m : kMath) known += fmt::format(" {}", m.name);
    throw SpecError(
        fmt::format("the check '{}' uses a function '{}'; there are {} and the types "
                    "as casts",
                    tree_.text, name, known));
  }

  Id named(const std::string& name) {
    if (const auto v = variables_.find(name); v != variables_.end())
      return build_.variable(v->second);
    if (name == "inf" || name == "nan") return build_.real(name == "inf" ? HUGE_VAL : std::nan(""));
    const BoundArg* arg = scope_.find(name);
    if (arg == nullptr) unknown(name);
    if (arg->spec.is_buffer) {
      if (!next_is("["))
        fail(fmt::format("'{}' is a buffer; write {}[INDEX], or sum({}), min or max of it", name,
                         name, name));
      return index(buffer_named(name, false));
    }
    const ScalarType type = arg->spec.type;
    if (is_float(type)) return build_.real(float_value(type, arg->scalar_bits), type);
    const bool is_unsigned = !is_signed(type) && size_of(type) == 8;
    return build_.integer(extend(type, arg->scalar_bits),
                          is_unsigned ? CheckKind::Unsigned : CheckKind::Signed, type);
  }

  [[noreturn]] void unknown(const std::string& name) const {
    const std::vector<std::string> known = scope_.names();
    throw SpecError(
        fmt::format("the check '{}' uses '{}', which is no argument, variable or "
                    "index; known: {}{}",
                    tree_.text, name, fmt::join(known, ", "), nearest_hint(name, known)));
  }

  std::string buffer_name() {
    if (token().kind != CheckToken::Kind::Name) fail("the name of a buffer is wanted");
    return std::string(tokens_[at_++].text);
  }

  std::uint32_t buffer_named(const std::string& name, bool old) {
    const BoundArg* arg = scope_.find(name);
    if (arg == nullptr) unknown(name);
    if (!arg->spec.is_buffer) fail(fmt::format("'{}' is a scalar, a buffer is wanted", name));
    const auto key = std::pair(name, old);
    if (const auto known = buffers_.find(key); known != buffers_.end()) return known->second;
    tree_.buffers.push_back(old ? scope_.initial(*arg, tree_.storage) : scope_.current(*arg));
    return buffers_[key] = static_cast<std::uint32_t>(tree_.buffers.size() - 1);
  }

  Id index(std::uint32_t buffer) {
    expect("[");
    const Id at = expression();
    expect("]");
    return build_.element(buffer, at);
  }

  const CheckScope& scope_;
  CheckTree tree_;
  CheckBuilder build_;
  std::vector<CheckToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::map<std::string, unsigned> variables_;
  std::map<std::pair<std::string, bool>, std::uint32_t> buffers_;
};

}  // namespace

CheckTree compile_check(const std::string& text, const CheckScope& scope) {
  return Parser(text, scope).parse();
}

}  // namespace simt
