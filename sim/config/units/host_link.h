// The link between a device and its host, and what the host takes to use it.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

/// Rates are bytes a second of copies of many megabytes, times nanoseconds. The host stages what it
/// copies of pageable memory: how fast depends on what of it lies in the host's caches.
struct HostLink {
  double to_device_bytes_per_second = 12e9;          ///< from pinned memory
  double to_host_bytes_per_second = 12e9;            ///< to pinned memory
  double pageable_to_device_bytes_per_second = 6e9;  ///< out of the host's caches
  double uncached_to_device_bytes_per_second = 6e9;  ///< out of its memory
  double pageable_to_host_bytes_per_second = 6e9;
  double first_to_host_bytes_per_second = 6e9;  ///< to pageable memory, of the first bytes
  double first_bytes = 2097152;                 ///< how many these are
  double evict_ns = 0;  ///< more, to pageable memory of which the caches have a mebibyte or more
  double host_cache_bytes = 33554432;
  double copy_ns = 1500;    ///< of a copy over the link, beside what its bytes take
  double device_ns = 4400;  ///< the same of a copy or fill within device memory
  double launch_ns = 2500;  ///< the host's time for a launch
  double call_ns = 1000;    ///< for another call that gives a stream something to do
  bool operator==(const HostLink&) const = default;
};

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
