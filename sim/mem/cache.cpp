#include "sim/mem/cache.h"

#include <algorithm>
#include <new>
#include <type_traits>

#include "sim/mem/footprint.h"

namespace simt {
namespace {

/// Zero bytes are a valid value of T.
template <class T>
T* zeroed(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  void* const p = std::calloc(std::max<std::size_t>(count, 1), sizeof(T));
  if (p == nullptr) throw std::bad_alloc();
  return static_cast<T*>(p);
}

}  // namespace

Cache::Cache(unsigned bytes, unsigned ways) : ways_(std::max(1u, ways)) {
  sets_ = bytes / kLineBytes / ways_;
  tag_.reset(zeroed<std::uint64_t>(sets_ * ways_));
  used_.reset(zeroed<std::uint64_t>(sets_ * ways_));
  lines_.reset(zeroed<Line>(sets_ * ways_));
}

// Folding the upper bits in spreads power-of-two strides over the sets, as hardware hashes do.
std::size_t Cache::first_of_set(std::uint64_t line) const {
  return static_cast<std::size_t>((line ^ (line >> 11) ^ (line >> 23)) % sets_) * ways_;
}

std::size_t Cache::place_of(std::uint64_t line) const {
  if (sets_ == 0) return kNone;
  const std::size_t first = first_of_set(line);
  for (std::size_t i = first; i < first + ways_; ++i)
    if (tag_[i] == line + 1) return i;
  return kNone;
}

std::size_t Cache::least_recent(std::size_t first) const {
  return static_cast<std::size_t>(std::min_element(&used_[first], &used_[first] + ways_) -
                                  used_.get());
}

Cache::Line* Cache::find(std::uint64_t line) {
  const std::size_t at = place_of(line);
  return at == kNone ? nullptr : &lines_[at];
}

Cache::Lookup Cache::look_up(std::uint64_t line, SectorMask sectors, bool allocate) {
  Lookup out;
  std::size_t at = place_of(line);
  if (at != kNone) {
    out.line_hit = true;
    out.hit = lines_[at].present & sectors;
  } else {
    if (!allocate || sets_ == 0) return out;
    at = least_recent(first_of_set(line));
    out.dirty_evicted = lines_[at].dirty;
    out.evicted_line = tag_[at] - 1;
    lines_[at] = Line{};
    tag_[at] = line + 1;
  }
  used_[at] = ++tick_;
  out.line = &lines_[at];
  if (allocate) out.line->present |= sectors;
  return out;
}

}  // namespace simt
