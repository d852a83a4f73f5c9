// The load/store side of an SM, up to its caches: paths, the lane serializer, shared memory.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

/// The path from the sub-partitions to L1 and shared memory.
struct LoadStoreUnit {
  /// Cycles of a sub-partition's own path that a wavefront takes: what a lone warp sees.
  unsigned wavefront_interval = 2;
  unsigned queue_depth = 5;  ///< memory instructions that a sub-partition can have waiting
  bool operator==(const LoadStoreUnit&) const = default;
};

template <class V, Of<LoadStoreUnit> T>
void visit_fields(V& v, T& u) {
  v.figure("wavefront_interval", u.wavefront_interval, range::kCycles);
  v.figure("queue_depth", u.queue_depth, Range{1, 1024});
}

/// The unit of an SM that goes through the lanes of a warp one value after the other: addresses of
/// constant loads, values of match.
struct LaneSerializer {
  unsigned interval = 2;        ///< cycles of the unit for a distinct value
  unsigned value_latency = 11;  ///< what each distinct value adds to the latency
  unsigned match_latency = 24;  ///< of match, without its values
  bool operator==(const LaneSerializer&) const = default;
};

template <class V, Of<LaneSerializer> T>
void visit_fields(V& v, T& u) {
  v.figure("interval", u.interval, range::kCycles);
  v.figure("value_latency", u.value_latency, range::kCycles);
  v.figure("match_latency", u.match_latency, range::kCycles);
}

/// Memory of a CTA, in banks.
struct SharedMemoryConfig {
  unsigned banks = 32, bank_bytes = 4;
  unsigned word_bytes = 4;         ///< successive words of this size: successive banks
  unsigned latency = 24;           ///< load to use, up to 4 bytes a lane, no conflict
  unsigned atomic_latency = 30;    ///< round trip, one lane
  unsigned compare_swap_more = 8;  ///< that its two passes together take longer
  double atomic_interval = 2;      ///< cycles that each further lane on the same address adds
  /// A round of an atomic that is a loop takes so much longer than its load and its
  /// compare-and-swap; of 8-byte values.
  unsigned atomic_loop_cycles = 0, atomic_wide_loop_cycles = 0;
  /// From one success to the next where warps loop on one address: few of them, which fail
  /// together, and many.
  unsigned atomic_few_interval = 1, atomic_many_interval = 1;
  bool operator==(const SharedMemoryConfig&) const = default;
};

template <class V, Of<SharedMemoryConfig> T>
void visit_fields(V& v, T& s) {
  v.figure("banks", s.banks, Range{1, 64});
  v.figure("bank_bytes", s.bank_bytes, Range{4, 8});
  v.figure("word_bytes", s.word_bytes, Range{4, 8});
  v.figure("latency", s.latency, range::kCycles);
  v.figure("atomic_latency", s.atomic_latency, range::kCycles);
  v.figure("compare_swap_more", s.compare_swap_more, range::kCycles);
  v.figure("atomic_interval", s.atomic_interval, range::kCycles);
  v.figure("atomic_loop_cycles", s.atomic_loop_cycles, range::kCycles);
  v.figure("atomic_wide_loop_cycles", s.atomic_wide_loop_cycles, range::kCycles);
  v.figure("atomic_few_interval", s.atomic_few_interval, range::kCycles);
  v.figure("atomic_many_interval", s.atomic_many_interval, range::kCycles);
}

}  // namespace simt
