#include "isa/analysis/uniform.h"
#include "sim/assembler/aggregate.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

bool is_uniform(const std::string& body, const std::string& name) {
  const Program p = kernel(body);
  const std::vector<bool> uniform = uniform_registers(p);
  for (std::size_t r = 0; r < uniform.size(); ++r)
    if (p.registers[r].name == name) return uniform[r];
  FAIL(name << " is not a register");
  return false;
}

/// Of the first atomic or reduction, where the architecture can add lanes up.
bool aggregated(const std::string& body, bool redux = true) {
  Program p = kernel(body);
  FlowGraphs flow(p);
  if (redux) aggregate_additions(p, flow);
  for (const Inst& inst : p.code)
    if (inst.kind == Kind::Atomic || inst.kind == Kind::Reduction) return inst.memory.aggregated;
  FAIL("no atomic");
  return false;
}

}  // namespace

TEST_CASE("uniform: what comes from parameters and the block alone") {
  CHECK(is_uniform("mov.u32 %r1, %ctaid.x;\nret;", "%r1"));
  CHECK(is_uniform("mov.u32 %r1, 7;\nadd.u32 %r2, %r1, 1;\nret;", "%r2"));
  CHECK(is_uniform("mov.u32 %r1, %ntid.x;\nmul.wide.u32 %rd2, %r1, 4;\nret;", "%rd2"));
  CHECK_FALSE(is_uniform("mov.u32 %r1, %tid.x;\nret;", "%r1"));
  CHECK_FALSE(is_uniform("mov.u32 %r1, %laneid;\nadd.u32 %r2, %r1, 1;\nret;", "%r2"));
  CHECK_FALSE(is_uniform("ld.global.u32 %r1, [%rd1];\nret;", "%r1"));
}

TEST_CASE("uniform: not with two definitions or after a guard") {
  CHECK_FALSE(is_uniform("mov.u32 %r1, 1;\n@%p1 bra l;\nmov.u32 %r1, 2;\nl: ret;", "%r1"));
  CHECK_FALSE(is_uniform("@%p1 mov.u32 %r1, 1;\nret;", "%r1"));
  CHECK_FALSE(is_uniform("add.u32 %r1, %r1, 1;\nret;", "%r1"));
}

TEST_CASE("additions to a uniform address are added up first") {
  const std::string at = "mov.u32 %r1, %ctaid.x;\nmul.wide.u32 %rd2, %r1, 4;\n";
  CHECK(aggregated(at + "red.global.add.u32 [%rd2], %r2;\nret;"));
  CHECK(aggregated(at + "red.global.add.s32 [%rd2+8], 1;\nret;"));
  CHECK(aggregated(at + "atom.global.add.u32 %r2, [%rd2], 1;\nret;"));
  CHECK_FALSE(aggregated(at + "atom.global.add.u32 %r2, [%rd2], %r3;\nret;"));
  CHECK_FALSE(aggregated(at + "red.global.min.u32 [%rd2], %r2;\nret;"));
  CHECK_FALSE(aggregated(at + "red.global.add.f32 [%rd2], 0f3F800000;\nret;"));
  CHECK_FALSE(aggregated("red.global.add.u32 [%rd1], %r2;\nret;"));
  CHECK_FALSE(aggregated(at + "red.shared.add.u32 [%r1], %r2;\nret;"));
  CHECK_FALSE(aggregated(at + "red.global.add.u32 [%rd2], %r2;\nret;", false));
}
