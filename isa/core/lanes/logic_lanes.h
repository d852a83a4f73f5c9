// Any bitwise function of three words, given as a table of eight bits (PTX ISA 9.7.8.6, lop3).
#pragma once

#include "isa/core/lanes/lanes.h"

namespace simt {

/// Bit i of the result is bit (a_i b_i c_i) of the table.
constexpr u32 lookup(u32 a, u32 b, u32 c, u32 table) {
  u32 d = 0;
  for (u32 i = 0; i < 8; ++i) {
    const u32 term = ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
    d |= term & (0u - (table >> i & 1));
  }
  return d;
}
struct Lop3 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    u32* d = lane_data<u32>(regs, inst.dst[0]);
    const u32 *a = lane_data<u32>(regs, inst.src[0]), *b = lane_data<u32>(regs, inst.src[1]),
              *c = lane_data<u32>(regs, inst.src[2]);
    const auto table = static_cast<u32>(inst.imm);
    over_lanes(active, [=](unsigned lane) { d[lane] = lookup(a[lane], b[lane], c[lane], table); });
  }
};
/// d as Lop3 (may be absent); p = (d != 0) OP q.
struct Lop3Test {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32 *a = lane_data<u32>(regs, inst.src[0]), *b = lane_data<u32>(regs, inst.src[1]),
              *c = lane_data<u32>(regs, inst.src[2]);
    const auto table = static_cast<u32>(inst.imm);
    const LaneMask set = lanes_where(
        active, [=](unsigned lane) { return lookup(a[lane], b[lane], c[lane], table) != 0; });
    const LaneMask q = read_predicate(inst, regs, 3);
    if (inst.dst[0] != kNoSlot) Lop3{}(inst, regs, active);
    write_predicate(regs, inst.dst[1], inst.op.combine == Combine::Or ? set | q : set & q, active);
  }
};

}  // namespace simt
