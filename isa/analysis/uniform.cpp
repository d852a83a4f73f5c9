#include "isa/analysis/uniform.h"

#include <algorithm>

#include "isa/analysis/loops.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

bool differs_by_lane(SpecialReg reg) {
  switch (reg) {
    case SpecialReg::tid_x:
    case SpecialReg::tid_y:
    case SpecialReg::tid_z:
    case SpecialReg::laneid:
    case SpecialReg::lanemask_eq:
    case SpecialReg::lanemask_le:
    case SpecialReg::lanemask_lt:
    case SpecialReg::lanemask_ge:
    case SpecialReg::lanemask_gt:
      return true;
    default:
      return false;
  }
}

class Uniformity {
 public:
  explicit Uniformity(const Program& program)
      : program_(program),
        definitions_(program.registers.size(), 0),
        in_loop_(program.code.size(), false) {
    find_loops();
    first_ = program.functions[0].entry;
    end_ = program.functions[0].end;
    for (Pc pc = first_; pc < end_; ++pc)
      for (const RegId r : registers_written(at(pc))) ++definitions_[r];
  }

  /// Grows the set until nothing is added: a definition comes before or after its use.
  std::vector<bool> solve() const {
    std::vector<bool> uniform(program_.registers.size(), false);
    for (bool grew = true; grew;) {
      grew = false;
      for (Pc pc = first_; pc < end_; ++pc) {
        if (!keeps_uniform(pc, uniform)) continue;
        for (const RegId r : registers_written(at(pc))) {
          if (definitions_[r] != 1 || uniform[r]) continue;
          uniform[r] = grew = true;
        }
      }
    }
    return uniform;
  }

 private:
  const Inst& at(Pc pc) const { return program_.code[pc]; }

  void find_loops() {
    const Cfg cfg = build_cfg(program_, program_.functions[0]);
    const Loops loops(cfg);
    for (const Loop& loop : loops.all())
      for (const Node n : loop.blocks)
        for (Pc pc = cfg.blocks[n].begin; pc < cfg.blocks[n].end; ++pc) in_loop_[pc] = true;
  }

  /// Lanes that leave a loop apart may have found different values at one address.
  bool may_load(Pc pc) const {
    const MemoryForm& m = at(pc).memory;
    if (at(pc).kind != Kind::Load || m.of_texels()) return false;
    return m.space == StateSpace::Param || (m.space != StateSpace::Local && !in_loop_[pc]);
  }

  bool keeps_uniform(Pc pc, const std::vector<bool>& uniform) const {
    const Inst& inst = at(pc);
    if ((inst.kind != Kind::Alu && !may_load(pc)) || inst.guard_reg != kNoReg) return false;
    const auto known = [&](RegId r) { return uniform[r]; };
    return std::ranges::all_of(registers_read(inst), known) &&
           !inst.src.any([&](Slot s) { return is_of_lanes(program_, s); });
  }

  const Program& program_;
  Pc first_ = 0, end_ = 0;
  std::vector<unsigned> definitions_;
  std::vector<bool> in_loop_;  // by pc
};

}  // namespace

bool is_of_lanes(const Program& program, Slot slot) {
  return std::any_of(program.specials.begin(), program.specials.end(), [&](const SpecialSlot& s) {
    return s.slot == slot && differs_by_lane(s.reg);
  });
}

std::vector<bool> uniform_registers(const Program& program) {
  return Uniformity(program).solve();
}

UniformOperands::UniformOperands(const Program& program)
    : program_(program), constants_(program), registers_(uniform_registers(program)) {}

bool UniformOperands::has(const Inst& inst, std::size_t source) const {
  const Slot slot = inst.src[source];
  if (constants_.at(slot)) return true;
  for (const SpecialSlot& special : program_.specials)
    if (special.slot == slot) return !differs_by_lane(special.reg);
  const auto reads = registers_read(inst);
  return std::ranges::any_of(
      reads, [&](RegId r) { return program_.registers[r].slot == slot && registers_[r]; });
}

}  // namespace simt
