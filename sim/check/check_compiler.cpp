#include "sim/check/check_compiler.h"

#include <fmt/format.h>

#include <bit>

#include "isa/base/expression/lexer.h"
#include "sim/check/check_op.h"
#include "sim/check/check_syntax.h"
#include "sim/input/launch_spec.h"

namespace simt {
namespace {

using expr::Operator;

double number_of(const expr::Token& token) {
  return token.type == ScalarType::F64 ? std::bit_cast<double>(token.bits)
                                       : static_cast<double>(token.bits);
}

}  // namespace

CheckCompiler::CheckCompiler(const std::string& text, const CheckScope& scope)
    : scope_(scope), build_(tree_) {
  tree_.text = text;
}

void CheckCompiler::fail(std::size_t at, const std::string& message) const {
  throw SpecError(fmt::format("in the {} '{}', {}: {}", scope_.word(), tree_.text,
                              expr::place_in(tree_.text, at), message),
                  0, static_cast<unsigned>(at) + 1);
}

void CheckCompiler::fail_behind(const Node& node, const std::string& message) const {
  fail(node.to, message);
}

void CheckCompiler::fail_at(const Node& node, const std::string& message) const {
  throw SpecError(message, 0, static_cast<unsigned>(node.token.offset) + 1);
}

expr::Tree CheckCompiler::parse() const {
  try {
    expr::TokenList tokens(tree_.text);
    return CheckSyntax(tokens).whole();
  } catch (const expr::Error& e) {
    const bool misplaced = e.at.is("within");
    fail(e.at.offset,
         misplaced ? "'within' goes with ~=, after its right side: a ~= b within 1e-3 for i in 0..n"
                   : e.what());
  }
}

CheckTree CheckCompiler::compile() {
  syntax_ = parse();
  tree_.root = value(syntax_.root);
  if (build_.node(tree_.root).kind == CheckKind::Real || !is_truth(build_.node(tree_.root).op)) {
    const bool each = tree_.text.find(" for ") != std::string::npos;
    throw SpecError(fmt::format("the {} '{}' compares nothing; write something like {}",
                                scope_.word(), tree_.text,
                                scope_.metrics() != nullptr ? "sm__cycles_elapsed.max < 5000"
                                : each                      ? "out[i] == 5 for i in 0..n"
                                                            : tree_.text + " == 1"));
  }
  return std::move(tree_);
}

CheckCompiler::Id CheckCompiler::value(expr::Id id) {
  const Node& node = syntax_[id];
  const Id out = value_of(node, id);
  build_.node(out).from = node.from;
  build_.node(out).to = node.to;
  return out;
}

CheckCompiler::Id CheckCompiler::value_of(const Node& node, expr::Id id) {
  switch (node.kind) {
    case Kind::Number:
      return build_.number(node.token);
    case Kind::Unary: {
      const Id operand = value(node.children[0]);
      return node.op == Operator::Plus ? operand : build_.unary(check_op(node.op), operand);
    }
    case Kind::Binary:
      return binary(node);
    case Kind::Select: {
      const Id condition = value(node.children[0]);
      const Id yes = value(node.children[1]);
      return build_.select(condition, yes, value(node.children[2]));
    }
    case Kind::Form:
      return form(node);
    case Kind::Call:
      return node.token.is("old") ? place(id) : call(node);
    default:
      return place(id);
  }
}

CheckCompiler::Id CheckCompiler::binary(const Node& node) {
  const CheckOp op = check_op(node.op);
  const Id left = value(node.children[0]), right = value(node.children[1]);
  if (op == CheckOp::Near) return build_.near(left, right, kDefaultTolerance, true);
  if (expr::is_comparison(node.op)) return build_.compare(op, left, right);
  if (op == CheckOp::LogicAnd || op == CheckOp::LogicOr) return build_.logic(op, left, right);
  return build_.arithmetic(op, left, right);
}

CheckCompiler::Id CheckCompiler::form(const Node& node) {
  if (node.token.is("within")) return within(node);
  if (node.token.is("for"))
    fail(node.token.offset, "'for' goes with all, any, sum, min, max and count");
  const CheckOp op = node.token.is("all") ? CheckOp::All : CheckOp::Any;
  return ranged(op, syntax_.child(node, 0));
}

CheckCompiler::Id CheckCompiler::within(const Node& node) {
  const Node& operation = syntax_.child(node, 0);
  const Node& tolerance = syntax_.child(node, 1);
  const Id left = value(operation.children[0]), right = value(operation.children[1]);
  if (tolerance.kind == Kind::Number)
    return build_.near(left, right, number_of(tolerance.token), false);
  return build_.near(left, right, number_of(syntax_.child(tolerance, 0).token) / 100, true);
}

// The ranges first: the body uses their names.
CheckCompiler::Id CheckCompiler::ranged(CheckOp op, const Node& ranges) {
  const auto outer = variables_;
  std::vector<CheckNode::Range> all;
  for (std::size_t i = 1; i < ranges.children.size(); i += 3) all.push_back(range(ranges, i));
  const Id body = value(ranges.children[0]);
  variables_ = outer;
  return build_.fold(op, body, std::move(all));
}

CheckNode::Range CheckCompiler::range(const Node& ranges, std::size_t first) {
  const std::string name(syntax_.child(ranges, first).token.text);
  const Id lo = build_.to_integer(value(ranges.children[first + 1]), "the start of a range");
  const Id hi = build_.to_integer(value(ranges.children[first + 2]), "the end of a range");
  const auto number = static_cast<unsigned>(tree_.variables.size());
  tree_.variables.push_back(name);
  variables_[name] = number;
  return {number, lo, hi};
}

CheckTree compile_check(const std::string& text, const CheckScope& scope) {
  return CheckCompiler(text, scope).compile();
}

}  // namespace simt
