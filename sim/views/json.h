// The machine-readable report: {"kernel", "arch", "metrics": {NAME: number, ...}, ...}
// (docs/CLI.md).
#pragma once

#include <string>

#include "sim/views/report.h"

namespace simt {

/// All metrics as plain numbers in base units, the launch, sections, lines, checks and advice.
/// A run that did not finish carries its status and explanation instead of trustworthy sums.
/// `warnings`: what was said of the file before it ran, before what the run has found; `compiled`:
/// which compiler made the PTX, and for what (Session::compiled); "" for a file of PTX.
std::string render_json(const Subject& subject, const std::vector<std::string>& warnings = {},
                        const std::string& compiled = "");

}  // namespace simt
