// Stores of an SM on their way out of its L1. A stored line waits for further stores; they go with
// the write that the first one has become. When none has come for some cycles it takes its place
// behind the lines that go out one after the other, and from then until a while after it has left
// it is closed: a store does not find it and counts as a miss. While a store is being taken in, no
// line starts to go out. More lines than can wait push the oldest out. Where several sub-partitions
// have stores to make, theirs come in turn, and between two of one there are those of the others:
// each has its part of the lines that can wait, unless they bring the same lines. Source: sectors
// written and misses of stores to 1, 8 and 16 lines by their interval, counted on an H200
// (kernels/micro/store_interval.ir); of three stores to the same sectors by 1 to 32 warps of an SM,
// on an H100 (tests/hardware/gather). Times and lines, no data; state moves on when a store comes.
// Simplified: a request is sent when the line's first store comes, not when the line goes out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/base/host_cache.h"
#include "sim/config/arch.h"

namespace simt {

/// Whose turn a store is: the sub-partitions of an SM with accesses to make are served one after
/// the other.
struct StoreTurn {
  std::uint8_t of = 0;  ///< the sub-partition
  unsigned among = 1;   ///< so many sub-partitions
};

class StoreGather {
 public:
  using SectorMask = std::uint8_t;
  explicit StoreGather(const StoreGathering& config) : config_(config) {}

  struct Place {
    SectorMask along = 0;  ///< sectors that an earlier store's write takes along
    bool closed = false;   ///< the line is leaving: the store does not find it
  };
  /// A store of so many sectors enters at `at`, not before the one that entered last.
  void enter(std::uint64_t at, unsigned sectors);
  /// Its next line; lines follow enter() in their order.
  Place store(std::uint64_t line, SectorMask sectors, StoreTurn turn = {});
  /// Tells the host that stores may come soon; that the line may be stored to.
  void prefetch() const {
    prefetch_bytes(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&entries_) -
                                                  reinterpret_cast<const char*>(this)));
  }
  void prefetch(std::uint64_t line) const {
    prefetch_at(&latest_[place_of(line)]);
    prefetch_at(&entries_[next_ % kEntries]);
  }

 private:
  struct Entry {
    std::uint64_t line = 0;
    std::uint64_t before = 0;  ///< number of the one before it in the same place
    SectorMask sectors = 0;
    std::uint8_t of = 0;  ///< which sub-partition's
    double due = 0;       ///< goes out then if no store comes
    double closed = 0;    ///< took its place behind those that leave
    double open = 0;      ///< has left and is found again
  };
  static constexpr std::uint64_t kEntries = 64;  // of the latest lines; a power of two
  static constexpr std::size_t kPlaces = 256;    // a power of two

  Entry& entry(std::uint64_t number) { return entries_[number % kEntries]; }
  bool is_kept(std::uint64_t number) const { return number != 0 && number + kEntries >= next_; }
  static std::size_t place_of(std::uint64_t line);
  std::uint64_t number_of(std::uint64_t line) const;
  void advance(double now);
  void close(double at);
  void leave(double at);
  void push_out(double now);

  const StoreGathering& config_;
  // Lines are numbered in the order in which their first store came. Those before leaving_ have
  // left or are on their way, those before waiting_ are closed and wait for it.
  std::uint64_t leaving_ = 1, waiting_ = 1, next_ = 1;
  std::uint64_t entered_ = 0;  ///< the latest store
  unsigned lines_ = 0;         ///< of it that have come
  std::array<unsigned, kMostSubPartitions>
      waiting_of_{};                ///< lines that wait, of each sub-partition
  std::uint64_t shared_until_ = 0;  ///< up to this number sub-partitions bring the same lines
  double moved_ = 0;                ///< up to when state has moved on
  double free_ = 0;                 ///< the way out
  double held_ = 0;                 ///< nothing starts before
  // Large, and little of them touched by a store.
  std::array<Entry, kEntries> entries_{};
  std::array<std::uint64_t, kPlaces> latest_{};  ///< by a hash of the line; 0: none
};

}  // namespace simt
