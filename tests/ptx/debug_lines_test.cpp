// .loc with its attributes: which call an inlined line belongs to (PTX ISA 9.1, 11.5.4).
#include <catch2/catch.hpp>

#include "tests/ptx/decode_support.h"

using namespace simt;

namespace {

const std::string kStrings =
    ".section .debug_str {\n$L__info_string0:\n.b8 95,90,51,109,105,100,105,0\n"  // _Z3midi
    "$L__info_string1:\n.b8 95,90,52,108,101,97,102,105,0\n}\n";                  // _Z4leafi

Decoded kernel(const std::string& body) {
  return decode(kHeader + ".file 1 \"a.cu\"\n.entry k() {\n" + body + "ret;\n}\n" + kStrings);
}

/// Lines from the instruction out: "2 in _Z4leafi, 5, 10".
std::string chain(const Program& p, Pc pc) {
  std::string out;
  for (std::uint32_t at = p.code.at(pc).debug_line; at != 0;) {
    const DebugLine& line = p.debug.lines.at(at - 1);
    out += (out.empty() ? "" : ", ") + std::to_string(line.line);
    if (line.function != 0) out += " in " + p.debug.functions.at(line.function - 1);
    at = line.inlined_at;
  }
  return out;
}

}  // namespace

TEST_CASE("an inlined line knows its function and its call, and that one its own") {
  const Decoded d = kernel(
      ".loc 1 10 3\n"
      ".loc 1 5 3, function_name $L__info_string0, inlined_at 1 10 3\n"
      ".loc 1 2 3, function_name $L__info_string1, inlined_at 1 5 3\nbar.sync 0;\n"
      ".loc 1 6 3, function_name $L__info_string0, inlined_at 1 10 3\nbar.sync 0;\n"
      ".loc 1 11 1\nbar.sync 0;\n");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(chain(*d, 0) == "2 in _Z4leafi, 5 in _Z3midi, 10");
  CHECK(chain(*d, 1) == "6 in _Z3midi, 10");
  CHECK(chain(*d, 2) == "11");
}

TEST_CASE("where a call's line came several times the latest one is meant") {
  const Decoded d = kernel(
      ".loc 1 10 3\n"
      ".loc 1 5 3, function_name $L__info_string0, inlined_at 1 10 3\n"
      ".loc 1 2 3, function_name $L__info_string1, inlined_at 1 5 3\nbar.sync 0;\n"
      ".loc 1 12 3\n"
      ".loc 1 5 3, function_name $L__info_string0, inlined_at 1 12 3\n"
      ".loc 1 2 3, function_name $L__info_string1, inlined_at 1 5 3\nbar.sync 0;\n");
  REQUIRE(d);
  CHECK(chain(*d, 0) == "2 in _Z4leafi, 5 in _Z3midi, 10");
  CHECK(chain(*d, 1) == "2 in _Z4leafi, 5 in _Z3midi, 12");
}

TEST_CASE("what a .loc cannot find is left out of its chain, never made up") {
  const Decoded d = kernel(
      ".loc 1 2 3, function_name $L__nowhere, inlined_at 1 77 3\nbar.sync 0;\n"
      ".loc 1 3 3, function_name $L__info_string0+500, inlined_at 1 77 3\nbar.sync 0;\n"
      ".loc 1 4 3, function_name $L__info_string0 + 2, inlined_at 1 77 3\nbar.sync 0;\n");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(chain(*d, 0) == "2, 77");
  CHECK(chain(*d, 1) == "3, 77");
  CHECK(chain(*d, 2) == "4 in 3midi, 77");
}

TEST_CASE("a chain ends, also of functions that stand in themselves") {
  std::string body = ".loc 1 9 1\n";
  for (int i = 0; i < 300; ++i)
    body +=
        ".loc 1 2 3, function_name $L__info_string0, inlined_at 1 2 3\nbar.sync 0;\n"
        ".loc 1 3 3, function_name $L__info_string0, inlined_at 1 4 3\nbar.sync 0;\n"
        ".loc 1 4 3, function_name $L__info_string1, inlined_at 1 3 3\nbar.sync 0;\n";
  const Decoded d = kernel(body);
  REQUIRE(d);
  CHECK(chain(*d, 3) == "2 in _Z3midi, 2");
  for (Pc pc = 0; pc < d->code.size(); ++pc) {
    unsigned length = 0;
    for (std::uint32_t at = d->code[pc].debug_line; at != 0;
         at = d->debug.lines[at - 1].inlined_at) {
      REQUIRE(d->debug.lines[at - 1].inlined_at < at);
      ++length;
    }
    CHECK(length <= 101);
  }
}

TEST_CASE("the lines of one function are no calls of another one's") {
  const Decoded d =
      decode(kHeader +
             ".file 1 \"a.cu\"\n.func f() {\n"
             ".loc 1 5 3, function_name $L__info_string0, inlined_at 1 1 1\nbar.sync 0;\nret;\n}\n"
             ".entry k() {\n.loc 1 2 3, function_name $L__info_string1, inlined_at 1 5 3\n"
             "bar.sync 0;\ncall f;\nret;\n}\n" +
             kStrings);
  INFO(d.messages);
  REQUIRE(d);
  CHECK(chain(*d, 0) == "2 in _Z4leafi, 5");
}

TEST_CASE("sections: strings are read, all else is passed by") {
  CHECK(decode(kHeader + ".section .debug_info { .b32 1, .debug_str }\n.entry k() { ret; }"));
  CHECK(decode(kHeader + ".section .debug_str { .b8 1, foo: .b32 -2 }\n.entry k() { ret; }"));
  CHECK_FALSE(decode(kHeader + ".entry k() { ret; }\n.section .debug_str"));
}
