// Counters that follow from the kept ones by adding, scaling or renaming.
#include <algorithm>

#include "sim/assembler/machine_ports.h"
#include "sim/views/metric_groups.h"
#include "sim/views/metric_peaks.h"
#include "sim/views/metric_rollups.h"

namespace simt {
namespace {

using enum Counter;
using Suffixes = std::vector<std::string_view>;

/// A counter that is the sum of kept ones, less others, times `scale`.
struct Combined {
  const char *name, *unit, *text;
  std::vector<Counter> of;
  double scale = 1;
  Peak peak = nullptr;
  Suffixes listed = {".sum"};
  CounterClass cls = CounterClass::Modelled;
  std::vector<Counter> less = {};
};

const std::vector<Combined>& combined() {
  using enum CounterClass;
  const Suffixes of_peak{".sum", ".avg.pct_of_peak_sustained_elapsed"};
  const Suffixes per_second{".sum", ".sum.per_second"};
  static const std::vector<Combined> table{
      {"sm__inst_executed",
       "inst",
       "warp instructions executed",
       {inst_executed},
       1,
       sm_issue_width,
       {".avg.per_cycle_active", ".avg.per_cycle_elapsed", ".avg.pct_of_peak_sustained_elapsed"},
       Exact},
      {"smsp__inst_issued",
       "inst",
       "warp instructions issued; none is issued twice here",
       {inst_executed},
       1,
       issue_width,
       {".sum", ".avg"},
       Exact},
      {"sm__inst_issued",
       "inst",
       "warp instructions issued; none is issued twice here",
       {inst_executed},
       1,
       sm_issue_width,
       {".avg.per_cycle_active", ".avg.pct_of_peak_sustained_elapsed"},
       Exact},
      {"sm__warps_active",
       "warp",
       "resident warps summed over cycles",
       {warps_active},
       1,
       warp_slots,
       {".avg.per_cycle_active", ".avg.pct_of_peak_sustained_active"}},
      {"sm__warps_launched",
       "warp",
       "warps started",
       {warps_launched},
       1,
       nullptr,
       {".sum"},
       Exact},
      {"l1tex__cycles_active",
       "cycle",
       "cycles of L1 while its SM held a warp",
       {sm_cycles_active},
       1,
       nullptr,
       {".avg", ".sum"}},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared",
       "",
       "wavefronts of shared loads, stores and atomics, and of asynchronous copies through L1",
       {shared_ld_wavefronts, shared_st_wavefronts, shared_atom_wavefronts,
        ldgsts_access_wavefronts},
       1,
       one,
       {".sum", ".sum.pct_of_peak_sustained_elapsed"},
       Exact},
      {"l1tex__data_pipe_lsu_wavefronts",
       "",
       "passes through the data stage of L1: shared wavefronts, and one for each other request",
       {shared_ld_wavefronts, shared_st_wavefronts, shared_atom_wavefronts, global_ld_requests,
        global_st_requests, global_atom_requests, global_red_requests, local_ld_requests,
        local_st_requests},
       1,
       one,
       of_peak},
      {"l1tex__lsuin_requests",
       "request",
       "load and store instructions that reach L1 and shared memory",
       {shared_ld_requests, shared_st_requests, shared_atom_requests, global_ld_requests,
        global_st_requests, global_atom_requests, global_red_requests, local_ld_requests,
        local_st_requests},
       1,
       one,
       of_peak},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared",
       "",
       "address conflicts of shared loads, stores and atomics",
       {shared_ld_conflicts, shared_st_conflicts, shared_atom_conflicts},
       1,
       nullptr,
       {".sum"},
       Exact},
      {"l1tex__t_sectors",
       "sector",
       "sectors that global and local accesses asked for",
       {global_ld_sectors, global_st_sectors, global_atom_sectors, global_red_sectors,
        local_ld_sectors, local_st_sectors},
       1,
       nullptr,
       {".sum"},
       Exact},
      {"l1tex__t_bytes_pipe_lsu_mem_global_op_ld",
       "byte",
       "bytes of the sectors that global loads asked for",
       {global_ld_sectors},
       32,
       nullptr,
       per_second,
       Exact},
      {"l1tex__t_bytes_pipe_lsu_mem_global_op_st",
       "byte",
       "bytes of the sectors that global stores touched",
       {global_st_sectors},
       32,
       nullptr,
       per_second,
       Exact},
      {"l1tex__t_bytes_pipe_lsu_mem_local_op_ld",
       "byte",
       "bytes of the sectors of local loads",
       {local_ld_sectors},
       32,
       nullptr,
       {".sum"},
       Exact},
      {"l1tex__t_bytes_pipe_lsu_mem_local_op_st",
       "byte",
       "bytes of the sectors of local stores",
       {local_st_sectors},
       32,
       nullptr,
       {".sum"},
       Exact},
      {"lts__t_bytes",
       "byte",
       "bytes that requests to L2 asked for",
       {l2_sectors},
       32,
       nullptr,
       per_second},
      {"lts__t_requests_srcunit_tex",
       "request",
       "requests of L1 to L2",
       {l2_requests},
       1,
       nullptr,
       {".sum"},
       Modelled,
       {l2_constant_requests}},
      {"lts__t_sectors_srcunit_tex",
       "sector",
       "sectors that L1 asked L2 for",
       {l2_sectors},
       1,
       l2_sectors_a_cycle,
       {".sum", ".sum.per_second", ".avg.pct_of_peak_sustained_elapsed"},
       Modelled,
       {l2_constant_hits, l2_constant_misses}},
      {"lts__t_sectors_srcunit_tex_op_read",
       "sector",
       "sectors that L1 read from L2",
       {l2_sectors_read},
       1,
       l2_sectors_a_cycle,
       per_second,
       Modelled,
       {l2_constant_hits, l2_constant_misses}},
      {"lts__t_sectors_srcunit_tex_op_write",
       "sector",
       "sectors that L1 wrote to L2",
       {l2_sectors_write},
       1,
       l2_sectors_a_cycle,
       per_second},
      {"lts__t_sectors_srcunit_tex_op_atom",
       "sector",
       "sectors of atomics that L1 sent to L2",
       {l2_sectors_atom},
       1,
       l2_sectors_a_cycle,
       per_second},
      {"lts__t_sectors_srcunit_tex_op_red",
       "sector",
       "sectors of reductions that L1 sent to L2",
       {l2_sectors_red},
       1,
       l2_sectors_a_cycle,
       per_second},
      {"lts__t_sectors_srcunit_tex_lookup_hit",
       "sector",
       "sectors for L1 found in L2",
       {l2_hits},
       1,
       nullptr,
       {".sum"},
       Modelled,
       {l2_constant_hits}},
      {"lts__t_sectors_srcunit_tex_lookup_miss",
       "sector",
       "sectors for L1 not found in L2",
       {l2_misses},
       1,
       nullptr,
       {".sum"},
       Modelled,
       {l2_constant_misses}},
      {"dram__bytes",
       "byte",
       "bytes moved to and from device memory",
       {dram_bytes_read, dram_bytes_write},
       1,
       dram_bytes_a_cycle,
       {".sum", ".sum.per_second", ".sum.peak_sustained"}},
      {"dram__sectors_read",
       "sector",
       "sectors read from device memory",
       {dram_bytes_read},
       1.0 / 32},
      {"dram__sectors_write",
       "sector",
       "sectors written to device memory",
       {dram_bytes_write},
       1.0 / 32},
  };
  return table;
}

