// The places of an SM's warps: slots of its sub-partitions. Slot s of sub-partition p is number
// s * sub_partitions + p.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "isa/base/host_cache.h"
#include "sim/sm/core/sub_partition.h"
#include "sim/sm/core/warp.h"

namespace simt {

class WarpSlots {
 public:
  WarpSlots(const ArchConfig& arch, std::pmr::memory_resource& memory);

  /// Places for so many come to be when they are needed: where they lie does not change.
  void make_room(unsigned warps);
  /// The warp will run this program: its paths are of machine code, or not.
  void suit(Warp& w, const Program& program);
  std::span<const Warp> all() const { return warps_; }
  std::span<Warp> all() { return warps_; }
  Warp& operator[](unsigned index) { return warps_[index]; }
  const Warp& operator[](unsigned index) const { return warps_[index]; }
  unsigned index(unsigned partition, unsigned slot) const { return slot * count_ + partition; }
  unsigned index_of(const Warp& w) const { return static_cast<unsigned>(&w - warps_.data()); }

  unsigned partitions() const { return count_; }
  SubPartition& partition(unsigned p) { return partitions_[p]; }
  const SubPartition& partition(unsigned p) const { return partitions_[p]; }
  std::span<const SubPartition> all_partitions() const { return partitions_; }
  SubPartition& partition_of(const Warp& w) { return partitions_[w.partition]; }

  /// Publishes the ready time of a warp of `p` to its scheduler.
  void schedule(SubPartition& p, Warp& w, std::uint64_t now) {
    const Gate gate = w.next.pc == kNoPc ? Gate::Uniform : w.on->issue[w.next.pc].gate;
    p.warps.schedule(w.slot, w.wait.ready_at, gate);
    expect(w, now);
  }
  /// The scheduler of the warp has been told when it is ready: nothing later is its next event.
  void expect(const Warp& w, std::uint64_t now) {
    std::uint64_t& next = next_events_[w.partition];
    next = std::min(next, std::max(w.wait.ready_at, now));
  }
  /// Earliest cycle at which a sub-partition may issue; kNever when none can.
  std::uint64_t next_event() const {
    const std::uint64_t* const at = next_events_.data();
    if (count_ == 4)  // most SMs: without a loop
      return std::min(std::min(at[0], at[1]), std::min(at[2], at[3]));
    return *std::min_element(at, at + count_);
  }
  std::uint64_t next_event(unsigned partition) const { return next_events_[partition]; }
  void set_next_event(unsigned partition, std::uint64_t at) { next_events_[partition] = at; }

  /// Calls f(warp) for those that may issue before `until`.
  template <class F>
  void for_each_expected(std::uint64_t until, F&& f) const {
    for (unsigned p = 0; p < count_; ++p)
      for (WarpSet set = partitions_[p].warps.expected(until) & partitions_[p].residents; set != 0;
           set &= set - 1)
        f(warps_[index(p, static_cast<unsigned>(std::countr_zero(set)))]);
  }
  /// Calls f(warp) for those that a CTA of so many warps will take next, or some of them.
  template <class F>
  void for_each_free(unsigned warps, F&& f) const {
    const unsigned each = (warps + count_ - 1) / count_;
    for (unsigned p = 0; p < count_; ++p) {
      WarpSet free = ~partitions_[p].residents;
      for (unsigned i = 0; i < each && free != 0; ++i, free &= free - 1) {
        const std::size_t at = index(p, static_cast<unsigned>(std::countr_zero(free)));
        if (at < warps_.size()) f(warps_[at]);
      }
    }
  }
  void prefetch() const {
    prefetch_bytes(partitions_.data(), partitions_.size() * sizeof(SubPartition));
  }
  /// Tells the host of what belongs to the sub-partitions and does not lie in them.
  void prefetch_beside() const {
    for (const SubPartition& p : partitions_) {
      prefetch_bytes(p.warps.bytes().data(), p.warps.bytes().size());
      prefetch_bytes(p.warps.ages().data(), p.warps.ages().size_bytes());
      prefetch_at(p.scheduler.get());
    }
  }

 private:
  static constexpr unsigned kMostPartitions = 16;  // the configuration's limit

  const ArchConfig& arch_;
  std::pmr::memory_resource& memory_;
  const unsigned count_;  ///< sub-partitions
  std::pmr::vector<Warp> warps_;
  std::pmr::vector<SubPartition> partitions_;
  std::array<std::uint64_t, kMostPartitions> next_events_;  ///< of the sub-partitions
};

}  // namespace simt
