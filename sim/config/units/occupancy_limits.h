// What an SM has room for.
#pragma once

#include <vector>

#include "sim/config/units/field_list.h"

namespace simt {

/// Limits that decide how many CTAs an SM holds (CUDA occupancy rules).
struct OccupancyLimits {
  unsigned max_threads_per_sm = 0, max_warps_per_sm = 0, max_ctas_per_sm = 0;
  unsigned max_threads_per_cta = 1024;
  unsigned registers_per_sm = 0, registers_per_cta = 0, max_registers_per_thread = 255;
  unsigned register_allocation_unit = 256;  ///< registers, per warp
  unsigned register_sub_partitions = 4;     ///< 2 on CC 6.0
  /// Sub-partitions that a launch is checked against beside the SM's own: CC 6.0 refuses what the
  /// 4 sub-partitions of CC 6.1 could not run.
  unsigned launch_check_sub_partitions = 4;
  unsigned shared_per_sm = 0, shared_per_cta = 0, shared_per_cta_optin = 0;
  unsigned shared_allocation_unit = 0, shared_reserved_per_cta = 0;
  std::vector<unsigned> shared_carveouts;  ///< selectable shared sizes per SM, ascending
  unsigned unified_l1_shared = 0;          ///< size of the unified array; 0: separate arrays
  unsigned named_barriers_per_cta = 16;
  bool barrier_limit_applies = false;  ///< CC 9.0: barriers limit CTAs
  unsigned barriers_per_sm = 0;
  bool operator==(const OccupancyLimits&) const = default;
};

template <class V, Of<OccupancyLimits> T>
void visit_fields(V& v, T& l) {
  v.figure("max_threads_per_sm", l.max_threads_per_sm, range::kCount);
  v.figure("max_warps_per_sm", l.max_warps_per_sm, range::kCount);
  v.figure("max_ctas_per_sm", l.max_ctas_per_sm, range::kCount);
  v.figure("max_threads_per_cta", l.max_threads_per_cta, range::kCount);
  v.figure("registers_per_sm", l.registers_per_sm, Range{1, 1 << 24});
  v.figure("registers_per_cta", l.registers_per_cta, Range{1, 1 << 24});
  v.figure("max_registers_per_thread", l.max_registers_per_thread, Range{1, 255});
  v.figure("register_allocation_unit", l.register_allocation_unit, range::kCount);
  v.figure("register_sub_partitions", l.register_sub_partitions, Range{1, 16});
  v.figure("launch_check_sub_partitions", l.launch_check_sub_partitions, Range{1, 16});
  v.figure("shared_per_sm", l.shared_per_sm, range::kBytes);
  v.figure("shared_per_cta", l.shared_per_cta, range::kBytes);
  v.figure("shared_per_cta_optin", l.shared_per_cta_optin, range::kBytes);
  v.figure("shared_allocation_unit", l.shared_allocation_unit, range::kCount);
  v.figure("shared_reserved_per_cta", l.shared_reserved_per_cta, range::kBytes);
  v.figure("shared_carveouts", l.shared_carveouts, range::kBytes);
  v.figure("unified_l1_shared", l.unified_l1_shared, range::kBytes);
  v.figure("named_barriers_per_cta", l.named_barriers_per_cta, Range{1, 64});
  v.figure("barrier_limit_applies", l.barrier_limit_applies, range::kAny);
  v.figure("barriers_per_sm", l.barriers_per_sm, range::kCount);
}

}  // namespace simt
