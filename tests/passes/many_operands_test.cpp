// An instruction with more operands than PTX scalar code has, as a matrix instruction would be:
// copies, the printer and the pass that moves registers keep all of them.
#include <catch2/catch.hpp>

#include "isa/core/print.h"
#include "isa/host/share_slots.h"
#include "program_support.h"

using namespace simt;

namespace {

constexpr unsigned kSources = 10;

RegId named(const Program& program, const std::string& name) {
  for (RegId r = 0; r < program.registers.size(); ++r)
    if (program.registers[r].name == name) return r;
  throw std::runtime_error("no register " + name);
}

/// Ten registers are written; the instruction at `pc` reads them all and writes two.
struct Many {
  Program program;
  Pc pc = kSources;
  Many() {
    std::string body;
    for (unsigned i = 0; i < kSources; ++i)
      body += "mov.u32 %r" + std::to_string(i) + ", " + std::to_string(i) + ";\n";
    program = kernel(body + "add.u32 %r20, %r0, %r1;\nadd.u32 %r21, %r20, %r20;\nret;");
    Inst& inst = program.code[pc];
    inst.dst = {};
    inst.src = {};
    inst.reads = {};
    inst.writes = {};
    Spelling spelling{"mma", "mma.sync", "mma", {}};
    for (const char* name : {"%r20", "%r21"}) add(inst.dst, inst.writes, spelling, name);
    for (unsigned i = 0; i < kSources; ++i)
      add(inst.src, inst.reads, spelling, "%r" + std::to_string(i));
    inst.spelling = static_cast<std::uint16_t>(program.text.spellings.size());
    program.text.spellings.push_back(spelling);
  }
  template <std::size_t N, std::size_t M>
  void add(SlotList<N>& slots, SmallList<RegId, M>& registers, Spelling& spelling,
           const std::string& name) {
    const RegId r = named(program, name);
    slots.push_back(program.registers[r].slot);
    registers.insert(r);
    OperandText text;
    text.written = name.size() > 3;
    text.type = ScalarType::U32;
    spelling.operands.push_back(text);
  }
};

constexpr const char* kText =
    "mma.sync %r20, %r21, %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9";

}  // namespace

TEST_CASE("ten sources: the printer shows them all, of copies too") {
  const Many many;
  CHECK(print_inst(many.program, many.pc) == kText);
  Program copy = many.program;
  copy.code.insert(copy.code.begin(), copy.code.back());  // moves them all
  CHECK(copy.code[many.pc + 1].src.size() == kSources);
  CHECK(print_inst(copy, many.pc + 1) == kText);
}

TEST_CASE("ten sources: registers that move take them all along") {
  Many many;
  FlowGraphs flow(many.program);
  share_slots(many.program, flow);
  CHECK(print_inst(many.program, many.pc) == kText);
  const Inst& inst = many.program.code[many.pc];
  for (unsigned i = 0; i < kSources; ++i) {
    const RegId r = named(many.program, "%r" + std::to_string(i));
    CHECK(inst.src[i] == many.program.registers[r].slot);
    for (unsigned other = 0; other < i; ++other) CHECK(inst.src[i] != inst.src[other]);
  }
}
