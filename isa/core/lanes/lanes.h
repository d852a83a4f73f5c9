// Turns a one-line lane expression into the LaneOp of an operation:
//
//   {"add(.u32|.s32)", "d, a, b", Kind::Alu, OpClass::IntAdd,
//    by_width<u32>([](auto a, auto b) { return a + b; }), "add"}
//
//   by_type<T...>(f)     arguments and result have the C++ type of Semantics::type; only these
//   types by_width<T...>(f)    the same, chosen by width alone: signed types compute as unsigned
//   typed<Sig, T...>(f)  operand types by signature: template <class T> using Sig = T(T, u32)
//   typed_by_width<Sig, T...>(f), whole_by_width<Body, T...>()   the same, T chosen by width
//   fixed<D(S...)>(f)    one signature whatever the type
//   whole<Body>()        Body computes all lanes: (const Inst&, Registers regs, LaneMask)
//
// f is a stateless lambda. It must be total and free of undefined behaviour for every input: lanes
// that are off may be computed too, and dropped. The loop over all lanes is vectorised, with a
// partial mask as well; a few lanes are visited one by one.
// Every LaneOp exists for the baseline instruction set and for x86-64-v3; the choice is made once,
// at decode, from the running CPU, so one binary serves all machines. Register files are untyped
// storage: this code is built with -fno-strict-aliasing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "isa/core/inst.h"
#include "isa/core/lanes/lane_loops.h"
#include "isa/core/lanes/lane_types.h"
#include "isa/core/semantics.h"

#if defined(__x86_64__)
#define SIMT_V3 [[gnu::target("arch=x86-64-v3"), gnu::flatten]]
// For processors made before 2013 alone, so compiled for size: half of a build's work on lane
// functions was theirs.
#define SIMT_BASELINE [[gnu::cold]]
#else
#define SIMT_V3
#define SIMT_BASELINE
#endif

namespace simt {

/// True when the CPU has AVX2, FMA and BMI2 (x86-64-v3). Environment SIMT_SIM_BASELINE=1 forces
/// false.
bool cpu_has_v3();

namespace detail {

/// Body: a stateless callable (const Inst&, Registers regs, LaneMask) -> void.
template <class Body>
struct Versions {
  SIMT_BASELINE static void base(const Inst& i, Registers r, LaneMask m) { Body{}(i, r, m); }
  SIMT_V3 static void v3(const Inst& i, Registers r, LaneMask m) { Body{}(i, r, m); }
  static LaneOp pick() { return cpu_has_v3() ? &v3 : &base; }
  /// For all processors: where newer instructions bring nothing.
  static void only(const Inst& i, Registers r, LaneMask m) { Body{}(i, r, m); }
};

template <class F, class Signature>
struct Map;
template <class F, class D, class... S>
struct Map<F, D(S...)> {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    apply(inst, regs, active, std::index_sequence_for<S...>{});
  }
  template <std::size_t... I>
  static void apply(const Inst& inst, Registers regs, LaneMask active, std::index_sequence<I...>) {
    run(active, lane_data<D>(regs, inst.dst[0]), lane_data<const S>(regs, inst.src[I])...);
  }
  static void run(LaneMask active, D* d, const S*... s) {
    store_lanes(d, active, [=](unsigned lane) { return static_cast<D>(F{}(s[lane]...)); });
  }
};

template <class F, class Signature>
LaneOp map_signature() {
  return Versions<Map<F, Signature>>::pick();
}

/// d = f(a), f(a, b) or f(a, b, c), all of one type.
template <class F, class T>
LaneOp map_same() {
  if constexpr (std::is_invocable_v<F, T>)
    return map_signature<F, T(T)>();
  else if constexpr (std::is_invocable_v<F, T, T>)
    return map_signature<F, T(T, T)>();
  else
    return map_signature<F, T(T, T, T)>();
}

}  // namespace detail

/// LaneOp of d = f(a, b, ...) with explicit types: map_lanes<D, A, B>(f).
template <class D, class... S, class F>
LaneOp map_lanes(F) {
  return detail::map_signature<F, D(S...)>();
}

template <class Body>
constexpr LaneSelect whole() {
  return [](const Semantics&) { return detail::Versions<Body>::pick(); };
}

template <class Signature, class F>
constexpr LaneSelect fixed(F) {
  return [](const Semantics&) { return detail::map_signature<F, Signature>(); };
}

namespace detail {
/// The LaneOp that make.operator()<T>() builds for the first T with fits(what).
struct SameType {
  template <class T>
  static bool fits(const Semantics& what) {
    return computed_as(what.type) == kTypeOf<T>;
  }
};
struct SameWidth {
  template <class T>
  static bool fits(const Semantics& what) {
    return size_of(what.type) == sizeof(T);
  }
};
template <class Rule, class... T, class Make>
LaneOp first_fit(const Semantics& what, Make make) {
  LaneOp op = nullptr;
  const auto try_one = [&]<class U>() {
    if (op == nullptr && Rule::template fits<U>(what)) op = make.template operator()<U>();
  };
  (try_one.template operator()<T>(), ...);
  return op;
}
}  // namespace detail

template <class... T, class F>
constexpr LaneSelect by_type(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameType, T...>(
        what, []<class U>() { return detail::map_same<F, U>(); });
  };
}
template <class... T, class F>
constexpr LaneSelect by_width(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameWidth, T...>(
        what, []<class U>() { return detail::map_same<F, U>(); });
  };
}
template <template <class> class Signature, class... T, class F>
constexpr LaneSelect typed(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameType, T...>(
        what, []<class U>() { return detail::map_signature<F, Signature<U>>(); });
  };
}
template <template <class> class Signature, class... T, class F>
constexpr LaneSelect typed_by_width(F) {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameWidth, T...>(
        what, []<class U>() { return detail::map_signature<F, Signature<U>>(); });
  };
}
template <template <class> class Body, class... T>
constexpr LaneSelect whole_by_width() {
  return [](const Semantics& what) {
    return detail::first_fit<detail::SameWidth, T...>(
        what, []<class U>() { return detail::Versions<Body<U>>::pick(); });
  };
}

}  // namespace simt
