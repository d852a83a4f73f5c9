// Global, local, shared memory, caches and device memory.
#include "sim/sm/count/tally.h"
#include "sim/views/metric_groups.h"
#include "sim/views/metric_rollups.h"
#include "sim/views/opcode_counts.h"

namespace simt {
namespace {

using enum Counter;
using enum CounterClass;

struct PerRequest {
  const char* what;
  Counter sectors, requests;
};

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
         false, false,
         [p](const Measured& m) { return ratio(count(m, p.sectors), count(m, p.requests)); }});
}

struct HitRate {
  const char *name, *text;
  std::vector<Counter> hits, all;
};
const std::vector<HitRate>& hit_rates() {
  static const std::vector<HitRate> table{
      // Atomics go through to L2 and count as misses, and so does the first store to a line.
      {"l1tex__t_sector_hit_rate.pct",
       "sectors of global and local accesses and of textures found in L1",
       {global_ld_hits, global_st_hits, local_ld_hits, local_st_hits, texture_hits},
       {global_ld_sectors, global_st_sectors, global_atom_sectors, global_red_sectors,
        local_ld_sectors, local_st_sectors, texture_sectors}},
      {"l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct",
       "sectors of global loads found in L1",
       {global_ld_hits},
       {global_ld_hits, global_ld_misses}},
      {"lts__t_sector_hit_rate.pct", "sectors found in L2", {l2_hits}, {l2_hits, l2_misses}},
  };
  return table;
}

double sum_of(const Measured& m, const std::vector<Counter>& counters) {
  double sum = 0;
  for (const Counter c : counters) sum += count(m, c);
  return sum;
}

void add_hit_rates(MetricList& list) {
  for (const HitRate& h : hit_rates())
    list.push_back({h.name, "%", h.text, Modelled, false, false, [&h](const Measured& m) {
                      return percent(sum_of(m, h.hits), sum_of(m, h.all));
                    }});
}

// Instructions by memory: one for each request, also for a load and store that takes both paths;
// but an access to local memory whose elements are wide is one with several requests.
struct Executed {
  const char *name, *text;
  std::vector<Counter> of;
};
template <Kind K>
bool is_wide_local(const Inst& i) {
  return i.kind == K && local_words(i) > 1;
}
double further_requests(const LineCounters& line, const Inst& inst) {
  return static_cast<double>(line.requests * (local_words(inst) - 1));
}
double further_requests(const Executions& line, const Inst& inst) {
  return static_cast<double>(line.executed * (local_words(inst) - 1));
}
double instructions(const Measured& m, Counter requests) {
  const auto further = [](const auto& l, const Inst& i) { return further_requests(l, i); };
  double less = 0;
  if (requests == local_ld_requests) less = over_lines(m, is_wide_local<Kind::Load>, further);
  if (requests == local_st_requests) less = over_lines(m, is_wide_local<Kind::Store>, further);
  // The requests of asynchronous copies are among those of loads.
  if (requests == global_ld_requests)
    less = count(m, ldgsts_access_requests) + count(m, ldgsts_bypass_requests);
  return count(m, requests) - less;
}
void add_executed(MetricList& list) {
  for (const Executed& e :
       {Executed{"global_ld", "global loads", {global_ld_requests}},
        Executed{"global_st", "global stores", {global_st_requests}},
        Executed{"global_atom", "global atomics that return a value", {global_atom_requests}},
        Executed{"global_red", "global reductions", {global_red_requests}},
        Executed{"local_ld", "local loads", {local_ld_requests}},
        Executed{"local_st", "local stores", {local_st_requests}},
        Executed{"shared_ld", "shared loads", {shared_ld_requests}},
        Executed{"shared_st", "shared stores", {shared_st_requests}},
        Executed{"shared_atom", "shared atomics", {shared_atom_requests}},
        Executed{
            "global",
            "global accesses",
            {global_ld_requests, global_st_requests, global_atom_requests, global_red_requests}},
        Executed{"local", "local accesses", {local_ld_requests, local_st_requests}},
        Executed{"shared",
                 "shared accesses",
                 {shared_ld_requests, shared_st_requests, shared_atom_requests}}})
    add_counter(list, {std::string("smsp__sass_inst_executed_op_") + e.name, "inst",
                       std::string("warp instructions executed: ") + e.text, Exact,
                       [of = e.of](const Measured& m) {
                         double sum = 0;
                         for (const Counter c : of) sum += instructions(m, c);
                         return sum;
                       }});
  struct Plain {
    const char* name;
    Counter of;
  };
  for (const Plain& p :
       {Plain{"global_loads", global_ld_requests}, Plain{"global_stores", global_st_requests},
        Plain{"local_loads", local_ld_requests}, Plain{"local_stores", local_st_requests},
        Plain{"shared_loads", shared_ld_requests}, Plain{"shared_stores", shared_st_requests}})
    list.push_back({std::string("sass__inst_executed_") + p.name, "inst",
                    std::string("warp instructions executed: ") + p.name, Exact, false, true,
                    [c = p.of](const Measured& m) { return instructions(m, c); }});
  add_counter(list, {"smsp__inst_executed_op_global_red", "inst", "global reductions executed",
                     Exact, [](const Measured& m) { return count(m, global_red_requests); }});
}

