#include "sim/exec/storage.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace simt {
namespace {

/// From here on pages of their own.
constexpr std::uint64_t kManyBytes = std::uint64_t{64} << 20;

}  // namespace

std::byte* allocate_bytes(std::uint64_t bytes) {
  if (bytes < kManyBytes) {
    void* const p = std::calloc(bytes > 0 ? bytes : 1, 1);
    if (p == nullptr) throw std::bad_alloc();
    return static_cast<std::byte*>(p);
  }
  void* const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(p);
}

void release_bytes(std::byte* p, std::uint64_t bytes) {
  if (bytes < kManyBytes)
    std::free(p);
  else
    munmap(p, bytes);
}

}  // namespace simt
