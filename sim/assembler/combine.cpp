#include "sim/assembler/combine.h"

#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <unordered_map>

#include "isa/analysis/constant_registers.h"
#include "isa/analysis/liveness.h"
#include "isa/core/operands.h"
#include "sim/assembler/fuse.h"
#include "sim/assembler/remove.h"

namespace simt {
namespace {

constexpr Pc kFarthest = 64;  // instructions between the two: bounds the time of the search

class Combiner {
 public:
  Combiner(Program& program, const FunctionInfo& function, const Cfg& cfg,
           const ConstantValues& values)
      : program_(program), cfg_(cfg), liveness_(program, function, cfg_), values_(values) {}

  /// Marks what is no longer needed in `unneeded`.
  void run(std::vector<bool>& unneeded) {
    for (Node n = 0; n < cfg_.exit; ++n) {
      enter(n);
      for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc)
        while (combine(pc, unneeded)) {
        }
    }
  }

 private:
  void enter(Node n) {
    block_ = n;
    live_out_ = liveness_.live_out(n);
    uses_.clear();
    for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc)
      for (const auto* registers : {&liveness_.reads(pc), &liveness_.writes(pc)})
        for (const RegId r : *registers) uses_[r].push_back(pc);
  }

  Inst& at(Pc pc) { return program_.code[pc]; }
  const Inst& at(Pc pc) const { return program_.code[pc]; }

  bool combine(Pc pc, std::vector<bool>& unneeded) {
    const Inst& inst = at(pc);
    for (unsigned i = 0; i < inst.src.size(); ++i) {
      const Pc first = only_for(pc, inst.src[i], unneeded);
      if (first == kNoPc || !join(at(first), at(pc), i, values_)) continue;
      if (at(pc).op.is(Operation::LogicTable))
        at(pc).spelling = add_spelling(program_, Operation::LogicTable, ScalarType::B32);
      unneeded[first] = true;
      return true;
    }
    return false;
  }

  // Who computes the register at `slot` for the instruction at `pc` and nobody else, in its block,
  // from what is still there; kNoPc: nobody.
  Pc only_for(Pc pc, Slot slot, const std::vector<bool>& unneeded) const {
    const Inst& reader = at(pc);
    for (Pc by = pc; by-- > cfg_.blocks[block_].begin && pc - by <= kFarthest;) {
      const Inst& inst = at(by);
      if (unneeded[by]) continue;
      if (inst.kind == Kind::Alu && inst.dst.size() == 1 && inst.dst[0] == slot)
        return same_guard(inst, reader) && inst.writes.size() == 1 &&
                       still_there(inst, by, pc, unneeded) && dies(inst.writes[0], pc)
                   ? by
                   : kNoPc;
      const auto is_there = [&](RegId r) { return slot_of(r) == slot; };
      if (std::ranges::any_of(registers_written(inst), is_there) ||
          std::ranges::any_of(registers_read(inst), is_there))
        break;
    }
    return kNoPc;
  }
  Slot slot_of(RegId r) const { return program_.registers[r].slot; }
  static bool same_guard(const Inst& a, const Inst& b) {
    return a.guard_reg == b.guard_reg && a.guard_negated == b.guard_negated;
  }
  // Whether nothing between them overwrites what `first` reads.
  bool still_there(const Inst& first, Pc by, Pc pc, const std::vector<bool>& unneeded) const {
    for (Pc between = by + 1; between < pc; ++between) {
      if (unneeded[between]) continue;
      const Inst& inst = at(between);
      if (inst.kind == Kind::Call ||
          std::ranges::any_of(registers_written(inst), [&](RegId r) { return reads(first, r); }))
        return false;
    }
    return true;
  }
  // Whether nobody reads it after the instruction at `pc`, one that does.
  bool dies(RegId r, Pc pc) const {
    const auto has = [&](const std::vector<RegId>& registers) {
      return std::find(registers.begin(), registers.end(), r) != registers.end();
    };
    const std::vector<Pc>& uses = uses_.at(r);
    for (auto use = std::ranges::lower_bound(uses, pc); use != uses.end(); ++use) {
      if (*use != pc && has(liveness_.reads(*use))) return false;
      const bool all_lanes = *use == pc || at(*use).guard == kNoSlot;  // that had the value
      if (all_lanes && has(liveness_.writes(*use))) return true;
    }
    return !live_out_.has(r);
  }

  Program& program_;
  const Cfg& cfg_;
  Liveness liveness_;
  const ConstantValues& values_;
  Node block_ = 0;
  RegisterSet live_out_{0};                          // of the block
  std::unordered_map<RegId, std::vector<Pc>> uses_;  // in the block, ascending
};

}  // namespace

void combine_instructions(Program& program, FlowGraphs& flow) {
  std::vector<bool> unneeded(program.code.size(), false);
  const ConstantValues values = constant_registers(program);
  for (const FunctionInfo& function : program.functions)
    if (function.entry != kNoPc && function.entry < function.end)
      Combiner(program, function, flow.of(function), values).run(unneeded);
  remove_instructions(program, unneeded);
  flow.changed();
}

}  // namespace simt
