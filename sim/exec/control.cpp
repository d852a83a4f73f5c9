// Branches and the end of lanes (PTX ISA 9.7.12). Lanes that fall through form the first target;
// the others follow in the order of their lowest lane.
#include <fmt/format.h>

#include "sim/exec/step.h"

namespace simt {

void execute_branch(Step& s) {
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  add_target(s.out, s.inst.target, s.active);
}

void execute_branch_indexed(Step& s) {
  const std::vector<Pc>& table =
      s.context.program.branch_tables[static_cast<std::size_t>(s.inst.imm)];
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  for_each_lane(s.active, [&](unsigned lane) {
    const auto index = lane_value<std::uint32_t>(s.regs, s.inst.src[0], lane);
    if (index >= table.size())
      s.fault(lane, fmt::format("branch index {} of lane {} is outside the list of {} target{}",
                                index, lane, table.size(), table.size() == 1 ? "" : "s"));
    add_target(s.out, table[index], LaneMask{1} << lane);
  });
}

// Of machine code with a second predicate only lanes where that is true end.
void execute_exit(Step& s) {
  const bool narrowed = s.inst.src[0] != kNoSlot;
  s.out.exited = narrowed ? s.active & read_predicate(s.inst, s.regs, 0) : s.active;
  if (!s.warp.async.empty()) land_copies(s.warp, s.out.exited);
  add_target(s.out, s.pc + 1, s.out.path & ~s.out.exited);
}

}  // namespace simt
