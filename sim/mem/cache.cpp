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
  invalidate();
}

// Folding the upper bits in spreads power-of-two strides over the sets, as hardware hashes do.
std::size_t Cache::first_of_set(std::uint64_t line) const {
  return static_cast<std::size_t>((line ^ (line >> 11) ^ (line >> 23)) % sets_) * ways_;
}

std::size_t Cache::find(std::uint64_t line) {
  if (sets_ == 0) return kNone;
  if (last_ != kNone && tag_[last_] == line) return last_;
  const std::size_t first = first_of_set(line);
  for (std::size_t i = first; i < first + ways_; ++i)
    if (tag_[i] == line) return last_ = i;
  return kNone;
}

std::size_t Cache::least_recent(std::size_t first) const {
  const auto set = used_.begin() + static_cast<std::ptrdiff_t>(first);
  return first + static_cast<std::size_t>(std::min_element(set, set + ways_) - set);
}

Cache::Lookup Cache::access(std::uint64_t sector_address, bool allocate) {
  const std::uint64_t tag = sector_address / kLineBytes;
  const unsigned sector = sector_index(sector_address);
  Lookup out;
  if (const std::size_t at = find(tag); at != kNone) {
    Line& line = lines_[at];
    used_[at] = ++tick_;
    if (line.valid & bit(sector)) {
      out.result = Result::Hit;
      out.ready_at = line.ready_at[sector];
      return out;
    }
    out.result = Result::SectorMiss;
    if (allocate) line.valid |= bit(sector);
    return out;
  }
  if (!allocate || sets_ == 0) return out;
  const std::size_t victim = least_recent(first_of_set(tag));
  out.dirty_evicted = static_cast<unsigned>(std::popcount(lines_[victim].dirty));
  lines_[victim] = Line{};
  lines_[victim].valid = bit(sector);
  tag_[victim] = tag;
  used_[victim] = ++tick_;
  last_ = victim;
  return out;
}

void Cache::fill(std::uint64_t sector_address, std::uint64_t ready_at) {
  if (const std::size_t at = find(sector_address / kLineBytes); at != kNone)
    lines_[at].ready_at[sector_index(sector_address)] = ready_at;
}

void Cache::arrive(std::uint64_t sector_address, std::uint64_t mark, std::uint64_t ready_at) {
  const std::size_t at = find(sector_address / kLineBytes);
  if (at == kNone) return;
  std::uint64_t& ready = lines_[at].ready_at[sector_index(sector_address)];
  if (ready == mark) ready = ready_at;
}

bool Cache::mark_dirty(std::uint64_t sector_address) {
  const std::size_t at = find(sector_address / kLineBytes);
  const std::uint8_t sector = bit(sector_index(sector_address));
  if (at == kNone || !(lines_[at].valid & sector)) return false;
  lines_[at].dirty |= sector;
  return true;
}

void Cache::invalidate() {
  tag_.assign(sets_ * ways_, kNoTag);
  used_.assign(sets_ * ways_, 0);
  lines_.assign(sets_ * ways_, Line{});
  last_ = kNone;
}

}  // namespace simt
