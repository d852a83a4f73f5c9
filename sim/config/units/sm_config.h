// The SMs of a chip: how many, in which GPCs, how each is divided.
#pragma once

#include <vector>

#include "isa/base/types.h"
#include "sim/config/units/field_list.h"

namespace simt {

/// Of an SM, in any architecture file.
inline constexpr unsigned kMostSubPartitions = 16;

struct SmConfig {
  unsigned count = 1;
  unsigned chip_count = 0;  ///< of a slice (slice.h): SMs of the whole chip; 0: this is the chip
  double clock_mhz = 1000;
  /// SMs of each GPC; none: all are in one. Where they are not `count` together (a file that takes
  /// another chip's and changes the count), as many GPCs have equal parts.
  std::vector<unsigned> gpcs;
  unsigned filled_first = 0;    ///< of the first GPC: a small grid fills them before it spreads
  unsigned sub_partitions = 4;  ///< warp schedulers per SM
  unsigned issue_width = 1;     ///< instructions per scheduler and cycle
  unsigned warp_size = 32;
  bool operator==(const SmConfig&) const = default;
};

template <class V, Of<SmConfig> T>
void visit_fields(V& v, T& s) {
  v.figure("count", s.count, Range{1, 4096});
  v.figure("clock_mhz", s.clock_mhz, range::kMhz);
  v.figure("gpcs", s.gpcs, range::kCount);
  v.figure("filled_first", s.filled_first, Range{0, 4096});
  v.figure("sub_partitions", s.sub_partitions, Range{1, kMostSubPartitions});
  v.figure("issue_width", s.issue_width, Range{1, 4});
  v.figure("warp_size", s.warp_size, Range{1, kMaxWarpSize});
}

}  // namespace simt
