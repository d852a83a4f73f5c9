#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "sim/base/nearest_name.h"
#include "sim/step/error.h"
#include "sim/step/expression.h"
#include "sim/step/names.h"

namespace simt {

/// Recursive descent over the text; levels of binary operators come from a table.
class ExpressionParser {
 public:
  using Op = Expression::Op;
  using Node = Expression::Node;

  ExpressionParser(const std::string& text, const StepSubject& subject, Pc pc)
      : text_(text), subject_(subject), pc_(pc) {
    out_.text_ = text;
  }

  Expression parse() {
    out_.root_ = binary(0);
    skip();
    if (at_ < text_.size()) fail(fmt::format("'{}' is not expected", text_.substr(at_)));
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

  [[noreturn]] void fail(const std::string& what) const {
    throw StepError(fmt::format("in '{}': {}", text_, what));
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool accept(std::string_view symbol) {
    skip();
    if (text_.compare(at_, symbol.size(), symbol) != 0) return false;
    at_ += symbol.size();
    return true;
  }
  void expect(std::string_view symbol) {
    if (!accept(symbol)) fail(fmt::format("'{}' is missing", symbol));
  }
  int add(Node node) {
    if (out_.nodes_.size() >= kMostNodes) fail("it is too long");
    out_.nodes_.push_back(std::move(node));
    return static_cast<int>(out_.nodes_.size()) - 1;
  }

  const Operator* next_operator() {
    skip();
    for (const Operator& o : kOperators)
      if (text_.compare(at_, o.text.size(), o.text) == 0) return &o;
    return nullptr;
  }
  int binary(int level) {
    int left = unary();
    for (const Operator* o = next_operator(); o != nullptr && o->level >= level;
         o = next_operator()) {
      at_ += o->text.size();
      Node node;
      node.op = o->op;
      node.left = left;
      node.right = binary(o->level + 1);
      left = add(std::move(node));
    }
    return left;
  }
  int unary() {
    if (++depth_ > kDeepest) fail("it is nested too deep");
    Node node;
    int result = -1;
    if (accept("!"))
      node.op = Op::Not;
    else if (accept("~"))
      node.op = Op::Invert;
    else if (accept("-"))
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
    skip();
    if (at_ >= text_.size()) fail("a value is missing at the end");
    if (accept("(")) {
      const int inner = binary(0);
      expect(")");
      return inner;
    }
    if (accept("[")) return word(Op::Word);
    const char c = text_[at_];
    if (c == '%' || c == '$') return register_named(take_name(1));
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return named(take_name(0));
    fail(fmt::format("'{}' is not expected", text_.substr(at_)));
  }

  std::string take_name(std::size_t prefix) {
    const std::size_t from = at_;
    at_ += prefix;
    const auto belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
    };
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  int number() {
    const char* const from = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    Node node;
    std::uint64_t integer = 0;
    double real = 0;
    const bool hex = text_.compare(at_, 2, "0x") == 0 || text_.compare(at_, 2, "0X") == 0;
    auto read =
        hex ? std::from_chars(from + 2, end, integer, 16) : std::from_chars(from, end, integer);
    if (!hex && read.ec != std::errc::result_out_of_range && read.ptr < end &&
        (*read.ptr == '.' || *read.ptr == 'e' || *read.ptr == 'E')) {
      read = std::from_chars(from, end, real);
      node.number = real_value(real);
    } else {
      node.number = integer_value(static_cast<std::int64_t>(integer));
    }
    if (read.ec != std::errc{}) fail("a number is not readable");
    at_ = static_cast<std::size_t>(read.ptr - text_.data());
    if (at_ < text_.size() &&
        (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      fail(fmt::format("'{}' is no number",
                       text_.substr(static_cast<std::size_t>(from - text_.data()))));
    return add(std::move(node));
  }

  int register_named(const std::string& name) {
    Node node;
    out_.by_lane_ = true;
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
    Node node;
    node.op = op;
    node.left = binary(0);
    expect("]");
    return add(std::move(node));
  }

  int element(Op op, std::uint64_t base, std::uint64_t bytes, ScalarType type) {
    if (size_of(type) == 0 || size_of(type) > 8) fail("its elements have no value of their own");
    Node node;
    node.op = op;
    node.base = base;
    node.count = bytes / size_of(type);
    node.type = type;
    node.left = binary(0);
    expect("]");
    return add(std::move(node));
  }

  int value(std::uint64_t bits, ScalarType type) {
    Node node;
    node.number = {type, bits};
    return add(std::move(node));
  }

  int named(const std::string& name) {
    if (const BoundArg* const arg = find_variable(subject_.launch, name)) {
      if (arg->spec.is_buffer || arg->bytes != 0) {
        if (accept("[")) return element(Op::Element, arg->address, arg->bytes, arg->spec.type);
        if (arg->spec.is_buffer) return value(arg->address, ScalarType::B64);
      }
      return value(arg->scalar_bits, arg->spec.type);
    }
    for (const SharedVariable& v : subject_.program.shared_variables) {
      if (v.name != name) continue;
      if (accept("[")) return element(Op::SharedElement, v.offset, v.bytes, v.type);
      return value(v.offset, ScalarType::U32);
    }
    if (name == "shared") {
      expect("[");
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
      out_.names_place_ |= op == Op::Cta || op == Op::Sm;
      Node node;
      node.op = op;
      return add(std::move(node));
    }
    std::vector<std::string> known = variable_names(subject_);
    for (const auto& place : kPlaces) known.emplace_back(place.first);
    fail(
        fmt::format("there is no '{}'{}; registers start with %", name, nearest_hint(name, known)));
  }

  const std::string& text_;
  const StepSubject& subject_;
  Pc pc_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Expression out_;
};

Expression Expression::parse(const std::string& text, const StepSubject& subject, Pc pc) {
  return ExpressionParser(text, subject, pc).parse();
}

}  // namespace simt
