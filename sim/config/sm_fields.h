// The fields of an SM's units: key, member, permitted range (sim/config/arch_fields.h).
#pragma once

#include "isa/base/types.h"
#include "sim/config/arch.h"
#include "sim/config/field_list.h"

namespace simt {

template <class V, Of<SmConfig> T>
void visit_fields(V& v, T& s) {
  v.figure("count", s.count, Range{1, 4096});
  v.figure("clock_mhz", s.clock_mhz, kMhz);
  v.figure("gpcs", s.gpcs, kCount);
  v.figure("filled_first", s.filled_first, Range{0, 4096});
  v.figure("sub_partitions", s.sub_partitions, Range{1, 16});
  v.figure("issue_width", s.issue_width, Range{1, 4});
  v.figure("warp_size", s.warp_size, Range{1, kMaxWarpSize});
}

template <class V, Of<ControlConfig> T>
void visit_fields(V& v, T& c) {
  v.figure("divergence", c.divergence, kAny);
  v.figure("first_side", c.first_side, kAny);
  v.figure("interleave", c.interleave, kAny, Need::Optional);
  v.figure("scheduler", c.scheduler, kAny);
  v.figure("adds_on_fma_pipe", c.adds_on_fma_pipe, kAny);
  v.figure("other_pipe_cycles", c.other_pipe_cycles, kCycles);
  v.figure("predicate_to_branch_latency", c.predicate_to_branch_latency, kCycles);
  v.figure("branch_latency", c.branch_latency, kCycles);
  v.figure("reconvergence_cycles", c.reconvergence_cycles, kCycles);
  v.figure("not_taken_latency", c.not_taken_latency, kCycles);
  v.figure("barrier_latency", c.barrier_latency, kCycles);
  v.figure("barrier_defers", c.barrier_defers, kAny);
  v.figure("barrier_result_latency", c.barrier_result_latency, kCycles);
  v.figure("barrier_result_interval", c.barrier_result_interval, kCycles);
  v.figure("special_register_latency", c.special_register_latency, kCycles);
  v.figure("fence_cta_cycles", c.fence_cta_cycles, kCycles);
  v.figure("fence_gpu_cycles", c.fence_gpu_cycles, kCycles);
  v.figure("fence_sys_cycles", c.fence_sys_cycles, kCycles);
  v.figure("fence_behind_cycles", c.fence_behind_cycles, kCycles);
  v.figure("fence_interval", c.fence_interval, kCycles);
  v.figure("drain_cycles", c.drain_cycles, kCycles);
}

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

template <class V, Of<SharedMemoryConfig> T>
void visit_fields(V& v, T& s) {
  v.figure("banks", s.banks, Range{1, 64});
  v.figure("bank_bytes", s.bank_bytes, Range{4, 8});
  v.figure("word_bytes", s.word_bytes, Range{4, 8});
  v.figure("latency", s.latency, kCycles);
  v.figure("atomic_latency", s.atomic_latency, kCycles);
  v.figure("atomic_interval", s.atomic_interval, kCycles);
  v.figure("atomic_loop_cycles", s.atomic_loop_cycles, kCycles);
  v.figure("atomic_wide_loop_cycles", s.atomic_wide_loop_cycles, kCycles);
  v.figure("atomic_few_interval", s.atomic_few_interval, kCycles);
  v.figure("atomic_many_interval", s.atomic_many_interval, kCycles);
}

template <class V, Of<ConstantCaches> T>
void visit_fields(V& v, T& c) {
  v.figure("latency", c.latency, kCycles);
  v.figure("param_latency", c.param_latency, kCycles);
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

template <class V, Of<LaunchConfig> T>
void visit_fields(V& v, T& l) {
  v.figure("first_cta_cycles", l.first_cta_cycles, kCycles);
  v.figure("cta_setup_cycles", l.cta_setup_cycles, kCycles);
  v.figure("warp_interval", l.warp_interval, kCycles);
  v.figure("cta_sm_interval", l.cta_sm_interval, kCycles);
  v.figure("cta_gap_cycles", l.cta_gap_cycles, kCycles);
  v.figure("cta_cycles", l.cta_cycles, kCycles);
  v.figure("cta_interval", l.cta_interval, kCycles);
  v.figure("kernel_cycles", l.kernel_cycles, kCycles);
}

}  // namespace simt
