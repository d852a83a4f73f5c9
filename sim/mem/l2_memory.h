// L2 and device memory, shared by all SMs. Requests are served in order of the cycle in which they
// left their SM. Lines are spread over the slices of L2 by a hash of their address; each slice
// takes so many bytes a cycle. Slices belong to channels of device memory, which take so many, too.
// (l2_slice.h). Atomics wait in front of the
// unit of their line, reductions at most as many as their SM may have outstanding (L1Memory). Lines
// that lie close together share a unit (kernels/micro/atomics.ir: 1 KiB has two, 16 KiB 32); on
// hardware it is their slice, here reads and writes of these lines go to slices of their own.
// Write-back: a written sector (32 bytes of a line's 128) stays until its line is replaced. An L2
// of two partitions serves the GPCs next to each: a line has its home in one partition, and the
// other keeps a copy of the sectors that its SMs read or write (NCU counts what crosses over as
// ltcfabric). A missing sector is fetched with what is missing of the aligned piece around it,
// which counts as missed, too. Reads of several SMs of a GPC may reach L2 as one
// (request_merger.h), and the SMs of a GPC share the way (gpc_ports.h). Not modelled: the TLB,
// compression; what crosses over costs latency, bandwidth only of atomics (l2_fabric.h); what a
// line replaces may lie in another slice, and is written back through the new line's.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "isa/base/split_mix.h"
#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/config/cache_line.h"
#include "sim/mem/accounts.h"
#include "sim/mem/cache.h"
#include "sim/mem/dram_channel.h"
#include "sim/mem/fence_unit.h"
#include "sim/mem/gpc_ports.h"
#include "sim/mem/l2_fabric.h"
#include "sim/mem/l2_slice.h"
#include "sim/mem/request.h"
#include "sim/mem/request_merger.h"
#include "sim/mem/request_port.h"
#include "sim/mem/timeline.h"

namespace simt {

/// Spreads lines over parts (the hardware's hash is not published): those of a page one after the
/// other by the golden ratio, so that each part gets as many of any run of lines, pages by chance.
/// Partitions have their lines by pages of this size, too (ArchConfig's partition_bits). Whole
/// lines by chance leave parts without work beside others that have too much: SMs that read memory
/// then hold up each other more and a load beside them less than on an H200
/// (kernels/micro/share.ir); 64 KiB or 2 MiB in place of pages make a load beside 131 SMs that read
/// one array wait half as long again.
constexpr std::uint64_t spread_lines(std::uint64_t line, std::uint64_t parts) {
  constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15, kPageLines = 4096 / kLineBytes;
  const std::uint64_t place = line * kGoldenRatio + split_mix(line / kPageLines);
  return (place >> 32) * parts >> 32;
}

class L2Memory {
 public:
  /// Its lines lie in `memory`, which outlives it.
  explicit L2Memory(const ArchConfig& arch,
                    std::pmr::memory_resource& memory = *std::pmr::get_default_resource());

  /// Reads, atomics and fences are answered no sooner than min_latency() after they were sent. Call
  /// in order of `sent`.
  L2Answer serve(const MemoryRequest& request);
  /// No answer comes sooner: how long SMs can run without hearing from L2.
  std::uint64_t min_latency() const { return arch_.l2.latency - arch_.l2.far_cycles / 2; }
  /// Tells the host that the request will be served soon.
  void prefetch(const MemoryRequest& r) const {
    merger_.prefetch(r);
    partitions_[partition_of(r.sm)].prefetch(r.line);
    if (is_far(r)) partitions_[home_of(r.line)].prefetch(r.line);
  }
  /// The same, very soon: prefetch() has had its effect.
  void prefetch_next(const MemoryRequest& r) const {
    partitions_[partition_of(r.sm)].prefetch_next(r.line);
    if (is_far(r)) partitions_[home_of(r.line)].prefetch_next(r.line);
  }
  /// When the units have done all the reductions that they were given: a kernel ends not before.
  std::uint64_t reductions_end() const { return reductions_end_; }
  /// Forgets all lines; what is dirty is taken to have been written back before.
  void clear();
  /// Of the requests of one account; what a line replaces counts for the request that brings the
  /// line. Dirty sectors still in L2 are not written back at the end, as on hardware.
  const Counters& counters(AccountId account = {}) const { return accounts_[account]; }
  /// Of its atomics and reductions.
  UnitTime atomics_time(AccountId account) const { return accounts_.atomics(account).total(); }
  Accounts& accounts() { return accounts_; }

