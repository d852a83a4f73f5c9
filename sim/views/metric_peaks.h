// The most that a hardware unit can count in a cycle. Those of L1: measured on an H200, counts a
// cycle at 100%.
#pragma once

#include "sim/config/cache_line.h"
#include "sim/views/metric_groups.h"

namespace simt {

using Peak = double (*)(const ArchConfig&);

inline double one(const ArchConfig&) {
  return 1;
}
inline double issue_width(const ArchConfig& a) {
  return a.sm.issue_width;
}
inline double sm_issue_width(const ArchConfig& a) {
  return a.sm.issue_width * a.sm.sub_partitions;
}
inline double warp_slots(const ArchConfig& a) {
  return a.limits.max_warps_per_sm;
}
inline double scheduler_slots(const ArchConfig& a) {
  return ratio(a.limits.max_warps_per_sm, a.sm.sub_partitions);
}
inline double l2_sectors_a_cycle(const ArchConfig& a) {
  return ratio(a.l2.bytes_per_clock, kSectorBytes);
}
inline double dram_bytes_a_cycle(const ArchConfig& a) {
  return ratio(a.dram.bytes_per_second, a.dram.clock_mhz * 1e6);
}

}  // namespace simt
