// Control flow of machine code: branches through registers, under two conditions, and convergence
// barriers, whose masks are registers of the warp.
#include <fmt/format.h>

#include "sim/exec/step.h"

namespace simt {
namespace {

constexpr std::uint64_t kInstructionBytes = 16;

LaneMask& barrier(const Step& s) {
  return *reinterpret_cast<LaneMask*>(s.regs + s.inst.dst[0]);
}

Pc target_of(const Step& s, unsigned lane) {
  const std::uint64_t base = lane_bits(s.regs, s.inst.src[0], s.inst.src_bytes, lane);
  const std::uint64_t at =
      base + static_cast<std::uint64_t>(s.inst.imm) - s.context.program.machine->code_address;
  if (at % kInstructionBytes != 0 || at / kInstructionBytes >= s.context.program.code.size())
    s.fault(lane, fmt::format("lane {} branches to address {:#x}, which is no instruction", lane,
                              base + static_cast<std::uint64_t>(s.inst.imm)));
  return static_cast<Pc>(at / kInstructionBytes);
}

void take(Step& s, LaneMask lanes) {
  add_target(s.out, s.pc + 1, s.out.path & ~lanes);
  add_target(s.out, s.inst.target, lanes);
}

}  // namespace

void execute_branch_to(Step& s) {
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  for_each_lane(s.active,
                [&](unsigned lane) { add_target(s.out, target_of(s, lane), LaneMask{1} << lane); });
}

void execute_branch_if(Step& s) {
  take(s, s.active & read_predicate(s.inst, s.regs, 0));
}

void execute_branch_apart(Step& s) {
  const LaneMask wanted = lane_value<LaneMask>(s.regs, s.inst.src[0], first_lane(s.active));
  take(s, wanted == s.out.path ? 0 : s.active);
}

void execute_converge_at(Step& s) {
  barrier(s) = s.active;
}

// Lanes that the register does not name pass: another path has set it since.
void execute_converge_wait(Step& s) {
  LaneMask& waits_for = barrier(s);
  s.out.convergence = true;
  s.out.expected = (waits_for & s.active) != 0 ? waits_for & ~s.active : 0;
  waits_for &= ~s.active;
}

void execute_converge_leave(Step& s) {
  barrier(s) &= ~s.active;
  s.out.convergence = true;
}

}  // namespace simt
