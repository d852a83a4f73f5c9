// Registers and predicates of a warp as arrays of lanes, and loops over its active lanes.
#pragma once

#include <cstddef>

#include "isa/core/inst.h"

// A lane reads and writes its own elements only, also when two operands are the same register.
#if defined(__clang__)
#define SIMT_INDEPENDENT_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define SIMT_INDEPENDENT_LANES _Pragma("GCC ivdep")
#endif

namespace simt {

template <class T>
T* lane_data(Registers regs, Slot slot) {
  return reinterpret_cast<T*>(regs + slot);
}
inline LaneMask& predicate(Registers regs, Slot slot) {
  return *reinterpret_cast<LaneMask*>(regs + slot);
}
/// Source `index` as a predicate, with its "!" applied: the only way to read one.
inline LaneMask read_predicate(const Inst& inst, ConstRegisters regs, std::size_t index) {
  const LaneMask p = *reinterpret_cast<const LaneMask*>(regs + inst.src[index]);
  return (inst.src_negated >> index & 1) != 0 ? ~p : p;
}
inline void write_predicate(Registers regs, Slot slot, LaneMask bits, LaneMask active) {
  if (slot == kNoSlot) return;
  LaneMask& p = predicate(regs, slot);
  p = (p & ~active) | (bits & active);
}

/// Calls f(lane) for the active lanes; the full warp as a countable loop.
template <class F>
inline void over_lanes(LaneMask active, F&& f) {
  if (active == ~LaneMask{0}) {
    SIMT_INDEPENDENT_LANES
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) f(lane);
  } else {
    for_each_lane(active, f);
  }
}
/// The active lanes for which f(lane) is true.
template <class F>
inline LaneMask lanes_where(LaneMask active, F&& f) {
  LaneMask bits = 0;
  if (active == ~LaneMask{0}) {
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) bits |= LaneMask{f(lane)} << lane;
  } else {
    for_each_lane(active, [&](unsigned lane) { bits |= LaneMask{f(lane)} << lane; });
  }
  return bits;
}

/// Below this many lanes a loop over the set bits is the faster way.
inline constexpr unsigned kFewLanes = 6;

/// d[lane] = value(lane) for the active lanes. value must be total: where many lanes are active it
/// is computed for all of them, since one loop over all costs less than steps from bit to bit.
template <class D, class F>
inline void store_lanes(D* d, LaneMask active, F value) {
  if (active == ~LaneMask{0} || count_lanes(active) < kFewLanes)
    return over_lanes(active, [=](unsigned lane) { d[lane] = value(lane); });
  alignas(64) D all[kMaxWarpSize];
  over_lanes(~LaneMask{0}, [&](unsigned lane) { all[lane] = value(lane); });
  over_lanes(~LaneMask{0},
             [&](unsigned lane) { d[lane] = (active >> lane & 1) != 0 ? all[lane] : d[lane]; });
}

}  // namespace simt
