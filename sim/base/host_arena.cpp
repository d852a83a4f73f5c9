#include "sim/base/host_arena.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace simt {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Bytes from `at` to the next multiple of `alignment`.
std::size_t gap(const std::byte* at, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return round_up(address, alignment) - address;
}

}  // namespace

void* HostArena::do_allocate(std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  if (gap(free_.data(), alignment) + bytes > free_.size()) add_chunk(bytes);
  std::byte* const at = free_.data() + gap(free_.data(), alignment);
  free_ = free_.subspan(static_cast<std::size_t>(at - free_.data()) + bytes);
  return at;
}

// A host without huge pages to give gives small ones.
void HostArena::add_chunk(std::size_t bytes) {
  const std::size_t size = round_up(bytes, kHugePage);
  auto* const at = static_cast<std::byte*>(std::aligned_alloc(kHugePage, size));
  if (at == nullptr) throw std::bad_alloc();
  chunks_.emplace_back(at);
  free_ = {at, size};
#ifdef MADV_HUGEPAGE
  madvise(at, size, MADV_HUGEPAGE);
#endif
}

}  // namespace simt
