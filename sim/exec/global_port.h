// One SM's port to device memory.
//
// Immediate: every access is performed when it executes. Buffered: SMs run side by side for a
// window of time in which device memory does not change. Stores wait in the port, where the same
// SM's loads see them; atomics wait in a queue. At the end of the window the launch commits all
// ports in a fixed order, so the result does not depend on the host threads that ran the SMs. What
// PTX leaves open (PTX ISA 8, memory consistency model: accesses of different CTAs without
// synchronisation) is thereby decided: another SM's store is visible from the next window on, no
// later than L2 would show it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory_resource>
#include <mutex>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "sim/exec/global_memory.h"

namespace simt {

struct Inst;
struct WarpState;

/// An atomic or reduction whose global lanes are performed when the window ends.
struct DeferredAtomic {
  std::uint64_t cycle = 0;  ///< when it issued
  Pc pc = kNoPc;
  const Inst* inst = nullptr;
  WarpState* warp = nullptr;  ///< receives the old values
  LaneMask lanes = 0;
  bool acquires = false;                                           ///< .acquire or .acq_rel
  std::array<std::uint64_t, kMaxWarpSize> address, operand, swap;  ///< valid for `lanes`
  std::vector<std::uint64_t> upper;  ///< of 128 bits: upper halves of all operands, of all swaps
};

class GlobalPort {
 public:
  enum class Order : std::uint8_t { Immediate, Buffered };
  /// What waits in it lies in `host`, which outlives it.
  explicit GlobalPort(GlobalMemory& memory, Order order = Order::Immediate,
                      std::pmr::memory_resource* host = std::pmr::get_default_resource())
      : memory_(memory),
        buffered_(order == Order::Buffered),
        lines_(host),
        chunks_(host),
        table_(host),
        atomics_(host) {}

  GlobalMemory& memory() { return memory_; }
  /// Between windows: nothing is buffered or queued.
  void set_order(Order order) { buffered_ = order == Order::Buffered; }
  bool buffered() const { return buffered_; }
  /// Live allocation that contains the address, or nullptr.
  Allocation* allocation(std::uint64_t address);
  /// Tells the host that what lies there will be accessed soon.
  void prefetch(std::uint64_t address);

  /// Has this SM an atomic in the queue that may touch [address, address + bytes)?
  /// A load or store there must wait for the end of the window.
  bool awaits_atomic(std::uint64_t address, std::uint64_t bytes) const {
    return !atomics_.empty() && atomic_lines_.may_hold(address, bytes);
  }
  /// Is there an atomic in the queue that acquires?
  bool queued_acquire() const { return queued_acquire_; }
  /// Has the warp an atomic in the queue for which `which(atomic)` is true?
  template <class F>
  bool has_queued(const WarpState& warp, F&& which) const {
    return std::any_of(atomics_.begin(), atomics_.end(), [&](const DeferredAtomic& atomic) {
      return atomic.warp == &warp && which(atomic);
    });
  }
  /// Has this SM buffered a store that may touch the range?
  bool has_store(std::uint64_t address, std::uint64_t bytes) const {
    return !lines_.empty() && stored_lines_.may_hold(address, bytes);
  }

  /// Host bytes that hold the value of one element (aligned, at most 16 bytes) inside `a`.
  std::byte* readable(Allocation& a, std::uint64_t address);
  /// Host bytes to write [address, address + bytes) of `a` to, marked as written. Nullptr when they
  /// would not lie together; an element of at most 16 aligned bytes always does.
  std::byte* writable(Allocation& a, std::uint64_t address, std::uint64_t bytes);
  void defer(const DeferredAtomic& atomic);
  /// Immediate: ports of other host threads reach the same memory. Atomics on it are then performed
  /// one warp at a time.
  /// The same `turn` for all of them, which outlives the ports.
  void share_with_other_threads(std::mutex& turn) { turn_ = &turn; }
  /// Held while atomics are performed; owns nothing when no other thread reaches the memory.
  std::unique_lock<std::mutex> atomics_in_turn() {
    return turn_ != nullptr ? std::unique_lock(*turn_) : std::unique_lock<std::mutex>();
  }

  /// Writes the buffered stores to device memory and forgets them.
  void commit_stores();
  std::pmr::vector<DeferredAtomic>& atomics() { return atomics_; }
  /// After the atomics were performed.
  void clear_atomics();

  /// Text that device printf produced since the last flush.
  std::string printed;

 private:
  static constexpr std::uint64_t kLine = 128, kChunkLines = 64;

  /// Which lines a window has touched: no false "no".
  class LineFilter {
   public:
    void add(std::uint64_t address) {
      const unsigned bit = index(address / kLine);
      bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
    bool may_hold(std::uint64_t address, std::uint64_t bytes) const {
      const std::uint64_t last = (address + bytes - 1) / kLine;
      for (std::uint64_t line = address / kLine; line <= last; ++line) {
        const unsigned bit = index(line);
        if ((bits_[bit / 64] >> (bit % 64) & 1) != 0) return true;
      }
      return false;
    }
    void clear() { bits_.fill(0); }

   private:
    static unsigned index(std::uint64_t line) {
      return static_cast<unsigned>((line * 0x9e37'79b9'7f4a'7c15u) >> 54);  // 1024 bits
    }
    std::array<std::uint64_t, 16> bits_{};
  };

  /// A line of one allocation with buffered stores; its bytes are in chunks_.
  struct Line {
    std::uint64_t address = 0;               ///< of its first byte, a multiple of kLine
    std::uint64_t allocation = 0;            ///< address of the allocation that it belongs to
    std::array<std::uint64_t, 2> written{};  ///< one bit a byte
  };
  struct Chunk {
    std::array<std::array<std::byte, kLine>, kChunkLines> bytes;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::byte* bytes_of(std::size_t line) {
    return chunks_[line / kChunkLines].bytes[line % kChunkLines].data();
  }
  std::uint32_t find(const Allocation& a, std::uint64_t line_address) const;
  std::uint32_t find_or_add(Allocation& a, std::uint64_t line_address);
  void enter(std::uint32_t line);
  std::size_t slot_of(std::uint64_t allocation, std::uint64_t line_address) const;

  GlobalMemory& memory_;
  bool buffered_, queued_acquire_ = false;
  std::mutex* turn_ = nullptr;
  std::uint64_t last_allocation_ = 0;  // index of the allocation hit last
  std::pmr::vector<Line> lines_;
  std::pmr::deque<Chunk> chunks_;
  std::pmr::vector<std::uint32_t> table_;  // open addressing: indices into lines_
  std::pmr::vector<DeferredAtomic> atomics_;
  LineFilter stored_lines_, atomic_lines_;
};

}  // namespace simt
