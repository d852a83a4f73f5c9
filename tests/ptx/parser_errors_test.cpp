// The exact text of the parser's messages.
#include <catch2/catch.hpp>

#include "parse_support.h"

using namespace simt;

namespace {
// Message, column and hint of the only error; the picture is tested in diagnostics_test.
void check_module(const std::string& text, const std::string& expected) {
  const Parsed parsed = parse(kHeader + text + "\n");
  INFO(text);
  CHECK(parsed.errors == 1);
  CHECK(parsed.messages.substr(0, parsed.messages.find('\n')) == "t.ptx:4:" + expected);
}
void check_body(const std::string& text, const std::string& expected) {
  check_module(".entry k() {" + text + "}", expected);
}
}  // namespace

TEST_CASE("module level") {
  CHECK(parse("").messages ==
        "t.ptx:1:1: error: a module starts with '.version'\n\n^\n"
        "help: write for example '.version 7.8', '.target sm_75', '.address_size 64'\n");
  CHECK(parse(".version 5.0\n.target sm_60\n").messages ==
        "t.ptx:1:10: error: PTX 5.0 is not supported; the oldest is 6.0\n"
        ".version 5.0\n         ^~~\n");
  CHECK(parse(".version 7.0\n.entry k() { ret; }\n").messages ==
        "t.ptx:2:1: error: expected '.target' after '.version'\n"
        ".entry k() { ret; }\n^~~~~~\nhelp: write for example '.target sm_75'\n");
  CHECK(parse(".version 7.0\n.target sm75\n").messages ==
        "t.ptx:2:9: error: unknown target 'sm75'\n.target sm75\n        ^~~~\n"
        "help: known: sm_60, sm_61, sm_62, sm_70, sm_72, sm_75, sm_80, sm_86, sm_87, sm_88, "
        "sm_89, sm_90, sm_100, sm_101, sm_103, sm_110, sm_120, sm_121\n");
  check_module(".target sm_75, map_f64_to_f32",
               "16: error: the target option 'map_f64_to_f32' is not supported");
  check_module(".address_size 32", "15: error: only 64-bit addresses are supported");
  check_module(".visble .entry k() { ret; }", "1: error: unknown directive '.visble'");
  check_module("mov.u32 %r1, 1;",
               "1: error: expected a directive such as .entry, .func or .global, found 'mov'");
  check_module("}", "1: error: this '}' closes nothing");
  check_module(".reg .u32 x;", "1: error: '.reg' must stand inside a function");
  check_module(".alias a, b;", "1: error: '.alias' is not supported");
  check_module(".visible k;",
               "10: error: expected .entry, .func or a state space after the linkage");
  check_module("#define X", "1: error: preprocessor lines are not supported");
  check_module(".pragma \"a\"\n.entry k() { ret; }", "12: error: expected ';' after '.pragma'");
}

TEST_CASE("versions that do not exist") {
  CHECK(parse(".version 99.0\n.target sm_60\n").messages ==
        "t.ptx:1:10: error: there is no PTX 99.0\n.version 99.0\n         ^~~~\n"
        "help: known: 6.0 to 9.1\n");
  CHECK(parse(".version 7.9\n.target sm_60\n").messages ==
        "t.ptx:1:10: error: there is no PTX 7.9\n.version 7.9\n         ^~~\n"
        "help: known: 7.0 to 7.8\n");
  for (const std::string version : {"6.6", "8.9", "10.0", "6.00000000001", "9.1e2", "1.6"}) {
    INFO(version);
    CHECK(parse(".version " + version + "\n.target sm_60\n").errors == 1);
  }
  for (const std::string version : {"6.0", "6.5", "7.8", "8.8", "9.0", "9.1"}) {
    INFO(version);
    CHECK(parse(".version " + version + "\n.target sm_60\n").messages == "");
  }
}

TEST_CASE("a version after the newest known one is a warning") {
  const Parsed parsed = parse(".version 9.2\n.target sm_60\n");
  CHECK(parsed.errors == 0);
  CHECK(parsed.messages ==
        "t.ptx:1:10: warning: PTX 9.2 is newer than 9.1, the newest known here; what it added is "
        "not supported\n.version 9.2\n         ^~~\n");
}

TEST_CASE("targets that do not exist") {
  check_module(".target sm_999", "9: error: unknown target 'sm_999'");
  CHECK(parse(".version 9.0\n.target sm_75a\n").messages ==
        "t.ptx:2:9: error: unknown target 'sm_75a'\n.target sm_75a\n        ^~~~~~\n"
        "help: known: sm_75\n");
  CHECK(parse(".version 9.0\n.target sm_90f\n").messages ==
        "t.ptx:2:9: error: unknown target 'sm_90f'\n.target sm_90f\n        ^~~~~~\n"
        "help: known: sm_90, sm_90a\n");
  for (const std::string target :
       {"sm_9", "sm_71", "sm_100af", "sm_100b", "sm_122", "sm_", "sm_4294967371", "compute_90"})
    check_module(".target " + target, "9: error: unknown target '" + target + "'");
  for (const std::string target : {"sm_10", "sm_75", "sm_88", "sm_90a", "sm_100f", "sm_121a"}) {
    INFO(target);
    CHECK(parse(".version 9.0\n.target " + target + "\n").messages == "");
  }
}

