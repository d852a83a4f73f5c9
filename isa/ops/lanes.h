// Turns a one-line lane expression into a LaneOp over 32 lanes.
//
//   {"add(.u16|.u32|.u64)", "d, a, b", ..., lanes<u16, u32, u64>([](auto a, auto b) { return a + b; })}
//
// The loop has a full-mask path that the compiler vectorises; a partial mask visits set bits only.
// Every LaneOp exists for the baseline instruction set and for x86-64-v3; the choice is made once,
// at decode, from the running CPU, so one binary serves all machines.
// Register files are untyped storage: this code is built with -fno-strict-aliasing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/ops/op_table.h"
#include "isa/program/program.h"

#if defined(__x86_64__)
#define SIMT_V3 [[gnu::target("arch=x86-64-v3"), gnu::flatten]]
#else
#define SIMT_V3
#endif

namespace simt {

/// True when the CPU has AVX2, FMA and BMI2 (x86-64-v3). Environment SIMT_SIM_BASELINE=1 forces false.
bool cpu_has_v3();

template <class T>
T* lane_data(std::byte* regs, Slot slot) {
  return reinterpret_cast<T*>(regs + slot);
}
inline LaneMask& predicate(std::byte* regs, Slot slot) {
  return *reinterpret_cast<LaneMask*>(regs + slot);
}
inline void write_predicate(std::byte* regs, Slot slot, LaneMask bits, LaneMask active) {
  if (slot == kNoSlot) return;
  LaneMask& p = predicate(regs, slot);
  p = (p & ~active) | (bits & active);
}

/// Calls f(lane) for the active lanes; the full warp as a countable loop.
template <class F>
inline void over_lanes(LaneMask active, F&& f) {
  if (active == ~LaneMask{0}) {
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) f(lane);
  } else {
    for_each_lane(active, f);
  }
}

namespace detail {

/// Body: a stateless callable (const Inst&, std::byte* regs, LaneMask) -> void.
template <class Body>
struct Versions {
  static void base(const Inst& i, std::byte* r, LaneMask m) { Body{}(i, r, m); }
  SIMT_V3 static void v3(const Inst& i, std::byte* r, LaneMask m) { Body{}(i, r, m); }
  static LaneOp pick() { return cpu_has_v3() ? &v3 : &base; }
};

template <class F, class D, class... S>
struct Map {
  void operator()(const Inst& inst, std::byte* regs, LaneMask active) const {
    apply(inst, regs, active, std::index_sequence_for<S...>{});
  }
  template <std::size_t... I>
  static void apply(const Inst& inst, std::byte* regs, LaneMask active, std::index_sequence<I...>) {
    D* d = lane_data<D>(regs, inst.dst[0]);
    over_lanes(active, [&](unsigned lane) {
      d[lane] = static_cast<D>(F{}(lane_data<const S>(regs, inst.src[I])[lane]...));
    });
  }
};

}  // namespace detail

/// LaneOp of d = f(a, b, ...) with explicit types: map_lanes<D, A, B>(f).
template <class D, class... S, class F>
LaneOp map_lanes(F) {
  return detail::Versions<detail::Map<F, D, S...>>::pick();
}

}  // namespace simt
