#include "sim/mem/l2_memory.h"

#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"
#include "sim/mem/footprint.h"

namespace simt {
namespace {

/// Cycles that a part of `parts` equal ones takes for a sector.
double sector_cycles(double bytes_per_clock, unsigned parts) {
  return bytes_per_clock > 0 ? kSectorBytes * parts / bytes_per_clock : 0.0;
}

}  // namespace

L2Memory::L2Memory(const ArchConfig& arch)
    : arch_(arch),
      merger_(arch),
      slice_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock, arch.l2_slices)),
      channel_sector_cycles_(sector_cycles(
          arch.dram_bytes_per_second * arch.dram_efficiency / (arch.sm_clock_mhz * 1e6),
          arch.dram_channels)),
      slices_(arch.l2_slices),
      channels_(arch.dram_channels),
      port_free_(arch.num_sms) {
  for (unsigned side = 0; side < arch.l2_sides; ++side)
    sides_.emplace_back(arch.l2.bytes / arch.l2_sides, arch.l2.ways);
}

unsigned L2Memory::slice_of(std::uint64_t line) const {
  return static_cast<unsigned>(spread_lines(line, slices_.size()));
}

std::uint64_t L2Memory::serve(const MemoryRequest& r) {
  const auto sectors = static_cast<unsigned>(std::popcount(r.sectors));
  if (r.op == MemoryRequest::Op::Read) {
    if (const auto answer = merger_.join(r)) {
      counters_[Counter::l2_merged_sectors] += sectors;
      return std::max(*answer, r.sent + min_latency());
    }
  } else {
    merger_.written(r.line);
  }
  count(r, sectors);
  Slice& slice = slices_[slice_of(r.line)];
  const auto at = static_cast<std::uint64_t>(
      slice.port.take(cycle(r.sent), accepted(r, slice), slice_sector_cycles_ * sectors));
  const std::uint64_t ready = look_up(r, at);
  if (r.op == MemoryRequest::Op::Read) {
    merger_.sent(r, ready + latency(r));
    return ready + latency(r);
  }
  if (r.op == MemoryRequest::Op::Write) return at + latency(r);
  // The lanes of an atomic on one address take turns at the slice's unit.
  const double turns = arch_.global_atomic_interval * r.turns;
  slice.atomics_done = std::max(slice.atomics_done, cycle(at)) + turns;
  const double start = slice.atomics.take(cycle(r.sent), cycle(ready), turns);
  return static_cast<std::uint64_t>(start + turns) +
         std::max(arch_.global_atomic_latency, latency(r));
}

unsigned L2Memory::latency(const MemoryRequest& r) const {
  const unsigned near = arch_.l2.latency - arch_.l2_far_cycles / 2;
  return is_far(r) ? near + arch_.l2_far_cycles : near;
}

// When the crossbar takes the request from its SM.
double L2Memory::accepted(const MemoryRequest& r, const Slice& slice) {
  constexpr double kBacklog = 256;  // cycles of work that wait in front of an atomics unit
  double& port = port_free_[r.sm];
  port = std::max(port, cycle(r.sent));
  if (r.op == MemoryRequest::Op::Atomic || r.op == MemoryRequest::Op::Reduction)
    port = std::max(port, slice.atomics_done - kBacklog);
  return port;
}

void L2Memory::count(const MemoryRequest& r, unsigned sectors) {
  ++counters_[Counter::l2_requests];
  counters_[Counter::l2_constant_requests] += r.constant ? 1 : 0;
  counters_[Counter::l2_sectors] += sectors;
  switch (r.op) {
    case MemoryRequest::Op::Read:
      counters_[Counter::l2_sectors_read] += sectors;
      break;
    case MemoryRequest::Op::Write:
      counters_[Counter::l2_sectors_write] += sectors;
      break;
    case MemoryRequest::Op::Atomic:
      counters_[Counter::l2_sectors_atom] += sectors;
      break;
    case MemoryRequest::Op::Reduction:
      counters_[Counter::l2_sectors_red] += sectors;
      break;
  }
}

}  // namespace simt
