// Global, local, shared memory, caches and device memory.
#include "sim/views/metric_groups.h"

namespace simt {
namespace {

using enum Counter;
using enum CounterClass;

struct PerRequest {
  const char* what;
  Counter sectors, requests;
};

double dram_bytes(const Measured& m) {
  return count(m, dram_bytes_read) + count(m, dram_bytes_write);
}

double dram_percent(const Measured& m) {
  return percent(dram_bytes(m), m.run.seconds() * m.arch.dram_bytes_per_second);
}

void add_per_request(MetricList& list) {
  for (const PerRequest& p :
       {PerRequest{"global_op_ld", global_ld_sectors, global_ld_requests},
        PerRequest{"global_op_st", global_st_sectors, global_st_requests},
        PerRequest{"global_op_atom", global_atom_sectors, global_atom_requests},
        PerRequest{"global_op_red", global_red_sectors, global_red_requests},
        PerRequest{"local_op_ld", local_ld_sectors, local_ld_requests},
        PerRequest{"local_op_st", local_st_sectors, local_st_requests}})
    list.push_back(
        {std::string("l1tex__average_t_sectors_per_request_pipe_lsu_mem_") + p.what + ".ratio",
         "sector/request", "sectors of an average request: 4 is ideal for 4-byte words", Exact,
         p.requests == global_ld_requests || p.requests == global_st_requests, false,
         [p](const Measured& m) { return ratio(count(m, p.sectors), count(m, p.requests)); }});
}

void add_shared(MetricList& list) {
  list.push_back({"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "wavefront",
                  "wavefronts of shared loads, stores and atomics", Exact, false, true,
                  [](const Measured& m) {
                    return count(m, shared_ld_wavefronts) + count(m, shared_st_wavefronts) +
                           count(m, shared_atom_wavefronts);
                  }});
  list.push_back({"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "conflict",
                  "address conflicts of shared loads, stores and atomics", Exact, true, true,
                  [](const Measured& m) {
                    return count(m, shared_ld_conflicts) + count(m, shared_st_conflicts) +
                           count(m, shared_atom_conflicts);
                  }});
  list.push_back({"derived__memory_l1_wavefronts_shared_excessive", "wavefront",
                  "shared wavefronts beyond the ideal", Exact, false, true, [](const Measured& m) {
                    return excess(count(m, shared_wavefronts), count(m, shared_wavefronts_ideal));
                  }});
}

void add_caches(MetricList& list) {
  list.push_back({"l1tex__t_sector_hit_rate.pct", "%", "sectors found in L1", Modelled, true, false,
                  [](const Measured& m) {
                    return percent(count(m, global_ld_hits),
                                   count(m, global_ld_hits) + count(m, global_ld_misses));
                  }});
  list.push_back({"lts__t_sector_hit_rate.pct", "%", "sectors found in L2", Modelled, true, false,
                  [](const Measured& m) {
                    return percent(count(m, l2_hits), count(m, l2_hits) + count(m, l2_misses));
                  }});
  list.push_back({"dram__bytes.sum", "byte", "bytes moved to and from device memory", Modelled,
                  false, true, dram_bytes});
  list.push_back({"dram__bytes.sum.per_second", "byte/second", "device memory bandwidth used",
                  Modelled, false, false,
                  [](const Measured& m) { return ratio(dram_bytes(m), m.run.seconds()); }});
  list.push_back({"dram__throughput.avg.pct_of_peak_sustained_elapsed", "%",
                  "share of the device memory's peak bandwidth", Modelled, true, false,
                  dram_percent});
}

}  // namespace

void add_memory_metrics(MetricList& list) {
  add_per_request(list);
  list.push_back({"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", "byte/sector",
                  "useful bytes of a loaded sector; 32 is best", Exact, true, false,
                  [](const Measured& m) {
                    return ratio(count(m, global_ld_bytes), count(m, global_ld_sectors));
                  }});
  list.push_back({"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", "byte/sector",
                  "useful bytes of a stored sector; 32 is best", Exact, false, false,
                  [](const Measured& m) {
                    return ratio(count(m, global_st_bytes), count(m, global_st_sectors));
                  }});
  list.push_back({"derived__memory_l2_theoretical_sectors_global_excessive", "sector",
                  "global sectors beyond the ideal", Exact, true, true, [](const Measured& m) {
                    return excess(count(m, global_sectors), count(m, global_sectors_ideal));
                  }});
  add_shared(list);
  add_caches(list);
}

}  // namespace simt
