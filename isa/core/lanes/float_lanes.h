// Turns a one-line lane expression on values into the LaneOp of a floating-point operation:
//
//   arithmetic<f32>(f)   d = f(a, b, ...) on f32, f64, or on Half, Bfloat and their pairs computed
//                        as f32; rounded as the mode says, flushed and clamped, NaNs made
//   computed<f32>(f)     the same for f that does not round: no rounding mode is set
//
// with_mode(f): f is called as f(mode, a, b, ...), mode being Semantics::mode.
// The mode that changes nothing has a loop specialised for it; every other mode runs one
// loop that applies it. Half-precision f takes f32, or f64 for a fused operation.
#pragma once

#include "isa/core/lanes/half_float.h"
#include "isa/core/lanes/lanes.h"

namespace simt {
namespace detail {

/// A packed register of 32 lanes is 64 elements of half its width.
template <class T>
struct ElementOf {
  using type = T;
};
template <class T>
struct ElementOf<Pair<T>> {
  using type = T;
};
/// Calls f(element) for the elements of the active lanes.
template <unsigned per_lane, class F>
inline void over_elements(LaneMask active, F f) {
  if constexpr (per_lane == 1) {
    over_lanes(active, f);
  } else if (active == ~LaneMask{0}) {
    SIMT_INDEPENDENT_LANES
    for (unsigned i = 0; i < per_lane * kMaxWarpSize; ++i) f(i);
  } else {
    for_each_lane(active, [&](unsigned lane) {
      for (unsigned i = 0; i < per_lane; ++i) f(per_lane * lane + i);
    });
  }
}

/// Loops over d = F(mode, s...); `Mode` is a FloatMode, or a type that converts to a constant one.
template <class F, class Signature>
struct ModeLoop;
template <class F, class D, class... S>
struct ModeLoop<F, D(S...)> {
  template <class Mode, std::size_t... I>
  static void run(const Inst& inst, Registers regs, LaneMask active, Mode mode,
                  std::index_sequence<I...>) {
    using Element = typename ElementOf<D>::type;
    [&](Element* d, const typename ElementOf<S>::type*... s) {
      over_elements<sizeof(D) / sizeof(Element)>(
          active, [=](unsigned i) { d[i] = F{}(FloatMode(mode), s[i]...); });
    }(lane_data<Element>(regs, inst.dst[0]),
      lane_data<const typename ElementOf<S>::type>(regs, inst.src[I])...);
  }
  template <class Mode>
  static void run(const Inst& inst, Registers regs, LaneMask active, Mode mode) {
    run(inst, regs, active, mode, std::index_sequence_for<S...>{});
  }
};

template <Rounding R>
struct OnlyRounding {
  constexpr operator FloatMode() const { return {.rounding = R}; }
};
template <class Loop, Rounding R>
struct PlainBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    Loop::run(inst, regs, active, OnlyRounding<R>{});
  }
};
template <class Loop>
struct ModeBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    Loop::run(inst, regs, active, inst.op.mode);
  }
};
/// The processor rounds.
template <class Loop>
struct ScopedBody {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const RoundingScope scope(mode.rounding);
    Loop::run(inst, regs, active, mode);
  }
};

template <class Loop, template <class> class Body>
LaneOp pick_mode(const Semantics& what) {
  if (what.mode == FloatMode{}) return Versions<PlainBody<Loop, Rounding::Nearest>>::pick();
  return Versions<Body<Loop>>::pick();
}

template <class F>
struct WithMode {};
template <class F, class... V>
inline constexpr bool kCallable = std::is_invocable_v<F, V...>;
template <class F, class... V>
inline constexpr bool kCallable<WithMode<F>, V...> = std::is_invocable_v<F, const FloatMode&, V...>;
template <class F, class... V>
constexpr auto call(F, const FloatMode&, V... v) {
  return F{}(v...);
}
template <class F, class... V>
constexpr auto call(WithMode<F>, const FloatMode& m, V... v) {
  return F{}(m, v...);
}

/// The NaN that F yields for these operands; an F of another rule overloads it.
template <class F, class... T>
constexpr auto nan_from(F, T... operands) {
  return nan_of(operands...);
}

/// Suffixes around F: operands flushed and widened; NaN made, result clamped, rounded and flushed.
template <class F>
struct Arithmetic {
  template <class T, class... U>
  constexpr T operator()(const FloatMode& m, T a, U... others) const {
    if constexpr (sizeof(T) == 2) {
      return finish(m, narrowed<T>(Rounding::Nearest,
                                   clamp(m, call(F{}, m, enter(m, a), enter(m, others)...))));
    } else {
      const T d = clamp(m, call(F{}, m, enter(m, a), enter(m, others)...));
      return finish(m, d == d ? d : nan_from(F{}, a, others...));
    }
  }
  template <class T>
  static constexpr auto enter(const FloatMode& m, T x) {
    return widened(m.ftz ? flush(x) : x);
  }
  template <class T>
  static constexpr T clamp(const FloatMode& m, T x) {
    if (m.sat) return saturate_unit(x);
    return m.relu ? clamp_negative(x) : x;
  }
  template <class T>
  static constexpr T finish(const FloatMode& m, T x) {
    return m.ftz ? flush(x) : x;
  }
};

/// T(T, T ...) with as many operands as F takes; they reach F as `V`.
template <class F, class T, class V>
constexpr auto same_types() {
  if constexpr (kCallable<F, V>)
    return std::type_identity<T(T)>{};
  else if constexpr (kCallable<F, V, V>)
    return std::type_identity<T(T, T)>{};
  else
    return std::type_identity<T(T, T, T)>{};
}
template <class T>
struct ValueOf {
  using type = f32;
};
template <>
struct ValueOf<f64> {
  using type = f64;
};

template <template <class> class Body, class F, class T>
LaneOp arithmetic_op(const Semantics& what) {
  using Signature = typename decltype(same_types<F, T, typename ValueOf<T>::type>())::type;
  return pick_mode<ModeLoop<Arithmetic<F>, Signature>, Body>(what);
}

}  // namespace detail

template <class F>
constexpr detail::WithMode<F> with_mode(F) {
  return {};
}

template <class... T, class F>
constexpr LaneSelect arithmetic(F) {
  return [](const Semantics& what) {
    LaneOp op = nullptr;
    ((what.type == kTypeOf<T> ? void(op = detail::arithmetic_op<detail::ScopedBody, F, T>(what))
                              : void()),
     ...);
    return op;
  };
}

template <class... T, class F>
constexpr LaneSelect computed(F) {
  return [](const Semantics& what) {
    LaneOp op = nullptr;
    ((what.type == kTypeOf<T> ? void(op = detail::arithmetic_op<detail::ModeBody, F, T>(what))
                              : void()),
     ...);
    return op;
  };
}

}  // namespace simt
