// The fields of an architecture file, each once: key, member, permitted range.
// Reading, printing and the check for missing figures are visitors of this list:
//   text(key, string, need), texts(key, strings), compute_capability(major, minor)
//   section(key, body)                 a nested object
//   figure(key, member, range, need)   a number, switch, list or name that carries a source
// The members' meaning and units stand in arch.h.
#pragma once

#include "sim/config/arch.h"

namespace simt {

struct Range {
  double min = 0, max = 0;
};
enum class Need : std::uint8_t { Required, Optional };

template <class T, class Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

inline constexpr Range kCount{1, 65536};
inline constexpr Range kCycles{0, 1e6};
inline constexpr Range kBytes{0, 1 << 30};
inline constexpr Range kRate{0.001, 1e6};
inline constexpr Range kRateOrNone{0, 1e6};
inline constexpr Range kMhz{1, 1e5};
inline constexpr Range kAny{0, 1};  // switches and names: the type is the range

template <class V, Of<OccupancyLimits> T>
void visit_fields(V& v, T& l) {
  v.figure("max_threads_per_sm", l.max_threads_per_sm, kCount);
  v.figure("max_warps_per_sm", l.max_warps_per_sm, kCount);
  v.figure("max_ctas_per_sm", l.max_ctas_per_sm, kCount);
  v.figure("max_threads_per_cta", l.max_threads_per_cta, kCount);
  v.figure("registers_per_sm", l.registers_per_sm, Range{1, 1 << 24});
  v.figure("registers_per_cta", l.registers_per_cta, Range{1, 1 << 24});
  v.figure("max_registers_per_thread", l.max_registers_per_thread, Range{1, 255});
  v.figure("register_allocation_unit", l.register_allocation_unit, kCount);
  v.figure("register_sub_partitions", l.register_sub_partitions, Range{1, 16});
  v.figure("launch_check_sub_partitions", l.launch_check_sub_partitions, Range{1, 16});
  v.figure("shared_per_sm", l.shared_per_sm, kBytes);
  v.figure("shared_per_cta", l.shared_per_cta, kBytes);
  v.figure("shared_per_cta_optin", l.shared_per_cta_optin, kBytes);
  v.figure("shared_allocation_unit", l.shared_allocation_unit, kCount);
  v.figure("shared_reserved_per_cta", l.shared_reserved_per_cta, kBytes);
  v.figure("shared_carveouts", l.shared_carveouts, kBytes);
  v.figure("unified_l1_shared", l.unified_l1_shared, kBytes);
  v.figure("named_barriers_per_cta", l.named_barriers_per_cta, Range{1, 64});
  v.figure("barrier_limit_applies", l.barrier_limit_applies, kAny);
  v.figure("barriers_per_sm", l.barriers_per_sm, kCount);
}

template <class V, Of<OpTiming> T>
void visit_fields(V& v, T& t) {
  v.figure("results_per_clock", t.results_per_clock, kRate);
  v.figure("latency", t.latency, Range{1, 1e5});
  v.figure("variable_latency", t.variable_latency, kAny);
}

template <class V, Of<CacheConfig> T>
void visit_fields(V& v, T& c) {
  v.figure("bytes", c.bytes, kBytes);
  v.figure("ways", c.ways, Range{1, 256});
  v.figure("latency", c.latency, kCycles);
  v.figure("bytes_per_clock", c.bytes_per_clock, kRate);
}

template <class V, Of<ConstantCaches> T>
void visit_fields(V& v, T& c) {
  v.figure("l1_bytes", c.l1_bytes, kBytes);
  v.figure("l1_line", c.l1_line, Range{4, 1024});
  v.figure("l1_ways", c.l1_ways, Range{1, 256});
  v.figure("l15_bytes", c.l15_bytes, kBytes);
  v.figure("l15_line", c.l15_line, Range{4, 1024});
  v.figure("l15_latency", c.l15_latency, kCycles);
  v.figure("l2_latency", c.l2_latency, kCycles);
  v.figure("held_cycles", c.held_cycles, kCycles);
  v.figure("parameter_offset", c.parameter_offset, Range{0, 65535});
}

template <class V, Of<LoadStoreUnit> T>
void visit_fields(V& v, T& u) {
  v.figure("wavefront_interval", u.wavefront_interval, kCycles);
  v.figure("queue_depth", u.queue_depth, Range{1, 1024});
}

template <class V, Of<CrossbarPort> T>
void visit_fields(V& v, T& c) {
  v.figure("bytes_per_clock", c.bytes_per_clock, kRate);
  v.figure("read_cycles", c.read_cycles, kCycles);
  v.figure("mask_cycles", c.mask_cycles, kCycles);
  v.figure("flit_cycles", c.flit_cycles, kCycles);
  v.figure("atomic_answer_cycles", c.atomic_answer_cycles, kCycles);
}

template <class V, Of<GpcPort> T>
void visit_fields(V& v, T& c) {
  v.figure("read_bytes_per_clock", c.read_bytes_per_clock, kRateOrNone);
  v.figure("write_bytes_per_clock", c.write_bytes_per_clock, kRateOrNone);
}

template <class V, Of<StoreGathering> T>
void visit_fields(V& v, T& s) {
  v.figure("wait_cycles", s.wait_cycles, kCycles);
  v.figure("lines", s.lines, Range{1, 31});  // StoreGather has room for both together
  v.figure("leaving_lines", s.leaving_lines, Range{1, 31});
  v.figure("line_cycles", s.line_cycles, kCycles);
  v.figure("sector_cycles", s.sector_cycles, kCycles);
  v.figure("closed_cycles", s.closed_cycles, kCycles);
  v.figure("store_cycles", s.store_cycles, kCycles);
  v.figure("store_sector_cycles", s.store_sector_cycles, kCycles);
  v.figure("lines_per_clock", s.lines_per_clock, Range{1, 32});
}

template <class V, Of<LaneSerializer> T>
void visit_fields(V& v, T& u) {
  v.figure("interval", u.interval, kCycles);
  v.figure("value_latency", u.value_latency, kCycles);
  v.figure("match_latency", u.match_latency, kCycles);
}

template <class V, Of<InstructionCaches> T>
void visit_fields(V& v, T& c) {
  v.figure("l1_bytes", c.l1_bytes, kBytes);
  v.figure("ways", c.ways, Range{1, 256});
  v.figure("l15_bytes", c.l15_bytes, kBytes);
  v.figure("l15_latency", c.l15_latency, kCycles);
  v.figure("l15_interval", c.l15_interval, kCycles);
  v.figure("l2_latency", c.l2_latency, kCycles);
  v.figure("l2_interval", c.l2_interval, kCycles);
  v.figure("lines_ahead", c.lines_ahead, Range{0, 64});
  v.figure("launch_bytes", c.launch_bytes, kBytes);
  v.figure("launch_latency", c.launch_latency, kCycles);
}

template <class V, Of<ArchConfig> T>
void visit_fields(V& v, T& a) {
  v.text("name", a.name, Need::Required);
  v.text("description", a.description, Need::Required);
  v.texts("aliases", a.aliases);
  v.compute_capability(a.cc_major, a.cc_minor);
  v.section("sm", [&] {
    v.figure("count", a.num_sms, Range{1, 4096});
    v.figure("clock_mhz", a.sm_clock_mhz, kMhz);
    v.figure("gpcs", a.gpcs, kCount);
    v.figure("filled_first", a.sms_filled_first, Range{0, 4096});
    v.figure("sub_partitions", a.sub_partitions, Range{1, 16});
    v.figure("issue_width", a.issue_width, Range{1, 4});
    v.figure("warp_size", a.warp_size, Range{1, kMaxWarpSize});
  });
  v.section("control", [&] {
    v.figure("divergence", a.divergence, kAny);
    v.figure("first_side", a.first_side, kAny);
    v.figure("interleave", a.interleave, kAny, Need::Optional);
    v.figure("scheduler", a.scheduler, kAny);
    v.figure("adds_on_fma_pipe", a.adds_on_fma_pipe, kAny);
    v.figure("other_pipe_cycles", a.other_pipe_cycles, kCycles);
    v.figure("predicate_to_branch_latency", a.predicate_to_branch_latency, kCycles);
    v.figure("branch_latency", a.branch_latency, kCycles);
    v.figure("reconvergence_cycles", a.reconvergence_cycles, kCycles);
    v.figure("not_taken_latency", a.not_taken_latency, kCycles);
    v.figure("barrier_latency", a.barrier_latency, kCycles);
    v.figure("barrier_defers", a.barrier_defers, kAny);
    v.figure("barrier_result_latency", a.barrier_result_latency, kCycles);
    v.figure("barrier_result_interval", a.barrier_result_interval, kCycles);
    v.figure("special_register_latency", a.special_register_latency, kCycles);
    v.figure("fence_cta_cycles", a.fence_cta_cycles, kCycles);
    v.figure("fence_gpu_cycles", a.fence_gpu_cycles, kCycles);
    v.figure("fence_sys_cycles", a.fence_sys_cycles, kCycles);
    v.figure("fence_behind_cycles", a.fence_behind_cycles, kCycles);
    v.figure("fence_interval", a.fence_interval, kCycles);
    v.figure("drain_cycles", a.drain_cycles, kCycles);
  });
  v.section("limits", [&] { visit_fields(v, a.limits); });
  v.section("ops", [&] {
    for (std::size_t i = 0; i < a.op.size(); ++i)
      v.section(name_of(static_cast<OpClass>(i)), [&] { visit_fields(v, a.op[i]); });
  });
  v.section("shared", [&] {
    v.figure("banks", a.shared_banks, Range{1, 64});
    v.figure("bank_bytes", a.shared_bank_bytes, Range{4, 8});
    v.figure("word_bytes", a.shared_word_bytes, Range{4, 8});
    v.figure("latency", a.shared_latency, kCycles);
    v.figure("atomic_latency", a.shared_atomic_latency, kCycles);
    v.figure("atomic_interval", a.shared_atomic_interval, kCycles);
    v.figure("atomic_loop_cycles", a.shared_atomic_loop_cycles, kCycles);
    v.figure("atomic_wide_loop_cycles", a.shared_atomic_wide_loop_cycles, kCycles);
    v.figure("atomic_few_interval", a.shared_atomic_few_interval, kCycles);
    v.figure("atomic_many_interval", a.shared_atomic_many_interval, kCycles);
  });
  v.section("constant", [&] {
    v.figure("latency", a.constant_latency, kCycles);
    v.figure("param_latency", a.param_latency, kCycles);
    visit_fields(v, a.constant);
  });
  v.section("lsu", [&] { visit_fields(v, a.lsu); });
  v.section("lane_serializer", [&] { visit_fields(v, a.serializer); });
  v.section("crossbar_port", [&] { visit_fields(v, a.crossbar); });
  v.section("gpc_port", [&] { visit_fields(v, a.gpc_port); });
  v.section("stores", [&] { visit_fields(v, a.stores); });
  v.section("instruction_cache", [&] { visit_fields(v, a.instruction); });
  v.section("l1", [&] {
    visit_fields(v, a.l1);
    v.figure("tags_per_clock", a.l1_tags_per_clock, kRate);
    v.figure("caches_global", a.l1_caches_global, kAny);
    v.figure("caches_local", a.l1_caches_local, kAny);
    v.figure("read_only_bytes", a.l1_read_only_bytes, kBytes);
    v.figure("max_reductions_in_flight", a.l1_max_reductions_in_flight, kCount);
    v.figure("max_reductions_waiting", a.l1_max_reductions_waiting, kCount);
    v.figure("max_sectors_in_flight", a.l1_max_sectors_in_flight, kCount);
    v.figure("max_loads_in_flight", a.l1_max_loads_in_flight, kCount);
    v.figure("fill_bytes_per_clock", a.l1_fill_bytes_per_clock, kRate);
  });
  v.section("l2", [&] {
    visit_fields(v, a.l2);
    v.figure("slices", a.l2_slices, Range{1, 1024});
    v.figure("fetch_bytes", a.l2_fetch_bytes, Range{32, 128});
    v.figure("far_cycles", a.l2_far_cycles, kCycles);
    v.figure("crossing_cycles", a.l2_crossing_cycles, kCycles);
    v.figure("partitions", a.l2_partitions, Range{1, 2});
    v.figure("gpc_partitions", a.l2_gpc_partitions, Range{0, 1});
    v.figure("partition_bits", a.l2_partition_bits, Range{7, 63});
    v.figure("merged_requesters", a.l2_merged_requesters, Range{1, 64});
    v.figure("merge_way_cycles", a.l2_merge_way_cycles, kCycles);
    v.figure("atomic_latency", a.global_atomic_latency, kCycles);
    v.figure("atomic_interval", a.global_atomic_interval, kCycles);
    v.figure("atomic_float_interval", a.global_atomic_float_interval, kCycles);
    v.figure("atomic_sector_interval", a.global_atomic_sector_interval, kCycles);
    v.figure("atomic_shared_bits", a.atomic_shared_bits, Range{7, 63});
    v.figure("write_share", a.l2_write_share, Range{0.01, 1});
  });
  v.section("dram", [&] {
    v.figure("latency", a.dram_latency, kCycles);
    v.figure("clock_mhz", a.dram_clock_mhz, kMhz);
    v.figure("channels", a.dram_channels, Range{1, 1024});
    v.figure("far_cycles", a.dram_far_cycles, kCycles);
    v.figure("bytes_per_second", a.dram_bytes_per_second, Range{1e6, 1e15});
    v.figure("efficiency", a.dram_efficiency, Range{0.01, 1});
  });
  v.section("launch", [&] {
    v.figure("first_cta_cycles", a.first_cta_cycles, kCycles);
    v.figure("cta_setup_cycles", a.cta_setup_cycles, kCycles);
    v.figure("warp_interval", a.warp_launch_interval, kCycles);
    v.figure("cta_sm_interval", a.cta_sm_interval, kCycles);
    v.figure("cta_gap_cycles", a.cta_gap_cycles, kCycles);
    v.figure("cta_cycles", a.cta_launch_cycles, kCycles);
    v.figure("cta_interval", a.cta_launch_interval, kCycles);
    v.figure("kernel_cycles", a.kernel_launch_cycles, kCycles);
  });
}

}  // namespace simt
