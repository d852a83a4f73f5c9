#include "isa/core/pointer_parameters.h"

#include <algorithm>
#include <optional>

#include "isa/core/operands.h"

namespace simt {
namespace {

class Search {
 public:
  explicit Search(const Program& program) : program_(program), seen_(program.registers.size()) {}

  std::vector<std::uint64_t> from(const Inst& access) {
    for (const RegId reg : registers_read(access))
      if (program_.registers[reg].slot == access.src[0]) add(reg);
    while (known_ && !open_.empty()) {
      const RegId reg = open_.back();
      open_.pop_back();
      for (const Inst& inst : program_.code)
        if (std::ranges::find(registers_written(inst), reg) != registers_written(inst).end())
          go_on(inst);
    }
    return known_ ? found_ : std::vector<std::uint64_t>{};
  }

 private:
  void add(RegId reg) {
    if (size_of(program_.registers[reg].type) != 8 || seen_[reg]) return;
    seen_[reg] = true;
    open_.push_back(reg);
  }

  void go_on(const Inst& inst) {
    if (inst.kind == Kind::Load && inst.memory.space == StateSpace::Param) {
      const auto offset = parameter(inst);
      known_ = known_ && offset.has_value();
      if (offset && std::ranges::find(found_, *offset) == found_.end()) found_.push_back(*offset);
    } else if (inst.kind == Kind::Alu) {
      for (const RegId reg : registers_read(inst))
        if (may_point(inst, program_.registers[reg].slot)) add(reg);
    } else if (inst.kind != Kind::ReadSpecial) {
      known_ = false;
    }
  }

  /// What is multiplied or shifted is a number.
  static bool may_point(const Inst& inst, Slot slot) {
    const Operation o = inst.op.operation;
    if (o == Operation::MultiplyAdd) return inst.src[2] == slot;
    return o != Operation::Multiply && o != Operation::ShiftLeft;
  }

  std::optional<std::uint64_t> parameter(const Inst& load) const {
    for (const ConstantSlot& c : program_.constants)
      if (c.slot == load.src[0] && load.memory.elements == 1)
        return c.value + static_cast<std::uint64_t>(load.imm);
    return std::nullopt;
  }

  const Program& program_;
  std::vector<bool> seen_;
  std::vector<RegId> open_;
  std::vector<std::uint64_t> found_;
  bool known_ = true;
};

}  // namespace

std::vector<std::uint64_t> pointer_parameters(const Program& program, const Inst& access) {
  return Search(program).from(access);
}

}  // namespace simt
