// The shared parser of expressions: precedence beside a table of its own and beside the compiler,
// places, errors, bounds.
#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <vector>

#include "expression_text.h"

using namespace simt;
using namespace simt::expr;
using Problem = Error::Problem;

namespace {

// Of the C++ standard, [expr.mul] to [expr.log.or], tightest first.
const std::vector<std::vector<std::string>> kStandard{
    {"*", "/", "%"}, {"+", "-"}, {"<<", ">>"}, {"<", "<=", ">", ">="}, {"==", "!="}, {"&"}, {"^"},
    {"|"},           {"&&"},     {"||"}};
// Of check.h, tightest first.
const std::vector<std::vector<std::string>> kChecks{{"*", "/", "%"},
                                                    {"+", "-"},
                                                    {"<<", ">>"},
                                                    {"&"},
                                                    {"^"},
                                                    {"|"},
                                                    {"==", "!=", "~=", "<", "<=", ">", ">="},
                                                    {"&&"},
                                                    {"||"}};

struct Leveled {
  std::string op;
  std::size_t level;
};
std::vector<Leveled> leveled(const std::vector<std::vector<std::string>>& table) {
  std::vector<Leveled> out;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (const std::string& op : table[i]) out.push_back({op, i});
  return out;
}

Error error_of(const std::string& text, Comparisons comparisons = Comparisons::AsInC) {
  try {
    parsed(text, comparisons);
  } catch (const Error& e) {
    // The tokens are views into a text that is gone.
    return Error(e.problem, {e.at.kind, {}, e.at.offset, e.at.type, e.at.bits}, e.what(),
                 {e.opener.kind, {}, e.opener.offset, e.opener.type, e.opener.bits});
  }
  FAIL("no error in '" << text << "'");
  throw;
}

std::int64_t number(const Tree& tree, Id id) {
  const Node& n = tree[id];
  const auto child = [&](std::size_t i) { return number(tree, n.children[i]); };
  static const std::map<std::string, std::function<std::int64_t(std::int64_t, std::int64_t)>> kTwo{
      {"*", [](auto a, auto b) { return a * b; }},   {"/", [](auto a, auto b) { return a / b; }},
      {"%", [](auto a, auto b) { return a % b; }},   {"+", [](auto a, auto b) { return a + b; }},
      {"-", [](auto a, auto b) { return a - b; }},   {"<<", [](auto a, auto b) { return a << b; }},
      {">>", [](auto a, auto b) { return a >> b; }}, {"<", [](auto a, auto b) { return a < b; }},
      {"<=", [](auto a, auto b) { return a <= b; }}, {">", [](auto a, auto b) { return a > b; }},
      {">=", [](auto a, auto b) { return a >= b; }}, {"==", [](auto a, auto b) { return a == b; }},
      {"!=", [](auto a, auto b) { return a != b; }}, {"&", [](auto a, auto b) { return a & b; }},
      {"^", [](auto a, auto b) { return a ^ b; }},   {"|", [](auto a, auto b) { return a | b; }},
      {"&&", [](auto a, auto b) { return a && b; }}, {"||", [](auto a, auto b) { return a || b; }}};
  const std::string op(n.token.text);
  if (n.kind == Kind::Number) return static_cast<std::int64_t>(n.token.bits);
  if (n.kind == Kind::Select) return child(0) != 0 ? child(1) : child(2);
  if (n.kind == Kind::Binary) return kTwo.at(op)(child(0), child(1));
  return op == "-" ? -child(0) : op == "+" ? child(0) : op == "!" ? !child(0) : ~child(0);
}
std::int64_t number(const std::string& text) {
  const Tree tree = parsed(text);
  return number(tree, tree.root);
}

}  // namespace

TEST_CASE("every pair of operators groups as the standard's levels say") {
  const std::vector<Leveled> all = leveled(kStandard);
  CHECK(all.size() == 18);
  for (const Leveled& a : all)
    for (const Leveled& b : all) {
      const std::string left = "((1" + a.op + "2)" + b.op + "3)";
      const std::string right = "(1" + a.op + "(2" + b.op + "3))";
      CHECK(bracketed("1 " + a.op + " 2 " + b.op + " 3") == (b.level < a.level ? right : left));
    }
}

