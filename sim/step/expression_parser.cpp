#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "sim/step/expression.h"
#include "sim/step/expression_text.h"
#include "sim/step/named_data.h"
#include "sim/step/names.h"
#include "sim/step/unknown_name.h"

namespace simt {

/// Recursive descent over the text; levels of binary operators come from a table.
class ExpressionParser {
 public:
  using Op = Expression::Op;
  using Node = Expression::Node;

  ExpressionParser(const std::string& text, const StepSubject& subject, Pc pc, Pc shown)
      : text_(text), subject_(subject), pc_(pc), shown_(shown == kNoPc ? pc : shown) {
    out_.text_ = text;
  }

  Expression parse() {
    out_.root_ = binary(0);
    if (!text_.rest().empty()) text_.fail(fmt::format("'{}' is not expected", text_.rest()));
    return std::move(out_);
  }

 private:
  static constexpr int kDeepest = 200;
  static constexpr std::size_t kMostNodes = 1000;
  struct Operator {
    std::string_view text;
    Op op;
    int level;
  };
  // Longer spellings first.
  static constexpr std::array kOperators{
      Operator{"||", Op::Either, 0},    Operator{"&&", Op::Both, 1},
      Operator{"==", Op::Equal, 5},     Operator{"!=", Op::NotEqual, 5},
      Operator{"<<", Op::ShiftLeft, 7}, Operator{">>", Op::ShiftRight, 7},
      Operator{"<=", Op::LessEqual, 6}, Operator{">=", Op::GreaterEqual, 6},
      Operator{"|", Op::Or, 2},         Operator{"^", Op::Xor, 3},
      Operator{"&", Op::And, 4},        Operator{"<", Op::Less, 6},
      Operator{">", Op::Greater, 6},    Operator{"+", Op::Add, 8},
      Operator{"-", Op::Subtract, 8},   Operator{"*", Op::Multiply, 9},
      Operator{"/", Op::Divide, 9},     Operator{"%", Op::Remainder, 9}};

  int add(Node node) {
    if (out_.nodes_.size() >= kMostNodes) text_.fail("it is too long");
    out_.nodes_.push_back(std::move(node));
    return static_cast<int>(out_.nodes_.size()) - 1;
  }

  const Operator* next_operator() {
    text_.skip();
    for (const Operator& o : kOperators)
      if (text_.starts_with(o.text)) return &o;
    return nullptr;
  }
  int binary(int level) {
    int left = unary();
    for (const Operator* o = next_operator(); o != nullptr && o->level >= level;
         o = next_operator()) {
      text_.accept(o->text);
      Node node;
      node.op = o->op;
      node.left = left;
      node.right = binary(o->level + 1);
      left = add(std::move(node));
    }
    return left;
  }
  int unary() {
    if (++depth_ > kDeepest) text_.fail("it is nested too deep");
    Node node;
    int result = -1;
    if (text_.accept("!"))
      node.op = Op::Not;
    else if (text_.accept("~"))
      node.op = Op::Invert;
    else if (text_.accept("-"))
      node.op = Op::Negate;
    else
      result = primary();
    if (result < 0) {
      node.left = unary();
      result = add(std::move(node));
    }
    --depth_;
    return result;
  }

  int primary() {
    const std::string_view rest = text_.rest();
    if (rest.empty()) text_.fail("a value is missing at the end");
    if (text_.accept("(")) {
      const int inner = binary(0);
      text_.expect(")");
      return inner;
    }
    if (text_.accept("[")) return word(Op::Word);
    const char c = rest.front();
    if (c == '%' || c == '$') return register_or_lane(text_.name(1));
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number(text_.number());
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return named(text_.name(0));
    text_.fail(fmt::format("'{}' is not expected", rest));
  }

  int number(const Value& value) {
    Node node;
    node.number = value;
    return add(std::move(node));
  }

  void need(Expression::Needs what) { out_.needs_ = std::max(out_.needs_, what); }

  // %r5, or %r5[LANE], which is the same for all lanes that ask.
  int register_or_lane(const std::string& name) {
    need(Expression::Needs::Warp);
    const int reg = register_named(name);
    if (!text_.accept("[")) {
      out_.by_lane_ = true;
      return reg;
    }
    Node node;
    node.op = Op::OfLane;
    node.left = reg;
    node.right = binary(0);
    text_.expect("]");
    return add(std::move(node));
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
      return add(std::move(node));
    }
    node.op = Op::Register;
    node.registers = registers_named(subject_.program, name, pc_);
    return add(std::move(node));
  }

