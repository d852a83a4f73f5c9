// Calls of a check: folds, functions and casts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/nearest_name.h"
#include "sim/check/check_compiler.h"
#include "sim/input/element.h"

namespace simt {

struct CheckFold {
  std::string_view name;
  CheckOp over_ranges, over_buffer, of_two;
};

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

constexpr std::array kFolds{
    CheckFold{"sum", CheckOp::Sum, CheckOp::BufferSum, CheckOp::Constant},
    CheckFold{"min", CheckOp::Min, CheckOp::BufferMin, CheckOp::Min2},
    CheckFold{"max", CheckOp::Max, CheckOp::BufferMax, CheckOp::Max2},
    CheckFold{"count", CheckOp::Count, CheckOp::Constant, CheckOp::Constant},
};

const CheckFold* fold_named(std::string_view name) {
  for (const CheckFold& f : kFolds)
    if (f.name == name) return &f;
  return nullptr;
}

bool is_for(const expr::Node& node) {
  return node.kind == expr::Kind::Form && node.token.is("for");
}

}  // namespace

CheckCompiler::Id CheckCompiler::call(const Node& node) {
  if (node.token.is("len")) return length(node);
  if (const CheckFold* fold = fold_named(node.token.text)) return fold_call(*fold, node);
  require_function(node);
  only_argument(node);
  return function(std::string(node.token.text), value(node.children[0]));
}

const expr::Node& CheckCompiler::only_argument(const Node& call) const {
  if (call.children.size() != 1)
    fail_behind(call, fmt::format("{}() takes one argument", call.token.text));
  return syntax_.child(call, 0);
}

CheckCompiler::Id CheckCompiler::length(const Node& node) {
  const Node& argument = only_argument(node);
  const std::string name = required_buffer(node.children[0]);
  const BoundArg* const arg = scope_.find(name);
  return build_.integer(arg != nullptr && holds_structures(*arg)
                            ? arg->bytes / arg->spec.structure_bytes
                            : tree_.buffers[buffer_named(name, false, argument)].count,
                        CheckKind::Signed);
}

CheckCompiler::Id CheckCompiler::fold_call(const CheckFold& fold, const Node& node) {
  const bool single = node.children.size() == 1;
  if (single && is_for(syntax_.child(node, 0)))
    return ranged(fold.over_ranges, syntax_.child(node, 0));
  if (single && fold.over_buffer != CheckOp::Constant)
    if (const auto whole = whole_buffer(fold, node.children[0])) return *whole;
  if (fold.of_two == CheckOp::Constant || single)
    fail_behind(node, "'for NAME in LO..HI' is missing in its parentheses");
  if (node.children.size() != 2)
    fail_behind(node, fmt::format("{}() takes a buffer, two values, or one 'for NAME in LO..HI'",
                                  fold.name));
  const Id first = value(node.children[0]);
  return build_.arithmetic(fold.of_two, first, value(node.children[1]));
}

// NAME or old(NAME), without an index after it
std::optional<CheckCompiler::Id> CheckCompiler::whole_buffer(const CheckFold& fold,
                                                             expr::Id argument) {
  const Node& outer = syntax_[argument];
  const bool old = outer.kind == Kind::Call && outer.token.is("old");
  const Node& named = old ? only_argument(outer) : outer;
  const auto name = buffer_name(old ? outer.children[0] : argument);
  if (!name) return std::nullopt;
  const std::uint32_t buffer = buffer_named(*name, old, named);
  if (const BoundArg& arg = *scope_.find(*name); holds_structures(arg))
    fail_behind(
        named,
        about_fields(arg, fmt::format("it holds structures: write {}({}[i].FIELD for i in ...)",
                                      fold.name, *name)));
  return build_.buffer_fold(fold.over_buffer, buffer);
}

// Before its argument gets a meaning: a mistyped name must not be told of as a wrong argument.
void CheckCompiler::require_function(const Node& node) const {
  const std::string name(node.token.text);
  if (is_element_type(scalar_type(name))) return;
  std::vector<std::string> known{"old", "len", "abs", "isnan"};
  for (const CheckFold& f : kFolds) known.emplace_back(f.name);
  for (const MathFunction& m : kMath) known.emplace_back(m.name);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail_at(node,
          fmt::format("the {} '{}' uses a function '{}'; there are {} and the types as casts{}",
                      scope_.word(), tree_.text, name, fmt::join(known, ", "),
                      nearest_hint(name, known)));
}

CheckCompiler::Id CheckCompiler::function(const std::string& name, Id value) {
  if (name == "abs") return build_.unary(CheckOp::Abs, value);
  if (name == "isnan") return build_.is_nan(value);
  for (const MathFunction& m : kMath)
    if (m.name == name) return build_.math(m.f, value);
  return build_.cast(scalar_type(name), value);
}

}  // namespace simt
