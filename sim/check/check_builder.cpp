#include "sim/check/check_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/input/element.h"
#include "sim/input/launch_spec.h"

namespace simt {
namespace {

CheckKind kind_of(ScalarType t) {
  if (is_float(t)) return CheckKind::Real;
  return size_of(t) == 8 && !is_signed(t) ? CheckKind::Unsigned : CheckKind::Signed;
}

bool is_bitwise(CheckOp op) {
  return op == CheckOp::Shl || op == CheckOp::Shr || op == CheckOp::And || op == CheckOp::Or ||
         op == CheckOp::Xor;
}

}  // namespace

CheckBuilder::Id CheckBuilder::add(CheckOp op, CheckKind kind, std::initializer_list<Id> children) {
  CheckNode n;
  n.op = op;
  n.kind = kind;
  std::copy(children.begin(), children.end(), n.child);
  tree_.nodes.push_back(std::move(n));
  const Id id = static_cast<Id>(tree_.nodes.size() - 1);
  // A made-up node stands for the text of its first child until the parser says otherwise.
  if (children.size() > 0) {
    node(id).from = node(*children.begin()).from;
    node(id).to = node(*(children.end() - 1)).to;
  }
  return id;
}

std::string CheckBuilder::text_of(Id id) const {
  const CheckNode& n = tree_.nodes[id];
  return tree_.text.substr(n.from, n.to - n.from);
}

CheckBuilder::Id CheckBuilder::integer(std::uint64_t value, CheckKind kind, ScalarType type) {
  const Id id = add(CheckOp::Constant, kind, {});
  node(id).bits = value;
  node(id).type = type;
  return id;
}

CheckBuilder::Id CheckBuilder::real(double value, ScalarType type) {
  const Id id = add(CheckOp::Constant, CheckKind::Real, {});
  node(id).real = value;
  node(id).type = type;
  return id;
}

CheckBuilder::Id CheckBuilder::number(const expr::Token& token) {
  const bool real_number = token.type == ScalarType::F64;
  const bool wide = token.type == ScalarType::U64;
  const Id id = real_number ? real(std::bit_cast<double>(token.bits))
                            : integer(token.bits, wide ? CheckKind::Unsigned : CheckKind::Signed);
  node(id).literal = true;
  return id;
}

CheckBuilder::Id CheckBuilder::variable(unsigned number) {
  const Id id = add(CheckOp::Variable, CheckKind::Signed, {});
  node(id).bits = number;
  return id;
}

CheckBuilder::Id CheckBuilder::element(std::uint32_t buffer, Id index) {
  const ScalarType type = tree_.buffers[buffer].type;
  const Id id = add(CheckOp::Element, kind_of(type), {to_integer(index, "an index")});
  node(id).buffer = buffer;
  node(id).type = type;
  return id;
}

CheckBuilder::Id CheckBuilder::within(std::uint32_t buffer, std::size_t dimension,
                                      std::uint64_t extent, Id index) {
  const Id id = add(CheckOp::Within, CheckKind::Signed, {to_integer(index, "an index")});
  node(id).buffer = buffer;
  node(id).dimension = static_cast<std::uint32_t>(dimension);
  node(id).bits = extent;
  return id;
}

CheckBuilder::Id CheckBuilder::buffer_fold(CheckOp op, std::uint32_t buffer) {
  const Id id = add(op, kind_of(tree_.buffers[buffer].type), {});
  node(id).buffer = buffer;
  return id;
}

CheckBuilder::Id CheckBuilder::to_real(Id id) {
  if (node(id).kind == CheckKind::Real) return id;
  return add(CheckOp::ToReal, CheckKind::Real, {id});
}

CheckBuilder::Id CheckBuilder::to_integer(Id id, std::string_view where) {
  if (node(id).kind != CheckKind::Real) return id;
  throw SpecError(
      fmt::format("'{}' is not an integer, as {} must be; use s64(...)", text_of(id), where));
}

CheckBuilder::Id CheckBuilder::truth(Id id) {
  if (node(id).kind != CheckKind::Real) return id;
  throw SpecError(fmt::format("'{}' is a number, a comparison is wanted", text_of(id)));
}

CheckKind CheckBuilder::unify(Id& a, Id& b) {
  if (node(a).kind == CheckKind::Real || node(b).kind == CheckKind::Real) {
    a = to_real(a);
    b = to_real(b);
    return CheckKind::Real;
  }
  const bool is_unsigned =
      node(a).kind == CheckKind::Unsigned || node(b).kind == CheckKind::Unsigned;
  return is_unsigned ? CheckKind::Unsigned : CheckKind::Signed;
}

CheckBuilder::Id CheckBuilder::unary(CheckOp op, Id operand) {
  if (op == CheckOp::Not) return add(op, CheckKind::Signed, {truth(operand)});
  if (op == CheckOp::BitNot) operand = to_integer(operand, "an operand of ~");
  const Id id = add(op, node(operand).kind, {operand});
  if (op == CheckOp::Neg && node(operand).literal) {
    node(id).op = CheckOp::Constant;
    node(id).literal = true;
    node(id).bits = ~node(operand).bits + 1;
    node(id).real = -node(operand).real;
    node(id).kind = node(operand).kind == CheckKind::Real ? CheckKind::Real : CheckKind::Signed;
  }
  return id;
}

CheckBuilder::Id CheckBuilder::arithmetic(CheckOp op, Id a, Id b) {
  if (is_bitwise(op)) {
    a = to_integer(a, "an operand of | ^ & << >>");
    b = to_integer(b, "an operand of | ^ & << >>");
    if (op == CheckOp::Shl || op == CheckOp::Shr) return add(op, node(a).kind, {a, b});
  }
  const CheckKind kind = unify(a, b);
  return add(op, kind, {a, b});
}

std::string CheckBuilder::typing_hint(Id id) const {
  const CheckNode& n = tree_.nodes[id];
  const std::string how =
      n.op == CheckOp::Element ? how_to_type(tree_.buffers[n.buffer]) : std::string();
  return how.empty() ? "" : "; " + how;
}

void CheckBuilder::refuse_for_bytes(Id element, Id other) const {
  const std::string hint = typing_hint(element);
  if (hint.empty() || tree_.nodes[other].kind != CheckKind::Real) return;
  throw SpecError(
      fmt::format("'{}' is a byte and '{}' is none{}", text_of(element), text_of(other), hint));
}

// For == and !=: a value of unknown width meets an element of known type.
void CheckBuilder::take_type_of_other(Id& typed, Id& other) {
  const ScalarType type = node(typed).type;
  if (type == ScalarType::None || node(other).type != ScalarType::None) return;
  const CheckNode& o = node(other);
  if (is_float(type)) {
    other = cast(type, other);
    return;
  }
  if (o.kind == CheckKind::Real) return;
  if (o.literal) {
    const std::uint64_t width = size_of(type) * 8;
    const auto as_signed = static_cast<std::int64_t>(o.bits);
    const bool fits = width == 64 || (o.kind == CheckKind::Signed && as_signed < 0
                                          ? as_signed >= -(std::int64_t{1} << (width - 1))
                                          : o.bits < std::uint64_t{1} << width);
    if (!fits)
      throw SpecError(fmt::format("'{}' is {} and can never be {}{}", text_of(typed), name_of(type),
                                  text_of(other), typing_hint(typed)));
  }
  other = cast(type, other);
}

CheckBuilder::Id CheckBuilder::compare(CheckOp op, Id a, Id b) {
  refuse_for_bytes(a, b);
  refuse_for_bytes(b, a);
  if (op == CheckOp::Eq || op == CheckOp::Ne) {
    take_type_of_other(a, b);
    take_type_of_other(b, a);
  }
  // Integers compare by value, whatever their signs: no unifying there.
  if (node(a).kind == CheckKind::Real || node(b).kind == CheckKind::Real) unify(a, b);
  return add(op, CheckKind::Signed, {a, b});
}

CheckBuilder::Id CheckBuilder::near(Id a, Id b, double tolerance, bool relative) {
  refuse_for_bytes(a, b);
  refuse_for_bytes(b, a);
  const Id left = to_real(a), right = to_real(b);
  const Id id = add(CheckOp::Near, CheckKind::Signed, {left, right});
  node(id).real = tolerance;
  node(id).relative = relative;
  return id;
}

CheckBuilder::Id CheckBuilder::logic(CheckOp op, Id a, Id b) {
  const Id left = truth(a), right = truth(b);
  return add(op, CheckKind::Signed, {left, right});
}

CheckBuilder::Id CheckBuilder::select(Id condition, Id a, Id b) {
  condition = truth(condition);
  const CheckKind kind = unify(a, b);
  return add(CheckOp::Select, kind, {condition, a, b});
}

CheckBuilder::Id CheckBuilder::cast(ScalarType type, Id value) {
  if (is_float(type)) {
    value = to_real(value);
  } else if (node(value).kind == CheckKind::Real) {
    value = add(CheckOp::ToInteger, CheckKind::Signed, {value});
  }
  const Id id = add(CheckOp::Cast, kind_of(type), {value});
  node(id).type = type;
  return id;
}

CheckBuilder::Id CheckBuilder::math(double (*f)(double), Id value) {
  value = to_real(value);
  const Id id = add(CheckOp::Math, CheckKind::Real, {value});
  node(id).math = f;
  return id;
}

CheckBuilder::Id CheckBuilder::is_nan(Id value) {
  value = to_real(value);
  return add(CheckOp::IsNan, CheckKind::Signed, {value});
}

CheckBuilder::Id CheckBuilder::fold(CheckOp op, Id body, std::vector<CheckNode::Range> ranges) {
  const bool logical = op == CheckOp::All || op == CheckOp::Any || op == CheckOp::Count;
  if (logical) body = truth(body);
  const Id id = add(op, logical ? CheckKind::Signed : node(body).kind, {body});
  node(id).ranges = std::move(ranges);
  return id;
}

}  // namespace simt
