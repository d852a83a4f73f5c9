// Instructions, lanes and branches.
#include "sim/views/metric_groups.h"
#include "sim/views/metric_rollups.h"
#include "sim/views/opcode_counts.h"

namespace simt {
namespace {

using enum Counter;
using enum CounterClass;

// ncu's source page names these without unit and roll-up; it counts an instruction once that the
// device executes again for other lanes.
struct SourceName {
  const char *name, *unit, *text;
  std::uint64_t Executions::*of;
};
constexpr SourceName kSourceNames[] = {
    {"inst_executed", "inst", "warp instructions executed", &Executions::executed},
    {"thread_inst_executed", "inst", "active lanes summed over warp instructions",
     &Executions::thread_executed},
    {"thread_inst_executed_true", "inst", "active lanes with a true guard, summed",
     &Executions::thread_pred_on},
};

double over_all_lines(const Measured& m, std::uint64_t Executions::*of) {
  std::uint64_t sum = 0;
  if (m.sm != nullptr)
    for (const Executions& line : m.sm->lines) sum += line.*of;
  else
    for (const Executions& line : m.run.lines) sum += line.*of;
  return static_cast<double>(sum);
}

void add_source_names(MetricList& list) {
  for (const SourceName& s : kSourceNames)
    list.push_back({s.name, s.unit, s.text, Exact, false, true,
                    [of = s.of](const Measured& m) { return over_all_lines(m, of); }});
  list.push_back({"smsp__branch_targets_threads_divergent", "branches",
                  "targets of branches whose active lanes diverge, but one for each execution",
                  Exact, false, true,
                  [](const Measured& m) { return count(m, branch_divergent); }});
}

// Of machine code the device counts with the branches what ends a path, waits for other paths or
// lets them run (an H200: the lock kernels, scan_shuffle.cu), and what it executes again.
bool counts_as_branch(const Inst& i) {
  return i.kind == Kind::Exit || i.kind == Kind::ConvergeWait || i.kind == Kind::Yield ||
         i.kind == Kind::WarpSync;
}
double branches(const Measured& m) {
  const double written = count(m, inst_branch);
  if (m.program == nullptr || !m.program->machine) return written;
  return written + count(m, inst_executed) - over_all_lines(m, &Executions::executed) +
         over_lines(m, counts_as_branch, [](const Executions& l, const Inst&) {
           return static_cast<double>(l.executed);
         });
}

void add_branches(MetricList& list) {
  add_counter(list, {"smsp__inst_executed_op_branch",
                     "inst",
                     "branch, call and return instructions executed",
                     Exact,
                     branches,
                     {},
                     {".sum", ".avg"}});
  list.push_back({"derived__smsp__inst_executed_op_branch_pct", "%",
                  "branches of all instructions; a fraction of 1, as ncu prints it", Exact, false,
                  false,
                  [](const Measured& m) { return ratio(branches(m), count(m, inst_executed)); }});
}

}  // namespace

void add_instruction_metrics(MetricList& list) {
  add_source_names(list);
  add_branches(list);
  const auto add = [&](std::string name, std::string unit, std::string text, CounterClass cls,
                       std::function<double(const Measured&)> value) {
    list.push_back(
        {std::move(name), std::move(unit), std::move(text), cls, false, false, std::move(value)});
  };
  add("smsp__thread_inst_executed_per_inst_executed.ratio", "",
      "active lanes of an average warp instruction", Exact, [](const Measured& m) {
        return ratio(count(m, thread_inst_executed), count(m, inst_executed));
      });
  add("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "",
      "active lanes with a true guard of an average warp instruction", Exact,
      [](const Measured& m) {
        return ratio(count(m, thread_inst_executed_pred_on), count(m, inst_executed));
      });
  add("smsp__sass_average_branch_targets_threads_uniform.pct", "%",
      "branch efficiency: uniform branches of all", Exact, [](const Measured& m) {
        return percent(count(m, branch_uniform), count(m, branch_targets));
      });
  add("simt__divergent_branches.pct", "%", "branch executions whose lanes diverged", Own,
      [](const Measured& m) {
        return percent(count(m, branch_splits), count(m, branch_splits) + count(m, branch_uniform));
      });
  add("simt__warps_diverged.pct", "%", "warps that diverged at least once", Own,
      [](const Measured& m) {
        return percent(count(m, divergent_warps), count(m, warps_launched));
      });
}

}  // namespace simt
