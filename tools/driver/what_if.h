// The what-if runs behind the gains of advice (sim/views/what_if.h): which are made.
#pragma once

#include "sim/views/report.h"
#include "tools/driver/session.h"

namespace simt {

enum class WhatIfMode : std::uint8_t {
  Off,
  Short,  ///< as long as all runs together stay below kShortRuns
  All,
};

/// Warp instructions that all what-if runs of a launch may have together: counted, so that a report
/// does not depend on the host's speed.
inline constexpr std::uint64_t kShortRuns = 4'000'000;

/// Runs the launch of `subject`, which `session` has run with `options`, again for each piece of
/// advice that packs accesses, the largest estimate first.
WhatIfs what_if_runs(const Subject& subject, Session& session, const RunOptions& options,
                     WhatIfMode mode);

}  // namespace simt
