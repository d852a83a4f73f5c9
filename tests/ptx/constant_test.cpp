// Constant expressions, observed through the immediate of an instruction.
#include <bit>
#include <catch2/catch.hpp>

#include "parse_support.h"

using namespace simt;

namespace {
ast::Literal evaluate(const std::string& text) {
  const Parsed parsed = parse_body(" mov.b64 %rd1, " + text + "; ");
  INFO(text << "\n" << parsed.messages);
  REQUIRE(parsed.module);
  const auto& inst = std::get<ast::Instruction>(parsed.module->functions[0]->body.statements.at(0));
  REQUIRE(inst.operands.at(1).shape == ast::Operand::Shape::Literal);
  return inst.operands[1].literal;
}
std::int64_t value(const std::string& text) {
  return static_cast<std::int64_t>(evaluate(text).bits);
}
}  // namespace

TEST_CASE("operators have C's precedence and associativity") {
  CHECK(value("1 + 2 * 3") == 7);
  CHECK(value("(1 + 2) * 3") == 9);
  CHECK(value("10 - 4 - 3") == 3);
  CHECK(value("1 << 2 + 1") == 8);
  CHECK(value("1 | 2 ^ 3 & 2") == (1 | (2 ^ (3 & 2))));
  CHECK(value("1 < 2 == 1") == 1);
  CHECK(value("1 || 0 && 0") == 1);
  CHECK(value("0 ? 1 : 2 ? 3 : 4") == 3);
  CHECK(value("-2 - -3") == 1);
  CHECK(value("~0") == -1);
  CHECK(value("!5 + !0") == 1);
  CHECK(value("7 % 4") == 3);
}

TEST_CASE("one unsigned operand makes an operation unsigned") {
  CHECK(value("-1 > 0") == 0);
  CHECK(value("-1 > 0U") == 1);
  CHECK(value("-8 / 2") == -4);
  CHECK(value("-8 / 2U") == 0x7fff'ffff'ffff'fffc);
  CHECK(value("-8 >> 1") == -4);
  CHECK(value("(.u64) -8 >> 1") == 0x7fff'ffff'ffff'fffc);
  CHECK(value("(.s64) 0xffffffffffffffff < 0") == 1);
  CHECK(evaluate("1 + 1U").is_unsigned);
  CHECK_FALSE(evaluate("1U < 2U").is_unsigned);
}

TEST_CASE("corners: smallest integer, large shifts, wrapping") {
  constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
  CHECK(value("((.s64) 0x8000000000000000) / -1") == smallest);
  CHECK(value("((.s64) 0x8000000000000000) % -1") == 0);
  CHECK(value("1 << 64") == 0);
  CHECK(value("-1 >> 64") == -1);
  CHECK(value("0x7fffffffffffffff + 1") == smallest);
}

TEST_CASE("floating point") {
  CHECK(std::bit_cast<double>(evaluate("1.5 * 2 - 0.25").bits) == 2.75);
  CHECK(evaluate("-1.0").bits == std::bit_cast<std::uint64_t>(-1.0));
  CHECK(evaluate("-0f3F800000").bits == 0xbf80'0000u);
  CHECK(value("1.5 < 2.0") == 1);
}

TEST_CASE("WARP_SZ alone stays a name, in an expression it counts 32 and warns") {
  const Parsed alone = parse_body(" mov.u32 %r1, WARP_SZ; ");
  REQUIRE(alone.module);
  const auto& inst = std::get<ast::Instruction>(alone.module->functions[0]->body.statements[0]);
  CHECK(inst.operands[1].name.text == "WARP_SZ");
  CHECK(alone.messages.empty());
  CHECK(value("WARP_SZ - 1") == 31);
  CHECK(parse_body(" mov.u32 %r1, WARP_SZ - 1; ").messages ==
        "t.ptx:4:27: warning: WARP_SZ counts as 32 inside an expression\n"
        ".entry k() { mov.u32 %r1, WARP_SZ - 1; }\n"
        "                          ^~~~~~~\n"
        "help: for another warp size, move WARP_SZ to a register first\n");
}

TEST_CASE("what cannot be evaluated is an error") {
  for (const char* bad : {"1 / 0", "1 % 0", "~1.5", "1.5 << 2", "1.0 ? 1 : 2", "0f3F800000 + 1",
                          "(.u64) 1.5", "1 ? 2", "(1", "1 +"}) {
    INFO(bad);
    CHECK(parse_body(std::string(" mov.u32 %r1, ") + bad + "; ").errors == 1);
  }
}

TEST_CASE("errors of constant expressions stand where they are") {
  const auto message = [](const std::string& text) {
    const std::string all = parse_body(" mov.u32 %r1, " + text + "; ").messages;
    return all.substr(0, all.find('\n'));
  };
  CHECK(message("1 +") == "t.ptx:4:30: error: expected a constant, found ';'");
  CHECK(message("1 + x") == "t.ptx:4:31: error: expected a constant, found 'x'");
  CHECK(message("1 + \"(\"") == "t.ptx:4:31: error: expected a constant, found \"(\"");
  CHECK(message("(1 + 2") == "t.ptx:4:33: error: expected ')', found ';'");
  CHECK(message("(.u64 5") == "t.ptx:4:33: error: expected ')', found '5'");
  CHECK(message("1 ? 2") ==
        "t.ptx:4:32: error: expected ':' between the two values after '?', found ';'");
  CHECK(message("3 * 1 / 0") == "t.ptx:4:33: error: division by zero");
  CHECK(message("1 - ~1.5") == "t.ptx:4:31: error: '~' needs an integer");
  CHECK(message("1.5 << 2") == "t.ptx:4:31: error: '<<' needs integers");
  CHECK(message("2.5 ? 1 : 2") == "t.ptx:4:31: error: the condition before '?' is an integer");
  CHECK(message("1 + 0f3F800000") ==
        "t.ptx:4:29: error: a 0f constant cannot be part of an expression");
  CHECK(message("2 * (.u64) 1.5") == "t.ptx:4:31: error: only integers can be cast");
  CHECK(message("1 + " + std::string(1000, '(')) ==
        "t.ptx:4:155: error: this is nested too deeply");
  CHECK(message("1 + " + std::string(1000, '-') + "1") ==
        "t.ptx:4:279: error: this is nested too deeply");
}

TEST_CASE("a long expression has a value up to a bound") {
  std::string sum = "1";
  for (int i = 1; i < 500; ++i) sum += "+1";
  CHECK(value(sum) == 500);
  CHECK(parse_body(" mov.u32 %r1, " + sum + "+1; ").messages.find("this expression is too long") <
        60);
}

TEST_CASE("an error in a later line of a file") {
  const Parsed parsed = parse(kHeader + ".global .u32 x[3] = {1,\n  2 +\n    3 % 0, 4};\n");
  CHECK(parsed.messages == "t.ptx:6:7: error: division by zero\n    3 % 0, 4};\n      ^\n");
}
