#include "sim/mem/cache.h"

#include <algorithm>
#include <cstring>

#include "isa/base/host_cache.h"
#include "sim/mem/footprint.h"

namespace simt {
namespace {

template <class T>
T* allocate(std::size_t count, std::pmr::memory_resource& memory) {
  return static_cast<T*>(memory.allocate(count * sizeof(T), alignof(T)));
}

/// A byte of the tag, never 0.
std::uint8_t mark_of(std::uint64_t line) {
  return static_cast<std::uint8_t>(1 + (line * 0x9e37'79b9'7f4a'7c15u >> 40) % 255);
}

}  // namespace

Cache::Cache(unsigned bytes, unsigned ways, std::pmr::memory_resource& memory)
    : ways_(std::clamp(ways, 1u, 256u)) {
  sets_ = bytes / kLineBytes / ways_;
  const std::size_t places = std::max<std::size_t>(sets_ * ways_, 1);
  marks_ = {allocate<std::uint8_t>(2 * places, memory), {&memory, 2 * places}};
  std::fill_n(marks_.get(), 2 * places, std::uint8_t{0});
  entries_ = {allocate<Entry>(places, memory), {&memory, places}};
}

// Folding the upper bits in spreads power-of-two strides over the sets, as hardware hashes do.
std::size_t Cache::set_of(std::uint64_t line) const {
  return static_cast<std::size_t>((line ^ (line >> 11) ^ (line >> 23)) % sets_);
}

std::size_t Cache::place_of(std::size_t set, std::uint64_t line) const {
  const std::uint8_t* const begin = marks(set);
  const std::uint8_t* const end = begin + ways_;
  for (const std::uint8_t* at = begin; at != end; ++at) {
    const void* const found = std::memchr(at, mark_of(line), static_cast<std::size_t>(end - at));
    if (found == nullptr) return kNone;
    at = static_cast<const std::uint8_t*>(found);
    const std::size_t place = set * ways_ + static_cast<std::size_t>(at - begin);
    if (entries_[place].tag == line + 1) return place;
  }
  return kNone;
}

// Moves a way that holds a line to the front.
void Cache::touch(std::size_t set, std::size_t way) {
  std::uint8_t* const order = recent(set);
  if (order[0] == way) return;
  const auto* const at =
      static_cast<const std::uint8_t*>(std::memchr(order, static_cast<int>(way), ways_));
  std::memmove(order + 1, order, static_cast<std::size_t>(at - order));
  order[0] = static_cast<std::uint8_t>(way);
}

// Where a new line comes: an empty way, or the one used least recently.
std::size_t Cache::next_way(std::size_t set) const {
  const std::uint8_t* const all = marks(set);
  if (all[ways_ - 1] != 0) return recent(set)[ways_ - 1];
  return static_cast<std::size_t>(static_cast<const std::uint8_t*>(std::memchr(all, 0, ways_)) -
                                  all);
}

// The place of a new line. Tells what it holds.
std::size_t Cache::replace(std::size_t set, std::uint64_t line, Lookup& out) {
  std::uint8_t *const all = marks(set), *const order = recent(set);
  const bool full = all[ways_ - 1] != 0;
  const std::size_t way = next_way(set);
  if (full) {
    const Entry& last = entries_[set * ways_ + way];
    out.dirty_evicted = last.line.dirty;
    for (unsigned s = 0; s < kSectorsPerLine; ++s)
      if ((last.line.dirty >> s & 1) != 0 && last.line.absent[s] != 0)
        out.partial_evicted |= static_cast<SectorMask>(1u << s);
    out.evicted_line = last.tag - 1;
  }
  std::memmove(order + 1, order, full ? ways_ - 1 : way);
  order[0] = static_cast<std::uint8_t>(way);
  all[way] = mark_of(line);
  return set * ways_ + way;
}

void Cache::clear() {
  if (sets_ != 0) std::fill_n(marks_.get(), 2 * sets_ * ways_, std::uint8_t{0});
}

void Cache::invalidate() {
  if (++epoch_ != 0) return;
  epoch_ = 1;  // epochs start again
  for (std::size_t at = 0; at < sets_ * ways_; ++at) entries_[at].line.epoch = 0;
}

Cache::Line& Cache::current(std::size_t at) {
  Line& line = entries_[at].line;
  if (line.epoch == epoch_) return line;
  line.present = line.dirty;
  line.epoch = epoch_;
  return line;
}

Cache::Line* Cache::find(std::uint64_t line) {
  if (sets_ == 0) return nullptr;
  const std::size_t at = place_of(set_of(line), line);
  if (at == kNone) return nullptr;
  const Line& found = entries_[at].line;
  return found.epoch != epoch_ && found.dirty == 0 ? nullptr : &current(at);
}

void Cache::prefetch(std::uint64_t line) const {
  if (sets_ != 0) prefetch_at(marks(set_of(line)));
}

void Cache::prefetch_next(std::uint64_t line) const {
  if (sets_ == 0) return;
  const std::size_t set = set_of(line);
  const void* const found = std::memchr(marks(set), mark_of(line), ways_);
  const std::size_t way =
      found != nullptr
          ? static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - marks(set))
          : next_way(set);
  prefetch_at(&entries_[set * ways_ + way]);
}

Cache::Lookup Cache::look_up(std::uint64_t line, SectorMask sectors, bool allocate) {
  Lookup out;
  if (sets_ == 0) return out;
  const std::size_t set = set_of(line);
  std::size_t at = place_of(set, line);
  if (at != kNone) {
    const bool stale = entries_[at].line.epoch != epoch_;
    const Line& line = current(at);
    out.line_hit = !stale || line.dirty != 0;
    out.hit = line.present & sectors;
    touch(set, at - set * ways_);
  } else {
    if (!allocate) return out;
    at = replace(set, line, out);
    Entry& entry = entries_[at];
    entry = {line + 1, {}};
    entry.line.epoch = epoch_;
  }
  out.line = &entries_[at].line;
  if (allocate) out.line->present |= sectors;
  return out;
}

}  // namespace simt
