// The L1 of an SM, and how stores leave it.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

/// `bytes` of L1 is its share when no shared memory is configured, where the two share one array:
/// what is left for L1 is limits.unified_l1_shared minus the carveout.
/// Lines are 128 bytes of four sectors of 32 bytes on every chip that is modelled
/// (sim/mem/footprint.h).
struct CacheConfig {
  unsigned bytes = 0, ways = 4;
  unsigned latency = 0;        ///< load to use, on a hit
  double bytes_per_clock = 0;  ///< per SM for L1, whole chip for L2
  bool operator==(const CacheConfig&) const = default;
};

template <class V, std::derived_from<CacheConfig> T>
void visit_cache(V& v, T& c) {
  v.figure("bytes", c.bytes, range::kBytes);
  v.figure("ways", c.ways, Range{1, 256});
  v.figure("latency", c.latency, range::kCycles);
  v.figure("bytes_per_clock", c.bytes_per_clock, range::kRate);
}

struct L1Config : CacheConfig {
  double tags_per_clock = 4;  ///< lines that an SM looks up
  bool caches_global = true, caches_local = true;
  /// Of a cache for read-only data beside L1; 0: there is none, ld.global.nc goes through L1.
  unsigned read_only_bytes = 0;
  /// Of loads, and as many of stores, between an SM and L2.
  unsigned max_sectors_in_flight = 1024;
  unsigned max_loads_in_flight = 256;  ///< warp instructions that ask for them
  /// Sectors of reductions between an SM and the atomics units, lanes on one address each.
  unsigned max_reductions_in_flight = 1024;
  /// Accesses of reductions that busy atomics units hold up: with so many, whatever else an SM
  /// sends waits behind them (sim/mem/request_port.h).
  unsigned max_reductions_waiting = 1024;
  double fill_bytes_per_clock = 64;  ///< from L2 into one SM
  bool operator==(const L1Config&) const = default;
};

template <class V, Of<L1Config> T>
void visit_fields(V& v, T& c) {
  visit_cache(v, c);
  v.figure("tags_per_clock", c.tags_per_clock, range::kRate);
  v.figure("caches_global", c.caches_global, range::kAny);
  v.figure("caches_local", c.caches_local, range::kAny);
  v.figure("read_only_bytes", c.read_only_bytes, range::kBytes);
  v.figure("max_reductions_in_flight", c.max_reductions_in_flight, range::kCount);
  v.figure("max_reductions_waiting", c.max_reductions_waiting, range::kCount);
  v.figure("max_sectors_in_flight", c.max_sectors_in_flight, range::kCount);
  v.figure("max_loads_in_flight", c.max_loads_in_flight, range::kCount);
  v.figure("fill_bytes_per_clock", c.fill_bytes_per_clock, range::kRate);
}

/// How an SM's stores leave its L1 (sim/mem/store_gather.h); wait_cycles 0: each by itself.
struct StoreGathering {
  unsigned wait_cycles = 0;    ///< a line goes out when no store has come to it for so long
  unsigned lines = 16;         ///< that wait for further stores; with one more the first one goes
  unsigned leaving_lines = 3;  ///< that wait for the way out: closed to stores
  double line_cycles = 1, sector_cycles = 0.75;  ///< that a line keeps the way out
  unsigned closed_cycles = 7;  ///< from its end to when stores find the line again
  /// How long a store keeps lines from going out: by itself, and for each of its sectors.
  double store_cycles = 5, store_sector_cycles = 0.33;
  unsigned lines_per_clock = 4;  ///< lines of a store that are looked up at once
  bool operator==(const StoreGathering&) const = default;
};

template <class V, Of<StoreGathering> T>
void visit_fields(V& v, T& s) {
  v.figure("wait_cycles", s.wait_cycles, range::kCycles);
  v.figure("lines", s.lines, Range{1, 31});  // StoreGather has room for both together
  v.figure("leaving_lines", s.leaving_lines, Range{1, 31});
  v.figure("line_cycles", s.line_cycles, range::kCycles);
  v.figure("sector_cycles", s.sector_cycles, range::kCycles);
  v.figure("closed_cycles", s.closed_cycles, range::kCycles);
  v.figure("store_cycles", s.store_cycles, range::kCycles);
  v.figure("store_sector_cycles", s.store_sector_cycles, range::kCycles);
  v.figure("lines_per_clock", s.lines_per_clock, Range{1, 32});
}

}  // namespace simt
