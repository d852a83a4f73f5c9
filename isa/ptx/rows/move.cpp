// Moves, address conversion and address tests (PTX ISA 9.7.9).
#include "isa/base/address_space.h"
#include "isa/core/lanes/move_lanes.h"
#include "isa/core/lanes/predicates.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace move_rows {

constexpr Kind Alu = Kind::Alu;
constexpr OpClass Move = OpClass::Move;

constexpr auto kSame = [](auto a) { return a; };
/// From a window offset to a generic address and back.
template <StateSpace kSpace>
constexpr auto kToGeneric = [](u64 a) { return a + generic_base(kSpace); };
template <StateSpace kSpace>
constexpr auto kFromGeneric = [](u64 a) { return a - generic_base(kSpace); };
template <StateSpace kSpace>
constexpr auto kIsIn = [](u64 a) { return locate_generic(a).space == kSpace; };

/// An address in shared memory has the rank of the block within its cluster in bits 24 to 31 (ptxas
/// 13.0: PRMT 0x654, and a shift), which is 0 where each block is a cluster of its own.
constexpr unsigned kRankAt = 24;
constexpr auto kInBlock = [](auto a, u32 rank) {
  using T = decltype(a);
  return static_cast<T>((a & ~(T{0xff} << kRankAt)) | T{rank & 0xffu} << kRankAt);
};
constexpr auto kRankOf = [](auto a) { return static_cast<u32>(a) >> kRankAt; };

using enum StateSpace;
using Address = u64(u64);

// clang-format off
constexpr OpInfo kRows[] = {
    {"mov.pred", "d, a", Alu, Move, on_predicates(kSame), "mov"},
    {"mov(.b16|.b32|.b64|.b128)", "dv, av", Alu, Move, whole_by_width<MoveBits, u16, u32, u64, u128>(), "mov"},
    {"mov(.u16|.s16|.u32|.s32|.f32|.u64|.s64|.f64)", "d, a", Alu, Move, by_width<u16, u32, u64>(kSame), "mov"},

    {"cvta.global.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Global>), "cvta"},
    {"cvta(.shared|.shared::cta|.shared::cluster).u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Shared>), "cvta", 2},
    {"cvta.local.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Local>), "cvta", 2},
    {"cvta.const.u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Const>), "cvta", 2},
    {"cvta(.param|.param::entry).u64", "d, a", Alu, Move, fixed<Address>(kToGeneric<Param>), "cvta", 2},
    {"cvta.to.global.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Global>), "cvta"},
    {"cvta.to(.shared|.shared::cta|.shared::cluster).u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Shared>), "cvta", 2},
    {"cvta.to.local.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Local>), "cvta", 2},
    {"cvta.to.const.u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Const>), "cvta", 2},
    {"cvta.to(.param|.param::entry).u64", "d, a", Alu, Move, fixed<Address>(kFromGeneric<Param>), "cvta", 2},

    {"isspacep.global", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Global>), "isspacep", 6},
    {"isspacep(.shared|.shared::cta|.shared::cluster)", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Shared>), "isspacep"},
    {"isspacep.local", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Local>), "isspacep"},
    {"isspacep.const", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Const>), "isspacep", 4},
    {"isspacep(.param|.param::entry)", "d:pred, a:u64", Alu, Move, test_lanes<u64>(kIsIn<Param>), "isspacep", 4},

    {"mapa{.shared::cluster}.u32", "d, a, b:u32", Alu, Move, fixed<u32(u32, u32)>(kInBlock), "mapa"},
    {"mapa{.shared::cluster}.u64", "d, a, b:u32", Alu, Move, fixed<u64(u64, u32)>(kInBlock), "mapa"},
    {"getctarank{.shared::cluster}.u32", "d:u32, a", Alu, Move, fixed<u32(u32)>(kRankOf), "getctarank"},
    {"getctarank{.shared::cluster}.u64", "d:u32, a", Alu, Move, fixed<u32(u64)>(kRankOf), "getctarank"},
};
// clang-format on

}  // namespace move_rows
}  // namespace

std::span<const OpInfo> move_ops() {
  return move_rows::kRows;
}

}  // namespace simt
