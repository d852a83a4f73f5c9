// What a launch takes of the device, by the rules of occupancy.
#pragma once

#include "sim/launch/occupancy.h"
#include "sim/sm/core/grid.h"

namespace simt {

/// `occupancy`: of the launch; at least one CTA fits an SM.
GridNeeds grid_needs(const Program& program, const ArchConfig& arch, const Occupancy& occupancy);

}  // namespace simt
