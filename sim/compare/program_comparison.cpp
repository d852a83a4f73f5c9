#include "sim/compare/program_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "isa/base/kernel_name.h"

namespace simt::compare {
namespace {

bool other_shape_of(const LaunchPair& pair) {
  const auto differs = [](const std::optional<ncu::Dimensions>& d, const Dim3& wanted) {
    return d && *d != ncu::Dimensions{wanted.x, wanted.y, wanted.z};
  };
  return differs(pair.measured->grid, pair.simulated->grid) ||
         differs(pair.measured->block, pair.simulated->block);
}

std::string launches_text(std::size_t n) {
  return n == 1 ? "1 launch" : fmt::format("{} launches", n);
}

/// Launches of a kernel, as a person calls it, on each side.
struct LaunchCounts {
  std::size_t simulated = 0, measured = 0, pairs = 0, by_function = 0, other_shape = 0;
};

std::map<std::string, LaunchCounts> counts_by_kernel(const ProgramComparison& c) {
  std::map<std::string, LaunchCounts> out;
  for (const LaunchComparison& l : c.launches) {
    const LaunchPair& pair = l.launch;
    LaunchCounts& n =
        out[function_name(pair.measured ? pair.measured->kernel : pair.simulated->kernel)];
    n.simulated += pair.simulated != nullptr;
    n.measured += pair.measured != nullptr;
    n.pairs += pair.simulated && pair.measured;
    n.by_function += pair.by_function;
    n.other_shape += l.other_shape;
  }
  return out;
}

void remark_on_launches(ProgramComparison& out) {
  for (const auto& [kernel, n] : counts_by_kernel(out)) {
    if (n.simulated != n.measured) {
      out.remarks.push_back(
          n.measured == 0
              ? fmt::format("The report holds no launch of '{}', which was launched {} here.",
                            kernel, plural(n.simulated, "time"))
              : fmt::format("'{}': launches: {} simulated, {} measured.{}", kernel, n.simulated,
                            n.measured,
                            n.pairs == 0 ? "" : " The first of them are laid side by side."));
      out.unequal_launches |= n.measured != 0;
    }
    if (n.by_function > 0)
      out.remarks.push_back(fmt::format(
          "'{}': template arguments or parameters of {} are not those of ncu's name; they are "
          "taken by the function's name.",
          kernel, launches_text(n.by_function)));
    if (n.other_shape > 0)
      out.remarks.push_back(fmt::format("'{}': {} had another grid or block than the measured one.",
                                        kernel, launches_text(n.other_shape)));
  }
}

void describe(ProgramComparison& out, const ProgramReport& simulated, const ncu::Report& measured) {
  const SimulatedLaunch& first = simulated.launches.front();
  out.program = std::filesystem::path(simulated.file).stem().string();
  out.arch = first.arch;
  out.mode = first.as_compiled ? "as compiled" : "as written";
  out.simulated_file = simulated.file;
  out.report = measured.file;
  const MeasuredDevice device = device_of(measured.launches.front());
  out.device = !device.name.empty() ? device.name
               : device.cc.empty()  ? ""
                                    : "compute capability " + device.cc;
}

}  // namespace

std::size_t LaunchComparison::count(CompareClass kind, Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      metrics.rows, [&](const Row& r) { return r.kind == kind && r.verdict == verdict; }));
}

const Row* LaunchComparison::row(std::string_view metric) const {
  const auto it = std::ranges::find(metrics.rows, metric, &Row::name);
  return it == metrics.rows.end() ? nullptr : &*it;
}

std::size_t ProgramComparison::pairs() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      launches, [](const LaunchComparison& l) { return l.launch.simulated && l.launch.measured; }));
}

std::size_t ProgramComparison::count(CompareClass kind, Verdict verdict) const {
  std::size_t n = 0;
  for (const LaunchComparison& l : launches) n += l.count(kind, verdict);
  return n;
}

std::optional<double> ProgramComparison::mean_duration_difference() const {
  double sum = 0;
  unsigned n = 0;
  for (const LaunchComparison& l : launches)
    if (const Row* const row = l.row(kDuration); row && row->simulated && row->measured) {
      sum += std::fabs(row->difference);
      ++n;
    }
  return n == 0 ? std::nullopt : std::optional(sum / n);
}

bool ProgramComparison::failed() const {
  return unequal_launches || count(CompareClass::Exact, Verdict::Differs) > 0 ||
         (tolerance_decides && count(CompareClass::Modelled, Verdict::Beyond) > 0);
}

ProgramComparison compare_program(ProgramReport simulated, ncu::Report measured,
                                  const Options& options) {
  if (measured.launches.empty())
    throw MatchError("the report has source pages but no metrics: the raw page has those");
  if (simulated.launches.empty())
    throw MatchError(fmt::format("{} holds no launch", simulated.file));
  ProgramComparison out;
  out.simulated = std::move(simulated);
  out.measured = std::move(measured);
  describe(out, out.simulated, out.measured);
  out.tolerance = options.tolerance.value_or(kDefaultTolerance);
  out.tolerance_decides = options.tolerance.has_value();
  for (const LaunchPair& pair : pair_launches(out.simulated, out.measured)) {
    LaunchComparison& launch = out.launches.emplace_back();
    launch.launch = pair;
    if (!pair.simulated || !pair.measured) continue;
    launch.other_shape = other_shape_of(pair);
    launch.metrics =
        metric_rows([&](const Metric& metric) { return pair.simulated->value(metric.name); },
                    *pair.measured, options);
  }
  remark_on_launches(out);
  if (out.pairs() == 0)
    throw MatchError(fmt::format("the report holds none of the launches of {}: its first is '{}'",
                                 out.simulated.file, out.measured.launches.front().kernel));
  return out;
}

}  // namespace simt::compare
