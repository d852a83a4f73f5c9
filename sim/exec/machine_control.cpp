// Control flow of machine code: branches through registers, under two conditions, and convergence
// barriers. A barrier register has a value for each lane: the lanes that it meets there. Sides of a
// branch may use one register for different barriers, one of them in the midst of the other's.
#include <fmt/format.h>

#include <span>

#include "isa/base/address_space.h"
#include "isa/base/machine_code.h"
#include "sim/exec/step.h"

namespace simt {
namespace {

std::span<LaneMask, kMaxWarpSize> barrier(const Step& s) {
  return std::span<LaneMask, kMaxWarpSize>(reinterpret_cast<LaneMask*>(s.regs + s.inst.dst[0]),
                                           kMaxWarpSize);
}
/// The lanes that these meet. One whose own register does not name it meets nobody: it has come or
/// left already.
LaneMask met_by(std::span<const LaneMask, kMaxWarpSize> barrier, LaneMask lanes) {
  LaneMask met = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if ((barrier[lane] >> lane & 1) != 0) met |= barrier[lane];
  });
  return met;
}

Pc target_of(const Step& s, Slot slot, unsigned lane) {
  const std::uint64_t base = lane_bits(s.regs, slot, s.inst.src_bytes, lane);
  const std::uint64_t at =
      base + static_cast<std::uint64_t>(s.inst.imm) - s.context.program.machine->code_address;
  if (at % kInstructionBytes != 0 || at / kInstructionBytes >= s.context.program.code.size())
    s.fault(lane, fmt::format("lane {} branches to address {:#x}, which is no instruction", lane,
                              base + static_cast<std::uint64_t>(s.inst.imm)));
  return static_cast<Pc>(at / kInstructionBytes);
}

/// Beside the guard: only lanes with both do it.
LaneMask second_condition(const Step& s, unsigned source) {
  return s.inst.src[source] == kNoSlot ? ~LaneMask{0} : read_predicate(s.inst, s.regs, source);
}

void take(Step& s, LaneMask lanes) {
  add_target(s.out, s.pc + 1, s.out.path & ~lanes);
  add_target(s.out, s.inst.target, lanes);
}

}  // namespace

void execute_branch_to(Step& s) {
  const LaneMask taken = s.active & second_condition(s, 1);
  add_target(s.out, s.pc + 1, s.out.path & ~taken);
  for_each_lane(taken, [&](unsigned lane) {
    add_target(s.out, target_of(s, s.inst.src[0], lane), LaneMask{1} << lane);
  });
}

void execute_branch_if(Step& s) {
  take(s, s.active & read_predicate(s.inst, s.regs, 0));
}

// The lanes whose guard is true are compared; the path branches as a whole. Code looks so whether
// its lanes name the same ones: `@!P0 BRA.DIV UR4`, P0 where a lane's mask is not the first one's,
// UR4 all that are named (tests/programs/reduce_groups.cu prints on an H200 what follows from it).
void execute_branch_apart(Step& s) {
  const LaneMask wanted =
      lane_value<LaneMask>(s.regs, s.inst.src[0], first_lane(s.active)) & s.warp.lanes;
  if (s.inst.op.path_test == PathTest::None) return take(s, s.out.path);  // .ANY
  const bool together = s.inst.op.path_test == PathTest::Together;
  const bool taken = together ? (wanted & ~s.active) == 0 : wanted != s.active;
  take(s, taken ? s.out.path : 0);
}

// A function of the driver is executed here, and returns to where the caller has said.
void execute_machine_call(Step& s) {
  add_target(s.out, s.pc + 1, s.out.path & ~s.active);
  for_each_lane(s.active, [&](unsigned lane) {
    const bool system =
        kFunctionWindow.contains(lane_value<std::uint64_t>(s.regs, s.inst.src[0], lane));
    if (system) call_system(s, lane);
    add_target(s.out, target_of(s, s.inst.src[system ? 4 : 0], lane), LaneMask{1} << lane);
  });
}

void execute_converge_at(Step& s) {
  const auto meets = barrier(s);
  for_each_lane(s.active, [&](unsigned lane) { meets[lane] = s.active; });
}

// Who is still to come is what the divergence model knows.
void execute_converge_wait(Step& s) {
  const auto meets = barrier(s);
  s.out.convergence = true;
  s.out.expected = met_by(meets, s.active);
  for_each_lane(s.active, [&](unsigned lane) { meets[lane] = 0; });
}

// The lanes that would have met these do not wait for them. Others may have the same register for
// another barrier: a call of the same function that is still under way.
void execute_converge_leave(Step& s) {
  s.out.executed = s.active & second_condition(s, 0);
  s.out.convergence = true;
  const auto meets = barrier(s);
  s.out.expected = met_by(meets, s.out.executed);
  for_each_lane(s.out.expected, [&](unsigned lane) { meets[lane] &= ~s.out.executed; });
}

// .COLLECTIVE: where each lane goes on after ENDCOLLECTIVE. It parts the path, and so does
// .EXCLUSIVE.
void execute_machine_warp_sync(Step& s) {
  check_members(s);
  const Slot end = s.inst.dst[0];
  s.out.convergence = true;
  s.out.parts = s.inst.op.parts;
  s.out.expected = 0;
  for_each_lane(s.active, [&](unsigned lane) {
    const auto named = lane_value<LaneMask>(s.regs, s.inst.src[0], lane);
    s.out.expected |= named;
    if (s.out.parts) s.out.named[lane] = named & s.warp.lanes;
    if (end != kNoSlot)
      lane_data<std::uint32_t>(s.regs, end)[lane] = static_cast<std::uint32_t>(s.inst.imm);
  });
  s.out.expected &= s.warp.lanes;
}

}  // namespace simt
