// The launches of a whole program beside those of ncu's report of it: each with its counterpart,
// metric by metric (comparison.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/compare/comparison.h"
#include "sim/compare/program_report.h"

namespace simt::compare {

/// A launch and its counterpart; one of both may be missing (nullptr).
struct LaunchPair {
  const SimulatedLaunch* simulated = nullptr;
  const ncu::Launch* measured = nullptr;
  bool by_function = false;  ///< their names agree in the function alone
};
/// The n-th measured launch of a kernel belongs to the n-th simulated one: the host's order. First
/// the measured ones, then what is left of the simulated ones.
std::vector<LaunchPair> pair_launches(const ProgramReport& simulated, const ncu::Report& measured);

struct LaunchComparison {
  LaunchPair launch;
  MetricRows metrics;  ///< empty without a counterpart
  bool other_shape = false;

  std::size_t count(CompareClass kind, Verdict verdict) const;
  const Row* row(std::string_view metric) const;  ///< nullptr: not compared
};

inline constexpr const char* kDuration = "gpu__time_duration.sum";

/// Holds both reports, which its launches point into.
struct ProgramComparison {
  ProgramComparison() = default;
  ProgramComparison(ProgramComparison&&) = default;
  ProgramComparison& operator=(ProgramComparison&&) = default;

  ProgramReport simulated;
  ncu::Report measured;
  std::string program, arch, mode, simulated_file, report, device;
  double tolerance = kDefaultTolerance;
  bool tolerance_decides = false;
  std::vector<LaunchComparison> launches;
  std::vector<std::string> remarks;  ///< launches without a counterpart, other names or shapes

  std::size_t pairs() const;
  std::size_t count(CompareClass kind, Verdict verdict) const;
  /// Of the launches that have one on both sides, percent: the mean of the differences' sizes.
  std::optional<double> mean_duration_difference() const;
  /// A launch lacks its counterpart, though the other side has launches of that kernel or it is a
  /// measured one; an exact metric differs; or a modelled one is beyond a tolerance that decides.
  bool failed() const;
  bool unequal_launches = false;
};

/// Throws MatchError: the report holds no launch, or none of the simulated kernels.
ProgramComparison compare_program(ProgramReport simulated, ncu::Report measured,
                                  const Options& options);

/// A row for each launch, or each kernel and shape where there are many; `all`: each launch and
/// every metric's name that differs.
std::string render_program_text(const ProgramComparison& comparison, const Style& style, bool all);
/// A row for each launch.
std::string render_program_csv(const ProgramComparison& comparison);
/// {"program", "arch", "report", "tolerance", "failed", "summary", "launches": [{"id", "kernel",
/// "measured_id", "metrics": [...]}], "remarks"}; metrics as in the JSON of one comparison.
std::string render_program_json(const ProgramComparison& comparison);

}  // namespace simt::compare
