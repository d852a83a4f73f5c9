// A report of `ncu --csv`, in any of its layouts:
//   details   (--page details, the default) one row a metric, labels or names, rule rows beside
//   raw       (--page raw) one row a launch, one column a metric, a row of units first
//   summary   (--print-summary per-kernel ...) minimum, maximum and average over launches
//   source    (--page source) the lines or instructions of a kernel with their counts
// One file may hold several of them. Log lines (==PROF== ...) and program output between the rows
// are passed over. Values are brought to base units (units.h).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ncu/error.h"

namespace simt::ncu {

struct Value {
  std::optional<double> number;  ///< in base units; nothing: ncu had none, or it is text
  double resolution = 0;         ///< half of the last printed place, in base units
  std::string text, unit;        ///< as written, and the base unit
  unsigned line = 0, column = 0;
};
struct MetricValue {
  std::string name;   ///< "gpu__time_duration.sum"; empty for a label that is not known
  std::string label;  ///< "Duration"; empty where the report gives the name
  std::string section;
  Value value;
};
/// A row of the source page: an instruction, or a line of the source text.
struct SourceRow {
  std::string file;      ///< of a source line
  unsigned line_no = 0;  ///< of a source line; 0 for an instruction
  std::string address, text;
  std::map<std::string, double, std::less<>> counts;  ///< by column title
  unsigned line = 0;                                  ///< in the report
};
using Dimensions = std::array<std::uint64_t, 3>;
struct Launch {
  std::string id, process, kernel, device, cc;
  std::optional<Dimensions> block, grid;
  unsigned invocations = 1;  ///< more than one: a summary
  std::vector<MetricValue> metrics;
  unsigned line = 0;
  const MetricValue* find(std::string_view metric) const;  ///< by name; nullptr when absent
};
struct SourcePage {
  std::string kernel;
  std::vector<SourceRow> rows;
  unsigned line = 0;
};
struct Report {
  std::string file;
  std::vector<Launch> launches;
  std::vector<SourcePage> sources;
  std::vector<std::string> log;  ///< ==WARNING== and ==ERROR== lines
};

/// Throws ReportError with line and column for what cannot be read, and when there is no row at
/// all.
Report read_report(std::string_view bytes, const std::string& file);
Report read_report_file(const std::string& path);

/// "(256, 1, 1)" or "256".
std::optional<Dimensions> parse_dimensions(std::string_view text);

}  // namespace simt::ncu
