// The fields of caches, the links between them and device memory: key, member, permitted range
// (sim/config/arch_fields.h).
#pragma once

#include "sim/config/arch.h"
#include "sim/config/field_list.h"

namespace simt {

template <class V, std::derived_from<CacheConfig> T>
void visit_cache(V& v, T& c) {
  v.figure("bytes", c.bytes, kBytes);
  v.figure("ways", c.ways, Range{1, 256});
  v.figure("latency", c.latency, kCycles);
  v.figure("bytes_per_clock", c.bytes_per_clock, kRate);
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

template <class V, Of<L1Config> T>
void visit_fields(V& v, T& c) {
  visit_cache(v, c);
  v.figure("tags_per_clock", c.tags_per_clock, kRate);
  v.figure("caches_global", c.caches_global, kAny);
  v.figure("caches_local", c.caches_local, kAny);
  v.figure("read_only_bytes", c.read_only_bytes, kBytes);
  v.figure("max_reductions_in_flight", c.max_reductions_in_flight, kCount);
  v.figure("max_reductions_waiting", c.max_reductions_waiting, kCount);
  v.figure("max_sectors_in_flight", c.max_sectors_in_flight, kCount);
  v.figure("max_loads_in_flight", c.max_loads_in_flight, kCount);
  v.figure("fill_bytes_per_clock", c.fill_bytes_per_clock, kRate);
}

template <class V, Of<TextureUnitConfig> T>
void visit_fields(V& v, T& t) {
  v.figure("latency", t.latency, kCycles);
  v.figure("fetch_latency", t.fetch_latency, kCycles);
  v.figure("request_interval", t.request_interval, kCycles);
  v.figure("point_bytes_per_clock", t.point_bytes_per_clock, kRate);
  v.figure("filter_bytes_per_clock", t.filter_bytes_per_clock, kRate);
  v.figure("fetch_bytes_per_clock", t.fetch_bytes_per_clock, kRate);
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

template <class V, Of<L2Config> T>
void visit_fields(V& v, T& c) {
  visit_cache(v, c);
  v.figure("slices", c.slices, Range{1, 1024});
  v.figure("fetch_bytes", c.fetch_bytes, Range{32, 128});
  v.figure("far_cycles", c.far_cycles, kCycles);
  v.figure("crossing_cycles", c.crossing_cycles, kCycles);
  v.figure("partitions", c.partitions, Range{1, 2});
  v.figure("gpc_partitions", c.gpc_partitions, Range{0, 1});
  v.figure("partition_bits", c.partition_bits, Range{7, 63});
  v.figure("merged_requesters", c.merged_requesters, Range{1, 64});
  v.figure("merge_way_cycles", c.merge_way_cycles, kCycles);
  v.figure("atomic_latency", c.atomic_latency, kCycles);
  v.figure("atomic_interval", c.atomic_interval, kCycles);
  v.figure("atomic_float_interval", c.atomic_float_interval, kCycles);
  v.figure("atomic_sector_interval", c.atomic_sector_interval, kCycles);
  v.figure("atomic_shared_bits", c.atomic_shared_bits, Range{7, 63});
  v.figure("write_share", c.write_share, Range{0.01, 1});
}

template <class V, Of<DramConfig> T>
void visit_fields(V& v, T& d) {
  v.figure("latency", d.latency, kCycles);
  v.figure("clock_mhz", d.clock_mhz, kMhz);
  v.figure("channels", d.channels, Range{1, 1024});
  v.figure("far_cycles", d.far_cycles, kCycles);
  v.figure("bytes_per_second", d.bytes_per_second, Range{1e6, 1e15});
  v.figure("efficiency", d.efficiency, Range{0.01, 1});
  v.figure("bytes", d.bytes, Range{1, 1e15});
}

template <class V, Of<HostLink> T>
void visit_fields(V& v, T& h) {
  constexpr Range kBandwidth{1e6, 1e13}, kTime{0, 1e6};
  v.figure("to_device_bytes_per_second", h.to_device_bytes_per_second, kBandwidth);
  v.figure("to_host_bytes_per_second", h.to_host_bytes_per_second, kBandwidth);
  v.figure("pageable_to_device_bytes_per_second", h.pageable_to_device_bytes_per_second,
           kBandwidth);
  v.figure("uncached_to_device_bytes_per_second", h.uncached_to_device_bytes_per_second,
           kBandwidth);
  v.figure("pageable_to_host_bytes_per_second", h.pageable_to_host_bytes_per_second, kBandwidth);
  v.figure("first_to_host_bytes_per_second", h.first_to_host_bytes_per_second, kBandwidth);
  v.figure("first_bytes", h.first_bytes, Range{0, 1e9});
  v.figure("evict_ns", h.evict_ns, kTime);
  v.figure("host_cache_bytes", h.host_cache_bytes, Range{1, 1e12});
  v.figure("copy_ns", h.copy_ns, kTime);
  v.figure("device_ns", h.device_ns, kTime);
  v.figure("launch_ns", h.launch_ns, kTime);
  v.figure("call_ns", h.call_ns, kTime);
}

}  // namespace simt