TEST_CASE("in checks comparisons are looser than bits, and none follows another") {
  for (const Leveled& a : leveled(kChecks))
    for (const Leveled& b : leveled(kChecks)) {
      const std::string text = "1 " + a.op + " 2 " + b.op + " 3";
      INFO(text);
      const bool comparisons = a.level == 6 && b.level == 6;
      if (comparisons) {
        const Error e = error_of(text, Comparisons::BelowBits);
        CHECK(e.problem == Problem::Chained);
        CHECK(e.at.offset == text.rfind(b.op));
        continue;
      }
      const std::string left = "((1" + a.op + "2)" + b.op + "3)";
      const std::string right = "(1" + a.op + "(2" + b.op + "3))";
      CHECK(bracketed(text, Comparisons::BelowBits) == (b.level < a.level ? right : left));
    }
  CHECK(bracketed("(1 < 2) == 3", Comparisons::BelowBits) == "((1<2)==3)");
}

TEST_CASE("the operator ~= is one of checks alone") {
  const Error e = error_of("1 ~= 2");
  CHECK(e.problem == Problem::Leftover);
  CHECK(e.at.offset == 2);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#define SAME_AS_COMPILED(e) CHECK(number(#e) == static_cast<std::int64_t>(e))
TEST_CASE("values are those that the compiler finds") {
  SAME_AS_COMPILED(1 + 2 * 3 - 4 / 2 % 3);
  SAME_AS_COMPILED(20 - 7 - 5);
  SAME_AS_COMPILED(100 / 10 / 5 * 2);
  SAME_AS_COMPILED(1 << 2 + 1 >> 1);
  SAME_AS_COMPILED(7 & 3 == 3);
  SAME_AS_COMPILED(6 | 1 ^ 5 & 4);
  SAME_AS_COMPILED(1 < 2 == 2 > 1);
  SAME_AS_COMPILED(5 >= 5 != 4 <= 3);
  SAME_AS_COMPILED(0 && 1 || 1 && 2);
  SAME_AS_COMPILED(1 || 0 && 0);
  SAME_AS_COMPILED(-3 * -2 + +1);
  SAME_AS_COMPILED(~5 & 0xff);
  SAME_AS_COMPILED(!0 + !7 * 3);
  SAME_AS_COMPILED(-~3 + !2);
  SAME_AS_COMPILED(0 ? 1 : 0 ? 2 : 3);
  SAME_AS_COMPILED(1 ? 0 ? 4 : 5 : 6);
  SAME_AS_COMPILED(1 + 1 == 2 ? 3 | 4 : 5 && 6);
  SAME_AS_COMPILED((1 + 2) * (3 - (4 - 5)));
}
#pragma GCC diagnostic pop

TEST_CASE("names, calls, subscripts and members") {
  CHECK(bracketed("a.b[i + 1].c") == "a.b[(i+1)].c");
  CHECK(bracketed("f(a, g(), 1 ? 2 : 3)[4]") == "f(a,g(),(1?2:3))[4]");
  CHECK(bracketed("-a[1] * !f(2)") == "((-a[1])*(!f(2)))");
  CHECK(bracketed("_x$1 + $y") == "(_x$1+$y)");
  const Tree tree = parsed("old(a)[1].x.y[2]");
  const Path path = path_of(tree, tree.root);
  CHECK(tree[path.base].kind == Kind::Call);
  REQUIRE(path.steps.size() == 4);
  CHECK(tree[path.steps[0]].kind == Kind::Subscript);
  CHECK(tree[path.steps[2]].token.text == "y");
}

TEST_CASE("nodes stand behind their children and know their text") {
  const std::string text = " (a + f(b)) * -c[ 2 ] ";
  const Tree tree = parsed(text);
  for (Id id = 0; id < tree.nodes.size(); ++id)
    for (const Id child : tree[id].children) CHECK(child < id);
  const auto text_of = [&](const Node& n) { return text.substr(n.from, n.to - n.from); };
  const Node& root = tree[tree.root];
  CHECK(text_of(root) == "(a + f(b)) * -c[ 2 ]");
  CHECK(text_of(tree.child(root, 0)) == "(a + f(b))");
  CHECK(text_of(tree.child(root, 1)) == "-c[ 2 ]");
  CHECK(root.token.text == "*");
  CHECK(root.token.offset == 12);
}

TEST_CASE("part of a text: up to what is no expression, or up to an operator") {
  const std::string text = "1 + 2 * 3 > 4, 5";
  TokenList all(text), tight(text), sum(text);
  const Tree whole = Parser(all).leading();
  CHECK(bracketed(whole, whole.root) == "((1+(2*3))>4)");
  CHECK(all.next().text == ",");
  const Tree tighter = Parser(tight).tighter_than(Operator::Greater);
  CHECK(bracketed(tighter, tighter.root) == "(1+(2*3))");
  CHECK(tight.next().text == ">");
  const Tree term = Parser(sum).tighter_than(Operator::Add);
  CHECK(bracketed(term, term.root) == "1");
}

TEST_CASE("errors have a kind and a place") {
  struct Case {
    std::string text;
    Problem problem;
    std::size_t at;
  };
  for (const auto& [text, problem, at] :
       {Case{"", Problem::ValueMissing, 0}, Case{"1 +", Problem::ValueMissing, 3},
        Case{"1 + * 2", Problem::ValueMissing, 4}, Case{"(1 + 2", Problem::NotClosed, 6},
        Case{"a[1 + 2)", Problem::NotClosed, 7}, Case{"f(1, 2", Problem::NotClosed, 6},
        Case{"f(1,)", Problem::ValueMissing, 4}, Case{"1 ? 2", Problem::ColonMissing, 5},
        Case{"1 2", Problem::Leftover, 2}, Case{"1 + 2)", Problem::Leftover, 5},
        Case{"1[2]", Problem::Leftover, 1}, Case{"a.1", Problem::ValueMissing, 2},
        Case{"a = 1", Problem::Leftover, 2}, Case{"1 + @", Problem::NoToken, 4},
        Case{"1 + 5x", Problem::NoToken, 4}, Case{"0x", Problem::NoToken, 0},
        Case{"1e", Problem::NoToken, 0}, Case{"18446744073709551616", Problem::NoToken, 0}}) {
    INFO(text);
    const Error e = error_of(text);
    CHECK(e.problem == problem);
    CHECK(e.at.offset == at);
  }
  CHECK(error_of("a[(1 + 2]").opener.offset == 2);
  CHECK(error_of("1 + \xc3\xa4").what() == std::string("'\xc3\xa4' has no meaning here"));
  CHECK(place_in("1 + 2", 1) == "before '+ 2'");
  CHECK(place_in("1 +  ", 3) == "at the end");
}

TEST_CASE("depth and length have bounds, and a text at a bound is read") {
  const auto repeated = [](const std::string& what, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += what;
    return out;
  };
  for (const std::string opener : {"(", "-", "a[", "f(", "1 ? 1 : ", "1 ? "}) {
    const Error e = error_of(repeated(opener, 100'000) + "1");
    INFO(opener);
    CHECK(e.problem == Problem::TooDeep);
    CHECK(e.what() == std::string("the expression is nested too deeply"));
    CHECK(e.at.offset < 2500);
  }
  CHECK(number(repeated("(", 124) + "1" + repeated(")", 124)) == 1);
  CHECK(error_of(repeated("(", 125) + "1").problem == Problem::TooDeep);
  CHECK(number("1" + repeated("+1", 499)) == 500);
  CHECK(error_of("1" + repeated("+1", 500)).problem == Problem::TooLong);
  CHECK(error_of("a" + repeated(".b", 100'000)).problem == Problem::TooLong);
}
