// What is odd about a launch that can start all the same.
#pragma once

#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"

namespace simt {

/// An argument whose type is not that of its parameter; constant memory that the kernel names and
/// nothing fills. `spec`: as completed() of arguments.h gives it.
std::vector<SpecError> launch_warnings(const LaunchSpec& spec, const Program& program,
                                       const Signature& signature);

/// Constant memory that the kernel uses and nothing fills: its variables.
std::vector<const Variable*> unfilled_constants(const LaunchSpec& spec, const Program& program);

}  // namespace simt
