// Lane functions that see the whole warp: votes, what becomes a uniform register, barriers.
#include <algorithm>

#include "isa/machine/lanes/loops.h"

namespace simt::machine {
namespace {

void write_uniform(const Inst& inst, Registers regs, u32 value) {
  if (inst.dst[0] != kNoSlot) std::fill_n(lane_data<u32>(regs, inst.dst[0]), kMaxWarpSize, value);
}

enum VoteFunction : unsigned { kVoteAll, kVoteAny, kVoteEqual };

/// kWide: into uniform registers.
struct Vote {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const LaneMask yes = flags(inst, regs, 0) & active;
    const bool all = yes == active, any = yes != 0;
    const unsigned function = m.function();
    const bool verdict = function == kVoteAll ? all : function == kVoteAny ? any : all || !any;
    const bool uniform = m.has(kWide);
    write_predicate(regs, inst.dst[1], verdict ? ~LaneMask{0} : 0, uniform ? ~LaneMask{0} : active);
    if (uniform) return write_uniform(inst, regs, yes);
    if (inst.dst[0] == kNoSlot) return;
    u32* const d = lane_data<u32>(regs, inst.dst[0]);
    over_lanes(active, [=](unsigned lane) { d[lane] = yes; });
  }
};

struct R2ur {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32* a = source<u32>(inst, regs, 0);
    const u32 value = a[first_lane(active)];
    LaneMask other = lanes_where(active, [=](unsigned lane) { return a[lane] != value; });
    if (Modifiers(inst).has(kExtended)) other |= flags(inst, regs, 1);
    write_predicate(regs, inst.dst[1], other, active);
    write_uniform(inst, regs, value);
  }
};

struct Elect {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const LaneMask there = flags(inst, regs, 0) & active;
    const unsigned lane = there != 0 ? first_lane(there) : 0;
    write_predicate(regs, inst.dst[1], there & LaneMask{1} << lane, active);
    write_uniform(inst, regs, lane);
  }
};

enum ReduxFunction : unsigned { kReduxAnd, kReduxOr, kReduxXor, kReduxSum, kReduxMin, kReduxMax };

u32 reduced(const Modifiers& m, u32 a, u32 b) {
  const bool less = m.has(kSigned) ? static_cast<s32>(a) < static_cast<s32>(b) : a < b;
  switch (m.function()) {
    case kReduxAnd:
      return a & b;
    case kReduxOr:
      return a | b;
    case kReduxXor:
      return a ^ b;
    case kReduxSum:
      return a + b;
    case kReduxMin:
      return less ? a : b;
    default:
      return less ? b : a;
  }
}
struct Redux {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const Modifiers m(inst);
    const u32* a = source<u32>(inst, regs, 0);
    u32 sum = a[first_lane(active)];
    for_each_lane(active & (active - 1), [&](unsigned lane) { sum = reduced(m, sum, a[lane]); });
    write_uniform(inst, regs, sum);
  }
};

struct BmovGet {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    u32* const barrier = lane_data<u32>(regs, inst.src[0]);
    if (inst.dst[0] != kNoSlot)
      write<u32>(inst, regs, active, [=](unsigned lane) { return barrier[lane]; });
    if (Modifiers(inst).has(kClears)) over_lanes(active, [=](unsigned lane) { barrier[lane] = 0; });
  }
};
struct BmovSet {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const u32* a = source<u32>(inst, regs, 0);
    write<u32>(inst, regs, active, [=](unsigned lane) { return a[lane]; });
  }
};

}  // namespace

LaneOp vote_lanes() {
  return pick<Vote>();
}
LaneOp r2ur_lanes() {
  return pick<R2ur>();
}
LaneOp elect_lanes() {
  return pick<Elect>();
}
LaneOp redux_lanes() {
  return pick<Redux>();
}
LaneOp bmov_get_lanes() {
  return pick<BmovGet>();
}
LaneOp bmov_set_lanes() {
  return pick<BmovSet>();
}

}  // namespace simt::machine
