// Where a memory instruction goes, by the registers as they stand: for who looks from outside.
#pragma once

#include "sim/exec/executor.h"

namespace simt {

/// The address that the lane gives the instruction.
std::uint64_t lane_address(const Inst& inst, const WarpState& warp, unsigned lane);

/// From here on `inst` takes its addresses as they are, 8 bytes a lane, from slot 0 of the
/// registers that it runs with: for an instruction whose accesses are not where its operands say.
void take_given_addresses(Inst& inst);

}  // namespace simt
