// Device memory: named allocations in one 64-bit space. Any access outside an allocation is an
// error that the caller turns into a KernelFault; there is no silent page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/base/address_space.h"
#include "sim/exec/storage.h"

namespace simt {

struct Allocation {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::string name;  ///< argument or variable name, for messages
  Storage data;
  bool freed = false;

  bool contains(std::uint64_t a) const { return a - address < bytes; }
};

/// An allocation that the device's address space or the host's memory cannot hold.
struct MemoryExhausted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class GlobalMemory {
 public:
  /// Unmapped bytes after a buffer, at least. Not a multiple of a cache's size, so that equal
  /// elements of neighbouring buffers do not all fall into one set.
  static constexpr std::uint64_t kGap = 64 * 1024 + 256;

  /// `window`: addresses that allocate() gives out.
  explicit GlobalMemory(const Window& window = kDeviceHeap, std::uint64_t gap = kGap)
      : window_(window), gap_(gap) {}

  /// Aligned to 256 bytes (CUDA guarantees at least that), zero-filled, an unmapped gap behind.
  /// What was freed has its addresses given out again when there are no others. Throws
  /// MemoryExhausted and leaves everything as it was.
  std::uint64_t allocate(std::uint64_t bytes, std::string name);
  /// At a fixed address (module variables). Throws MemoryExhausted.
  void map(std::uint64_t address, std::uint64_t bytes, std::string name);
  /// Memory of the host that kernels see at the same address, or at `address` if it has one of its
  /// own. It outlives its place here. What was freed within the range is forgotten.
  void attach(std::uint64_t address, std::byte* host, std::uint64_t bytes, std::string name);
  bool release(std::uint64_t address);  ///< device free(); false when not an allocation

  /// Host pointer to `bytes` bytes at `address`, nullptr when any of them is unmapped.
  std::byte* find(std::uint64_t address, std::uint64_t bytes);
  /// Live allocation that contains the address, or nullptr. Used to serve a whole warp at once.
  Allocation* allocation(std::uint64_t address) { return allocation(address, last_); }
  /// The same with the caller's own memory of where it looked last: several threads may look.
  Allocation* allocation(std::uint64_t address, std::uint64_t& last);
  /// "12 bytes past the end of 'in' (4096 bytes at 0x...)" for messages.
  std::string describe(std::uint64_t address) const;
  /// The same beside `buffer`, wherever the address is.
  static std::string describe(std::uint64_t address, const Allocation& buffer);

  /// What device malloc may take; it returns null beyond `limit` (cudaLimitMallocHeapSize).
  struct Heap {
    std::uint64_t limit = 8 * 1024 * 1024, used = 0;
    bool fits(std::uint64_t bytes) const { return used <= limit && bytes <= limit - used; }
  };
  Heap& heap() { return heap_; }

  const std::vector<Allocation>& allocations() const { return allocations_; }

 private:
  /// Index of the first allocation that starts after `address`.
  std::size_t first_behind(std::uint64_t address) const;
  /// Where an allocation goes; nothing: there is no room.
  std::optional<std::uint64_t> place(std::uint64_t bytes) const;
  void forget_freed(std::uint64_t address, std::uint64_t bytes);
  void insert(Allocation allocation);

  /// Where an allocation after one that ends at `end` can start.
  std::uint64_t next_place(std::uint64_t end) const;

  Window window_;
  std::uint64_t gap_;
  std::vector<Allocation> allocations_;  // ascending addresses
  std::uint64_t last_ = 0;               // most recently hit
  Heap heap_;
  std::uint64_t next_ = 0;  // where the next allocation starts; 0: at the heap's base
};

}  // namespace simt
