#include "sim/compare/program_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "isa/base/kernel_name.h"

namespace simt::compare {
namespace {

std::string extent_of(const ncu::Dimensions& d) {
  if (d[2] > 1) return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
  return d[1] > 1 ? fmt::format("({}, {})", d[0], d[1]) : fmt::format("({})", d[0]);
}

std::string shape_of(const LaunchPair& pair) {
  const auto simulated = [](const Dim3& d) { return ncu::Dimensions{d.x, d.y, d.z}; };
  const ncu::Dimensions none{0, 0, 0};
  const ncu::Dimensions grid =
      pair.simulated ? simulated(pair.simulated->grid) : pair.measured->grid.value_or(none);
  const ncu::Dimensions block =
      pair.simulated ? simulated(pair.simulated->block) : pair.measured->block.value_or(none);
  return extent_of(grid) + " x " + extent_of(block);
}

std::string id_of(const LaunchPair& pair) {
  return pair.simulated ? std::to_string(pair.simulated->id) : "ncu " + pair.measured->id;
}

void add_durations(ProgramRow& row, const LaunchComparison& launch) {
  const auto add = [](std::optional<double>& sum, const std::optional<double>& value) {
    if (value) sum = sum.value_or(0) + *value;
  };
  if (const Row* const duration = launch.row(kDuration)) {
    add(row.simulated_ns, duration->simulated);
    add(row.measured_ns, duration->measured);
  } else if (!launch.launch.measured) {
    add(row.simulated_ns, launch.launch.simulated->value(kDuration));
  } else if (const ncu::MetricValue* const m = launch.launch.measured->find(kDuration);
             !launch.launch.simulated && m != nullptr) {
    add(row.measured_ns, m->value.number);
  }
}

void add_launch(ProgramRow& row, const LaunchComparison& launch) {
  ++row.count;
  add_durations(row, launch);
  const std::size_t equal = launch.count(CompareClass::Exact, Verdict::Equal);
  row.equal += equal;
  row.exact += equal + launch.count(CompareClass::Exact, Verdict::Differs);
}

}  // namespace

std::vector<ProgramRow> program_rows(const ProgramComparison& comparison, bool grouped) {
  std::vector<ProgramRow> out;
  std::map<std::string, std::size_t> row_of;
  for (const LaunchComparison& launch : comparison.launches) {
    const LaunchPair& pair = launch.launch;
    const std::string kernel =
        display_name(pair.simulated ? pair.simulated->kernel : pair.measured->kernel);
    const std::string shape = shape_of(pair);
    const char side = !pair.measured ? 's' : pair.simulated ? 'b' : 'm';
    const std::string key =
        grouped ? fmt::format("{}{}\n{}", side, kernel, shape) : std::to_string(out.size());
    const auto [it, added] = row_of.try_emplace(key, out.size());
    if (added) out.push_back({id_of(pair), kernel, shape, 0, {}, {}, 0, 0});
    add_launch(out[it->second], launch);
  }
  for (ProgramRow& row : out) {
    const auto count = static_cast<double>(row.count);
    if (row.simulated_ns) *row.simulated_ns /= count;
    if (row.measured_ns) *row.measured_ns /= count;
    if (grouped) row.launches = fmt::format("{} from {}", row.count, row.launches);
  }
  return out;
}

std::vector<ExactDifference> exact_differences(const ProgramComparison& comparison) {
  std::vector<ExactDifference> out;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  for (const LaunchComparison& launch : comparison.launches)
    for (const Row& row : launch.metrics.rows) {
      if (row.kind != CompareClass::Exact || row.verdict != Verdict::Differs) continue;
      const std::string kernel = display_name(launch.launch.simulated->kernel);
      const auto [it, added] = place.try_emplace({kernel, row.name}, out.size());
      if (added) out.push_back({kernel, 0, row});
      ExactDifference& difference = out[it->second];
      ++difference.launches;
      if (std::fabs(row.difference) > std::fabs(difference.most.difference)) difference.most = row;
    }
  return out;
}

}  // namespace simt::compare
