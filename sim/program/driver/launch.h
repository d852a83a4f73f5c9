// Arguments of launches, by any of the calls that make one.
#pragma once

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {

/// Laid out as the kernel reads them: each by its address, or as one buffer (`extra`). Throws
/// CallError.
std::vector<std::byte> params_of(const Program& program, void** arguments, void** extra);

}  // namespace simt::cuda_driver
