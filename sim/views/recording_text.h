// What part of a run a recording shows, in words: every player and trace says it.
#pragma once

#include <string>

#include "sim/trace/recording.h"

namespace simt {

/// Without an instruction that faulted.
std::uint64_t issued_in(const trace::Recording& recording);
/// "the first 20,000 of 1,398,784 warp instructions: SM 0, cycles 0 to 3,817". `executed`: warp
/// instructions of the whole run.
std::string describe(const trace::Recording& recording, std::uint64_t executed);

}  // namespace simt
