// Memory of the host for what a simulation walks through in every window of time: SMs, warps with
// their registers and paths, lines of caches. All SMs of a chip together are larger than the host's
// caches; side by side in huge pages they at least stay within the reach of its TLB.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <span>
#include <vector>

namespace simt {

/// Hands out memory, one piece after the other, and takes it back all at once when it ends.
/// Threads may share an arena.
class HostArena final : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  void add_chunk(std::size_t bytes);

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::byte, Free>> chunks_;
  std::span<std::byte> free_;  ///< of the last chunk
};

}  // namespace simt
