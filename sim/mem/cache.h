// A sectored, set-associative cache with LRU replacement: tags and times, never data. Copyable.
// A line is 128 bytes of four 32-byte sectors; a sector is present or not (architectures: L1 and L2
// of every modelled chip fetch single sectors). A sector that is still being fetched counts as
// present, but its data comes no sooner than its fill time: misses to one sector are merged.
// The write policy is the caller's: access() with or without allocation, mark_dirty() for
// write-back; what an allocation throws out is reported.
// Not modelled: the hardware's replacement (not LRU on Volta and later) and its set hash.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/config/arch.h"

namespace simt {

class Cache {
 public:
  static constexpr unsigned kSectorsPerLine = 4;
  enum class Result : std::uint8_t { Hit, SectorMiss, LineMiss };
  struct Lookup {
    Result result = Result::LineMiss;
    std::uint64_t ready_at = 0;  ///< hits: when the sector's data is there
    unsigned dirty_evicted = 0;  ///< misses that allocated: dirty sectors thrown out
  };

  /// Capacity 0 makes a cache that never hits. `bytes` is rounded down to whole sets.
  Cache(unsigned bytes, unsigned ways);

  /// Looks one sector up. `allocate`: a miss takes a line, its sector to arrive at fill(...).
  Lookup access(std::uint64_t sector_address, bool allocate);
  /// Sets when a sector that access() allocated will arrive.
  void fill(std::uint64_t sector_address, std::uint64_t ready_at);
  /// Sets the arrival of a sector that is still marked with `mark` by fill().
  void arrive(std::uint64_t sector_address, std::uint64_t mark, std::uint64_t ready_at);
  /// Marks a present sector as modified; false when it is not present.
  bool mark_dirty(std::uint64_t sector_address);
  void invalidate();

 private:
  struct Line {
    std::array<std::uint64_t, kSectorsPerLine> ready_at{};
    std::uint8_t valid = 0, dirty = 0;  // one bit a sector
  };
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::uint64_t kNoTag = ~std::uint64_t{0};

  std::size_t first_of_set(std::uint64_t line) const;
  std::size_t find(std::uint64_t line);
  std::size_t least_recent(std::size_t first) const;

  std::size_t sets_ = 0;
  unsigned ways_ = 0;
  std::uint64_t tick_ = 0;
  // Apart, so that a look-up reads the tags of a set and nothing else.
  std::vector<std::uint64_t> tag_, used_;
  std::vector<Line> lines_;
  std::size_t last_ = kNone;  ///< where the line looked up last is: fill() follows access()
};

}  // namespace simt
