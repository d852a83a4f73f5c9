// A report of many launches: what `simt-sim exec --json FILE` writes of a program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/types.h"
#include "sim/views/metrics.h"

namespace simt::compare {

/// Why it cannot be read, with the file's name and, of JSON, the place.
struct ProgramReportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SimulatedLaunch {
  std::uint64_t id = 0;
  std::string kernel, arch;  ///< the linker's name; "h200"
  bool as_compiled = true;
  Dim3 grid, block;
  std::map<std::string, double, std::less<>> metrics;  ///< in base units
  /// Nothing: the report has none, because the run had no time or the metric is not listed.
  std::optional<double> value(std::string_view metric) const;
};
struct ProgramReport {
  std::string file;
  std::vector<SimulatedLaunch> launches;
};

/// Throws ProgramReportError.
ProgramReport parse_program_report(const std::string& text, const std::string& file);
ProgramReport read_program_report(const std::string& path);

}  // namespace simt::compare
