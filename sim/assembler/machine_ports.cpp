#include "sim/assembler/machine_ports.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "isa/core/program.h"

namespace simt {
namespace {

constexpr unsigned kUniformInterval = 2, kAduInterval = 2, kSpecialInterval = 4;

std::string_view name_of(const Inst& inst, const Program& program) {
  const auto& spellings = program.text.spellings;
  return inst.spelling < spellings.size() ? std::string_view(spellings[inst.spelling].mnemonic)
                                          : std::string_view();
}

bool is_of_thread(const Inst& inst, const Program& program) {
  const auto found = std::ranges::find(program.specials, inst.src[0], &SpecialSlot::slot);
  if (found == program.specials.end()) return false;
  using enum SpecialReg;
  constexpr SpecialReg kOfThread[] = {
      tid_x, tid_y, tid_z, laneid, lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt};
  return std::ranges::find(kOfThread, found->reg) != std::end(kOfThread);
}

}  // namespace

std::optional<Port> machine_port(const Inst& inst, const Program& program) {
  const std::string_view name = name_of(inst, program);
  if (name == "S2UR") return Port{Pipe::Barrier, kAduInterval, true};
  if (name == "S2R") {
    if (inst.kind == Kind::Alu && is_of_thread(inst, program))
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
