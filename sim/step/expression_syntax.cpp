#include "sim/step/expression_syntax.h"

#include <fmt/format.h>

#include <bit>

#include "isa/base/expression/lexer.h"
#include "isa/base/expression/parser.h"
#include "sim/step/error.h"
#include "sim/step/named_data.h"

namespace simt {
namespace {

/// What the prompt has of its own: [ADDRESS], a Form of '['; &NAME, a Form of '&'.
class StepSyntax final : public expr::Parser {
 public:
  using expr::Parser::Parser;

 private:
  expr::Id form() override {
    if (!next().is("[") && !next().is("&")) return expr::kNone;
    const expr::Token opener = take();
    if (opener.is("&")) return add(expr::Kind::Form, opener.offset, opener, {unary()});
    const expr::Id address = expression();
    close(opener, "]");
    return add(expr::Kind::Form, opener.offset, opener, {address});
  }
};

[[noreturn]] void fail(const std::string& text, const std::string& what) {
  throw StepError(fmt::format("in '{}': {}", text, what));
}

/// "[1]": the index of `what`, "'rows', an array of structures", is a number.
std::string fixed_index(const expr::Node& index, const std::string& text, const std::string& what) {
  if (index.kind != expr::Kind::Number)
    fail(text, fmt::format("the index of {}, is a number", what));
  const Value value = number_value(index.token);
  if (is_real(value)) fail(text, fmt::format("{}, has whole numbers as indices", what));
  return fmt::format("[{}]", as_integer(value));
}

std::size_t dimensions(const StepSubject& subject, const std::string& name) {
  const auto data = named_data(subject, name);
  return data ? data->extents.size() : 0;
}

/// Of bytes whose type is not known the number of dimensions is not known either.
void check_is_known(const StepSubject& subject, const std::string& name, const std::string& text) {
  const auto data = named_data(subject, name);
  if (data && data->is_variable && !data->why_no_element.empty()) fail(text, data->why_no_element);
}

bool has_structures(const StepSubject& subject, const std::string& name) {
  return points_to_structures(subject, name) || is_array_of_structures(subject, name);
}

/// What stands after rows[i], which is a structure: ".last", ".m[2]".
void add_to_field(NamedPlace& place, const expr::Tree& tree, const expr::Node& step,
                  const std::string& text) {
  if (step.kind == expr::Kind::Member)
    place.field += fmt::format("{}{}", place.field.empty() ? "" : ".", step.token.text);
  else
    place.field += fixed_index(tree.child(step, 1), text,
                               fmt::format("'{}', an array in a structure", place.field));
}

}  // namespace

expr::Tree syntax_of(const std::string& text) {
  try {
    expr::TokenList tokens(text, expr::Percent::BeginsNames);
    return StepSyntax(tokens).whole();
  } catch (const expr::Error& e) {
    throw StepError(
        fmt::format("in '{}', {}: {}", text, expr::place_in(text, e.at.offset), e.what()));
  }
}

NamedPlace named_place(const expr::Tree& tree, const std::string& text, const StepSubject& subject,
                       expr::Id id) {
  const expr::Path path = expr::path_of(tree, id);
  const expr::Node& base = tree[path.base];
  NamedPlace out{std::string(base.token.text), expr::kNone};
  if (base.kind == expr::Kind::Call)
    fail(text, fmt::format("there are no functions here, such as '{}'", out.name));
  for (const expr::Id step : path.steps) {
    const expr::Node& node = tree[step];
    if (out.index != expr::kNone && has_structures(subject, out.name)) {
      add_to_field(out, tree, node, text);
      continue;
    }
    if (out.index != expr::kNone && node.kind == expr::Kind::Subscript &&
        1 + out.further.size() < dimensions(subject, out.name)) {
      out.further.push_back(node.children[1]);
      continue;
    }
    if (out.index != expr::kNone) check_is_known(subject, out.name, text);
    if (out.index != expr::kNone)
      throw StepError(fmt::format("in '{}', {}: nothing more is expected here", text,
                                  expr::place_in(text, tree.child(node, 0).to)));
    if (node.kind == expr::Kind::Member)
      out.name += fmt::format(".{}", node.token.text);
    else if (is_array_of_structures(subject, out.name) &&
             tree.child(node, 1).kind == expr::Kind::Number)
      out.name += fixed_index(tree.child(node, 1), text,
                              fmt::format("'{}', an array of structures", out.name));
    else
      out.index = node.children[1];
  }
  if (is_array_of_structures(subject, out.name) && out.field.empty())
    fail(text, fmt::format("{} is missing after '{}', an array of structures",
                           out.index == expr::kNone ? "'['" : "the field", out.name));
  return out;
}

Value number_value(const expr::Token& number) {
  if (number.type == ScalarType::F64) return real_value(std::bit_cast<double>(number.bits));
  return integer_value(static_cast<std::int64_t>(number.bits));
}

}  // namespace simt
