// Random trees, printed with as few parentheses as the operators need, are parsed to the same
// trees.
#include <catch2/catch.hpp>

#include <random>

#include "expression_text.h"

using namespace simt::expr;

namespace {

/// An expression as it is written, and the same with every operation in brackets.
struct Written {
  std::string plain, bracketed;
  int level;  ///< of its operation
};
constexpr int kSelect = 0, kUnary = 100, kValue = 101;

class Generator {
 public:
  Generator(unsigned seed, Comparisons comparisons) : random_(seed), comparisons_(comparisons) {}

  Written any(int depth) {
    const int kind = depth == 0 ? pick(2) : pick(8);
    switch (kind) {
      case 0:
        return leaf(std::to_string(pick(100)));
      case 1:
        return leaf(std::string(1, static_cast<char>('a' + pick(26))));
      case 2:
        return unary(depth - 1);
      case 3:
        return select(depth - 1);
      case 4:
        return access(depth - 1);
      default:
        return binary(depth - 1);
    }
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string blank() { return pick(2) == 0 ? " " : ""; }
  static Written leaf(const std::string& text) { return {text, text, kValue}; }
  std::string at_least(const Written& w, int level) {
    return w.level >= level ? w.plain : "(" + blank() + w.plain + ")";
  }

  Written unary(int depth) {
    const auto rows = unary_operators();
    const std::string op(rows[static_cast<std::size_t>(pick(4))].spelling);
    const Written operand = any(depth);
    return {op + blank() + at_least(operand, kUnary), "(" + op + operand.bracketed + ")", kUnary};
  }
  Written select(int depth) {
    const Written condition = any(depth), yes = any(depth), no = any(depth);
    return {at_least(condition, kSelect + 1) + " ? " + yes.plain + " : " + no.plain,
            "(" + condition.bracketed + "?" + yes.bracketed + ":" + no.bracketed + ")", kSelect};
  }
  Written access(int depth) {
    const Written inner = any(depth);
    if (pick(2) == 0)
      return {"v.w[" + inner.plain + "].x", "v.w[" + inner.bracketed + "].x", kValue};
    const Written second = any(depth);
    return {"f(" + inner.plain + ", " + second.plain + ")",
            "f(" + inner.bracketed + "," + second.bracketed + ")", kValue};
  }
  Written binary(int depth) {
    const auto rows = binary_operators();
    const OperatorRow& row = rows[static_cast<std::size_t>(pick(static_cast<int>(rows.size())))];
    const int level = level_of(row.op, comparisons_);
    if (level == 0) return binary(depth);
    const bool chains = comparisons_ == Comparisons::AsInC || !is_comparison(row.op);
    const Written left = any(depth), right = any(depth);
    const std::string op(row.spelling);
    return {
        at_least(left, chains ? level : level + 1) + " " + op + " " + at_least(right, level + 1),
        "(" + left.bracketed + op + right.bracketed + ")", level};
  }

  std::mt19937 random_;
  Comparisons comparisons_;
};

}  // namespace

TEST_CASE("what is printed is parsed to the same tree") {
  for (const Comparisons comparisons : {Comparisons::AsInC, Comparisons::BelowBits})
    for (unsigned seed = 0; seed < 2000; ++seed) {
      const Written w = Generator(seed, comparisons).any(4);
      INFO(w.plain);
      REQUIRE(bracketed(w.plain, comparisons) == w.bracketed);
      REQUIRE(bracketed(w.bracketed, comparisons) == w.bracketed);
    }
}

TEST_CASE("any tokens in any order are a tree or an error, never more") {
  const std::vector<std::string> words{"1",  "a", "2.5", "(", ")", "[",  "]", ",", "?",
                                       ":",  ".", "..",  "+", "-", "*",  "%", "!", "~",
                                       "~=", "<", "&&",  "=", "@", "0x", "f("};
  std::mt19937 random(7);
  int trees = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto n = random() % 8; n > 0; --n) text += words[random() % words.size()] + " ";
    INFO(text);
    try {
      const Tree tree = parsed(text);
      CHECK(tree.root == tree.nodes.size() - 1);
      ++trees;
    } catch (const Error& e) {
      CHECK(e.at.offset <= text.size());
    }
  }
  CHECK(trees > 100);
}
