#include "isa/host/constant_results.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <string>

#include "isa/machine/lanes/lane_ops.h"
#include "program_support.h"

using namespace simt;

namespace {

/// What the first instruction of a kernel copies; nullopt: it computes as before.
std::optional<std::uint64_t> copied(const std::string& body) {
  Program program = kernel(body);
  const LaneOp before = program.code[0].lanes;
  compute_constant_results(program);
  const Inst& inst = program.code[0];
  if (inst.lanes == before) return std::nullopt;
  CHECK(inst.src.size() == 1);
  for (const ConstantSlot& c : program.constants)
    if (c.slot == inst.src[0]) return c.value;
  FAIL("its operand is no constant");
  return std::nullopt;
}

}  // namespace

TEST_CASE("constant results: computed once, what is left is a copy") {
  CHECK(copied("mad.lo.u32 %r1, 3, 4, 5;\nret;") == 17);
  CHECK(copied("xor.b32 %r1, 12, 10;\nret;") == 6);
  CHECK(copied("fma.rn.f32 %f1, 0f40000000, 0f3F800000, 0f3F800000;\nret;") == 0x40400000);
}

TEST_CASE("constant results: a constant that was there is used again") {
  Program program = kernel("add.u32 %r1, 3, 4;\nadd.u32 %r2, %r1, 7;\nret;");
  const std::size_t before = program.constants.size();
  compute_constant_results(program);
  CHECK(program.constants.size() == before);
}

TEST_CASE("constant results: other operations compute each time") {
  CHECK(copied("add.u32 %r1, %r2, 4;\nret;") == std::nullopt);
  CHECK(copied("add.u64 %rd1, 3, 4;\nret;") == std::nullopt);
  CHECK(copied("setp.lt.u32 %p1, 3, 4;\nret;") == std::nullopt);
  CHECK(copied("mov.u32 %r1, 3;\nret;") == std::nullopt);  // a copy already
}

TEST_CASE("constant results: a guard stays with the copy") {
  Program program = kernel("@%p1 mad.lo.u32 %r1, 3, 4, 5;\n@!%p1 xor.b32 %r1, 12, 10;\nret;");
  const Slot guard = program.code[0].guard;
  REQUIRE(guard != kNoSlot);
  compute_constant_results(program);
  for (const auto& [pc, value] : {std::pair{0u, 17u}, {1u, 6u}}) {
    const Inst& inst = program.code[pc];
    CHECK(inst.src.size() == 1);
    CHECK(inst.guard == guard);
    CHECK(inst.guard_negated == (pc == 1));
    const auto copied =
        std::ranges::find(program.constants, inst.src[0], [](const auto& c) { return c.slot; });
    REQUIRE(copied != program.constants.end());
    CHECK(copied->value == value);
  }
}

// As HFMA2, by which ptxas moves constants.
TEST_CASE("constant results: what an instruction of machine code gives by its modifiers") {
  Program program = kernel("mad.lo.u32 %r1, 1006648320, 1073758208, 1006648320;\nret;");
  Inst& inst = program.code[0];
  inst.lanes = machine::lanes_of(machine::Lanes::hfma2);  // halves: 1 * 2 + 1
  compute_constant_results(program);
  const auto copied = std::ranges::find(program.constants, program.code[0].src[0],
                                        [](const auto& c) { return c.slot; });
  REQUIRE(copied != program.constants.end());
  CHECK(copied->value == 0x42004200);
}
