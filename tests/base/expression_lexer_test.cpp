// Tokens of expressions. What is no token: expression_test.cpp.
#include <bit>
#include <catch2/catch.hpp>
#include <map>

#include "isa/base/expression/lexer.h"

using namespace simt;
using namespace simt::expr;

TEST_CASE("numbers have a value and a type") {
  const auto token = [](const std::string& text) { return tokens_of(text).front(); };
  CHECK(token("42").bits == 42);
  CHECK(token("0x2A").bits == 42);
  CHECK(token("42").type == ScalarType::S64);
  CHECK(token("0x8000000000000000").type == ScalarType::U64);
  for (const auto& [text, value] : std::map<std::string, double>{{"1.5", 1.5},
                                                                 {".5", 0.5},
                                                                 {"2.", 2},
                                                                 {"1e3", 1000},
                                                                 {"1.5E-1", 0.15},
                                                                 {"1e+2", 100},
                                                                 {"0.5f", 0.5},
                                                                 {"1e3F", 1000},
                                                                 {"0.1f", double{0.1f}}}) {
    INFO(text);
    CHECK(token(text).type == ScalarType::F64);
    CHECK(std::bit_cast<double>(token(text).bits) == value);
  }
  const std::string range = "0..n";
  const std::vector<Token> tokens = tokens_of(range);
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].type == ScalarType::S64);
  CHECK(tokens[1].text == "..");
}

TEST_CASE("% begins a name only where a value may stand, and only if asked to") {
  const std::string text = "%a %b + (%c) %d";
  std::vector<std::string> found;
  for (const Token& t : tokens_of(text, Percent::BeginsNames)) found.emplace_back(t.text);
  CHECK(found == std::vector<std::string>{"%a", "%", "b", "+", "(", "%c", ")", "%", "d", ""});
  CHECK(tokens_of("7 %4", Percent::BeginsNames)[1].kind == Token::Kind::Symbol);
  CHECK(tokens_of("%a")[0].text == "%");
}
