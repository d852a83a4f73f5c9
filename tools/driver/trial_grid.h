// A launch that occupies a device.
#pragma once

#include "tools/driver/trial_launch.h"

namespace simt {

/// Of a launch that is accepted, with a few blocks: a grid of a block for each SM (one to two in a
/// plane; a power of two where threads are paired by their bits), or as near to it as is accepted
/// with at most 16 MB and four million warp instructions.
void enlarge(TrialLaunch& launch);

}  // namespace simt
