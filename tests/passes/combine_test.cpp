// Which two instructions become one, and which stay apart.
#include "sim/assembler/combine.h"

#include <catch2/catch.hpp>

#include "isa/core/print.h"
#include "program_support.h"

using namespace simt;

namespace {

/// The instructions of the body but for the last, `ret`, as text.
std::vector<std::string> combined(const std::string& body) {
  Program p = kernel(body + "\nret;");
  FlowGraphs flow(p);
  combine_instructions(p, flow);
  std::vector<std::string> text;
  for (Pc pc = 0; pc + 1 < p.code.size(); ++pc) text.push_back(print_inst(p, pc));
  return text;
}
/// Instructions of a function with formals in registers that a kernel calls.
std::size_t combined_in_function(const std::string& body) {
  Program p =
      compiled(kHeader +
               ".func (.reg .b32 %o) f(.reg .b64 %a, .reg .b64 %b, .reg .b32 %c) {\n"
               ".reg .pred %p; .reg .b64 %t; .reg .b32 %x;\n" +
               body +
               "ret; }\n.visible .entry k(.param .u64 out) { .reg .b64 %d<3>; .reg .b32 %e;\n"
               "call (%e), f, (%d1, %d2, %e);\nret; }\n");
  FlowGraphs flow(p);
  combine_instructions(p, flow);
  return p.functions.at(1).end - p.functions.at(1).entry;
}
using Texts = std::vector<std::string>;

const std::string kStore = "st.global.u32 [%rd9], %r9;";
const std::string kXor = "xor.b32 %r1, %r2, %r3;\n";

}  // namespace

TEST_CASE("combine: two logic instructions become a table of three operands") {
  CHECK(combined(kXor + "xor.b32 %r9, %r1, %r4;\n" + kStore).at(0) ==
        "lop3.b32 %r9, %r2, %r3, %r4, 150");
  CHECK(combined(kXor + "and.b32 %r9, %r4, %r1;\n" + kStore).at(0) ==
        "lop3.b32 %r9, %r2, %r3, %r4, 40");
  CHECK(combined("or.b32 %r1, %r2, %r3;\nxor.b32 %r9, %r1, %r4;\n" + kStore).at(0) ==
        "lop3.b32 %r9, %r2, %r3, %r4, 86");
}

TEST_CASE("combine: a row of them pairwise") {
  CHECK(combined("xor.b32 %r9, %r9, %r1;\nxor.b32 %r9, %r9, %r2;\nxor.b32 %r9, %r9, %r3;\n"
                 "xor.b32 %r9, %r9, %r4;\n" +
                 kStore) == Texts{"lop3.b32 %r9, %r9, %r1, %r2, 150",
                                  "lop3.b32 %r9, %r9, %r3, %r4, 150", "st.global.u32 [%rd9], %r9"});
}

TEST_CASE("combine: not what somebody else reads, too") {
  CHECK(combined(kXor + "xor.b32 %r9, %r1, %r4;\nst.global.u32 [%rd9+4], %r1;\n" + kStore).size() ==
        4);
  CHECK(combined(kXor + "st.global.u32 [%rd9+4], %r1;\nxor.b32 %r9, %r1, %r4;\n" + kStore).size() ==
        4);
  CHECK(combined(kXor + "xor.b32 %r9, %r1, %r4;\n" + kStore +
                 "\nbra next;\nnext:\n"
                 "st.global.u32 [%rd9+4], %r1;")
            .size() == 5);
}

TEST_CASE("combine: not when an operand is overwritten in between") {
  CHECK(combined(kXor + "mov.u32 %r2, 7;\nxor.b32 %r9, %r1, %r4;\n" + kStore +
                 "\nst.global.u32 [%rd9+4], %r2;")
            .size() == 5);
}

TEST_CASE("combine: only under the same guard") {
  CHECK(combined("@%p1 " + kXor + "@%p1 xor.b32 %r1, %r1, %r4;\n@%p1 st.global.u32 [%rd9], %r1;")
            .size() == 2);
  CHECK(combined("@%p1 " + kXor + "@!%p1 xor.b32 %r9, %r1, %r4;\n" + kStore).size() == 3);
}

TEST_CASE("combine: with one constant at most") {
  CHECK(combined("and.b32 %r1, %r2, 255;\nxor.b32 %r9, %r1, %r4;\n" + kStore).size() == 2);
  CHECK(combined("and.b32 %r1, %r2, 255;\nxor.b32 %r9, %r1, 7;\n" + kStore).size() == 3);
}

