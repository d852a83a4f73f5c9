// From the syntax tree of the prompt's expressions to nodes that read registers and memory.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/step/error.h"
#include "sim/step/expression.h"
#include "sim/step/expression_syntax.h"
#include "sim/step/named_data.h"
#include "sim/step/names.h"
#include "sim/step/unknown_name.h"

namespace simt {

class ExpressionCompiler {
 public:
  using Op = Expression::Op;
  using Node = Expression::Node;

  ExpressionCompiler(const std::string& text, const StepSubject& subject, Pc pc, Pc shown)
      : text_(text),
        tree_(syntax_of(text)),
        subject_(subject),
        pc_(pc),
        shown_(shown == kNoPc ? pc : shown) {}

  Expression compile() {
    out_.text_ = text_;
    out_.root_ = value(tree_.root);
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw StepError(fmt::format("in '{}': {}", text_, what));
  }
  int add(Node node) {
    out_.nodes_.push_back(std::move(node));
    return static_cast<int>(out_.nodes_.size()) - 1;
  }
  int add(Op op, int left, int right = -1) {
    Node node;
    node.op = op;
    node.left = left;
    node.right = right;
    return add(std::move(node));
  }
  int number(const Value& value) {
    Node node;
    node.number = value;
    return add(std::move(node));
  }
  void need(Expression::Needs what) { out_.needs_ = std::max(out_.needs_, what); }

  int value(expr::Id id) {
    const expr::Node& node = tree_[id];
    switch (node.kind) {
      case expr::Kind::Number:
        return number(number_value(node.token));
      case expr::Kind::Unary:
      case expr::Kind::Binary:
      case expr::Kind::Select:
        return operation(node);
      case expr::Kind::Form:
        return node.token.is("&") ? address(node.children[0])
                                  : add(Op::Word, value(node.children[0]));
      default:
        return place(id);
    }
  }

  int operation(const expr::Node& of) {
    Node node;
    node.op = of.kind == expr::Kind::Unary    ? Op::Unary
              : of.kind == expr::Kind::Binary ? Op::Binary
                                              : Op::Select;
    node.operation = of.op;
    node.left = value(of.children[0]);
    if (of.children.size() > 1) node.right = value(of.children[1]);
    if (of.children.size() > 2) node.other = value(of.children[2]);
    return add(std::move(node));
  }

  int place(expr::Id id) {
    const NamedPlace named = named_place(tree_, text_, subject_, id);
    if (named.name.starts_with('%') || named.name.starts_with('$') ||
        is_machine_register(named.name))
      return register_or_lane(named.name, named.index);
    if (!named.field.empty()) {
      const NamedData each = *field_of_each(subject_, named.name, named.field);
      return element(each, each.type, value(named.index));
    }
    if (named.index != expr::kNone) check_has_value(named.name);
    if (!named.further.empty() || is_row(named)) return element_of_rows(named);
    return data(named.name, named.index);
  }

  bool is_machine_register(const std::string& name) const {
    if (!subject_.program.machine) return false;
    return std::ranges::any_of(subject_.program.registers,
                               [&](const RegisterInfo& r) { return r.name == name; });
  }

  // %r5, or %r5[LANE], which is the same for all lanes that ask.
  int register_or_lane(const std::string& name, expr::Id lane) {
    need(Expression::Needs::Warp);
    const int reg = register_named(name);
    if (lane != expr::kNone) return add(Op::OfLane, reg, value(lane));
    out_.by_lane_ = true;
    return reg;
  }

  int register_named(const std::string& name) {
    Node node;
    static constexpr std::array<std::string_view, 13> kSpecials{
        "%tid.x",  "%tid.y",  "%tid.z",    "%ctaid.x",  "%ctaid.y",  "%ctaid.z", "%ntid.x",
        "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid"};
    const auto special = std::find(kSpecials.begin(), kSpecials.end(), name);
    if (special != kSpecials.end()) {
      node.op = Op::Special;
      node.special = static_cast<unsigned>(special - kSpecials.begin());
      out_.names_place_ |= name.starts_with("%ctaid");
      return add(std::move(node));
    }
    node.op = Op::Register;
    node.registers = registers_named(subject_.program, name, pc_);
    return add(std::move(node));
  }

  // `index`: a node of ours.
  int element(const NamedData& data, ScalarType type, int index) {
    if (size_of(type) == 0 || size_of(type) > 8) fail("its elements have no value of their own");
    if (data.bytes != 0 && data.bytes < size_of(type))
      fail(fmt::format("its {} bytes are no element of {}", data.bytes, name_of(type)));
    if (data.op == Op::SharedElement) need(Expression::Needs::Block);
    Node node;
    node.op = data.op;
    node.base = data.base;
    node.stride = data.stride == 0 ? size_of(type) : data.stride;
    node.count = data.bytes / node.stride;
    node.type = type;
    node.is_bool = data.is_bool;
    node.left = index;
    return add(std::move(node));
  }

  // A structure or vector, or bytes of what is not known, are no value.
  void check_has_value(const std::string& name) const {
    const auto data = named_data(subject_, name);
    if (data && !data->why_no_element.empty()) fail(data->why_no_element);
  }

