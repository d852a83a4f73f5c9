// Arithmetic that writes or reads the carry flag: dst[1], and the source after the written ones.
#pragma once

#include "isa/core/lanes/int_math.h"
#include "isa/core/lanes/lanes.h"

namespace simt {

/// One lane's result with the carry that leaves it.
template <class T>
struct Carried {
  T value;
  bool out;
};

template <class T>
constexpr Carried<T> add_carry(T a, T b, bool in) {
  const auto sum = widen(a) + b + in;
  return {static_cast<T>(sum), (sum >> kBits<T>) != 0};
}

/// f(operands..., carry in) -> Carried<T>.
template <class F, class T, bool kReads, class... S>
struct CarryMap {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    apply(inst, regs, active, std::index_sequence_for<S...>{});
  }
  template <std::size_t... I>
  static void apply(const Inst& inst, Registers regs, LaneMask active, std::index_sequence<I...>) {
    const LaneMask in = kReads ? predicate(regs, inst.src[sizeof...(S)]) : 0;
    T* d = lane_data<T>(regs, inst.dst[0]);
    const LaneMask out = lanes_where(active, [&](unsigned lane) {
      const Carried<T> r =
          F{}(lane_data<const S>(regs, inst.src[I])[lane]..., (in >> lane & 1) != 0);
      d[lane] = r.value;
      return r.out;
    });
    write_predicate(regs, inst.dst[1], out, active);
  }
};

template <bool kReads, class F, class T>
LaneOp carry_map() {
  using U = std::make_unsigned_t<T>;
  if constexpr (std::is_invocable_v<F, T, T, bool>)
    return detail::Versions<CarryMap<F, U, kReads, T, T>>::pick();
  else
    return detail::Versions<CarryMap<F, U, kReads, T, T, U>>::pick();
}

/// carry_out: writes the flag; carry_in: reads it, and writes it where there is a dst[1].
template <class... T, class F>
constexpr LaneSelect carry_out(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameType, T...>(
        what, []<class U>() { return carry_map<false, F, U>(); });
  };
}
template <class... T, class F>
constexpr LaneSelect carry_in(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameType, T...>(
        what, []<class U>() { return carry_map<true, F, U>(); });
  };
}

}  // namespace simt
