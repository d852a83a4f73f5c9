// The groups that op_table() strings together: sections.def.
#pragma once

#include <span>

#include "isa/ptx/rows/op_table.h"

namespace simt {

#define GROUP(function) std::span<const OpInfo> function();
#include "isa/ptx/rows/sections.def"

/// half.cpp: the sum of two f16, bf16 or packed values, for atomics on them.
LaneOp half_sum(const Semantics& what);

}  // namespace simt