  // Of device memory an address, of shared and constant memory the offset in it.
  int address(expr::Id id) {
    const NamedPlace named = named_place(tree_, text_, subject_, id);
    const auto data = named_data(subject_, named.name);
    if (!data || !data->is_variable || named.index != expr::kNone)
      fail("& stands before the name of a variable in device, constant or shared memory");
    return number({data->op == Op::Element ? ScalarType::B64 : ScalarType::U32, data->base});
  }

  // NAME[I] of an array of several dimensions: in C++ a row, which is no value.
  bool is_row(const NamedPlace& named) const {
    if (named.index == expr::kNone) return false;
    const auto data = named_data(subject_, named.name);
    return data && data->extents.size() > 1;
  }

  // NAME[I][J]: element I * (length of a row) + J.
  int element_of_rows(const NamedPlace& named) {
    const NamedData data = *named_data(subject_, named.name);
    const std::size_t count = data.extents.size();
    if (named.further.size() + 1 != count) {
      std::string all = named.name;
      for (std::size_t i = 0; i < count; ++i) all += fmt::format("[{}]", "IJKLMNOP"[i % 8]);
      fail(fmt::format("'{}' has {} dimensions: {}; {}.{}[N] counts through all elements",
                       named.name, count, all, named.name, name_of(data.type)));
    }
    int index = within(data, 0, named.index);
    for (std::size_t i = 0; i < named.further.size(); ++i)
      index = binary(expr::Operator::Add,
                     binary(expr::Operator::Multiply, index,
                            number(integer_value(static_cast<std::int64_t>(data.extents[i + 1])))),
                     within(data, i + 1, named.further[i]));
    return element(data, data.type, index);
  }

  // An index of one dimension, which stays within it.
  int within(const NamedData& data, std::size_t dimension, expr::Id index) {
    const int out = add(Op::Within, value(index));
    out_.nodes_[static_cast<std::size_t>(out)].count = data.extents[dimension];
    out_.nodes_[static_cast<std::size_t>(out)].base = dimension + 1;
    return out;
  }

  int binary(expr::Operator operation, int left, int right) {
    const int out = add(Op::Binary, left, right);
    out_.nodes_[static_cast<std::size_t>(out)].operation = operation;
    return out;
  }

  // NAME, or NAME.TYPE where the declared type says nothing (bytes).
  int data(const std::string& name, expr::Id index) {
    const int plain = variable(name, ScalarType::None, index);
    if (plain >= 0) return plain;
    if (const std::string special = special_register(name); !special.empty())
      return register_or_lane(special, index);
    const std::size_t dot = name.rfind('.');
    const ScalarType type =
        dot == std::string::npos ? ScalarType::None : scalar_type(name.substr(dot + 1));
    const int typed = type == ScalarType::None ? -1 : variable(name.substr(0, dot), type, index);
    return typed >= 0 ? typed : place_named(name, index);
  }

  // An argument, a field of one or a variable, as `type` if that is one; -1: there is none of that
  // name.
  int variable(const std::string& name, ScalarType type, expr::Id index) {
    std::optional<NamedData> data = named_data(subject_, name);
    if (!data) return -1;
    const bool own = type == ScalarType::None;
    data->is_bool = data->is_bool && own;
    if (data->has_elements && index != expr::kNone)
      return element(*data, own ? data->type : type, value(index));
    no_index(name, index);
    if (data->is_scalar) return element(*data, own ? data->type : type, number(integer_value(0)));
    if (!data->alone) fail(data->why_not_alone);
    return number({own || data->is_address ? data->alone->type : type, data->alone->bits});
  }

  void no_index(const std::string& name, expr::Id index) const {
    if (index != expr::kNone)
      fail(fmt::format("'{}' is one value: no index is expected after it", name));
  }

  int place_named(const std::string& name, expr::Id index) {
    if (name == "shared") {
      if (index == expr::kNone) fail("'[' is missing after 'shared'");
      need(Expression::Needs::Block);
      return add(Op::SharedWord, value(index));
    }
    static constexpr std::array<std::pair<std::string_view, Op>, 5> kPlaces{{{"warp", Op::Warp},
                                                                             {"lane", Op::Lane},
                                                                             {"cta", Op::Cta},
                                                                             {"sm", Op::Sm},
                                                                             {"cycle", Op::Cycle}}};
    for (const auto& [place, op] : kPlaces) {
      if (name != place) continue;
      no_index(name, index);
      out_.by_lane_ |= op == Op::Lane;
      if (op == Op::Warp || op == Op::Lane) need(Expression::Needs::Warp);
      if (op == Op::Cta) need(Expression::Needs::Block);
      out_.names_place_ |= op == Op::Cta || op == Op::Sm;
      return add(op, -1);
    }
    if (name == "true" || name == "false") {
      no_index(name, index);
      return number({ScalarType::Pred, std::uint64_t{name == "true"}});
    }
    if (name == "warpSize") {
      no_index(name, index);
      return number(integer_value(subject_.arch.sm.warp_size));
    }
    std::vector<std::string> known;
    for (const auto& place : kPlaces) known.emplace_back(place.first);
    fail(unknown_name(subject_, name, std::move(known), shown_));
  }

  const std::string& text_;
  const expr::Tree tree_;
  const StepSubject& subject_;
  Pc pc_, shown_;
  Expression out_;
};

Expression Expression::parse(const std::string& text, const StepSubject& subject, Pc pc, Pc shown) {
  return ExpressionCompiler(text, subject, pc, shown).compile();
}

}  // namespace simt