BaseCounter base_of(const Combined& c) {
  const auto value = [of = c.of, less = c.less, scale = c.scale](const Measured& m) {
    double sum = 0;
    for (const Counter one_of : of) sum += count(m, one_of);
    for (const Counter one_of : less) sum -= count(m, one_of);
    return sum * scale;
  };
  BaseCounter base{c.name, c.unit, c.text, c.cls, value};
  if (c.peak != nullptr) base.peak = c.peak;
  base.listed = c.listed;
  return base;
}

// Shuffles and special registers of a thread take the data stage, too, and ncu counts them with
// shared memory: shuffles, SR_TID and SR_LANEID of 40 kernels on an H200.
double other_wavefronts(const Measured& m) {
  if (m.program == nullptr || !m.program->machine) return 0;
  const auto sum_of = [&](const auto& lines) {
    std::uint64_t sum = 0;
    for (std::size_t pc = 0; pc < std::min(lines.size(), m.program->code.size()); ++pc) {
      const Inst& inst = m.program->code[pc];
      const auto port = machine_port(inst, *m.program);
      if (inst.kind == Kind::Shuffle || (port && port->pipe == Pipe::Lsu))
        sum += lines[pc].executed;
    }
    return static_cast<double>(sum);
  };
  return m.sm == nullptr ? sum_of(m.run.lines) : sum_of(m.sm->lines);
}

}  // namespace

void add_combined_counters(MetricList& list) {
  for (const Combined& c : combined()) {
    BaseCounter base = base_of(c);
    if (base.name == "l1tex__data_pipe_lsu_wavefronts_mem_shared")
      base.sum = [counted = base.sum](const Measured& m) {
        return counted(m) + other_wavefronts(m);
      };
    add_counter(list, base);
  }
}

}  // namespace simt
