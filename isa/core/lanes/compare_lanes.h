// Comparisons into predicates (setp) and into registers (set), and selection.
#pragma once

#include "isa/core/lanes/compare.h"
#include "isa/core/lanes/truth_lanes.h"

namespace simt {
namespace compare {

/// `shift`: first bit of the half that is compared in packed operands, which are u32.
template <class C, class T, class View>
LaneMask compare_loop(const T* a, const T* b, LaneMask active, unsigned shift) {
  if constexpr (std::is_same_v<T, u32> && !std::is_same_v<View, AsStored>)
    return lanes_where(active, [=](unsigned lane) {
      return C{}(View{}(a[lane] >> shift & 0xffff), View{}(b[lane] >> shift & 0xffff));
    });
  else
    return lanes_where(active,
                       [=](unsigned lane) { return C{}(View{}(a[lane]), View{}(b[lane])); });
}
/// The loop of one relation and type, for both instruction sets: setp and set share it, and so do
/// all comparisons that differ in the order of their operands or in the sign of their result.
template <class C, class T, class View>
struct Loop {
  using Type = T;
  SIMT_BASELINE [[gnu::noinline]] static LaneMask base(const T* a, const T* b, LaneMask active,
                                                       unsigned shift) {
    return compare_loop<C, T, View>(a, b, active, shift);
  }
  SIMT_V3 [[gnu::noinline]] static LaneMask v3(const T* a, const T* b, LaneMask active,
                                               unsigned shift) {
    return compare_loop<C, T, View>(a, b, active, shift);
  }
};

/// The comparison that a relation asks for.
template <class Of, bool kV3, bool kSwap, bool kNegate>
struct Comparison {
  using T = typename Of::Type;
  static constexpr bool kVersion3 = kV3;
  /// Which lanes compare true.
  static LaneMask lanes(const Inst& inst, Registers regs, LaneMask active, unsigned shift = 0) {
    const T* a = lane_data<const T>(regs, inst.src[kSwap ? 1 : 0]);
    const T* b = lane_data<const T>(regs, inst.src[kSwap ? 0 : 1]);
    const LaneMask t = kV3 ? Of::v3(a, b, active, shift) : Of::base(a, b, active, shift);
    return kNegate ? ~t : t;
  }
};

template <class Compared>
void set_predicate(const Inst& inst, Registers regs, LaneMask active) {
  write_compared(inst, regs, active, Compared::lanes(inst, regs, active));
}
/// The same with a loop of its own: without a call, as comparisons of words are every loop's test.
template <class C, class T, bool kSwap, bool kNegate>
struct SetPredicateOfWords {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const T* a = lane_data<const T>(regs, inst.src[kSwap ? 1 : 0]);
    const T* b = lane_data<const T>(regs, inst.src[kSwap ? 0 : 1]);
    const LaneMask t = compare_loop<C, T, AsStored>(a, b, active, 0) ^ (kNegate ? ~LaneMask{0} : 0);
    // Both are read before either is written: a destination may be the predicate that they combine
    // with.
    const LaneMask p = combine(inst, regs, t), q = combine(inst, regs, ~t);
    write_predicate(regs, inst.dst[0], p, active);
    write_predicate(regs, inst.dst[1], q, active);
  }
};
template <class Compared>
void set_predicate_packed(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask low = Compared::lanes(inst, regs, active, 0);
  write_halves(inst, regs, active, low, Compared::lanes(inst, regs, active, 16));
}

template <class Compared>
void set_value(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask t = Compared::lanes(inst, regs, active);
  store_truth<Compared::kVersion3>(inst, regs, active, t, t);
}
template <class Compared>
void set_value_packed(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask low = Compared::lanes(inst, regs, active, 0);
  const LaneMask high = Compared::lanes(inst, regs, active, 16);
  store_truth<Compared::kVersion3>(inst, regs, active, low, high);
}
#define INSTRUCTION(name, function)                   \
  struct name {                                       \
    template <class Compared>                         \
    static constexpr LaneOp op = &function<Compared>; \
  }
INSTRUCTION(SetPredicate, set_predicate);
INSTRUCTION(SetPredicatePacked, set_predicate_packed);
INSTRUCTION(SetValue, set_value);
INSTRUCTION(SetValuePacked, set_value_packed);
#undef INSTRUCTION

/// The type that is compared: the second one, where there are two.
inline ScalarType compared(const Semantics& what) {
  return what.type2 == ScalarType::None ? what.type : what.type2;
}

/// Makes the LaneOp of Instruction for each relation, with values of T seen through View.
template <class Instruction, class T, class View>
struct Make {
  template <class C, bool kSwap, bool kNegate>
  LaneOp operator()() const {
    if constexpr (std::is_same_v<Instruction, SetPredicate> && sizeof(T) == 4 &&
                  std::is_same_v<View, AsStored>)
      return detail::Versions<SetPredicateOfWords<C, T, kSwap, kNegate>>::pick();
    using Of = Loop<C, T, View>;
    return cpu_has_v3() ? Instruction::template op<Comparison<Of, true, kSwap, kNegate>>
                        : Instruction::template op<Comparison<Of, false, kSwap, kNegate>>;
  }
};

template <class Instruction, class... T>
constexpr LaneSelect integers() {
  return [](const Semantics& what) {
    LaneOp op = nullptr;
    const auto try_type = [&]<class U>() {
      if (computed_as(compared(what)) == kTypeOf<U>)
        op = with_integer_comparison(what.relation, Make<Instruction, U, AsStored>{});
    };
    (try_type.template operator()<T>(), ...);
    return op;
  };
}
template <class Instruction, class T, class View = AsStored, class FlushedView = View>
constexpr LaneSelect floats() {
  return [](const Semantics& what) {
    return what.mode.ftz ? with_float_comparison(what.relation, Make<Instruction, T, FlushedView>{})
                         : with_float_comparison(what.relation, Make<Instruction, T, View>{});
  };
}
template <class Instruction, class T, u32 kInfinity>
constexpr LaneSelect halves() {
  return floats<Instruction, T, HalfOrder<kInfinity, false>, HalfOrder<kInfinity, true>>();
}
inline constexpr u32 kHalfInfinity = 0x7c00, kBfloatInfinity = 0x7f80;

}  // namespace compare
}  // namespace simt
