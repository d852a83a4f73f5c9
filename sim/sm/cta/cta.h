// A CTA that is resident on an SM.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/executor.h"
#include "sim/sm/core/grid_on_sm.h"
#include "sim/sm/rules/barrier.h"

namespace simt {

struct Cta {
  GridOnSm* on = nullptr;
  CtaState state;
  CtaBarriers barriers;
  std::uint64_t index = 0;      ///< linear, in the grid
  std::vector<unsigned> warps;  ///< where its warps began, ascending; some may have left
  unsigned live_warps = 0;
  std::uint64_t started = 0;
  std::uint64_t first_warp_at = 0;  ///< the others follow
  std::uint64_t ends_at = 0;        ///< when the last of its warps has left
  std::uint64_t arrived_at = 0;     ///< when the barrier unit had its last arrival
  std::vector<Pc> parted_at;        ///< branches that parted lanes of its warps, ascending
  bool resident = false;
};

}  // namespace simt
