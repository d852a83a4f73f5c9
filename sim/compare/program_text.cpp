#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/compare/program_rows.h"
#include "sim/compare/render.h"

namespace simt::compare {
namespace {

constexpr std::size_t kManyLaunches = 16, kMostDifferences = 24, kTextWidth = 110;

std::string duration_text(const std::optional<double>& ns) {
  return ns ? with_unit(*ns, "ns", false) : "-";
}

class ProgramPage {
 public:
  ProgramPage(const ProgramComparison& c, const Style& style, bool all)
      : c_(c), style_(style), all_(all) {}

  std::string render() {
    head();
    launches();
    differences();
    summary();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  void head() {
    line(style_.bold(c_.program) +
         fmt::format("   simulated: {}, {}, {}", c_.simulated_file, c_.arch, c_.mode));
    line(fmt::format("{}   measured: {}{}{}", std::string(c_.program.size(), ' '), c_.report,
                     c_.device.empty() ? "" : ", ", c_.device));
    for (const std::string& remark : c_.remarks)
      for (const std::string& part : wrapped(remark, kTextWidth - 2)) line("  " + part);
    line("");
  }

  void launches() {
    const std::vector<ProgramRow> rows =
        program_rows(c_, !all_ && c_.launches.size() > kManyLaunches);
    std::size_t id = 8, kernel = 6, shape = 12;
    for (const ProgramRow& row : rows) {
      id = std::max(id, row.launches.size());
      kernel = std::max(kernel, std::min<std::size_t>(row.kernel.size(), 40));
      shape = std::max(shape, row.shape.size());
    }
    line(style_.bold(fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>11}  {:>11}  {:>10}  {}", "launches",
                                 id, "kernel", kernel, "grid x block", shape, "duration",
                                 "measured", "difference", "exact counters")));
    for (const ProgramRow& row : rows) {
      const std::string text = fmt::format(
          "{:<{}}  {:<{}}  {:<{}}  {:>11}  {:>11}  {:>10}  {}", row.launches, id,
          clipped(row.kernel, 40), kernel, row.shape, shape, duration_text(row.simulated_ns),
          duration_text(row.measured_ns), difference(row), exact(row));
      line(row.equal == row.exact ? text : style_.bad(text));
    }
  }

  static std::string difference(const ProgramRow& row) {
    if (!row.simulated_ns || !row.measured_ns || *row.measured_ns == 0) return "-";
    return fmt::format("{:+.1f}%", 100 * (*row.simulated_ns / *row.measured_ns - 1));
  }

  static std::string exact(const ProgramRow& row) {
    if (row.exact == 0) return "-";
    return row.equal == row.exact ? fmt::format("all {} equal", row.exact)
                                  : fmt::format("{} of {} equal", row.equal, row.exact);
  }

  void differences() {
    const std::vector<ExactDifference> all = exact_differences(c_);
    if (all.empty()) return;
    line("");
    line(style_.bold(fmt::format("{:<20}  {:<62}  {:>12}  {:>12}  {:>10}  {}",
                                 "Exact, and not equal", "metric", "simulated", "measured",
                                 "difference", "launches")));
    const std::size_t shown = all_ ? all.size() : std::min(all.size(), kMostDifferences);
    for (std::size_t i = 0; i < shown; ++i) {
      const Row& row = all[i].most;
      line(fmt::format("{:<20}  {:<62}  {:>12}  {:>12}  {:>10}  {}", clipped(all[i].kernel, 20),
                       clipped(row.name, 62), value_text(row, row.simulated),
                       value_text(row, row.measured), difference_text(row), all[i].launches));
    }
    if (shown < all.size()) line(fmt::format("and {} more (--all shows them)", all.size() - shown));
  }

  void summary() {
    line("");
    line(fmt::format("  {:<13}{} of {} have a counterpart", "launches", c_.pairs(),
                     c_.launches.size()));
    if (const std::optional<double> mean = c_.mean_duration_difference())
      line(fmt::format("  {:<13}{:.1f}% apart, the mean of the launches", "duration", *mean));
    const std::size_t equal = c_.count(CompareClass::Exact, Verdict::Equal),
                      all = equal + c_.count(CompareClass::Exact, Verdict::Differs);
    if (all > 0)
      line(fmt::format("  {:<13}{} of {} equal ({:.1f}%)", "exact", grouped(equal), grouped(all),
                       100.0 * static_cast<double>(equal) / static_cast<double>(all)));
    const std::size_t within = c_.count(CompareClass::Modelled, Verdict::Within) +
                               c_.count(CompareClass::Modelled, Verdict::Equal),
                      modelled = within + c_.count(CompareClass::Modelled, Verdict::Beyond);
    if (modelled > 0)
      line(fmt::format("  {:<13}{} of {} within {:g}%", "modelled", grouped(within),
                       grouped(modelled), c_.tolerance));
  }

  const ProgramComparison& c_;
  const Style& style_;
  bool all_;
  std::string out_;
};

}  // namespace

std::string render_program_text(const ProgramComparison& comparison, const Style& style, bool all) {
  return ProgramPage(comparison, style, all).render();
}

std::string render_program_csv(const ProgramComparison& comparison) {
  std::string out =
      "\"ID\",\"Kernel Name\",\"Launch\",\"Duration Simulated (ns)\",\"Duration Measured (ns)\","
      "\"Exact Metrics\",\"Exact Metrics Equal\"\n";
  const auto number = [](const std::optional<double>& v) { return v ? fmt::format("{}", *v) : ""; };
  const auto quoted = [](const std::string& text) {
    std::string doubled;
    for (const char c : text) doubled += c == '"' ? "\"\"" : std::string(1, c);
    return '"' + doubled + '"';
  };
  for (const ProgramRow& row : program_rows(comparison, false))
    out += fmt::format("{},{},{},\"{}\",\"{}\",\"{}\",\"{}\"\n", quoted(row.launches),
                       quoted(row.kernel), quoted(row.shape), number(row.simulated_ns),
                       number(row.measured_ns), row.exact, row.equal);
  return out;
}

}  // namespace simt::compare
