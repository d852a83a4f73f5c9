// Asynchronous copies and mbarriers for who has a clock: what a wait needs, and what happens when
// copies have ended.
#pragma once

#include "sim/exec/executor.h"

namespace simt {

/// How many asynchronous copies the warp has begun.
inline std::uint32_t copies_begun(const WarpState& warp) {
  return warp.async.empty() ? 0 : warp.async.front().begun;
}
/// The copies of the warp that an AsyncWait of these lanes waits for: those before this one, by
/// number.
std::uint32_t copies_awaited(const Inst& wait, LaneMask lanes, const WarpState& warp);
/// Would a wait at an mbarrier be true for all of these lanes?
bool phases_ended(const Program& program, const Inst& wait, LaneMask lanes, const WarpState& warp);
/// The copies before this one have ended: has those lanes arrive at mbarriers that are to arrive
/// then (with a buffered port; without one they have done so at once). True: one did. Throws
/// KernelFault.
bool arrive_of_copies(const Program& program, std::uint32_t ended, WarpState& warp);

}  // namespace simt
