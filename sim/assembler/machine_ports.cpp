#include "sim/assembler/machine_ports.h"

#include <algorithm>

#include "isa/core/program.h"

namespace simt {
namespace {

constexpr unsigned kUniformInterval = 2, kAduInterval = 2, kSpecialInterval = 4;

bool reads_lanes(const Inst& inst, const Program& program) {
  const auto found = std::ranges::find(program.specials, inst.src[0], &SpecialSlot::slot);
  return found != program.specials.end() && is_of_lane(found->reg);
}

}  // namespace

std::optional<Port> machine_port(const Inst& inst, const Program& program) {
  if (inst.op.is(Operation::ReadSpecial)) {
    if (inst.kind == Kind::Alu && reads_lanes(inst, program))
      return Port{Pipe::Lsu, kSpecialInterval, true};
    return Port{Pipe::Barrier, kAduInterval, true};
  }
  if (inst.op.whole_warp && (inst.kind == Kind::Alu || inst.kind == Kind::Load))
    return Port{Pipe::Uniform, kUniformInterval, false};
  if (inst.kind == Kind::Load && inst.memory.space == StateSpace::Const)
    return Port{Pipe::Barrier, kAduInterval, false};
  return std::nullopt;
}

}  // namespace simt
