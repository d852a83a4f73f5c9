#include "isa/analysis/half_registers.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace simt {
namespace {

using enum ScalarType;

bool is_half(ScalarType t) {
  return t == F16 || t == BF16 || t == F16x2 || t == BF16x2;
}

ScalarType pair_of(ScalarType t) {
  return t == F16 ? F16x2 : t == BF16 ? BF16x2 : None;
}
ScalarType part_of(ScalarType t) {
  return t == F16x2 ? F16 : t == BF16x2 ? BF16 : None;
}

class HalfRegisters {
 public:
  explicit HalfRegisters(Program& program)
      : program_(program), found_(program.registers.size(), None), fixed_(found_.size()) {
    for (std::size_t r = 0; r < fixed_.size(); ++r) {
      const ScalarType declared = program.registers[r].type;
      fixed_[r] = is_float(declared) || size_of(declared) == 0;
    }
  }

  void run() {
    for (const Inst& inst : program_.code)
      if (inst.kind == Kind::Alu && !inst.op.is(Operation::Move)) use(inst);
    // Each round of moves finds at least one more register.
    while (moves()) {
    }
    for (std::size_t r = 0; r < found_.size(); ++r)
      if (!fixed_[r] && found_[r] != None) program_.registers[r].type = found_[r];
  }

 private:
  void use(const Inst& inst) {
    const ScalarType read = inst.op.type2 == None ? inst.op.type : inst.op.type2;
    for (const RegId reg : inst.writes.view()) used_as(reg, inst.op.type);
    for (const RegId reg : inst.reads.view()) used_as(reg, read);
  }
  void used_as(RegId reg, ScalarType type) {
    if (size_of(program_.registers[reg].type) != size_of(type)) return;
    if (is_half(type))
      tell(reg, type);
    else if (name_of(type)[0] != 'b')
      fixed_[reg] = true;  // an integer
  }
  bool tell(RegId reg, ScalarType type) {
    if (fixed_[reg] || type == None || found_[reg] == type ||
        size_of(type) != size_of(program_.registers[reg].type))
      return false;
    if (found_[reg] != None) fixed_[reg] = true;  // of two types
    found_[reg] = type;
    return true;
  }

  bool moves() {
    bool more = false;
    for (const Inst& inst : program_.code) {
      if (inst.kind != Kind::Alu || !inst.op.is(Operation::Move)) continue;
      for (const RegId to : inst.writes.view())
        for (const RegId from : inst.reads.view()) more |= move(from, to) || move(to, from);
    }
    return more;
  }
  /// What one holds the other does: all of it, one of a pair, or the pair of it.
  bool move(RegId from, RegId to) {
    if (fixed_[from] || found_[from] == None || found_[to] != None) return false;
    return tell(to, found_[from]) || tell(to, pair_of(found_[from])) ||
           tell(to, part_of(found_[from]));
  }

  Program& program_;
  std::vector<ScalarType> found_;
  std::vector<bool> fixed_;
};

}  // namespace

void type_half_registers(Program& program) {
  HalfRegisters(program).run();
}

}  // namespace simt
