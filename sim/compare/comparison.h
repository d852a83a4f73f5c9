// A simulated run beside a measurement by ncu, metric by metric. The facts only; text, JSON and
// HTML are made from them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/compare/launch_match.h"
#include "sim/config/target.h"
#include "sim/ncu/report.h"
#include "sim/views/report.h"

namespace simt::compare {

/// What may be expected of a metric.
enum class CompareClass : std::uint8_t {
  Exact,        ///< must be equal: decided by the program and its addresses
  Modelled,     ///< depends on time, on an estimate or on the assembler: within a tolerance
  NotModelled,  ///< the simulator does not have it
};
enum class Verdict : std::uint8_t {
  Differs,  ///< exact, and not equal
  Beyond,   ///< modelled, further apart than the tolerance
  Within,
  Equal,
  OneSided,  ///< only one side has a value
};
std::string_view name_of(CompareClass k);
std::string_view name_of(Verdict v);

struct Row {
  std::string name, label, section, unit;
  CompareClass kind = CompareClass::NotModelled;
  Verdict verdict = Verdict::OneSided;
  std::optional<double> simulated, measured;
  bool integral = false;
  double difference = 0;  ///< percent of the measured value; points for a metric in percent
  std::string advice;     ///< what to look at when an exact metric differs
  std::string caveat;     ///< why a count is not held to be equal
};
/// A line of the CUDA source whose count differs, from ncu's source page. Where that page or the IR
/// knows no CUDA lines: the lines of the IR and the machine instructions, each with its own count.
struct LineRow {
  std::string place;   ///< "reduce.cu:17", "reduce.ir:31" or the address of an instruction
  std::string column;  ///< ncu's title, "L2 Theoretical Sectors Global"
  std::optional<double> simulated, measured;
  std::string text;
};

inline constexpr double kDefaultTolerance = 25;

struct Options {
  std::optional<double> tolerance;   ///< percent; absent: the default, and it decides nothing
  std::vector<std::string> metrics;  ///< only these; empty: all that both sides have
  /// The architecture nearest to the report's device (sim/config/target.h); empty: not known.
  std::string nearest_arch = {};
  /// Both sides ran machine code: counts of instructions, lanes and branches are exact, too.
  bool machine_code = false;
};

struct Comparison {
  std::string kernel, arch, mode, measured_kernel, report, device, launch;
  bool machine_code = false;  ///< the simulated side
  double tolerance = kDefaultTolerance;
  bool tolerance_decides = false;
  std::vector<Row> rows;  ///< sections in ncu's order, in each the differences first
  std::vector<LineRow> lines;
  std::vector<std::string> not_modelled;  ///< names that only the report has
  std::vector<std::string> remarks;

  std::size_t count(CompareClass kind, Verdict verdict) const;
  /// An exact metric differs, or a modelled one is beyond a tolerance that was asked for.
  bool failed() const;
};

/// The simulated value of a metric; nothing: there is none.
using ValueOf = std::function<std::optional<double>(const Metric&)>;
struct MetricRows {
  std::vector<Row> rows;                  ///< ordered as those of a Comparison, without advice
  std::vector<std::string> not_modelled;  ///< names that only the report has
};
/// What a launch of a report holds, or the metrics that are asked for, beside simulated values.
MetricRows metric_rows(const ValueOf& simulated, const ncu::Launch& launch, const Options& options);

Comparison compare(const Subject& subject, const std::vector<ncu::Report>& reports,
                   const Match& match, const Options& options);

/// What the launch's report says of its device.
MeasuredDevice device_of(const ncu::Launch& launch);

/// What a person should look at when an exact metric differs.
std::string advice_for(const Row& row, const Subject& subject, const ncu::Launch& measured);
/// Lines of ncu's source page whose counts differ from the simulated ones.
std::vector<LineRow> compare_lines(const Subject& subject, const std::vector<ncu::Report>& reports,
                                   const std::string& kernel);

}  // namespace simt::compare
