#include "isa/host/runs.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/host/share_slots.h"
#include "program_support.h"

using namespace simt;

namespace {

/// Inst::run of the kernel's instructions.
std::vector<int> runs_of(const std::string& body) {
  Program program = kernel(body);
  FlowGraphs flow(program);
  find_runs(program, flow);
  std::vector<int> lengths;
  for (const Inst& inst : program.code) lengths.push_back(inst.run.length);
  return lengths;
}
using Runs = std::vector<int>;

/// The slot of a register once slots are shared.
Slot shared_slot(const std::string& body, const std::string& name) {
  Program program = kernel(body);
  FlowGraphs flow(program);
  find_runs(program, flow);
  share_slots(program, flow);
  for (const RegisterInfo& r : program.registers)
    if (r.name == name) return r.slot;
  throw std::runtime_error("no register " + name);
}

}  // namespace

TEST_CASE("runs: arithmetic after one another computes with the first") {
  CHECK(runs_of("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nsetp.lt.u32 %p1, %r2, 9;\n"
                "selp.u32 %r3, %r1, %r2, %p1;\nst.global.u32 [%rd1], %r3;\n"
                "add.u32 %r3, %r3, 1;\nret;") == Runs{4, 0, 0, 0, 1, 1, 1});
}

TEST_CASE("runs: so do loads of parameters, at valid addresses") {
  CHECK(runs_of("ld.param.u64 %rd1, [out];\nld.param.u32 %r1, [n];\nadd.u32 %r1, %r1, 1;\n"
                "st.global.u32 [%rd1], %r1;\nret;") == Runs{3, 0, 0, 1, 1});
  CHECK(runs_of("mov.u32 %r1, 1;\nld.param.u8 %r2, [n+1];\nadd.u32 %r1, %r1, 1;\nret;") ==
        Runs{1, 1, 1, 1});  // it widens the value
}

TEST_CASE("runs: a guard, a barrier, memory and a label end one") {
  CHECK(runs_of("mov.u32 %r1, 1;\n@%p1 mov.u32 %r1, 2;\nmov.u32 %r2, 3;\nmov.u32 %r3, 3;\n"
                "bar.sync 0;\nmov.u32 %r2, 3;\nL: mov.u32 %r3, 3;\nadd.u32 %r3, %r3, 1;\n"
                "@%p1 bra L;\nret;") == Runs{1, 1, 2, 0, 1, 1, 2, 0, 1, 1});
}

TEST_CASE("runs: time is read when the instruction issues") {
  CHECK(runs_of("mov.u32 %r1, 1;\nmov.u32 %r2, %clock;\nmov.u32 %r3, 1;\nret;") ==
        Runs{1, 1, 1, 1});
}

TEST_CASE("runs: the result of an atomic, which may come later, is not touched ahead") {
  CHECK(runs_of("atom.global.add.u32 %r1, [%rd1], 1;\nmov.u32 %r2, 1;\nadd.u32 %r2, %r2, 1;\n"
                "add.u32 %r3, %r1, %r2;\nadd.u32 %r4, %r3, 1;\nmov.u32 %r1, 7;\nret;") ==
        Runs{1, 2, 0, 2, 0, 1, 1});
}

TEST_CASE("runs: nor what a shuffle reads of other lanes") {
  CHECK(runs_of("mov.u32 %r2, 1;\nadd.u32 %r1, %r2, 1;\n"
                "shfl.sync.down.b32 %r3, %r1, 1, 31, -1;\nret;") == Runs{1, 1, 1, 1});
}

TEST_CASE("runs: a carry goes along") {
  CHECK(runs_of("mov.u32 %r1, 1;\nadd.cc.u32 %r1, %r1, 1;\naddc.u32 %r2, %r1, 1;\nret;") ==
        Runs{3, 0, 0, 1});
}

TEST_CASE("runs: a long one is cut") {
  std::string body;
  for (int i = 0; i < 300; ++i) body += "add.u32 %r1, %r1, 1;\n";
  const Runs runs = runs_of(body + "ret;");
  CHECK(runs[0] == 255);
  CHECK(runs[254] == 0);
  CHECK(runs[255] == 45);
}

TEST_CASE("a value that lives within a run has no place in the warp's registers") {
  const std::string body =
      "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%rd1], %r2;\n"
      "mov.u32 %r3, 1;\nL: add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 9;\n@%p1 bra L;\n"
      "add.u32 %r4, %r4, 1;\nadd.u32 %r5, %r4, 1;\nst.global.u32 [%rd1], %r5;\nret;";
  CHECK(shared_slot(body, "%r1") >= kCommonSlots);
  CHECK(shared_slot(body, "%r2") < kCommonSlots);  // stored later
  CHECK(shared_slot(body, "%r3") < kCommonSlots);  // lives round the loop
  CHECK(shared_slot(body, "%r4") < kCommonSlots);  // read before it is written
  CHECK(shared_slot(body, "%p1") < kCommonSlots);
}

TEST_CASE("such values lie after the constants, apart where both live") {
  Program program = kernel(
      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, 5;\nadd.u32 %r3, %r1, %r2;\n"
      "st.global.u32 [%rd1], %r3;\nret;");
  FlowGraphs flow(program);
  find_runs(program, flow);
  share_slots(program, flow);
  CHECK(program.slots.temporary_bytes == 2 * 128);
  for (const ConstantSlot& c : program.constants)
    CHECK(c.slot - kCommonSlots < program.slots.common_bytes);
}