TEST_CASE("variables") {
  check_module(".global .u33 x;", "9: error: unknown type '.u33'");
  check_module(".global .texref t;", "9: error: '.texref' variables are not supported");
  check_module(".global x;",
               "9: error: expected a type such as .u32 in this '.global' declaration");
  check_module(".global .u32 .f32 x;", "14: error: this declaration has a type already");
  check_module(".global .align 3 .u32 x;", "16: error: an alignment is a power of two");
  check_module(".global .u32 x[0];", "16: error: the extent of an array is at least 1");
  check_module(".global .u32 x[-1];",
               "16: error: the extent of the array must be between 0 and 1099511627776");
  check_module(".global .u32 x[1000000][1000000];", "25: error: this array is too large");
  check_module(".global .u32 x[2;", "17: error: expected ']', found ';'");
  check_module(".global .u32 x = {};", "18: error: an initialiser has at least one value");
  check_module(".global .u32 x = {1, 2;", "23: error: expected '}', found ';'");
  check_module(".global .u32 x y;", "16: error: expected ';' after the declaration, found 'y'");
  check_module(".global .u32 5;", "14: error: expected the name of a variable, found '5'");
  check_body(".reg .b32 %r<1.5>;", "26: error: expected an integer as the number of registers");
}

TEST_CASE("functions") {
  check_module(".entry k(.u32 x) { ret; }",
               "10: error: expected '.param' or '.reg' at the start of a parameter");
  check_module(".entry 5() { ret; }", "8: error: expected the name of a kernel, found '5'");
  check_module(".entry k() .maxntidd 5 { ret; }", "12: error: unknown directive '.maxntidd'");
  check_module(".entry k() .maxntid 1,1,1,1 { ret; }",
               "27: error: '.maxntid' has at most three extents");
  check_module(".entry k() ret;", "12: error: expected '{' or ';' after the head of 'k'");
}

TEST_CASE("statements") {
  check_body(" add.u32 %r1 %r2; ",
             "26: error: expected ',' or ';' after the instruction, found '%r2'");
  check_body(" add.u32 %r1,; ", "26: error: expected an operand, found ';'");
  check_body(" ] ", "14: error: expected an instruction, a label or a directive, found ']'");
  check_body(" .rgg .u32 x; ", "14: error: unknown directive '.rgg'");
  check_body(" .branchtargets a; ", "14: error: '.branchtargets' needs a label before it");
  check_body(" @5 ret; ", "15: error: expected a predicate register after '@', found '5'");
  check_body(" ld.u32 %r1, [1.5]; ", "26: error: an address is an integer");
  check_body(" ld.u32 %r1, [%r2; ", "30: error: expected ']', found ';'");
  check_body(" ld.u32 %r1, [%r2+1.5]; ", "30: error: an offset is an integer");
  check_body(" shfl.b32 %r1|5, 1; ",
             "27: error: expected the second destination after '|', found '5'");
  check_body(" .loc 1 2 ", "23: error: expected a constant, found '}'");
  check_body(" .loc 1 2 3, bad 4\n ret; ", "26: error: expected 'function_name' or 'inlined_at'");
  CHECK(parse(kHeader + ".entry k() { { ret; }").messages ==
        "t.ptx:4:22: error: expected '}', found the end of the file\n"
        ".entry k() { { ret; }\n                     ^\n"
        "t.ptx:4:12: note: to match this '{'\n.entry k() { { ret; }\n           ^\n");
}

TEST_CASE("a forgotten semicolon is reported at the end of its line and nothing else is lost") {
  CHECK(parse(kHeader + ".entry k() {\n  add.u32 %r1, %r1, 1\n  ret\n}\n").messages ==
        "t.ptx:5:22: error: expected ';' after the instruction\n"
        "  add.u32 %r1, %r1, 1\n"
        "                     ^\n"
        "t.ptx:6:6: error: expected ';' after the instruction\n"
        "  ret\n"
        "     ^\n");
}

TEST_CASE("several errors in one go, with hints and notes") {
  const Parsed parsed = parse(
      ".version 7.8\n.target sm_75\n.globl .u32 x;\n.entry k() {\n  .reg .ff32 %r1;\n"
      "  mov.u32 %r1, (1;\n  ret;\n}\n");
  CHECK(parsed.messages ==
        "t.ptx:3:1: error: unknown directive '.globl'\n"
        ".globl .u32 x;\n^~~~~~\nhelp: did you mean '.global'?\n"
        "t.ptx:5:8: error: unknown type '.ff32'\n"
        "  .reg .ff32 %r1;\n       ^~~~~\nhelp: did you mean '.f32'?\n"
        "t.ptx:6:18: error: expected ')', found ';'\n"
        "  mov.u32 %r1, (1;\n                 ^\n"
        "t.ptx:6:16: note: to match this '('\n"
        "  mov.u32 %r1, (1;\n               ^\n");
}

TEST_CASE("nesting is bounded") {
  const Parsed parsed = parse(kHeader + ".global .u32 x = " + std::string(101, '{') + "1" +
                              std::string(101, '}') + ";\n");
  CHECK(parsed.messages.find("t.ptx:4:118: error: this is nested too deeply\n") == 0);
  CHECK(parse(kHeader + ".global .u32 x = " + std::string(100, '{') + "1" + std::string(100, '}') +
              ";\n")
            .errors == 0);
}
