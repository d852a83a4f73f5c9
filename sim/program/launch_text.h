// Launches and times in words, as the report of a program has them.
#pragma once

#include <string>

#include "sim/exec/executor.h"

namespace simt::program {

std::string launch_text(const Dim3& grid, const Dim3& block);  ///< "(4, 2) x (256)"
std::string time_text(double ns);                              ///< "1.25 us"

}  // namespace simt::program
