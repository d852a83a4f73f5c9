// A launch that occupies a device.
#pragma once

#include "tools/driver/trial_launch.h"

namespace simt {

/// Of a launch that is accepted, with a few blocks: a grid of one to two blocks for each SM, or as
/// near to it as is accepted with at most 16 MB and half a million warp instructions.
void enlarge(TrialLaunch& launch);

}  // namespace simt
