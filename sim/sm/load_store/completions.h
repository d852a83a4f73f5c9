// What an SM has under way that ends at a time which is not known when it issues: the registers of
// a load or an atomic, a fence, a store that its warp stays for. Each is an entry that waits for so
// many answers; the last one gives it its time. What else may finish later (bytes in shared memory,
// the transaction count of a barrier) is a further kind of entry, which IssueStage::complete() has
// to know.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "isa/base/types.h"
#include "sim/base/counters.h"
#include "sim/base/events.h"

namespace simt {

struct Completion {
  enum class What : std::uint8_t { Registers, Fence, Copy, Store };
  What what = What::Registers;
  Stall reason = Stall::long_scoreboard;  ///< what a warp waits for that needs it
  unsigned warp = 0;                      ///< of the SM's slots; it stays until this is there
  Pc pc = kNoPc;
  std::uint64_t issue = 0;                ///< IssueId::number, for an observer
  std::uint32_t copy = 0;                 ///< which asynchronous copy of its warp
  MemoryLevel level = MemoryLevel::None;  ///< the furthest one that is known of
  unsigned parts = 0;                     ///< answers that it waits for
  unsigned beyond = 0;                    ///< cycles from an answer to the register file
  std::uint64_t ready = 0;
};

class Completions {
 public:
  using Tag = std::uint32_t;
  static constexpr Tag kNone = ~Tag{0};

  /// Entries lie in `memory`, which outlives it.
  explicit Completions(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : entries_(memory), free_(memory) {}

  Tag open(const Completion& entry) {
    if (free_.empty()) {
      free_.push_back(static_cast<Tag>(entries_.size()));
      entries_.emplace_back();
    }
    const Tag tag = free_.back();
    free_.pop_back();
    entries_[tag] = entry;
    return tag;
  }
  Completion& operator[](Tag tag) { return entries_[tag]; }
  const Completion& operator[](Tag tag) const { return entries_[tag]; }
  /// It waits for nothing.
  void close(Tag tag) { free_.push_back(tag); }
  /// An answer to it is there at `ready`, from `level`. Returns the entry when it was the last one,
  /// and closes it: it is valid until the next open(). Else nullptr.
  const Completion* answered(Tag tag, std::uint64_t ready, MemoryLevel level) {
    Completion& entry = entries_[tag];
    entry.level = std::max(entry.level, level);
    entry.ready = std::max(entry.ready, ready + entry.beyond);
    if (--entry.parts > 0) return nullptr;
    close(tag);
    return &entry;
  }
  bool empty() const { return entries_.size() == free_.size(); }

 private:
  std::pmr::vector<Completion> entries_;
  std::pmr::vector<Tag> free_;
};

}  // namespace simt
