#include "isa/program/combine.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "isa/program/constant_values.h"
#include "isa/program/liveness.h"
#include "isa/program/operands.h"
#include "isa/program/remove.h"

namespace simt {
namespace {

constexpr Pc kFarthest = 64;  // instructions between the two: bounds the time of the search
constexpr std::int64_t kLargestOffset = (1 << 23) - 1;  // of a machine instruction: 24 bits, signed

bool is_32_bit_logic(const Inst& inst) {
  const std::string_view name = mnemonic_of(*inst.form.op);
  return inst.form.type == ScalarType::B32 && inst.num_src == 2 &&
         (name == "and" || name == "or" || name == "xor");
}
bool is_64_bit_addition(const Inst& inst) {
  return mnemonic_of(*inst.form.op) == "add" && inst.dst_bytes == 8 && inst.num_src == 2 &&
         (inst.form.type == ScalarType::U64 || inst.form.type == ScalarType::S64);
}
bool widens_32_bits(const Inst& inst) {
  return mnemonic_of(*inst.form.op) == "cvt" && inst.dst_bytes == 8 && !is_float(inst.form.type) &&
         inst.form.type2 == ScalarType::U32;
}

// What a logic instruction makes of a column of the truth table.
unsigned column(const Inst& inst, unsigned a, unsigned b) {
  const std::string_view name = mnemonic_of(*inst.form.op);
  return name == "and" ? a & b : name == "or" ? a | b : a ^ b;
}

const OpForm& lop3() {
  static const OpForm form = [] {
    constexpr std::string_view kParts[] = {"lop3", "b32"};
    return *match_opcode(kParts).form;
  }();
  return form;
}

class Combiner {
 public:
  Combiner(Program& program, const FunctionInfo& function)
      : program_(program),
        cfg_(build_cfg(program, function)),
        liveness_(program, function, cfg_),
        values_(program) {
    find_values();
  }

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
    for (unsigned i = 0; i < inst.num_src; ++i) {
      const Pc first = only_for(pc, inst.src[i], unneeded);
      if (first == kNoPc || !join(at(first), at(pc), i)) continue;
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
      if (inst.kind == Kind::Alu && inst.num_dst == 1 && inst.dst[0] == slot)
        return same_guard(inst, reader) && inst.num_writes == 1 &&
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
  // Whether nobody reads it behind the instruction at `pc`, one that does.
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

  // Makes of `second` what both do; `operand` of it is what `first` computes. False: it cannot.
  bool join(const Inst& first, Inst& second, unsigned operand) {
    if (second.kind == Kind::Alu) return join_logic(first, second, operand);
    if (second.kind == Kind::Load && operand == 0) return join_address(first, second);
    return false;
  }

  bool join_logic(const Inst& first, Inst& second, unsigned operand) {
    if (!is_32_bit_logic(first) || !is_32_bit_logic(second)) return false;
    const Slot other = second.src[1 - operand];
    if (other == first.dst[0]) return false;
    const unsigned constants = unsigned{value_of(first.src[0]).has_value()} +
                               unsigned{value_of(first.src[1]).has_value()} +
                               unsigned{value_of(other).has_value()};
    if (constants > 1) return false;  // the machine instruction has room for one
    // The columns of the truth table: PTX ISA, lop3.
    constexpr unsigned kA = 0xf0, kB = 0xcc, kC = 0xaa;
    second.imm = column(second, column(first, kA, kB), kC);
    second.form = lop3();
    second.lanes = second.form.op->lanes(second.form);
    second.src = {first.src[0], first.src[1], other, kNoSlot, kNoSlot};
    second.num_src = 3;
    take_reads(first, second);
    return true;
  }

  bool join_address(const Inst& first, Inst& load) {
    const StateSpace space = load.memory.space;
    if (is_64_bit_addition(first) && load.src_bytes == 8) {
      for (unsigned i = 0; i < 2; ++i) {
        const auto offset = value_of(first.src[i]);
        if (!offset || value_of(first.src[1 - i])) continue;
        const auto sum = load.imm + static_cast<std::int64_t>(*offset);
        if (*offset > kLargestOffset || sum < 0 || sum > kLargestOffset) continue;
        load.imm = sum;
        load.src[0] = first.src[1 - i];
        take_reads(first, load);
        return true;
      }
      return false;
    }
    if (!widens_32_bits(first) || space != StateSpace::Const) return false;
    load.src[0] = first.src[0];
    load.src_bytes = 4;
    take_reads(first, load);
    return true;
  }

  // `second` reads what `first` read instead of its result.
  static void take_reads(const Inst& first, Inst& second) {
    const auto end = second.reads.begin() + second.num_reads;
    second.num_reads = static_cast<std::uint8_t>(
        std::remove(second.reads.begin(), end, first.writes[0]) - second.reads.begin());
    for (const RegId r : registers_read(first))
      if (!reads(second, r)) second.reads[second.num_reads++] = r;
  }

  // Of a slot that always holds one value: a constant, or a register that is set to one.
  std::optional<std::uint64_t> value_of(Slot slot) const { return values_.at(slot); }

  void find_values() {
    std::unordered_map<Slot, const Inst*> only;  // null: written several times, or by calls
    for (const FunctionInfo& function : program_.functions)
      for (const RegId r : function.parameter_registers)
        if (r != kNoReg) only[slot_of(r)] = nullptr;
    for (const CallSite& site : program_.call_sites)  // Inst::writes has room for the first ones
      for (const CallSite::RegCopy& result : site.out_regs) only[result.to] = nullptr;
    for (const Inst& inst : program_.code)
      for (const RegId r : registers_written(inst)) {
        const auto [found, added] = only.try_emplace(slot_of(r), &inst);
        if (!added) found->second = nullptr;
      }
    for (const auto& [slot, inst] : only)
      if (inst != nullptr && is_copy(*inst))
        if (const auto value = value_of(inst->src[0])) values_.add(slot, *value);
  }
  static bool is_copy(const Inst& inst) {
    return inst.kind == Kind::Alu && inst.guard == kNoSlot && inst.num_src == 1 &&
           inst.num_dst == 1 && mnemonic_of(*inst.form.op) == "mov";
  }

  Program& program_;
  Cfg cfg_;
  Liveness liveness_;
  ConstantValues values_;
  Node block_ = 0;
  RegisterSet live_out_{0};                          // of the block
  std::unordered_map<RegId, std::vector<Pc>> uses_;  // in the block, ascending
};

}  // namespace

void combine_instructions(Program& program) {
  std::vector<bool> unneeded(program.code.size(), false);
  for (const FunctionInfo& function : program.functions)
    if (function.entry != kNoPc && function.entry < function.end)
      Combiner(program, function).run(unneeded);
  remove_instructions(program, unneeded);
}

}  // namespace simt
