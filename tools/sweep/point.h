// One run of a sweep: what was set, how it ended, and its metrics.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/driver/session.h"
#include "tools/sweep/processes.h"

namespace simt {

struct SweepPoint {
  std::vector<std::string> values;  ///< of each parameter varied
  Exit exit = Exit::Fine;
  std::string error;                      ///< why it is not Fine, for a person
  bool finished = false;                  ///< the metrics are those of a whole run
  std::string kernel, arch, grid, block;  ///< empty when it did not get so far
  std::map<std::string, double> metrics;
  std::map<std::string, std::string> labels;  ///< what the report calls some of the metrics
};

/// Runs once and returns the point as text; every error becomes a part of it. `further`: metrics
/// wanted beside those that pages show.
std::string run_point(const SessionOptions& options, const RunOptions& run,
                      const std::vector<std::string>& further);
/// Reads what run_point returned in a process; how that ended, if it did not return, is the error.
SweepPoint point_of(const ProcessResult& process);

/// The exit code of the sweep: of the run that got least far.
Exit worst_exit(const std::vector<SweepPoint>& points);

}  // namespace simt
