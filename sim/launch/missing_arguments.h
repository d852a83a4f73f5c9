// What a launch with too few or too many arguments is told.
#pragma once

#include "sim/launch/launch_spec.h"

namespace simt {

/// How many parameters there are, and a line to write for each that the file has no argument for.
SpecError wrong_number_of_arguments(const Program& program, const LaunchSpec& spec);

}  // namespace simt
