// Memory of the host for what a simulation walks through in every window of time: SMs, warps with
// their registers and paths, lines of caches. All SMs of a chip together are larger than the host's
// caches; side by side in huge pages they at least stay within the reach of its TLB.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <span>
#include <vector>

namespace simt {

/// Hands out memory, one piece after the other, and takes it back all at once when it ends: what is
/// made anew while it lasts belongs in a ReusedArena. Threads may share an arena. The process
/// keeps some of what it takes back for the next one: the first touch of a page is dear.
class HostArena final : public std::pmr::memory_resource {
 public:
  HostArena() = default;
  HostArena(const HostArena&) = delete;
  HostArena& operator=(const HostArena&) = delete;
  ~HostArena() override;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
  void add_chunk(std::size_t bytes);

  std::mutex mutex_;
  std::vector<std::span<std::byte>> chunks_;
  std::span<std::byte> free_;  ///< of the last chunk
};

/// A part of an arena for one thing that may be made anew: hands out memory as a HostArena does,
/// and after rewind() the same again. One thread at a time.
class ReusedArena final : public std::pmr::memory_resource {
 public:
  /// `from` outlives it.
  explicit ReusedArena(std::pmr::memory_resource& from) : from_(from) {}
  /// Nobody uses what it has handed out any more.
  void rewind();

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void*, std::size_t, std::size_t) override {}
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource& from_;
  std::vector<std::span<std::byte>> chunks_;
  std::size_t next_ = 0;       ///< chunk that nothing has been taken from since rewind()
  std::span<std::byte> free_;  ///< of the one before it
};

}  // namespace simt
