// What all SMs share: the links to L2, L2 and its atomics units, device memory.
#pragma once

#include <vector>

#include "sim/config/units/field_list.h"
#include "sim/config/units/l1_config.h"

namespace simt {

/// The way from one SM into the crossbar, by what a request brings along (sim/mem/request_port.h).
struct CrossbarPort {
  double bytes_per_clock = 32;      ///< data of writes, whole sectors
  double read_cycles = 1;           ///< a request for a line
  double mask_cycles = 1;           ///< which bytes of its sectors a write brings, if not all
  double flit_cycles = 1;           ///< a flit of atomics (flits_of in sim/mem/request.h)
  double atomic_answer_cycles = 2;  ///< the least that a packet with an answer takes
  bool operator==(const CrossbarPort&) const = default;
};

template <class V, Of<CrossbarPort> T>
void visit_fields(V& v, T& c) {
  v.figure("bytes_per_clock", c.bytes_per_clock, range::kRate);
  v.figure("read_cycles", c.read_cycles, range::kCycles);
  v.figure("mask_cycles", c.mask_cycles, range::kCycles);
  v.figure("flit_cycles", c.flit_cycles, range::kCycles);
  v.figure("atomic_answer_cycles", c.atomic_answer_cycles, range::kCycles);
}

/// What the SMs of a GPC share (sim/mem/gpc_ports.h); 0: no limit.
struct GpcPort {
  double read_bytes_per_clock = 0;   ///< answers of L2 to loads
  double write_bytes_per_clock = 0;  ///< data of writes, whole sectors
  bool operator==(const GpcPort&) const = default;
};

template <class V, Of<GpcPort> T>
void visit_fields(V& v, T& c) {
  v.figure("read_bytes_per_clock", c.read_bytes_per_clock, range::kRateOrNone);
  v.figure("write_bytes_per_clock", c.write_bytes_per_clock, range::kRateOrNone);
}

struct L2Config : CacheConfig {
  unsigned slices = 32;  ///< parts that work at the same time
  /// How long what a slice has found may wait for its data port before it looks no more up.
  double data_wait_cycles = 0;
  unsigned fetch_bytes = 32;  ///< aligned; a missing sector comes with what is around it
  double write_share = 1;     ///< bandwidth of writes over that of reads
  /// Parts of L2 that serve the GPCs next to them. A line has its home in one; the other keeps a
  /// copy of what its SMs read or write.
  unsigned partitions = 1;
  /// The L2 partition that each GPC is next to, by GPC; more GPCs than these start again in front.
  std::vector<unsigned> gpc_partitions{0};
  /// The parity of these bits of an address is its home partition.
  std::vector<unsigned> partition_bits;
  /// What a line whose home is the far partition takes longer: read from its copy; when the request
  /// has to go to its home and back. The latencies of reads are the mean of near and far.
  unsigned far_cycles = 0, crossing_cycles = 0;
  /// A flit of an atomic or its result on a link between the partitions (sim/mem/l2_fabric.h); 0:
  /// no limit.
  double fabric_flit_cycles = 0;
  /// SMs of a GPC that one read of a line, on its way to L2 and back, can serve.
  unsigned merged_requesters = 1;
  unsigned merge_way_cycles = 0;  ///< from an SM to where reads merge, and from there back
  unsigned atomic_latency = 250;  ///< round trip, one lane
  /// An atomics unit: cycles of a packet (each lane on one address is one) or of a sector that is
  /// touched in part; from one floating-point sum of a sector to the next; of a sector that is
  /// touched whole.
  double atomic_interval = 2, atomic_float_interval = 2, atomic_sector_interval = 1;
  /// Address bits that do not choose the unit: lines that differ in them alone share one.
  std::vector<unsigned> atomic_shared_bits;
  bool operator==(const L2Config&) const = default;
};

template <class V, Of<L2Config> T>
void visit_fields(V& v, T& c) {
  visit_cache(v, c);
  v.figure("slices", c.slices, Range{1, 1024});
  v.figure("data_wait_cycles", c.data_wait_cycles, range::kCycles);
  v.figure("fetch_bytes", c.fetch_bytes, Range{32, 128});
  v.figure("far_cycles", c.far_cycles, range::kCycles);
  v.figure("crossing_cycles", c.crossing_cycles, range::kCycles);
  v.figure("fabric_flit_cycles", c.fabric_flit_cycles, range::kCycles);
  v.figure("partitions", c.partitions, Range{1, 2});
  v.figure("gpc_partitions", c.gpc_partitions, Range{0, 1});
  v.figure("partition_bits", c.partition_bits, Range{7, 63});
  v.figure("merged_requesters", c.merged_requesters, Range{1, 64});
  v.figure("merge_way_cycles", c.merge_way_cycles, range::kCycles);
  v.figure("atomic_latency", c.atomic_latency, range::kCycles);
  v.figure("atomic_interval", c.atomic_interval, range::kCycles);
  v.figure("atomic_float_interval", c.atomic_float_interval, range::kCycles);
  v.figure("atomic_sector_interval", c.atomic_sector_interval, range::kCycles);
  v.figure("atomic_shared_bits", c.atomic_shared_bits, Range{7, 63});
  v.figure("write_share", c.write_share, Range{0.01, 1});
}

/// Device memory.
struct DramConfig {
  unsigned latency = 500;  ///< load to use, missing both caches
  double clock_mhz = 1000;
  unsigned channels = 16;
  unsigned far_cycles = 0;  ///< what a line takes longer whose home is the far partition of L2
  /// One answer in so many comes late (0: none), by late_cycles to nearly twice as many; those of a
  /// page within so many cycles together.
  unsigned late_one_in = 0, late_cycles = 1, late_page_bytes = 128, late_together_cycles = 1;
  double bytes_per_second = 0;
  double efficiency = 0.9;  ///< share of the peak bandwidth that streams reach
  /// Opening a row takes a channel as long as so many bytes of a stream (sim/mem/dram_channel.h).
  double open_read_bytes = 0, open_write_bytes = 0;
  double bytes = 0;  ///< of device memory
  bool operator==(const DramConfig&) const = default;
};

template <class V, Of<DramConfig> T>
void visit_fields(V& v, T& d) {
  v.figure("latency", d.latency, range::kCycles);
  v.figure("clock_mhz", d.clock_mhz, range::kMhz);
  v.figure("channels", d.channels, Range{1, 1024});
  v.figure("far_cycles", d.far_cycles, range::kCycles);
  v.figure("late_one_in", d.late_one_in, Range{0, 1e6});
  v.figure("late_cycles", d.late_cycles, Range{1, 1e6});
  v.figure("late_page_bytes", d.late_page_bytes, Range{128, 1 << 30});
  v.figure("late_together_cycles", d.late_together_cycles, Range{1, 1e6});
  v.figure("bytes_per_second", d.bytes_per_second, Range{1e6, 1e15});
  v.figure("efficiency", d.efficiency, Range{0.01, 1});
  v.figure("open_read_bytes", d.open_read_bytes, Range{0, 4096});
  v.figure("open_write_bytes", d.open_write_bytes, Range{0, 4096});
  v.figure("bytes", d.bytes, Range{1, 1e15});
}

}  // namespace simt
