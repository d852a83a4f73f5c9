// The page of `simt-sim occupancy`: what an SM holds, what limits it, and which block size is best.
#pragma once

#include <optional>
#include <string>

#include "sim/launch/occupancy.h"
#include "sim/views/text.h"

namespace simt {

struct OccupancySubject {
  const ArchConfig& arch;
  std::string kernel;
  OccupancyInput input;
  bool block_given = false;   ///< false: only the sweep makes sense
  bool by_block_size = true;  ///< the sweep, too
};

std::string render_occupancy(const OccupancySubject& subject, const Style& style);

}  // namespace simt
