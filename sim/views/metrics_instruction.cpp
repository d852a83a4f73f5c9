// Instructions, lanes and branches.
#include "sim/views/metric_groups.h"

namespace simt {

void add_instruction_metrics(MetricList& list) {
  using enum Counter;
  using enum CounterClass;
  const auto add = [&](std::string name, std::string unit, std::string text, CounterClass cls,
                       bool basic, std::function<double(const Measured&)> value) {
    list.push_back(
        {std::move(name), std::move(unit), std::move(text), cls, basic, false, std::move(value)});
  };
  add("smsp__thread_inst_executed_per_inst_executed.ratio", "",
      "active lanes of an average warp instruction", Exact, true, [](const Measured& m) {
        return ratio(count(m, thread_inst_executed), count(m, inst_executed));
      });
  add("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "",
      "active lanes with a true guard of an average warp instruction", Exact, true,
      [](const Measured& m) {
        return ratio(count(m, thread_inst_executed_pred_on), count(m, inst_executed));
      });
  add("smsp__sass_average_branch_targets_threads_uniform.pct", "%",
      "branch efficiency: uniform branches of all branch targets", Exact, true,
      [](const Measured& m) {
        return percent(count(m, branch_uniform), count(m, branch_targets));
      });
  add("simt__divergent_branches.pct", "%", "branch executions whose lanes parted", Own, false,
      [](const Measured& m) {
        return percent(count(m, branch_divergent),
                       count(m, branch_divergent) + count(m, branch_uniform));
      });
  add("simt__warps_diverged.pct", "%", "warps that diverged at least once", Own, false,
      [](const Measured& m) {
        return percent(count(m, divergent_warps), count(m, warps_launched));
      });
}

}  // namespace simt
