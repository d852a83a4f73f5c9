// What a branch decides on rises in its block: the order of the instructions.
#include "sim/assembler/early_conditions.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

/// The mnemonics of the loop `round` of the body, in the order that the pass gives them.
std::string order(const std::string& loop) {
  Program p = kernel("round:\n" + loop + "@%p1 bra round;\nret;");
  FlowGraphs flow(p);
  raise_conditions(p, flow);
  std::string text;
  for (const Inst& inst : p.code) {
    if (inst.kind == Kind::Branch) break;
    text += p.text.spellings[inst.spelling].mnemonic + " ";
  }
  return text;
}

const std::string kTest = "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 32;\n";

}  // namespace

TEST_CASE("conditions: the counter comes first, its compare when the sum is there") {
  CHECK(order("xor.b32 %r2, %r2, 1;\nxor.b32 %r3, %r3, 1;\nxor.b32 %r4, %r4, 1;\n"
              "xor.b32 %r5, %r5, 1;\nxor.b32 %r6, %r6, 1;\n" +
              kTest) == "add xor xor xor setp xor xor ");
}

TEST_CASE("conditions: time that other results take counts as well") {
  CHECK(order("xor.b32 %r2, %r2, 1;\nxor.b32 %r2, %r2, 2;\nxor.b32 %r2, %r2, 3;\n" + kTest) ==
        "add xor setp xor xor ");
}

TEST_CASE("conditions: loads stay in front, what waits for one does not") {
  CHECK(order("ld.shared.u32 %r2, [%r3];\nxor.b32 %r4, %r2, 1;\n" + kTest) == "ld add setp xor ");
}

TEST_CASE("conditions: stores and barriers are passed") {
  CHECK(order("bar.sync 0;\nst.shared.u32 [%r3], %r4;\n" + kTest) == "add bar st setp ");
}

TEST_CASE("conditions: what reads or writes the same registers is not passed") {
  CHECK(order("xor.b32 %r2, %r1, 1;\n" + kTest) == "xor add setp ");
  CHECK(order("xor.b32 %r1, %r2, 1;\n" + kTest) == "xor add setp ");
  CHECK(order("selp.b32 %r2, 1, 2, %p1;\n" + kTest) == "add selp setp ");
}

TEST_CASE("conditions: one that is no arithmetic of the block stays") {
  CHECK(order("xor.b32 %r2, %r2, 1;\n") == "xor ");
  CHECK(order("xor.b32 %r2, %r2, 1;\n@%p2 setp.lt.u32 %p1, %r1, 32;\n") == "xor setp ");
}
