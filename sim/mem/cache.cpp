#include "sim/mem/cache.h"

#include <algorithm>
#include <bit>

#include "sim/mem/footprint.h"

namespace simt {
namespace {
unsigned sector_index(std::uint64_t address) {
  return static_cast<unsigned>(address / kSectorBytes % Cache::kSectorsPerLine);
}
std::uint8_t bit(unsigned sector) {
  return static_cast<std::uint8_t>(1u << sector);
}
}  // namespace

Cache::Cache(unsigned bytes, unsigned ways) : ways_(std::max(1u, ways)) {
  sets_ = bytes / kLineBytes / ways_;
  lines_.resize(sets_ * ways_);
}

// Folding the upper bits in spreads power-of-two strides over the sets, as hardware hashes do.
std::size_t Cache::set_of(std::uint64_t line) const {
  return static_cast<std::size_t>((line ^ (line >> 11) ^ (line >> 23)) % sets_);
}

Cache::Line* Cache::find(std::uint64_t line) {
  if (sets_ == 0) return nullptr;
  Line* set = &lines_[set_of(line) * ways_];
  for (unsigned w = 0; w < ways_; ++w)
    if (set[w].tag == line) return &set[w];
  return nullptr;
}

Cache::Lookup Cache::access(std::uint64_t sector_address, bool allocate) {
  const std::uint64_t line = sector_address / kLineBytes;
  const unsigned sector = sector_index(sector_address);
  Lookup out;
  if (Line* hit = find(line)) {
    hit->used = ++tick_;
    if (hit->valid & bit(sector)) {
      out.result = Result::Hit;
      out.ready_at = hit->ready_at[sector];
      return out;
    }
    out.result = Result::SectorMiss;
    if (allocate) hit->valid |= bit(sector);
    return out;
  }
  if (!allocate || sets_ == 0) return out;
  Line* set = &lines_[set_of(line) * ways_];
  Line* victim = std::min_element(set, set + ways_,
                                  [](const Line& a, const Line& b) { return a.used < b.used; });
  out.dirty_evicted = static_cast<unsigned>(std::popcount(victim->dirty));
  *victim = Line{};
  victim->tag = line;
  victim->used = ++tick_;
  victim->valid = bit(sector);
  return out;
}

void Cache::fill(std::uint64_t sector_address, std::uint64_t ready_at) {
  if (Line* line = find(sector_address / kLineBytes))
    line->ready_at[sector_index(sector_address)] = ready_at;
}

bool Cache::mark_dirty(std::uint64_t sector_address) {
  Line* line = find(sector_address / kLineBytes);
  const unsigned sector = sector_index(sector_address);
  if (line == nullptr || !(line->valid & bit(sector))) return false;
  line->dirty |= bit(sector);
  return true;
}

void Cache::invalidate() {
  std::fill(lines_.begin(), lines_.end(), Line{});
}

}  // namespace simt
