// The link between a device and its host, and what the host takes to use it.
#pragma once

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

}  // namespace simt
