// One host thread of the functional engine: runs blocks of a part of the grid, one after the other.
// Only where a block cannot go on by itself (its warps wait for what other blocks may do, or its
// turn is over) are others started beside it, as many as the device holds at a time, and take
// turns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/functional/block.h"

namespace simt::functional {

/// How a part of the grid ended.
enum class End : std::uint8_t {
  Finished,
  Fault,
  Deadlock,
  WarpLimit,         ///< a warp has executed BlockShared::max_per_warp instructions
  InstructionLimit,  ///< all have executed BlockShared::max_instructions
};

/// Where blocks run, as far as programs see it.
struct Places {
  std::vector<unsigned> sms;  ///< the SMs of the first blocks, in their order
  unsigned blocks_per_sm = 1;
  std::size_t count() const { return sms.size() * blocks_per_sm; }
};

class Worker {
 public:
  Worker(const BlockShared& shared, const Places& places, GlobalMemory& memory);

  /// Runs the blocks [begin, end) and counts into `tally`, if it is not nullptr. After each round,
  /// when blocks have ended or taken turns, calls on_round(blocks that ended in it). What is not
  /// Finished stays as it is, to be looked at; no further part may be run then.
  End run(std::uint64_t begin, std::uint64_t end, Tally* tally,
          const std::function<void(std::uint64_t)>& on_round);

  GlobalPort& port() { return port_; }
  /// Those of the last part.
  const WrongMasks& wrong_masks() const { return context_.wrong_masks; }
  const KernelFault& fault() const { return *fault_; }
  std::vector<ResidentWarp> residents() const;
  const DeadlockDetector& detector() const { return detector_; }
  /// Blocks of the part that have not started though the others cannot go on: no place is free.
  std::uint64_t not_started() const { return end_ - next_; }

 private:
  struct Round {
    std::uint64_t ended = 0;
    bool waits = true;  ///< no block goes on by itself
    bool limited = false;
  };
  Round take_turns();
  void start_next();
  std::uint64_t start_others(bool waits);

  const BlockShared& shared_;
  const Places& places_;
  Executor executor_;
  GlobalPort port_;
  DeadlockDetector detector_;
  Context context_;
  std::optional<KernelFault> fault_;
  std::vector<std::unique_ptr<Block>> blocks_;  ///< by place
  std::vector<unsigned> free_;                  ///< places
  std::vector<unsigned> active_;                ///< places, in the order in which blocks started
  std::uint64_t next_ = 0, end_ = 0;
};

}  // namespace simt::functional
