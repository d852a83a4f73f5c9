// Contents of arrays with which a kernel does more of what it can do.
#pragma once

#include "tools/driver/trial_launch.h"

namespace simt {

/// Integers that decide what the kernel does: of a launch that is accepted, small random ones where
/// more of its instructions are executed with them, or where its results are all alike without.
void find_contents(TrialLaunch& launch);

}  // namespace simt
