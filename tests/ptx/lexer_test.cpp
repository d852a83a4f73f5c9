#include "isa/ptx/lexer.h"

#include <bit>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "isa/ptx/diagnostics.h"

using namespace simt;
using Kind = Token::Kind;

namespace {
std::vector<Token> tokens(Diagnostics& diags) {
  Lexer lexer(diags);
  std::vector<Token> all;
  for (Token t = lexer.next(); !t.is(Kind::End); t = lexer.next()) all.push_back(t);
  return all;
}
Token one(const std::string& text, std::size_t errors = 0) {
  static std::vector<std::unique_ptr<Diagnostics>> alive;  // tokens are views into their text
  alive.push_back(std::make_unique<Diagnostics>("t", text));
  const auto all = tokens(*alive.back());
  REQUIRE(all.size() == 1);
  CHECK(alive.back()->error_count() == errors);
  return all[0];
}
}  // namespace

TEST_CASE("identifiers start with a letter, _, $ or %") {
  for (const char* text : {"add", "%r1", "$L__BB0_1", "_Z3fooi", "%tid", "a$b", "_", "WARP_SZ"}) {
    const Token t = one(text);
    CHECK(t.kind == Kind::Identifier);
    CHECK(t.text == text);
  }
}

TEST_CASE("dotted words keep '::' and may start with a digit after a word") {
  CHECK(one(".entry").text == "entry");
  CHECK(one(".L1::evict_last").text == "L1::evict_last");
  Diagnostics diags("t", "tex.2d.v4 %tid.x");
  const auto all = tokens(diags);
  REQUIRE(all.size() == 5);
  CHECK(all[1].is_dotted("2d"));
  CHECK(all[4].is_dotted("x"));
}

TEST_CASE("integers in all bases, with suffix") {
  CHECK(one("0").bits == 0);
  CHECK(one("42").bits == 42);
  CHECK(one("0x7fffffffffffffff").bits == 0x7fff'ffff'ffff'ffffu);
  CHECK_FALSE(one("0x7fffffffffffffff").is_unsigned);
  CHECK(one("0x8000000000000000").is_unsigned);
  CHECK(one("18446744073709551615").bits == ~std::uint64_t{0});
  CHECK(one("017").bits == 15);
  CHECK(one("0b101").bits == 5);
  CHECK(one("0XFFU").bits == 255);
  CHECK(one("3U").is_unsigned);
}

TEST_CASE("integers that are none are reported") {
  for (const char* bad : {"18446744073709551616", "08", "0b2", "0x", "12abc", "0b"}) {
    INFO(bad);
    CHECK(one(bad, 1).kind == Kind::Integer);
  }
}

TEST_CASE("floats: bit patterns and decimals") {
  CHECK(one("0f3F800000").bits == 0x3f80'0000u);
  CHECK(one("0F3f800000").kind == Kind::Float32);
  CHECK(one("0d3FF0000000000000").bits == 0x3ff0'0000'0000'0000u);
  CHECK(one("1.5").bits == std::bit_cast<std::uint64_t>(1.5));
  CHECK(one(".25").bits == std::bit_cast<std::uint64_t>(0.25));
  CHECK(one("1e3").bits == std::bit_cast<std::uint64_t>(1000.0));
  CHECK(one("2.5E-3").bits == std::bit_cast<std::uint64_t>(2.5e-3));
  CHECK(one("0f3F80000", 1).kind == Kind::Float32);    // seven digits
  CHECK(one("0f3F8000000", 1).kind == Kind::Float32);  // nine
  CHECK(one("0d3FF000000000000", 1).kind == Kind::Float64);
  CHECK(one("1e", 1).kind == Kind::Float64);
}

TEST_CASE("comments, strings and positions") {
  Diagnostics diags("t", "\xef\xbb\xbf// one\n/* two\n three */ add \"a\\\"b\";");
  const auto all = tokens(diags);
  REQUIRE(all.size() == 3);
  CHECK(all[0].loc.line == 3);
  CHECK(all[0].loc.column == 11);
  CHECK(all[1].text == "a\\\"b");
  CHECK(all[2].is(';'));
  CHECK(diags.error_count() == 0);
}

TEST_CASE("what does not end is reported and ends the text or line") {
  Diagnostics comment("t", "add /* for ever");
  CHECK(tokens(comment).size() == 1);
  CHECK(comment.error_count() == 1);
  Diagnostics string("t", "\"open\nadd");
  CHECK(tokens(string).size() == 2);
  CHECK(string.error_count() == 1);
}

TEST_CASE("bytes that are no token are skipped one run at a time, also a lone $ or #") {
  const std::vector<std::string> cases{"`",   "$",        "\x01\x02\x03",
                                       "a #", "\xff\xfe", std::string(3, '\0')};
  for (const std::string& bad : cases) {
    Diagnostics diags("t", bad + " add");
    CHECK(tokens(diags).back().text == "add");
    CHECK(diags.error_count() >= 1);
  }
}

TEST_CASE("a percent sign before a number or blank is the remainder operator") {
  Diagnostics diags("t", "7 % 4 7%4");
  const auto all = tokens(diags);
  REQUIRE(all.size() == 6);
  CHECK(all[1].is('%'));
  CHECK(all[4].is('%'));
}
