// Comparison and selection (PTX ISA 9.7.6, 9.7.7): setp, set, selp, slct.
#include "isa/ops/compare.h"

#include "isa/ops/groups.h"
#include "isa/ops/predicates.h"

namespace simt {
namespace {

constexpr Kind Alu = Kind::Alu;
using enum OpClass;

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
  [[gnu::noinline]] static LaneMask base(const T* a, const T* b, LaneMask active, unsigned shift) {
    return compare_loop<C, T, View>(a, b, active, shift);
  }
  SIMT_V3 [[gnu::noinline]] static LaneMask v3(const T* a, const T* b, LaneMask active,
                                               unsigned shift) {
    return compare_loop<C, T, View>(a, b, active, shift);
  }
};

/// The comparison that an opcode names.
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

/// The comparison combined with predicate c (src[2]) where the opcode says so.
LaneMask combine(const Inst& inst, Registers regs, LaneMask t) {
  if (inst.form.has(Mod::and_)) return t & read_predicate(inst, regs, 2);
  if (inst.form.has(Mod::or_)) return t | read_predicate(inst, regs, 2);
  if (inst.form.has(Mod::xor_)) return t ^ read_predicate(inst, regs, 2);
  return t;
}

/// p|q = comparison and its opposite, each combined with c.
template <class Compared>
void set_predicate(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask t = Compared::lanes(inst, regs, active);
  const LaneMask p = combine(inst, regs, t), q = combine(inst, regs, ~t);
  write_predicate(regs, inst.dst[0], p, active);
  write_predicate(regs, inst.dst[1], q, active);
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
/// p|q = comparison of the low and of the high halves.
template <class Compared>
void set_predicate_packed(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask p = combine(inst, regs, Compared::lanes(inst, regs, active, 0));
  const LaneMask q = combine(inst, regs, Compared::lanes(inst, regs, active, 16));
  write_predicate(regs, inst.dst[0], p, active);
  write_predicate(regs, inst.dst[1], q, active);
}

/// What set stores for "true": 1.0 in a float type, all ones in an integer type.
u32 true_value(ScalarType t) {
  switch (t) {
    case ScalarType::F32:
      return 0x3f800000;
    case ScalarType::F16:
      return 0x3c00;
    case ScalarType::F16x2:
      return 0x3c003c00;
    case ScalarType::BF16:
      return 0x3f80;
    case ScalarType::BF16x2:
      return 0x3f803f80;
    default:
      return ~u32{0};
  }
}
template <class D>
void truth_loop(D* d, u32 yes, LaneMask active, LaneMask low, LaneMask high) {
  over_lanes(active, [=](unsigned lane) {
    const u32 mask =
        ((low >> lane & 1) != 0 ? 0xffffu : 0) | ((high >> lane & 1) != 0 ? 0xffff0000u : 0);
    d[lane] = static_cast<D>(yes & mask);
  });
}
template <class D>
struct Truth {
  [[gnu::noinline]] static void base(D* d, u32 yes, LaneMask active, LaneMask low, LaneMask high) {
    truth_loop(d, yes, active, low, high);
  }
  SIMT_V3 [[gnu::noinline]] static void v3(D* d, u32 yes, LaneMask active, LaneMask low,
                                           LaneMask high) {
    truth_loop(d, yes, active, low, high);
  }
};
/// `low` and `high`: the lanes whose lower and upper half is true.
template <bool kV3>
void store_truth(const Inst& inst, Registers regs, LaneMask active, LaneMask low, LaneMask high) {
  const u32 yes = true_value(inst.form.type);
  const auto store = [&]<class D>() {
    D* d = lane_data<D>(regs, inst.dst[0]);
    kV3 ? Truth<D>::v3(d, yes, active, low, high) : Truth<D>::base(d, yes, active, low, high);
  };
  size_of(inst.form.type) == 2 ? store.template operator()<u16>()
                               : store.template operator()<u32>();
}
template <class Compared>
void set_value(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask t = combine(inst, regs, Compared::lanes(inst, regs, active));
  store_truth<Compared::kVersion3>(inst, regs, active, t, t);
}
template <class Compared>
void set_value_packed(const Inst& inst, Registers regs, LaneMask active) {
  const LaneMask low = combine(inst, regs, Compared::lanes(inst, regs, active, 0));
  const LaneMask high = combine(inst, regs, Compared::lanes(inst, regs, active, 16));
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

/// The type that is compared: the opcode's last one (set.f32.u32 compares u32).
ScalarType compared(const OpForm& form) {
  return form.type2 == ScalarType::None ? form.type : form.type2;
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
  return [](const OpForm& form) {
    LaneOp op = nullptr;
    const auto try_type = [&]<class U>() {
      if (computed_as(compared(form)) == kTypeOf<U>)
        op = with_integer_comparison(form, Make<Instruction, U, AsStored>{});
    };
    (try_type.template operator()<T>(), ...);
    return op;
  };
}
template <class Instruction, class T, class View = AsStored, class FlushedView = View>
constexpr LaneSelect floats() {
  return [](const OpForm& form) {
    return form.has(Mod::ftz) ? with_float_comparison(form, Make<Instruction, T, FlushedView>{})
                              : with_float_comparison(form, Make<Instruction, T, View>{});
  };
}
template <class Instruction, class T, u32 kInfinity>
constexpr LaneSelect halves() {
  return floats<Instruction, T, HalfOrder<kInfinity, false>, HalfOrder<kInfinity, true>>();
}
constexpr u32 kHalfInfinity = 0x7c00, kBfloatInfinity = 0x7f80;

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
template <class T>
using BySign = T(T, T, s32);
template <class T>
using ByFloatSign = T(T, T, f32);

// clang-format off
#define EQUALITY "(.eq|.ne)"
#define SIGNED "(.eq|.ne|.lt|.le|.gt|.ge)"
#define UNSIGNED "(.eq|.ne|.lt|.le|.gt|.ge|.lo|.ls|.hi|.hs)"
#define FLOAT "(.eq|.ne|.lt|.le|.gt|.ge|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan)"
// Without and with a third, predicate operand.
#define SETP_TO(result, comparison, ftz, types, op_class, select, insts)                             \
    {"setp" comparison ftz types, result ", a, b", Alu, op_class, select, "setp", insts},            \
    {"setp[" comparison "(.and|.or|.xor)" ftz "]" types, result ", a, b, c:pred", Alu, op_class, select, "setp", insts}
#define SETP(comparison, ftz, types, op_class, select, insts)                                        \
    SETP_TO("d|p:pred", comparison, ftz, types, op_class, select, insts)
#define SET(comparison, ftz, types, op_class, select, insts)                                         \
    {"set" comparison ftz types, "d, a:t2, b:t2", Alu, op_class, select, "set", insts},              \
    {"set[" comparison "(.and|.or|.xor)" ftz "]" types, "d, a:t2, b:t2, c:pred", Alu, op_class, select, "set", insts}

constexpr OpInfo kRows[] = {
    SETP(EQUALITY, "", "(.b16|.b32)", Compare, (integers<SetPredicate, u16, u32>()), 1),
    SETP(EQUALITY, "", ".b64", Compare, (integers<SetPredicate, u64>()), 2),
    SETP(UNSIGNED, "", "(.u16|.u32)", Compare, (integers<SetPredicate, u16, u32>()), 1),
    SETP(UNSIGNED, "", ".u64", Compare, (integers<SetPredicate, u64>()), 2),
    SETP(SIGNED, "", "(.s16|.s32)", Compare, (integers<SetPredicate, s16, s32>()), 1),
    SETP(SIGNED, "", ".s64", Compare, (integers<SetPredicate, s64>()), 2),
    SETP(FLOAT, "{.ftz}", ".f32", Compare, (floats<SetPredicate, f32, AsStored, Flushed>()), 1),
    SETP(FLOAT, "", ".f64", Fp64, (floats<SetPredicate, f64>()), 1),
    SETP_TO("d:pred", FLOAT, "{.ftz}", ".f16", Fp16, (halves<SetPredicate, u16, kHalfInfinity>()), 1),
    SETP(FLOAT, "{.ftz}", ".f16x2", Fp16, (halves<SetPredicatePacked, u32, kHalfInfinity>()), 1),
    SETP_TO("d:pred", FLOAT, "", ".bf16", Fp16, (halves<SetPredicate, u16, kBfloatInfinity>()), 1),
    SETP(FLOAT, "", ".bf16x2", Fp16, (halves<SetPredicatePacked, u32, kBfloatInfinity>()), 1),

    SET(EQUALITY, "", "(.u32|.s32|.f32)(.b16|.b32)", Compare, (integers<SetValue, u16, u32>()), 2),
    SET(EQUALITY, "", "(.u32|.s32|.f32).b64", Compare, (integers<SetValue, u64>()), 3),
    SET(UNSIGNED, "", "(.u32|.s32|.f32)(.u16|.u32)", Compare, (integers<SetValue, u16, u32>()), 2),
    SET(UNSIGNED, "", "(.u32|.s32|.f32).u64", Compare, (integers<SetValue, u64>()), 3),
    SET(SIGNED, "", "(.u32|.s32|.f32)(.s16|.s32)", Compare, (integers<SetValue, s16, s32>()), 2),
    SET(SIGNED, "", "(.u32|.s32|.f32).s64", Compare, (integers<SetValue, s64>()), 3),
    SET(FLOAT, "{.ftz}", "(.u32|.s32|.f32).f32", Compare, (floats<SetValue, f32, AsStored, Flushed>()), 2),
    SET(FLOAT, "", "(.u32|.s32|.f32).f64", Fp64, (floats<SetValue, f64>()), 2),
    SET(FLOAT, "{.ftz}", "(.f16|.u16|.s16|.u32|.s32).f16", Fp16, (halves<SetValue, u16, kHalfInfinity>()), 2),
    SET(FLOAT, "{.ftz}", "(.f16x2|.u32|.s32).f16x2", Fp16, (halves<SetValuePacked, u32, kHalfInfinity>()), 1),
    SET(FLOAT, "", "(.bf16|.u16|.s16|.u32|.s32).bf16", Fp16, (halves<SetValue, u16, kBfloatInfinity>()), 2),
    SET(FLOAT, "", "(.bf16x2|.u32|.s32).bf16x2", Fp16, (halves<SetValuePacked, u32, kBfloatInfinity>()), 1),

    {"selp(.b16|.u16|.s16|.b32|.u32|.s32|.f32)", "d, a, b, c:pred", Alu, Compare, whole_by_width<Select, u16, u32>(), "selp"},
    {"selp(.b64|.u64|.s64|.f64)", "d, a, b, c:pred", Alu, Compare, whole_by_width<Select, u64>(), "selp", 2},
    {"slct(.b16|.u16|.s16|.b32|.u32|.s32|.f32).s32", "d, a, b, c:t2", Alu, Compare, typed_by_width<BySign, u16, u32>([](auto a, auto b, s32 c) { return c >= 0 ? a : b; }), "slct", 2},
    {"slct(.b64|.u64|.s64|.f64).s32", "d, a, b, c:t2", Alu, Compare, typed_by_width<BySign, u64>([](auto a, auto b, s32 c) { return c >= 0 ? a : b; }), "slct", 3},
    // A subnormal -x flushes to -0, which is not below zero; NaN selects b.
    {"slct(.b16|.u16|.s16|.b32|.u32|.s32|.f32).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u16, u32>([](auto a, auto b, f32 c) { return c >= 0 ? a : b; }), "slct", 2},
    {"slct(.b64|.u64|.s64|.f64).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u64>([](auto a, auto b, f32 c) { return c >= 0 ? a : b; }), "slct", 3},
    {"slct.ftz(.b16|.u16|.s16|.b32|.u32|.s32|.f32).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u16, u32>([](auto a, auto b, f32 c) { return Flushed{}(c) >= 0 ? a : b; }), "slct", 3},
    {"slct.ftz(.b64|.u64|.s64|.f64).f32", "d, a, b, c:t2", Alu, Compare, typed_by_width<ByFloatSign, u64>([](auto a, auto b, f32 c) { return Flushed{}(c) >= 0 ? a : b; }), "slct", 4},
};
// clang-format on

}  // namespace

std::span<const OpInfo> compare_ops() {
  return kRows;
}

}  // namespace simt
