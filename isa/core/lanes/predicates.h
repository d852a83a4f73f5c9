// Row forms whose operands or results are predicates: 32 lanes in one LaneMask.
#pragma once

#include <type_traits>

#include "isa/core/lanes/lanes.h"

namespace simt {

/// d = f(p, q) or f(p) on predicates: one operation on 32 lanes at once.
template <class F>
struct PredicateMap {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const LaneMask a = read_predicate(inst, regs, 0);
    LaneMask bits;
    if constexpr (std::is_invocable_v<F, LaneMask, LaneMask>)
      bits = F{}(a, read_predicate(inst, regs, 1));
    else
      bits = F{}(a);
    write_predicate(regs, inst.dst[0], bits, active);
  }
};
template <class F>
constexpr LaneSelect on_predicates(F) {
  return whole<PredicateMap<F>>();
}

/// p = f(a): a test of each lane's value.
template <class F, class T>
struct PredicateTest {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const T* a = lane_data<const T>(regs, inst.src[0]);
    const LaneMask bits = lanes_where(active, [=](unsigned lane) { return F{}(a[lane]); });
    write_predicate(regs, inst.dst[0], bits, active);
  }
};
template <class T, class F>
constexpr LaneSelect test_lanes(F) {
  return whole<PredicateTest<F, T>>();
}

/// d = c ? a : b, c a predicate.
template <class T>
struct Select {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    T* d = lane_data<T>(regs, inst.dst[0]);
    const T *a = lane_data<const T>(regs, inst.src[0]), *b = lane_data<const T>(regs, inst.src[1]);
    const LaneMask c = read_predicate(inst, regs, 2);
    over_lanes(active, [=](unsigned lane) { d[lane] = (c >> lane & 1) != 0 ? a[lane] : b[lane]; });
  }
};

}  // namespace simt