TEST_CASE("combine: a constant in an address becomes its offset") {
  CHECK(combined("add.s64 %rd1, %rd2, 64;\nld.global.u32 %r9, [%rd1+4];\n" + kStore).at(0) ==
        "ld.global.u32 %r9, [%rd2+68]");
  CHECK(combined("mov.u64 %rd3, 64;\nadd.s64 %rd1, %rd3, %rd2;\nld.global.u32 %r9, [%rd1];\n" +
                 kStore)
            .at(1) == "ld.global.u32 %r9, [%rd2+64]");
  CHECK(combined("mov.u64 %rd3, 64;\nmov.u64 %rd4, %rd3;\nadd.s64 %rd1, %rd4, %rd2;\n"
                 "ld.global.u32 %r9, [%rd1];\n" +
                 kStore)
            .at(2) == "ld.global.u32 %r9, [%rd2+64]");
  CHECK(combined("add.s64 %rd1, %rd2, 8388607;\nld.global.u32 %r9, [%rd1];\n" + kStore).at(0) ==
        "ld.global.u32 %r9, [%rd2+8388607]");
  CHECK(combined("add.s64 %rd1, %rd2, 8388608;\nld.global.u32 %r9, [%rd1];\n" + kStore).size() ==
        3);
}

TEST_CASE("combine: a constant may be taken from an address, of a store, too") {
  CHECK(combined("add.s64 %rd1, %rd2, -8;\nld.global.u32 %r9, [%rd1+4];\n" + kStore).at(0) ==
        "ld.global.u32 %r9, [%rd2-4]");
  CHECK(combined("add.s64 %rd1, %rd2, 64;\nst.global.u32 [%rd1+4], %r9;").at(0) ==
        "st.global.u32 [%rd2+68], %r9");
  CHECK(combined("add.s64 %rd1, %rd2, 64;\nst.global.u64 [%rd1], %rd1;").size() == 2);
  CHECK(combined("add.s64 %rd1, %rd2, 64;\nld.const.u32 %r9, [%rd1-64];\n" + kStore).size() == 2);
  CHECK(combined("add.s64 %rd1, %rd2, -64;\nld.const.u32 %r9, [%rd1];\n" + kStore).size() == 3);
}

TEST_CASE("combine: addresses of shared and local memory have 32 bits") {
  CHECK(combined("add.s32 %r1, %r2, -4;\nld.shared.u32 %r9, [%r1+4096];\n" + kStore).at(0) ==
        "ld.shared.u32 %r9, [%r2+4092]");
  CHECK(combined("add.u32 %r1, %r2, 4;\nst.local.u32 [%r1], %r9;").at(0) ==
        "st.local.u32 [%r2+4], %r9");
}

TEST_CASE("combine: addresses of constants have 32 bits") {
  const std::string widened = "cvt.u64.u32 %rd1, %r2;\nadd.s64 %rd1, %rd1, 64;\n";
  CHECK(combined(widened + "ld.const.u32 %r9, [%rd1];\n" + kStore).at(0) ==
        "ld.const.u32 %r9, [%r2+64]");
  CHECK(combined(widened + "ld.global.u32 %r9, [%rd1];\n" + kStore).size() == 3);
}

TEST_CASE("combine: a number converted to floating point is no address of 32 bits") {
  CHECK(combined(".reg .b64 %b1;\ncvt.rn.f64.u32 %b1, %r2;\nld.const.u32 %r9, [%b1];\n" + kStore)
            .size() == 3);
}

TEST_CASE("combine: jumps to what is gone go after it") {
  const Program before =
      kernel("bra over;\nover:\n" + kXor + "xor.b32 %r9, %r1, %r4;\n" + kStore + "\nret;");
  Program p = before;
  FlowGraphs flow(p);
  combine_instructions(p, flow);
  REQUIRE(p.code.size() + 1 == before.code.size());
  CHECK(p.code.at(0).target == 1);
  CHECK(p.functions.at(0).end == p.code.size());
}

TEST_CASE("combine: a formal parameter holds what the call brought, not one constant") {
  const std::string use = "L: add.s64 %t, %a, %b;\nld.global.b32 %o, [%t];\n";
  CHECK(combined_in_function("setp.eq.s64 %p, %b, 0;\n@%p bra L;\nmov.b64 %b, 64;\n" + use) == 6);
}

TEST_CASE("combine: what a function returns is read by its caller") {
  CHECK(combined_in_function("and.b32 %o, %c, %o;\nxor.b32 %x, %o, %c;\n"
                             "st.global.b32 [%a], %x;\n") == 4);
  CHECK(combined_in_function("and.b32 %x, %c, %o;\nxor.b32 %o, %x, %c;\n") == 2);
}
