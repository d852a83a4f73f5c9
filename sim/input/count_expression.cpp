#include "sim/input/count_expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "isa/base/expression/lexer.h"
#include "isa/base/expression/parser.h"
#include "sim/base/nearest_name.h"
#include "sim/input/c_types.h"
#include "sim/input/element.h"
#include "sim/input/signature.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

using expr::Kind;
using expr::Operator;

constexpr std::string_view kWhat = "the number of elements";

class Evaluator {
 public:
  Evaluator(const std::string& text, const ScalarNamed& scalar)
      : text_(text), tokens_(text), tree_(expr::Parser(tokens_).whole()), scalar_(scalar) {}

  bool has_names() const {
    return std::ranges::any_of(tree_.nodes,
                               [](const expr::Node& n) { return n.kind == Kind::Name; });
  }
  std::uint64_t count() const {
    const std::int64_t out = value(tree_.root);
    if (out < 0) fail(fmt::format("is {}", out));
    return static_cast<std::uint64_t>(out);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw SpecError(fmt::format("{}: '{}' {}", kWhat, text_, problem));
  }

  std::int64_t value(expr::Id id) const {
    const expr::Node& node = tree_[id];
    switch (node.kind) {
      case Kind::Number:
        if (node.token.type != ScalarType::S64)
          fail(fmt::format("has '{}', which is no whole number", node.token.text));
        return static_cast<std::int64_t>(node.token.bits);
      case Kind::Name:
        return scalar_(node.token.text);
      case Kind::Binary:
        return binary(node.op, value(node.children[0]), value(node.children[1]));
      default:
        fail(fmt::format("may have + - * / % and parentheses, no '{}'",
                         text_.substr(node.from, node.to - node.from)));
    }
  }

  std::int64_t binary(Operator op, std::int64_t a, std::int64_t b) const {
    std::int64_t out = 0;
    bool overflow = false;
    switch (op) {
      case Operator::Add:
        overflow = __builtin_add_overflow(a, b, &out);
        break;
      case Operator::Subtract:
        overflow = __builtin_sub_overflow(a, b, &out);
        break;
      case Operator::Multiply:
        overflow = __builtin_mul_overflow(a, b, &out);
        break;
      case Operator::Divide:
      case Operator::Remainder:
        if (b == 0) fail("divides by zero");
        overflow = b == -1 && a == std::numeric_limits<std::int64_t>::min();
        if (!overflow) out = op == Operator::Divide ? a / b : a % b;
        break;
      default:
        fail(fmt::format("may have + - * / % and parentheses, no '{}'", spelling_of(op)));
    }
    if (overflow) fail("is too large");
    return out;
  }

  const std::string& text_;
  expr::TokenList tokens_;
  expr::Tree tree_;
  const ScalarNamed& scalar_;
};

std::uint64_t evaluated(const std::string& text, const ScalarNamed& scalar, bool& named) {
  try {
    const Evaluator evaluator(text, scalar);
    named = evaluator.has_names();
    return named && !scalar ? 0 : evaluator.count();
  } catch (const expr::Error& e) {
    throw SpecError(fmt::format("{}: in '{}', {}: {}", kWhat, text,
                                expr::place_in(text, e.at.offset), e.what()));
  }
}

// "12", "-1", "5x": what parse_count() reads, or says what is wrong with it.
bool is_one_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const bool begins = !text.empty() && text[0] >= '0' && text[0] <= '9';
  return begins && std::ranges::all_of(text, [](char c) { return is_word(c) || c == '.'; });
}

}  // namespace

std::optional<std::uint64_t> count_in(const std::string& text) {
  if (is_one_number(text)) return parse_count(text, std::string(kWhat));
  bool named = false;
  const std::uint64_t count = evaluated(text, nullptr, named);
  return named ? std::nullopt : std::optional(count);
}

std::uint64_t count_in(const std::string& text, const ScalarNamed& scalar) {
  bool named = false;
  return evaluated(text, scalar, named);
}

namespace {

/// The arguments of a launch as COUNT sees them.
class Scalars {
 public:
  Scalars(const std::vector<std::optional<ArgSpec>>& args, const Signature& signature)
      : args_(args), signature_(signature) {}

  /// Throws Missing where the argument is not given yet.
  struct Missing {};
  std::int64_t operator()(std::string_view name) const {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < args_.size(); ++i) {
      const std::string& parameter = signature_.parameters[i].name;
      const bool same = parameter == name || (args_[i] && args_[i]->name == name);
      if (same && !args_[i]) throw Missing{};
      if (same && !args_[i]->is_buffer) return number(*args_[i], name);
      if (args_[i] && !args_[i]->is_buffer)
        known.push_back(args_[i]->name.empty() ? parameter : args_[i]->name);
    }
    const std::string word(name);
    throw SpecError(
        fmt::format("{} names '{}', which is no scalar argument; there {}{}", kWhat, word,
                    known.empty() ? "is none" : fmt::format("are {}", fmt::join(known, ", ")),
                    nearest_hint(word, known)));
  }

 private:
  static std::int64_t number(const ArgSpec& arg, std::string_view name) {
    try {
      return static_cast<std::int64_t>(element_bits(ScalarType::S64, arg.value));
    } catch (const SpecError&) {
      throw SpecError(
          fmt::format("{} names '{}', whose value {} is no whole number", kWhat, name, arg.value));
    }
  }

  const std::vector<std::optional<ArgSpec>>& args_;
  const Signature& signature_;
};

}  // namespace

void count_elements(std::vector<std::optional<ArgSpec>>& args, const Signature& signature) {
  const ScalarNamed scalar = Scalars(args, signature);
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i] || args[i]->count_text.empty()) continue;
    ArgSpec& arg = *args[i];
    try {
      take_count(arg, count_in(arg.count_text, scalar));
    } catch (const Scalars::Missing&) {
    } catch (const SpecError& e) {
      throw SpecError(fmt::format("argument '{}': {}", signature.parameters[i].name, e.what()),
                      arg.line, arg.column);
    }
  }
}

}  // namespace simt
