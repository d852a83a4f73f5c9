// The link between a device and its host, and what the host takes to use it.
#pragma once

namespace simt {

/// Rates are bytes a second of copies of many megabytes, times nanoseconds.
struct HostLink {
  double to_device_bytes_per_second = 12e9;  ///< from pinned memory
  double to_host_bytes_per_second = 12e9;    ///< to pinned memory
  double pageable_to_device_bytes_per_second = 6e9;
  double pageable_to_host_bytes_per_second = 6e9;
  double copy_ns = 1500;    ///< of a copy over the link, beside what its bytes take
  double device_ns = 4400;  ///< the same of a copy or fill within device memory
  double launch_ns = 2500;  ///< the host's time for a launch
  double call_ns = 1000;    ///< for another call that gives a stream something to do
  bool operator==(const HostLink&) const = default;
};

}  // namespace simt
