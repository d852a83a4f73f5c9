// Where a memory instruction goes, by the registers as they stand: for who looks from outside.
#pragma once

#include "sim/exec/executor.h"

namespace simt {

/// The address that the lane gives the instruction.
std::uint64_t lane_address(const Inst& inst, const WarpState& warp, unsigned lane);

}  // namespace simt
