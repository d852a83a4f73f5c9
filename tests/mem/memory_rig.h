// Round figures of an architecture and accesses by sector, for the tests of L1 and L2.
#pragma once

#include <initializer_list>

#include "sim/config/arch.h"
#include "sim/mem/footprint.h"

namespace simt {

/// One cycle is 1 ns. L2: one slice, a sector a cycle; device memory: one channel, two cycles a
/// sector; into the L1: a sector a cycle.
inline ArchConfig round_arch() {
  ArchConfig a;
  a.sm.clock_mhz = 1000;
  a.l1.latency = 30;
  a.l1.ways = 4;
  a.l1.max_sectors_in_flight = 1024;
  a.l1.fill_bytes_per_clock = 32;
  a.l2.bytes = 64 * 1024;
  a.l2.ways = 16;
  a.l2.latency = 200;
  a.l2.bytes_per_clock = 32;
  a.l2.slices = 1;
  a.l2.atomic_latency = 250;
  a.l2.atomic_interval = a.l2.atomic_float_interval = 2;
  a.l2.atomic_sector_interval = 0;
  a.control.fence_gpu_cycles = 300;
  a.control.fence_behind_cycles = 90;
  a.crossbar = {1e9, 0, 0, 0, 0};  // no request waits for another
  a.dram.channels = 1;
  a.dram.latency = 500;
  a.dram.bytes_per_second = 16e9;
  a.dram.efficiency = 1.0;
  return a;
}

/// The footprint of an access to these sectors (byte addresses, ascending).
inline GlobalFootprint sectors(std::initializer_list<std::uint64_t> addresses,
                               unsigned max_same_address = 1) {
  GlobalFootprint f;
  for (const std::uint64_t a : addresses) {
    f.sector[f.num_sectors++] = a;
    if (f.num_lines == 0 || f.line[f.num_lines - 1] != a / kLineBytes) {
      f.line[f.num_lines] = a / kLineBytes;
      f.line_bytes[f.num_lines] = {};
      f.line_sectors[f.num_lines++] = 0;
    }
    f.line_sectors[f.num_lines - 1] |= sector_bit(a);
    f.line_bytes[f.num_lines - 1][a % kLineBytes / kSectorBytes] = kWholeSector;
    f.line_serialized_lanes[f.num_lines - 1] = static_cast<std::uint8_t>(max_same_address);
    f.line_serialized_sectors[f.num_lines - 1] = static_cast<std::uint8_t>(max_same_address);
    f.line_lanes[f.num_lines - 1] = static_cast<std::uint8_t>(max_same_address);
  }
  f.max_same_address = max_same_address;
  return f;
}

}  // namespace simt
