// Throughputs: how near the busiest part of a unit came to its peak. ncu takes the largest of a
// list of parts ("breakdown"); here the list holds those parts that the simulator knows.
#include <algorithm>

#include "sim/views/metric_groups.h"

namespace simt {
namespace {

struct Throughput {
  const char *name, *text;
  std::vector<std::string> parts;
};

const std::vector<Throughput>& throughputs() {
  const std::string elapsed = ".avg.pct_of_peak_sustained_elapsed";
  const std::string active = ".avg.pct_of_peak_sustained_active";
  const std::string l1_data = "l1tex__data_pipe_lsu_wavefronts", lsu_in = "l1tex__lsuin_requests";
  static const std::vector<Throughput> table{
      {"sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed",
       "instruction issue and pipes of the SM against their peak: the busiest of them",
       {"sm__inst_executed" + elapsed, "sm__inst_executed_pipe_alu" + elapsed,
        "sm__inst_executed_pipe_fma" + elapsed, "sm__inst_executed_pipe_fp64" + elapsed,
        "sm__inst_executed_pipe_xu" + elapsed}},
      {"sm__memory_throughput.avg.pct_of_peak_sustained_elapsed",
       "the SM's memory instructions against their peak",
       {lsu_in + elapsed}},
      {"sm__throughput.avg.pct_of_peak_sustained_elapsed",
       "compute throughput: the busiest of instruction issue, pipes and memory instructions",
       {"sm__instruction_throughput" + elapsed, "sm__memory_throughput" + elapsed}},
      {"l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
       "L1 against its peak: the busier of its input and its data stage",
       {l1_data + elapsed, lsu_in + elapsed}},
      {"l1tex__throughput.avg.pct_of_peak_sustained_active",
       "the same over cycles in which the SM held a warp",
       {l1_data + active, lsu_in + active}},
      {"lts__throughput.avg.pct_of_peak_sustained_elapsed",
       "L2 against its peak",
       {"lts__t_sectors" + elapsed}},
      {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
       "device memory against its peak",
       {"dram__bytes" + elapsed}},
      {"dram__throughput.avg.pct_of_peak_sustained_elapsed",
       "share of the device memory's peak bandwidth",
       {"dram__bytes" + elapsed}},
      {"gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed",
       "the busiest of the data stages of L1 and L2",
       {l1_data + elapsed, "lts__t_sectors" + elapsed}},
      {"gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed",
       "the busiest of the links between the units: into L1, to device memory",
       {lsu_in + elapsed, "dram__bytes" + elapsed}},
      {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
       "memory throughput: the busiest of the data stages and of the links between the units",
       {"gpu__compute_memory_access_throughput" + elapsed,
        "gpu__compute_memory_request_throughput" + elapsed}},
  };
  return table;
}

}  // namespace

void add_throughput_metrics(MetricList& list) {
  for (const Throughput& t : throughputs())
    list.push_back({t.name, "%", t.text, CounterClass::Modelled, false, false,
                    [parts = t.parts](const Measured& m) {
                      double most = 0;
                      for (const std::string& part : parts)
                        most = std::max(most, value_of(part, m));
                      return most;
                    }});
}

}  // namespace simt
