#include "sim/mem/memory_system.h"

#include <algorithm>

namespace simt {
namespace {
double per_sector(double bytes_per_clock) {
  return bytes_per_clock > 0 ? kSectorBytes / bytes_per_clock : 0.0;
}
}  // namespace

L2Memory::L2Memory(const ArchConfig& arch)
    : arch_(arch),
      cache_(arch.l2.bytes, arch.l2.ways),
      sector_cycles_(per_sector(arch.l2.bytes_per_clock)),
      dram_sector_cycles_(per_sector(arch.dram_bytes_per_second * arch.dram_efficiency /
                                     (arch.sm_clock_mhz * 1e6))) {}

// Queueing at L2 and, on a miss, at device memory; returns when the sector's data is at the SM.
std::uint64_t L2Memory::lookup(std::uint64_t sector, std::uint64_t now, bool fetch) {
  ++counters_[Counter::l2_sectors];
  const std::uint64_t at_l2 = l2_port_.take(now, sector_cycles_);
  const Cache::Lookup found = cache_.access(sector, true);
  if (found.dirty_evicted > 0) {
    counters_[Counter::dram_bytes_write] += std::uint64_t{found.dirty_evicted} * kSectorBytes;
    dram_port_.take(at_l2, dram_sector_cycles_ * found.dirty_evicted);
  }
  if (found.result == Cache::Result::Hit) {
    ++counters_[Counter::l2_hits];
    return std::max(at_l2 + arch_.l2.latency, found.ready_at);
  }
  ++counters_[Counter::l2_misses];
  std::uint64_t ready = at_l2 + arch_.l2.latency;
  if (fetch) {
    counters_[Counter::dram_bytes_read] += kSectorBytes;
    ready = dram_port_.take(at_l2, dram_sector_cycles_) + arch_.dram_latency;
  }
  cache_.fill(sector, ready);
  return ready;
}

std::uint64_t L2Memory::read(std::uint64_t sector, std::uint64_t now) {
  ++counters_[Counter::l2_sectors_read];
  return lookup(sector, now, true);
}

std::uint64_t L2Memory::write(std::uint64_t sector, std::uint64_t now) {
  ++counters_[Counter::l2_sectors_write];
  const std::uint64_t done = lookup(sector, now, false);
  cache_.mark_dirty(sector);
  return done;
}

std::uint64_t L2Memory::atomic(std::uint64_t sector, std::uint64_t now, unsigned passes,
                               bool returns) {
  ++counters_[returns ? Counter::l2_sectors_atom : Counter::l2_sectors_red];
  const std::uint64_t done = lookup(sector, now, true);
  cache_.mark_dirty(sector);
  return done + passes - 1;
}

L1Memory::L1Memory(const ArchConfig& arch, unsigned bytes, L2Memory& l2)
    : arch_(arch), cache_(bytes, arch.l1.ways), l2_(l2) {}

std::uint64_t L1Memory::access(const GlobalFootprint& footprint, const Access& access,
                               std::uint64_t now, Counters& counters) {
  switch (access.kind) {
    case Kind::Load:
      return load(footprint, access, now, counters);
    case Kind::Store:
      return store(footprint, now);
    default:
      break;
  }
  l2_.count_request();
  const bool returns = access.kind == Kind::Atomic;
  std::uint64_t done = now;
  for (unsigned i = 0; i < footprint.num_sectors; ++i)
    done =
        std::max(done, l2_.atomic(footprint.sector[i], now, footprint.max_same_address, returns));
  return done;
}

std::uint64_t L1Memory::load(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                             Counters& counters) {
  const bool cached = a.cached && (a.local || arch_.l1_caches_global);
  std::uint64_t done = now + arch_.l1.latency;
  bool asked_l2 = false;
  for (unsigned i = 0; i < f.num_sectors; ++i) {
    Cache::Lookup found;
    if (cached) found = cache_.access(f.sector[i], true);
    const bool hit = found.result == Cache::Result::Hit;
    if (!a.local) ++counters[hit ? Counter::global_ld_hits : Counter::global_ld_misses];
    if (hit) {
      done = std::max(done, found.ready_at);
      continue;
    }
    const std::uint64_t arrives = l2_.read(f.sector[i], now);
    asked_l2 = true;
    if (cached) cache_.fill(f.sector[i], arrives);
    done = std::max(done, arrives);
  }
  if (asked_l2) l2_.count_request();
  return done;
}

std::uint64_t L1Memory::store(const GlobalFootprint& f, std::uint64_t now) {
  l2_.count_request();
  std::uint64_t done = now;
  for (unsigned i = 0; i < f.num_sectors; ++i) done = std::max(done, l2_.write(f.sector[i], now));
  return done;
}

}  // namespace simt
