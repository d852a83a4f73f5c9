// Bit counting, bit fields and byte permutation (PTX ISA 9.7.1).
// brev is timed as a bit count: BREV is on the special unit (machine code for sm_75 to sm_90; 8
// cycles a warp on an H200, kernels/micro/class_bits.ir).
#include "isa/core/lanes/bit_math.h"
#include "isa/core/lanes/lanes.h"
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace bits_rows {

using enum OpClass;
constexpr Kind Alu = Kind::Alu;

template <class T>
using Count = u32(T);
template <class T>
using Field = T(T, u32, u32);
template <class T>
using Insert = T(T, T, u32, u32);
template <class T>
using Resize = T(T, u32);
using Ternary = u32(u32, u32, u32);

/// prmt with a mode: the four selectors for each value of c & 3.
template <u32... kSelectors>
constexpr u32 permute_mode(u32 a, u32 b, u32 c) {
  constexpr u32 kTable[] = {kSelectors...};
  return permute(a, b, kTable[c & 3]);
}

// clang-format off
constexpr OpInfo kRows[] = {
    {"popc.b32", "d:u32, a", Alu, Popc, typed<Count, u32>([](auto a) { return std::popcount(a); }), "popc"},
    {"popc.b64", "d:u32, a", Alu, Popc, typed<Count, u64>([](auto a) { return std::popcount(a); }), "popc", 3, false, {.integer = 1}},
    {"clz.b32", "d:u32, a", Alu, Popc, typed<Count, u32>([](auto a) { return std::countl_zero(a); }), "clz", 2, false, {.integer = 1}},
    {"clz.b64", "d:u32, a", Alu, Popc, typed<Count, u64>([](auto a) { return std::countl_zero(a); }), "clz", 6, false, {.integer = 4, .multiply = 1}},
    {"bfind(.u32|.s32)", "d:u32, a", Alu, Popc, typed<Count, u32, s32>([](auto a) { return find_top(a); }), "bfind"},
    {"bfind.u64", "d:u32, a", Alu, Popc, typed<Count, u64>([](auto a) { return find_top(a); }), "bfind", 4, false, {.integer = 2, .control = 1}},
    {"bfind.s64", "d:u32, a", Alu, Popc, typed<Count, s64>([](auto a) { return find_top(a); }), "bfind", 7, false, {.integer = 3, .control = 2}},
    {"bfind[.shiftamt(.u32|.s32)]", "d:u32, a", Alu, Popc, typed<Count, u32, s32>([](auto a) { return find_top_shift(a); }), "bfind"},
    {"bfind[.shiftamt.u64]", "d:u32, a", Alu, Popc, typed<Count, u64>([](auto a) { return find_top_shift(a); }), "bfind", 7, false, {.integer = 4, .multiply = 1}},
    {"bfind[.shiftamt.s64]", "d:u32, a", Alu, Popc, typed<Count, s64>([](auto a) { return find_top_shift(a); }), "bfind", 9, false, {.integer = 5, .multiply = 1, .control = 1}},
    {"fns.b32", "d, a, b:u32, c:s32", Alu, Popc, fixed<u32(u32, u32, s32)>([](u32 a, u32 b, s32 c) { return find_nth_set(a, b, c); }), "fns", 40, false, {.integer = 27, .multiply = 6, .control = 2}},

    {"brev.b32", "d, a", Alu, Popc, by_width<u32>([](auto a) { return reverse_bits(a); }), "brev"},
    {"brev.b64", "d, a", Alu, Popc, by_width<u64>([](auto a) { return reverse_bits(a); }), "brev", 2},
    {"bfe(.u32|.s32)", "d, a, b:u32, c:u32", Alu, BitField, typed<Field, u32, s32>([](auto a, u32 b, u32 c) { return extract_bits(a, b, c); }), "bfe", 5},
    {"bfe.u64", "d, a, b:u32, c:u32", Alu, BitField, typed<Field, u64>([](auto a, u32 b, u32 c) { return extract_bits(a, b, c); }), "bfe", 8},
    {"bfe.s64", "d, a, b:u32, c:u32", Alu, BitField, typed<Field, s64>([](auto a, u32 b, u32 c) { return extract_bits(a, b, c); }), "bfe", 15},
    {"bfi.b32", "d, a, b, c:u32, e:u32", Alu, BitField, typed<Insert, u32>([](auto a, auto b, u32 c, u32 e) { return insert_bits(a, b, c, e); }), "bfi", 6},
    {"bfi.b64", "d, a, b, c:u32, e:u32", Alu, BitField, typed<Insert, u64>([](auto a, auto b, u32 c, u32 e) { return insert_bits(a, b, c, e); }), "bfi", 12},
    {"szext.clamp(.u32|.s32)", "d, a, b:u32", Alu, BitField, typed<Resize, u32, s32>([](auto a, u32 b) { return extend_clamp(a, b); }), "szext"},
    {"szext.wrap(.u32|.s32)", "d, a, b:u32", Alu, BitField, typed<Resize, u32, s32>([](auto a, u32 b) { return extend_wrap(a, b); }), "szext"},
    {"bmsk.clamp.b32", "d, a:u32, b:u32", Alu, BitField, fixed<u32(u32, u32)>([](u32 a, u32 b) { return bit_mask_clamp(a, b); }), "bmsk"},
    {"bmsk.wrap.b32", "d, a:u32, b:u32", Alu, BitField, fixed<u32(u32, u32)>([](u32 a, u32 b) { return bit_mask_wrap(a, b); }), "bmsk"},

    {"prmt.b32", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute(a, b, c); }), "prmt"},
    {"prmt[.b32.f4e]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x3210, 0x4321, 0x5432, 0x6543>(a, b, c); }), "prmt"},
    {"prmt[.b32.b4e]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x5670, 0x6701, 0x7012, 0x0123>(a, b, c); }), "prmt"},
    {"prmt[.b32.rc8]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x0000, 0x1111, 0x2222, 0x3333>(a, b, c); }), "prmt"},
    {"prmt[.b32.ecl]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x3210, 0x3211, 0x3222, 0x3333>(a, b, c); }), "prmt"},
    {"prmt[.b32.ecr]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x0000, 0x1110, 0x2210, 0x3210>(a, b, c); }), "prmt"},
    {"prmt[.b32.rc16]", "d, a, b, c", Alu, Shift, fixed<Ternary>([](u32 a, u32 b, u32 c) { return permute_mode<0x1010, 0x3232, 0x1010, 0x3232>(a, b, c); }), "prmt"},
};
// clang-format on

}  // namespace bits_rows
}  // namespace

std::span<const OpInfo> bit_ops() {
  return bits_rows::kRows;
}

}  // namespace simt