// Those of asynchronous copies, which are among those of loads; their bytes are not.
double copied_requests(const Measured& m) {
  return count(m, ldgsts_access_requests) + count(m, ldgsts_bypass_requests);
}
double copied_sectors(const Measured& m) {
  return count(m, ldgsts_access_sectors) + count(m, ldgsts_bypass_sectors);
}

void add_copies(MetricList& list) {
  add_counter(list, {"smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts", "request",
                     "requests of asynchronous copies", Exact, copied_requests});
  add_counter(list, {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts", "sector",
                     "sectors that asynchronous copies asked for", Exact, copied_sectors});
  list.push_back(
      {"smsp__sass_l1tex_average_t_sectors_per_request_pipe_lsu_mem_global_op_ldgsts.ratio",
       "sector/request", "sectors of an average request of asynchronous copies", Exact, false,
       false, [](const Measured& m) { return ratio(copied_sectors(m), copied_requests(m)); }});
  list.push_back(
      {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ldgsts.ratio", "byte/sector",
       "useful bytes of a sector that asynchronous copies asked for; 32 is best", Exact, false,
       false, [](const Measured& m) { return ratio(count(m, ldgsts_bytes), copied_sectors(m)); }});
}

}  // namespace

void add_memory_metrics(MetricList& list) {
  add_per_request(list);
  list.push_back({"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", "byte/sector",
                  "useful bytes of a sector that loads asked for; 32 is best", Exact, false, false,
                  [](const Measured& m) {
                    return ratio(count(m, global_ld_bytes),
                                 count(m, global_ld_sectors) - copied_sectors(m));
                  }});
  add_copies(list);
  list.push_back({"smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", "byte/sector",
                  "useful bytes of a stored sector; 32 is best", Exact, false, false,
                  [](const Measured& m) {
                    return ratio(count(m, global_st_bytes), count(m, global_st_sectors));
                  }});
  list.push_back({"derived__memory_l2_theoretical_sectors_global_excessive", "sector",
                  "global sectors beyond the ideal", Exact, false, true, [](const Measured& m) {
                    return excess(count(m, global_sectors), count(m, global_sectors_ideal));
                  }});
  list.push_back({"derived__memory_l1_wavefronts_shared_excessive", "",
                  "shared wavefronts beyond the ideal", Exact, false, true, [](const Measured& m) {
                    return excess(count(m, shared_wavefronts), count(m, shared_wavefronts_ideal));
                  }});
  list.push_back(
      {"memory_l2_theoretical_sectors_local", "sectors",
       "sectors that local accesses asked for, before caches", Exact, false, true,
       [](const Measured& m) { return count(m, local_ld_sectors) + count(m, local_st_sectors); }});
  add_hit_rates(list);
  add_executed(list);
}

}  // namespace simt