  int word(Op op) {
    if (op == Op::SharedWord) need(Expression::Needs::Block);
    Node node;
    node.op = op;
    node.left = binary(0);
    text_.expect("]");
    return add(std::move(node));
  }

  int element(Op op, std::uint64_t base, std::uint64_t bytes, ScalarType type) {
    if (size_of(type) == 0 || size_of(type) > 8)
      text_.fail("its elements have no value of their own");
    if (bytes != 0 && bytes < size_of(type))
      text_.fail(fmt::format("its {} bytes are no element of {}", bytes, name_of(type)));
    if (op == Op::SharedElement) need(Expression::Needs::Block);
    Node node;
    node.op = op;
    node.base = base;
    node.count = bytes / size_of(type);
    node.type = type;
    node.left = binary(0);
    text_.expect("]");
    return add(std::move(node));
  }

  // NAME, or NAME.TYPE where the declared type says nothing (bytes).
  int named(std::string name) {
    add_indices(name);
    const int plain = variable(name, ScalarType::None);
    if (plain >= 0) return plain;
    if (const std::string special = special_register(name); !special.empty())
      return register_or_lane(special);
    if (name == "warpSize") return number(integer_value(subject_.arch.warp_size));
    const std::size_t dot = name.rfind('.');
    const ScalarType type =
        dot == std::string::npos ? ScalarType::None : scalar_type(name.substr(dot + 1));
    const int typed = type == ScalarType::None ? -1 : variable(name.substr(0, dot), type);
    return typed >= 0 ? typed : place(name);
  }

  // "p.rows" becomes "p.rows[1].first": the index of an array of structures is a number.
  void add_indices(std::string& name) {
    while (is_array_of_structures(subject_, name)) {
      text_.expect("[");
      const std::string_view rest = text_.rest();
      if (rest.empty() || !std::isdigit(static_cast<unsigned char>(rest.front())))
        text_.fail(fmt::format("the index of '{}', an array of structures, is a number", name));
      const Value index = text_.number();
      if (is_real(index)) text_.fail(fmt::format("'{}' has whole numbers as indices", name));
      name += fmt::format("[{}]", as_integer(index));
      text_.expect("]");
      if (text_.starts_with(".")) name += text_.name(1);
    }
  }

  // An argument, a field of one or a variable, as `type` if that is one; -1: there is none of that
  // name.
  int variable(const std::string& name, ScalarType type) {
    const std::optional<NamedData> data = named_data(subject_, name);
    if (!data) return -1;
    const bool own = type == ScalarType::None;
    if (data->has_elements && text_.accept("["))
      return element(data->op, data->base, data->bytes, own ? data->type : type);
    if (!data->alone) text_.fail(data->why_not_alone);
    return number({own || data->is_address ? data->alone->type : type, data->alone->bits});
  }

  int place(const std::string& name) {
    if (name == "shared") {
      text_.expect("[");
      return word(Op::SharedWord);
    }
    static constexpr std::array<std::pair<std::string_view, Op>, 5> kPlaces{{{"warp", Op::Warp},
                                                                             {"lane", Op::Lane},
                                                                             {"cta", Op::Cta},
                                                                             {"sm", Op::Sm},
                                                                             {"cycle", Op::Cycle}}};
    for (const auto& [place, op] : kPlaces) {
      if (name != place) continue;
      out_.by_lane_ |= op == Op::Lane;
      if (op == Op::Warp || op == Op::Lane) need(Expression::Needs::Warp);
      if (op == Op::Cta) need(Expression::Needs::Block);
      out_.names_place_ |= op == Op::Cta || op == Op::Sm;
      Node node;
      node.op = op;
      return add(std::move(node));
    }
    std::vector<std::string> known;
    for (const auto& place : kPlaces) known.emplace_back(place.first);
    text_.fail(unknown_name(subject_, name, std::move(known), shown_));
  }

  ExpressionText text_;
  const StepSubject& subject_;
  Pc pc_, shown_;
  int depth_ = 0;
  Expression out_;
};

Expression Expression::parse(const std::string& text, const StepSubject& subject, Pc pc, Pc shown) {
  return ExpressionParser(text, subject, pc, shown).parse();
}

}  // namespace simt
