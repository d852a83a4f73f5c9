// Special registers (PTX ISA chapter 10). Those that are constant while a warp runs are filled into
// its registers; clocks and timers are read when the instruction executes.
#include <algorithm>

#include "sim/exec/step.h"

namespace simt {
namespace {

using enum SpecialReg;

// Value of a register that is the same in all warps of a launch.
std::uint64_t launch_value(const LaunchState& launch, const Program& program, SpecialReg reg,
                           unsigned lane) {
  switch (reg) {
    case ntid_x:
      return launch.block.x;
    case ntid_y:
      return launch.block.y;
    case ntid_z:
      return launch.block.z;
    case nctaid_x:
      return launch.grid.x;
    case nctaid_y:
      return launch.grid.y;
    case nctaid_z:
      return launch.grid.z;
    case laneid:
      return lane;
    case nwarpid:
      return launch.max_warps_per_sm;
    case nsmid:
      return launch.num_sms;
    case lanemask_eq:
      return LaneMask{1} << lane;
    case lanemask_lt:
      return lanes_below(lane);
    case lanemask_le:
      return lanes_below(lane + 1);
    case lanemask_ge:
      return ~lanes_below(lane);
    case lanemask_gt:
      return ~lanes_below(lane + 1);
    case warp_size:
      return launch.warp_size;
    case dynamic_smem_size:
      return launch.dynamic_shared_bytes;
    case total_smem_size:
    case reserved_smem_begin:
    case reserved_smem_0:
    case reserved_smem_1:  // total_smem_size is rounded up to 128 bytes on an H200, too
      return program.shared.reserved_offset(launch.dynamic_shared_bytes);
    case reserved_smem_end:
      return program.shared.reserved_offset(launch.dynamic_shared_bytes) +
             SharedLayout::kReservedForLibraries;
    case reserved_smem_cap:
      return program.shared.reserved_offset(launch.dynamic_shared_bytes) + SharedLayout::kReserved;
    case gridid:
      return launch.grid_id;
    case envreg1:
      return launch.grid_workspace >> 32;
    case envreg2:
      return launch.grid_workspace & 0xffff'ffff;
    default:
      return 0;
  }
}

}  // namespace

void fill_special(const LaunchState& launch, const Program& program, SpecialSlot special,
                  Registers regs) {
  const unsigned width = size_of(type_of(special.reg));
  const LaneMask in_warp = lanes_below(launch.warp_size);
  const bool is_mask = special.reg == lanemask_ge || special.reg == lanemask_gt;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    std::uint64_t value = launch_value(launch, program, special.reg, lane);
    if (is_mask) value &= in_warp;
    set_lane_bits(regs, special.slot, width, lane, value);
  }
}

void execute_read_special(Step& s) {
  const std::uint64_t cycle = s.clock.cycle, ns = s.clock.global_ns();
  const auto reg = static_cast<SpecialReg>(s.inst.imm);
  std::uint64_t value = 0;
  switch (reg) {
    case clock:
    case clock64:
      value = cycle;
      break;
    case clock_hi:
      value = cycle >> 32;
      break;
    case globaltimer:
    case globaltimer_lo:
      value = ns;
      break;
    case globaltimer_hi:
      value = ns >> 32;
      break;
    default:
      s.fault(first_lane(s.active), "a register that is constant in a warp is read as a clock");
  }
  // The low half of a 64-bit counter is the one that a 32-bit register shows.
  if (size_of(type_of(reg)) == 4) value &= 0xffff'ffff;
  for_each_lane(s.active, [&](unsigned lane) {
    set_lane_bits(s.regs, s.inst.dst[0], s.inst.dst_bytes, lane, value);
  });
}

}  // namespace simt