 private:
  /// When a slice looks a request up, and how long that has waited in the crossbar for writes.
  struct Taken {
    std::uint64_t at = 0;
    double behind_writes = 0;
  };
  /// When a request comes into the crossbar, and in front of its slice.
  struct Arrival {
    double crossbar, slice;
  };
  struct AtomicsUnit {
    Timeline busy;
    /// Floating-point additions to one sector follow each other as slowly as their sums are there:
    /// of the sectors that were added to last, until when.
    struct Sum {
      std::uint64_t sector = ~std::uint64_t{0};
      double until = 0;
    };
    std::array<Sum, AtomicsTime::kSums> sums{};
  };

  struct Found {
    std::uint64_t ready;  ///< when the sectors are there
    unsigned missing;     ///< of those that were asked for
    unsigned fetched;     ///< the missing ones and what comes along with them
    /// When they were asked for, at `at`; false: some are fetched now or on their way already.
    bool had_all(std::uint64_t at) const { return fetched == 0 && ready <= at; }
  };
  /// When the sectors are there, and who has them now.
  struct Source {
    std::uint64_t ready;
    MemoryLevel level;
  };

  Source look_up(const MemoryRequest& request, const Taken& taken);
  Source read_copy(const MemoryRequest& request, const Taken& taken);
  Source change_far(const MemoryRequest& request, const Taken& taken);
  void bring(const MemoryRequest& request, const Cache::Lookup& to, std::uint64_t at);
  void forget_copy(const MemoryRequest& request);
  Cache::Lookup allocate(unsigned partition, const MemoryRequest& request,
                         Cache::SectorMask sectors, std::uint64_t at);
  Found at_home(const MemoryRequest& request, Cache::SectorMask sectors, const Taken& taken);
  Cache::SectorMask fetch_around(Cache::SectorMask missing, Cache::Line* line) const;
  std::uint64_t write(const MemoryRequest& request, const Cache::Lookup& found, std::uint64_t at);
  void bring_bytes(const MemoryRequest& request);
  void count_hits(const MemoryRequest& request, const Found& found);
  void count_fabric(const MemoryRequest& request, unsigned sectors, const Found& there);
  std::uint64_t fetch(const MemoryRequest& request, unsigned sectors, const Taken& taken);
  unsigned home_of(std::uint64_t line) const;
  unsigned partition_of(unsigned sm) const;
  bool is_far(const MemoryRequest& request) const;
  unsigned latency(const MemoryRequest& request) const;
  double use_channel(const MemoryRequest& request, std::uint64_t line, unsigned sectors,
                     double open_bytes, std::uint64_t at);
  DramChannel& channel_of(std::uint64_t line) {
    return channels_[slice_of(line) * channels_.size() / slices_.size()];
  }
  L2Answer perform(const MemoryRequest& request);
  Arrival arrives(const MemoryRequest& request);
  std::uint64_t answer_atomic(const MemoryRequest& request, std::uint64_t taken);
  std::uint64_t write_bytes(const MemoryRequest& request, std::uint64_t at);
  double start_atomic(const MemoryRequest& request, double ready);
  double slice_cycles(const MemoryRequest& request) const;
  unsigned late_by(std::uint64_t line, std::uint64_t at) const;
  double atomics_time(const MemoryRequest& request) const;
  std::size_t unit_of(std::uint64_t line) const;
  void count(const MemoryRequest& request, unsigned sectors);
  std::size_t slice_of(std::uint64_t line) const { return spread_lines(line, slices_.size()); }

  const ArchConfig& arch_;
  std::vector<unsigned> partition_of_;  ///< by SM
  std::vector<Cache> partitions_;
  std::uint64_t partition_bits_ = 0;  ///< of a line
  RequestMerger merger_;
  unsigned fetch_sectors_;  ///< that device memory sends at once
  double slice_sector_cycles_, channel_sector_cycles_;
  std::vector<L2Slice> slices_;
  std::vector<AtomicsUnit> units_;  ///< as many as slices
  std::uint64_t unit_bits_ = 0;     ///< of a line, that choose no unit
  L2Fabric fabric_;
  std::uint64_t reductions_end_ = 0;
  std::vector<DramChannel> channels_;
  std::vector<RequestPort> ports_;  ///< by SM: its requests are accepted in order
  std::vector<FenceUnit> fences_;   ///< by SM
  GpcPorts gpcs_;
  Accounts accounts_;
};

}  // namespace simt
