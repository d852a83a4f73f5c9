// A launch that runs, made one that shows more of its kernel.
#pragma once

#include "tools/driver/trial_launch.h"

namespace simt {

/// Of a launch that is accepted: arrays with data, small radii and lengths where more threads work
/// with them, one number for the length of all arrays, buffers no longer than what is touched.
void improve(TrialLaunch& launch);

/// A launch that does too much may have a radius as large as a width: whether it is accepted with a
/// small one, which it has then.
bool one_is_small(TrialLaunch& launch);

/// A launch that reads one element more than its threads write: whether it is accepted with a size
/// that is one or two less, which it has then.
bool one_is_less(TrialLaunch& launch);

}  // namespace simt
