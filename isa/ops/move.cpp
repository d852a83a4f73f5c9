// Moves, address conversion and address tests (PTX ISA 9.7.9).
#include "isa/base/address_space.h"
#include "isa/ops/groups.h"
#include "isa/ops/lanes.h"
#include "isa/ops/predicates.h"

namespace simt {
namespace {

constexpr Kind Alu = Kind::Alu;
constexpr OpClass Move = OpClass::Move;

/// The unsigned type of an element when T is cut into N.
template <class T, unsigned N>
using Element = std::conditional_t<
    sizeof(T) / N == 8, u64,
    std::conditional_t<sizeof(T) / N == 4, u32, std::conditional_t<sizeof(T) / N == 2, u16, u8>>>;

/// The first element of a vector operand has the low bits.
template <class T, unsigned N>
void pack(const Inst& inst, Registers regs, LaneMask active) {
  using E = Element<T, N>;
  T* d = lane_data<T>(regs, inst.dst[0]);
  over_lanes(active, [&](unsigned lane) {
    T bits = 0;
    for (unsigned i = 0; i < N; ++i)
      bits = static_cast<T>(bits | static_cast<T>(lane_data<E>(regs, inst.src[i])[lane])
                                       << (i * kBits<E>));
    d[lane] = bits;
  });
}
template <class T, unsigned N>
void unpack(const Inst& inst, Registers regs, LaneMask active) {
  using E = Element<T, N>;
  const T* a = lane_data<const T>(regs, inst.src[0]);
  for (unsigned i = 0; i < N; ++i) {
    if (inst.dst[i] == kNoSlot) continue;  // "_"
    E* d = lane_data<E>(regs, inst.dst[i]);
    over_lanes(active, [=](unsigned lane) { d[lane] = static_cast<E>(a[lane] >> (i * kBits<E>)); });
  }
}
/// mov of bits: a copy, or pack/unpack when one side is a vector.
template <class T>
struct MoveBits {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    if (inst.num_src == 2) return pack<T, 2>(inst, regs, active);
    if (inst.num_dst == 2) return unpack<T, 2>(inst, regs, active);
    if constexpr (sizeof(T) >= 4) {
      if (inst.num_src == 4) return pack<T, 4>(inst, regs, active);
      if (inst.num_dst == 4) return unpack<T, 4>(inst, regs, active);
    }
    T* d = lane_data<T>(regs, inst.dst[0]);
    const T* a = lane_data<const T>(regs, inst.src[0]);
    over_lanes(active, [=](unsigned lane) { d[lane] = a[lane]; });
  }
};

constexpr auto kSame = [](auto a) { return a; };
/// From a window offset to a generic address and back.
template <StateSpace kSpace>
constexpr auto kToGeneric = [](u64 a) { return a + generic_base(kSpace); };
template <StateSpace kSpace>
constexpr auto kFromGeneric = [](u64 a) { return a - generic_base(kSpace); };
template <StateSpace kSpace>
constexpr auto kIsIn = [](u64 a) { return locate_generic(a).space == kSpace; };

using enum StateSpace;
using Address = u64(u64);

// clang-format off
constexpr OpInfo kRows[] = {
    {"mov.pred", "d, a", Alu, Move, on_predicates(kSame), "mov"},
    {"mov(.b16|.b32|.b64|.b128)", "dv, av", Alu, Move, whole_by_width<MoveBits, u16, u32, u64, u128>(), "mov"},
    {"mov(.u16|.s16|.u32|.s32|.f32|.u64|.s64|.f64)", "d, a", Alu, Move, by_width<u16, u32, u64>(kSame), "mov"},

    {"cvta.global.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Global>), "cvta"},
    {"cvta(.shared|.shared::cta).u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Shared>), "cvta", 2},
    {"cvta.local.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Local>), "cvta", 2},
    {"cvta.const.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Const>), "cvta", 2},
    {"cvta(.param|.param::entry).u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Param>), "cvta", 2},
    {"cvta.to.global.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Global>), "cvta"},
    {"cvta.to(.shared|.shared::cta).u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Shared>), "cvta", 2},
    {"cvta.to.local.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Local>), "cvta", 2},
    {"cvta.to.const.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Const>), "cvta", 2},
    {"cvta.to(.param|.param::entry).u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Param>), "cvta", 2},

    {"isspacep.global", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Global>), "isspacep", 6},
    {"isspacep(.shared|.shared::cta)", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Shared>), "isspacep"},
    {"isspacep.local", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Local>), "isspacep"},
    {"isspacep.const", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Const>), "isspacep", 4},
    {"isspacep(.param|.param::entry)", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Param>), "isspacep", 4},
};
// clang-format on

}  // namespace

std::span<const OpInfo> move_ops() {
  return kRows;
}

}  // namespace simt
