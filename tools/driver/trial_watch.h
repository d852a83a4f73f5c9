// What a launch that is tried does, seen instruction by instruction: which bytes of its buffers and
// of shared memory it touches, which threads work, and what makes its results undefined: reads of
// shared memory that nobody wrote and races there, lost updates of global memory
// (sim/views/sanitizer.h), and stores of different values to one place in global memory by two
// threads that no barrier orders. Not seen: such stores
// of one warp by two instructions; those of two blocks where the kernel has fences or atomics,
// which may order them; nor those of two threads whose warps have both had an atomic that gives a
// value since the last barrier.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/exec/executor.h"
#include "sim/views/sanitizer.h"

namespace simt {

class TrialWatch final : public Observer {
 public:
  struct Buffer {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
    std::uint64_t touched = 0;    ///< bytes up to the end of the last one that is touched
    bool written = false;         ///< by a store or an atomic
    bool atomic = false;          ///< an atomic is one of those
    bool read_unwritten = false;  ///< an element that no store had written is read
  };
  /// All outlive this object.
  TrialWatch(const Program& program, const LaunchState& launch, std::vector<Buffer> buffers);

  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) override;
  void on_barrier_arrive(std::uint64_t cycle, const WarpId& warp,
                         const BarrierArrival& arrival) override;
  void on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                       std::uint32_t barrier) override;
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) override;
  void on_warp_end(std::uint64_t cycle, const WarpId& warp) override;

  const std::vector<Buffer>& buffers() const { return buffers_; }
  std::uint64_t shared_touched() const { return shared_touched_; }  ///< bytes, as Buffer::touched
  /// What the sanitizer or this object found first: "a race on shared memory at a.cu:12"; "": none.
  std::string problem() const;
  /// Warps read in shared memory what others write, with no barrier between them, and each byte has
  /// one warp that writes it: threads share the work as the kernel means it, and a barrier is
  /// missing.
  bool misses_barrier() const;
  /// Shares of all threads: that store to global memory, and that access it.
  double storing() const { return share(storing_); }
  double accessing() const { return share(accessing_); }
  double active_lanes() const;  ///< of 32, on average of the instructions, as a share
  std::uint64_t issued() const { return issued_; }
  unsigned executed() const { return executed_count_; }  ///< instructions of the program
  /// Values that are stored where another one stood or the same instruction stored another one, as
  /// a share: nearly 0 where all results are alike.
  double variety() const;
  /// Stores of what another block had stored there, as a share: threads that do what others do.
  double repeated() const;

 private:
  struct Store {
    WarpId warp;
    std::uint64_t issue = 0, epoch = 0, value = 0;
    bool by_atomic = false;  ///< its warp had an atomic in this epoch: who stores may go by it
  };
  bool is_ordered(const Store& a, const Store& b) const;
  double share(const std::vector<bool>& threads) const;
  void global(const IssueEvent& issue, const MemoryAccess& access, const WarpState& state);
  void store(const IssueEvent& issue, const MemoryAccess::Piece& piece, const WarpState& state);
  std::uint64_t warp_of(const WarpId& warp) const;
  Buffer* buffer_at(std::uint64_t address);

  const Program& program_;
  Sanitizer sanitizer_;
  std::vector<Buffer> buffers_;
  bool orders_blocks_;  ///< it has fences or atomics
  std::uint64_t threads_, block_threads_;
  unsigned warp_size_;
  std::vector<bool> storing_, accessing_;                    ///< by thread
  std::unordered_map<std::uint64_t, std::uint64_t> epochs_;  ///< by block: barriers that opened
  std::unordered_map<std::uint64_t, Store> stores_;          ///< the last one, by address
  /// By warp of all: 1 + the epoch of its last atomic on global memory that gives a value.
  std::unordered_map<std::uint64_t, std::uint64_t> atomics_;
  std::vector<bool> executed_;                                                       ///< by PC
  std::unordered_map<Pc, std::unordered_map<std::uint64_t, std::uint64_t>> values_;  ///< stored
  unsigned executed_count_ = 0;
  Pc conflict_ = kNoPc;
  std::uint64_t shared_touched_ = 0, lanes_ = 0, issued_ = 0, stored_ = 0, repeated_ = 0;
};

}  // namespace simt
