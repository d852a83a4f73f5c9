// The rows of the instruction table, one function per file: each returns the constexpr rows of its
// group. op_table() strings them together in this order; rows that share a mnemonic are tried in
// it.
#pragma once

#include <span>

#include "isa/ptx/rows/op_table.h"

namespace simt {

std::span<const OpInfo> integer_ops();   ///< integer.cpp: add, mul, mad, div, min, sad, dp4a ...
std::span<const OpInfo> extended_ops();  ///< extended.cpp: add.cc, addc, madc ...
std::span<const OpInfo> bit_ops();       ///< bits.cpp: popc, bfe, bfi, prmt, szext ...
std::span<const OpInfo> logic_ops();     ///< logic.cpp: and, lop3, shl, shf ...
std::span<const OpInfo> compare_ops();   ///< compare.cpp: setp, set, selp, slct
std::span<const OpInfo> move_ops();      ///< move.cpp: mov, cvta, isspacep
std::span<const OpInfo> float_ops();     ///< float.cpp: f32 and f64 arithmetic
std::span<const OpInfo> half_ops();      ///< half.cpp: f16, bf16 and packed arithmetic
std::span<const OpInfo> convert_ops();   ///< convert.cpp: cvt
std::span<const OpInfo> special_ops();   ///< special.cpp: approximate functions
std::span<const OpInfo> memory_ops();    ///< memory.cpp: ld, st, atom, red, prefetch
std::span<const OpInfo> control_ops();   ///< control.cpp: bra, call, ret, exit
std::span<const OpInfo> sync_ops();      ///< sync.cpp: barriers, fences, warp-level operations

/// half.cpp: the sum of two f16, bf16 or packed values, for atomics on them.
LaneOp half_sum(const Semantics& what);

}  // namespace simt
