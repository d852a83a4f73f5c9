// What an SM has room for.
#pragma once

#include <vector>

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

}  // namespace simt
