#include "sim/mem/l2_memory.h"

#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"
#include "sim/mem/footprint.h"

namespace simt {
namespace {

/// Spreads lines over parts whatever their stride: each group of neighbouring lines takes every
/// part once, in an order that a hash of the group rotates (the hardware's hash is not published).
std::uint64_t spread(std::uint64_t line, std::uint64_t parts) {
  return (line + split_mix(line / parts) % parts) % parts;
}
/// Cycles that a part of `parts` equal ones takes for a sector.
double sector_cycles(double bytes_per_clock, unsigned parts) {
  return bytes_per_clock > 0 ? kSectorBytes * parts / bytes_per_clock : 0.0;
}
double cycle(std::uint64_t at) {
  return static_cast<double>(at);
}

}  // namespace

L2Memory::L2Memory(const ArchConfig& arch)
    : arch_(arch),
      cache_(arch.l2.bytes, arch.l2.ways),
      slice_sector_cycles_(sector_cycles(arch.l2.bytes_per_clock, arch.l2_slices)),
      channel_sector_cycles_(sector_cycles(
          arch.dram_bytes_per_second * arch.dram_efficiency / (arch.sm_clock_mhz * 1e6),
          arch.dram_channels)),
      slices_(arch.l2_slices),
      channels_(arch.dram_channels),
      port_free_(arch.num_sms) {}

unsigned L2Memory::slice_of(std::uint64_t line) const {
  return static_cast<unsigned>(spread(line, slices_.size()));
}

std::uint64_t L2Memory::serve(const MemoryRequest& r) {
  const auto sectors = static_cast<unsigned>(std::popcount(r.sectors));
  count(r, sectors);
  Slice& slice = slices_[slice_of(r.line)];
  const auto at = static_cast<std::uint64_t>(
      slice.port.take(cycle(r.sent), accepted(r, slice), slice_sector_cycles_ * sectors));
  const std::uint64_t ready = look_up(r, at);
  if (r.op == MemoryRequest::Op::Read) return ready + latency(r);
  if (r.op == MemoryRequest::Op::Write) return at + latency(r);
  // The lanes of an atomic on one address take turns at the slice's unit.
  const double turns = arch_.global_atomic_interval * r.turns;
  slice.atomics_done = std::max(slice.atomics_done, cycle(at)) + turns;
  const double start = slice.atomics.take(cycle(r.sent), cycle(ready), turns);
  return static_cast<std::uint64_t>(start + turns) +
         std::max(arch_.global_atomic_latency, latency(r));
}

// SMs and lines belong to the halves of L2 in turn.
bool L2Memory::is_far(const MemoryRequest& r) const {
  return ((split_mix(r.line) ^ r.sm) & 1) != 0;
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

// When the sectors are in L2. A write needs none of the old bytes and counts as a hit; a sector of
// which writes have brought only some bytes is fetched when it is read.
std::uint64_t L2Memory::look_up(const MemoryRequest& r, std::uint64_t at) {
  const Cache::Lookup found = cache_.look_up(r.line, r.sectors, true);
  if (found.dirty_evicted > 0) {
    const auto evicted = static_cast<unsigned>(std::popcount(found.dirty_evicted));
    counters_[Counter::dram_bytes_write] += std::uint64_t{evicted} * kSectorBytes;
    use_channel(r.sent, found.evicted_line, evicted, at);
  }
  if (r.op == MemoryRequest::Op::Write) return write(r, found, at);
  Cache::SectorMask missing = r.sectors;
  for_each_sector(found.hit, [&](unsigned s) {
    if (found.line->absent[s] == 0) missing &= static_cast<Cache::SectorMask>(~(1u << s));
  });
  const auto misses = static_cast<unsigned>(std::popcount(missing));
  count_hits(r, misses);
  const std::uint64_t fetched = misses > 0 ? fetch(r, misses, at) : at;
  if (found.line == nullptr) return fetched;
  if (r.op != MemoryRequest::Op::Read) found.line->dirty |= r.sectors;
  std::uint64_t ready = at;
  for_each_sector(r.sectors, [&](unsigned s) {
    if ((missing >> s & 1) != 0) {
      found.line->ready_at[s] = fetched;
      found.line->absent[s] = 0;
    }
    ready = std::max(ready, found.line->ready_at[s]);
  });
  return ready;
}

std::uint64_t L2Memory::write(const MemoryRequest& r, const Cache::Lookup& found,
                              std::uint64_t at) {
  count_hits(r, 0);
  if (found.line == nullptr) return at;
  found.line->dirty |= r.sectors;
  std::uint64_t ready = at;
  for_each_sector(r.sectors, [&](unsigned s) {
    const bool fresh = (found.hit >> s & 1) == 0;
    if (fresh) found.line->ready_at[s] = at;
    std::uint8_t& absent = found.line->absent[s];
    const unsigned before = fresh ? kSectorBytes : absent;
    absent = static_cast<std::uint8_t>(before - std::min<unsigned>(before, r.bytes[s]));
    ready = std::max(ready, found.line->ready_at[s]);
  });
  return ready;
}

void L2Memory::count_hits(const MemoryRequest& r, unsigned misses) {
  const unsigned hits = static_cast<unsigned>(std::popcount(r.sectors)) - misses;
  counters_[Counter::l2_misses] += misses;
  counters_[Counter::l2_hits] += hits;
  if (!r.constant) return;
  counters_[Counter::l2_constant_misses] += misses;
  counters_[Counter::l2_constant_hits] += hits;
}

// Device memory's latency is stated as load to use; L2's part of it is added by the caller.
std::uint64_t L2Memory::fetch(const MemoryRequest& r, unsigned sectors, std::uint64_t at) {
  counters_[Counter::dram_bytes_read] += std::uint64_t{sectors} * kSectorBytes;
  const double done = use_channel(r.sent, r.line, sectors, at);
  unsigned total = arch_.dram_latency - arch_.dram_far_cycles / 2;
  if (is_far(r)) total += arch_.dram_far_cycles;
  return static_cast<std::uint64_t>(done) + (total > latency(r) ? total - latency(r) : 0);
}

double L2Memory::use_channel(std::uint64_t sent, std::uint64_t line, unsigned sectors,
                             std::uint64_t at) {
  Timeline& channel = channels_[spread(line, channels_.size())];
  return channel.take(cycle(sent), cycle(at), channel_sector_cycles_ * sectors);
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
