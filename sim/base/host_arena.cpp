#include "sim/base/host_arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace simt {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kPart = std::size_t{64}
                              << 10;  ///< what a ReusedArena takes at once, at least
constexpr std::size_t kLine = 64;     ///< of the host's cache

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// The next piece of `free`, which has room for it.
void* take(std::span<std::byte>& free, std::size_t skipped, std::size_t bytes) {
  std::byte* const at = free.data() + skipped;
  free = free.subspan(skipped + bytes);
  return at;
}

/// Bytes from `at` to the next multiple of `alignment`.
std::size_t gap(const std::byte* at, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return round_up(address, alignment) - address;
}

// What arenas have given back, for the next ones.
class SpareChunks {
 public:
  /// One of `size` bytes, or new memory.
  std::span<std::byte> take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(spare_, size, &std::span<std::byte>::size);
    if (found == spare_.end()) return make(size);
    const std::span<std::byte> chunk = *found;
    spare_.erase(found);
    kept_ -= size;
    return chunk;
  }
  void give_back(std::span<std::byte> chunk) {
    const std::lock_guard lock(mutex_);
    if (kept_ + chunk.size() > kMost) return std::free(chunk.data());
    kept_ += chunk.size();
    spare_.push_back(chunk);
  }

 private:
  static constexpr std::size_t kMost = std::size_t{128} << 20;

  // A host without huge pages to give gives small ones.
  static std::span<std::byte> make(std::size_t size) {
    auto* const at = static_cast<std::byte*>(std::aligned_alloc(kHugePage, size));
    if (at == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(at, size, MADV_HUGEPAGE);
#endif
    return {at, size};
  }

  std::mutex mutex_;
  std::vector<std::span<std::byte>> spare_;
  std::size_t kept_ = 0;  ///< bytes
};

// Never destroyed: an arena may end with a static object that came before it.
SpareChunks& spare_chunks() {
  static SpareChunks& chunks = *new SpareChunks;
  return chunks;
}

}  // namespace

HostArena::~HostArena() {
  for (const auto chunk : chunks_) spare_chunks().give_back(chunk);
}

void* HostArena::do_allocate(std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  if (gap(free_.data(), alignment) + bytes > free_.size()) add_chunk(bytes);
  return take(free_, gap(free_.data(), alignment), bytes);
}

void HostArena::add_chunk(std::size_t bytes) {
  free_ = spare_chunks().take(round_up(bytes, kHugePage));
  chunks_.push_back(free_);
}

void ReusedArena::rewind() {
  next_ = 0;
  free_ = {};
}

// In the order of the first time, so that what is made anew in the same way finds the same room.
void* ReusedArena::do_allocate(std::size_t bytes, std::size_t alignment) {
  while (gap(free_.data(), alignment) + bytes > free_.size()) {
    if (next_ == chunks_.size()) {
      const std::size_t size = round_up(bytes + alignment, kPart);
      chunks_.emplace_back(static_cast<std::byte*>(from_.allocate(size, kLine)), size);
    }
    free_ = chunks_[next_++];
  }
  return take(free_, gap(free_.data(), alignment), bytes);
}

}  // namespace simt
