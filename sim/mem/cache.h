// A sectored, set-associative cache with LRU replacement: tags and times, never data.
// A line is 128 bytes of four 32-byte sectors; a sector is present or not (architectures: L1 and L2
// of every modelled chip fetch single sectors). A sector that is still being fetched counts as
// present, but its data comes no sooner than its fill time: misses to one sector are merged.
// The write policy is the caller's: look_up() with or without allocation, mark_dirty() for
// write-back; what an allocation throws out is reported.
// Not modelled: the hardware's replacement (not LRU on Volta and later) and its set hash.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>

namespace simt {

class Cache {
 public:
  static constexpr unsigned kSectorsPerLine = 4;
  using SectorMask = std::uint8_t;  ///< one bit a sector of a line

  struct Line {
    std::array<std::uint64_t, kSectorsPerLine> ready_at{};  ///< of present sectors
    SectorMask present = 0, dirty = 0;
    /// Bytes of present sectors that are not there, one bit each: writes brought only some.
    std::array<std::uint32_t, kSectorsPerLine> absent{};
    std::uint16_t epoch = 0;  ///< of the cache when it was looked up last

    /// A write brings these bytes of a sector, which was present before or not.
    void bring(unsigned sector, std::uint32_t bytes, bool was_present) {
      absent[sector] = (was_present ? absent[sector] : ~std::uint32_t{0}) & ~bytes;
    }
  };
  struct Lookup {
    Line* line = nullptr;            ///< nullptr: a miss that did not allocate
    SectorMask hit = 0;              ///< of the sectors asked for, those that were present
    bool line_hit = false;           ///< the line had a place already
    SectorMask dirty_evicted = 0;    ///< dirty sectors that the allocation threw out
    SectorMask partial_evicted = 0;  ///< those of them that lack bytes
    std::uint64_t evicted_line = 0;  ///< of which line
  };

  /// Capacity 0 makes a cache that never hits. `bytes` is rounded down to whole sets.
  /// Its lines lie in `memory`, which outlives it.
  Cache(unsigned bytes, unsigned ways,
        std::pmr::memory_resource& memory = *std::pmr::get_default_resource());

  /// Looks sectors of one line up (`line`: address / 128). `allocate`: those that miss become
  /// present; the caller sets their ready_at.
  Lookup look_up(std::uint64_t line, SectorMask sectors, bool allocate);
  /// The line if it is present, without touching its age.
  Line* find(std::uint64_t line);
  /// Empty, as it was made. Dirty sectors are forgotten, too.
  void clear();
  /// Forgets all sectors that are not dirty.
  void invalidate();
  /// Tells the host that the line will be looked up soon.
  void prefetch(std::uint64_t line) const;
  /// The same, very soon: prefetch() was long enough ago to have had its effect.
  void prefetch_next(std::uint64_t line) const;

 private:
  /// One line of the host's cache.
  struct alignas(64) Entry {
    std::uint64_t tag = 0;  ///< line + 1
    Line line;
  };
  template <class T>
  struct Free {
    std::pmr::memory_resource* memory;
    std::size_t count;
    void operator()(T* p) const { memory->deallocate(p, count * sizeof(T), alignof(T)); }
  };
  template <class T>
  using Array = std::unique_ptr<T[], Free<T>>;
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::size_t set_of(std::uint64_t line) const;
  std::size_t place_of(std::size_t set, std::uint64_t line) const;
  std::uint8_t* marks(std::size_t set) const { return &marks_[set * 2 * ways_]; }
  std::uint8_t* recent(std::size_t set) const { return marks(set) + ways_; }
  void touch(std::size_t set, std::size_t way);
  std::size_t next_way(std::size_t set) const;
  std::size_t replace(std::size_t set, std::uint64_t line, Lookup& out);
  Line& current(std::size_t at);

  std::size_t sets_ = 0;
  unsigned ways_ = 0;
  std::uint16_t epoch_ = 0;  ///< lines of earlier ones hold their dirty sectors only
  // A look-up reads two lines of the host's cache. Of each set: a byte of each way's tag (0:
  // empty), then the ways that hold a line, the one used last in front.
  Array<std::uint8_t> marks_;
  /// Those of empty ways hold anything: the host provides a page when it is touched, and most of a
  /// large L2 never is.
  Array<Entry> entries_;
};

/// Calls f(index) for the sectors in the mask.
template <class F>
void for_each_sector(Cache::SectorMask sectors, F&& f) {
  for (unsigned s = 0; s < Cache::kSectorsPerLine; ++s)
    if ((sectors >> s & 1) != 0) f(s);
}

}  // namespace simt
