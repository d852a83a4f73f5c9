#include "sim/assembler/rename.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>

#include "isa/analysis/cfg.h"

namespace simt {
namespace {

/// Instructions whose registers are all in dst, src and guard.
bool is_plain(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Alu:
    case Kind::Load:
    case Kind::Store:
    case Kind::ReadSpecial:
    case Kind::Shuffle:
    case Kind::Vote:
    case Kind::Nop:
      return true;
    default:
      return false;
  }
}

class BlockValues {
 public:
  BlockValues(Program& program, const BasicBlock& block, std::map<Slot, RegId>& registers)
      : program_(program), block_(block), registers_(registers) {
    Pc stop = block.end;
    stops_.resize(block.end - block.begin);
    for (Pc pc = block.end; pc-- > block.begin;) {
      const Inst& inst = program_.code[pc];
      if (!is_plain(inst) && !writes_nothing(inst)) stop = pc;
      stops_[pc - block.begin] = stop;
    }
    for (Pc pc = block.begin; pc < block.end; ++pc) {
      const Inst& inst = program_.code[pc];
      for (unsigned d = 0; inst.kind != Kind::Store && d < inst.dst.size(); ++d)
        writers_[inst.dst[d]].push_back(pc);
    }
  }

  void rename() {
    for (Pc pc = block_.begin; pc < block_.end; ++pc) {
      Inst& inst = program_.code[pc];
      if (!is_plain(inst) || inst.kind == Kind::Store || inst.guard != kNoSlot) continue;
      for (unsigned d = 0; d < inst.dst.size(); ++d)
        if (const Pc end = end_of_value(pc, inst.dst[d]); end != kNoPc) rename(pc, end, d);
    }
  }

 private:
  /// The instruction that overwrites the value of `slot` written at `pc`; kNoPc when it may be read
  /// where renaming does not reach.
  Pc end_of_value(Pc pc, Slot slot) const {
    const auto found = registers_.find(slot);
    if (found == registers_.end()) return kNoPc;
    if (program_.registers[found->second].type == ScalarType::Pred) return kNoPc;
    if (program_.registers.size() + 1 >= kNoReg) return kNoPc;
    const std::vector<Pc>& writers = writers_.at(slot);
    const auto next = std::ranges::upper_bound(writers, pc);
    if (next == writers.end() || stops_[pc + 1 - block_.begin] <= *next) return kNoPc;
    return program_.code[*next].guard == kNoSlot ? *next : kNoPc;
  }
  /// Barriers and fences in the middle of a block do not matter.
  static bool writes_nothing(const Inst& inst) {
    return inst.reads.empty() && inst.writes.empty() && inst.kind != Kind::Call;
  }

  void rename(Pc from, Pc end, unsigned destination) {
    Inst& definition = program_.code[from];
    const Slot old = definition.dst[destination];
    const RegId old_reg = registers_.at(old), reg = fresh(old_reg);
    const Slot slot = program_.registers[reg].slot;
    definition.dst.set(destination, slot);
    std::ranges::replace(definition.writes, old_reg, reg);
    for (Pc at = from + 1; at <= end; ++at) {
      Inst& inst = program_.code[at];
      inst.src.each([&](Slot& source) {
        if (source == old) source = slot;
      });
      std::ranges::replace(inst.reads, old_reg, reg);
    }
  }
  RegId fresh(RegId like) {
    RegisterInfo info = program_.registers[like];
    info.slot = aligned_slot(program_.slots.own_bytes);
    program_.slots.own_bytes = info.slot + kMaxWarpSize * size_of(info.type);
    const auto reg = static_cast<RegId>(program_.registers.size());
    registers_.emplace(info.slot, reg);
    program_.registers.push_back(std::move(info));
    return reg;
  }

  Program& program_;
  const BasicBlock& block_;
  std::map<Slot, RegId>& registers_;
  // As the block was: where it writes each slot, and by instruction the first one from it on that
  // ends the search.
  std::unordered_map<Slot, std::vector<Pc>> writers_;
  std::vector<Pc> stops_;
};

}  // namespace

void rename_values(Program& program, FlowGraphs& flow) {
  std::map<Slot, RegId> registers;
  for (RegId r = 0; r < program.registers.size(); ++r)
    registers.emplace(program.registers[r].slot, r);
  for (const FunctionInfo& function : program.functions) {
    if (function.recursive) continue;  // its registers are saved by their place
    for (const BasicBlock& block : flow.of(function).blocks)
      BlockValues(program, block, registers).rename();
  }
}

}  // namespace simt
