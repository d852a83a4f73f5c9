#include "isa/analysis/uniform.h"

#include <algorithm>

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
      : program_(program), definitions_(program.registers.size(), 0) {
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
        if (!keeps_uniform(at(pc), uniform)) continue;
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

  bool keeps_uniform(const Inst& inst, const std::vector<bool>& uniform) const {
    const bool parameter = inst.kind == Kind::Load && inst.memory.space == StateSpace::Param;
    if ((inst.kind != Kind::Alu && !parameter) || inst.guard_reg != kNoReg) return false;
    const auto known = [&](RegId r) { return uniform[r]; };
    return std::ranges::all_of(registers_read(inst), known) &&
           !inst.src.any([&](Slot s) { return is_of_lanes(program_, s); });
  }

  const Program& program_;
  Pc first_ = 0, end_ = 0;
  std::vector<unsigned> definitions_;
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

}  // namespace simt
