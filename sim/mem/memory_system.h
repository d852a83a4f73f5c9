// Time of global, local and atomic accesses behind the SM: L1 of each SM, one L2, device memory.
// Addresses and time, never data. Contention is next-free time: each level serves bytes at its
// rate, a request waits until the level is free (queueing without reordering). Not modelled here:
// L2 slices and their hash, the far partition, DRAM banks and rows, the TLB.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/mem/cache.h"
#include "sim/mem/footprint.h"
#include "sim/mem/throughput.h"

namespace simt {

/// L2 and device memory, shared by all SMs.
class L2Memory {
 public:
  explicit L2Memory(const ArchConfig& arch);

  /// A sector read that leaves an SM at `now`: when its data is back at the SM.
  std::uint64_t read(std::uint64_t sector, std::uint64_t now);
  /// A sector write (write-back, allocates): when L2 has taken it.
  std::uint64_t write(std::uint64_t sector, std::uint64_t now);
  /// An atomic on a sector; `passes`: the most lanes on one address. Returns arrival of the result.
  std::uint64_t atomic(std::uint64_t sector, std::uint64_t now, unsigned passes, bool returns);
  void count_request() { ++counters_[Counter::l2_requests]; }
  /// Dirty sectors still in L2 are not written back at the end, as on hardware.
  const Counters& counters() const { return counters_; }

 private:
  std::uint64_t lookup(std::uint64_t sector, std::uint64_t now, bool fetch);

  const ArchConfig& arch_;
  Cache cache_;
  double sector_cycles_, dram_sector_cycles_;
  Throughput l2_port_, dram_port_;
  Counters counters_;
};

/// The L1 of one SM in front of L2.
class L1Memory {
 public:
  /// `bytes`: what the shared-memory carve-out leaves.
  L1Memory(const ArchConfig& arch, unsigned bytes, L2Memory& l2);

  struct Access {
    Kind kind;
    bool cached;  ///< may be served by L1 (weak, not volatile, not .cg)
    bool local;
  };
  /// Serves the sectors of one request that enters the L1 at `now`; returns completion (loads and
  /// returning atomics: data at the register file; others: accepted).
  std::uint64_t access(const GlobalFootprint& footprint, const Access& access, std::uint64_t now,
                       Counters& counters);

 private:
  std::uint64_t load(const GlobalFootprint& f, const Access& a, std::uint64_t now, Counters& c);
  std::uint64_t store(const GlobalFootprint& f, std::uint64_t now);

  const ArchConfig& arch_;
  Cache cache_;
  L2Memory& l2_;
};

}  // namespace simt
