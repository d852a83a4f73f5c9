// The rows of a program's comparison: launches, or launches of one kernel and shape together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/compare/program_comparison.h"

namespace simt::compare {

struct ProgramRow {
  std::string launches;       ///< "3", or "8 from 0"
  std::string kernel, shape;  ///< "scale<float>"; "(20) x (256)"
  std::size_t count = 0;
  std::optional<double> simulated_ns, measured_ns;  ///< means of a launch's duration
  std::size_t exact = 0, equal = 0;                 ///< exact metrics that both sides have
};
/// `grouped`: one row for each kernel and shape.
std::vector<ProgramRow> program_rows(const ProgramComparison& comparison, bool grouped);

/// An exact metric of a kernel that differs: in how many of its launches, and where most.
struct ExactDifference {
  std::string kernel;
  std::size_t launches = 0;
  Row most;
};
std::vector<ExactDifference> exact_differences(const ProgramComparison& comparison);

}  // namespace simt::compare
