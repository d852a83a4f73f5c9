// How long buffers that grew in a trial must be.
#pragma once

#include <string>

#include "tools/driver/trial_launch.h"

namespace simt {

/// Makes them as short as they may be, a length that has a name (n * n) where one is near. Returns
/// what was found: "a has n*n = 65536 elements, since the kernel reads a[65535]; ..."; "": none
/// grew.
std::string shorten(TrialLaunch& launch);

}  // namespace simt
