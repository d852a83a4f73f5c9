// One thread block without time: its warps execute one after the other, each as far as it can go,
// until all have ended or none can go on. The semantics are those of sim/exec, the paths those of
// sim/divergence, the counters those of Tally: no cycle, pipe or cache.
// A warp goes on until it ends, waits at a barrier, sleeps, takes the back edge of a loop that
// waits on memory (FlowFacts::yields), or has executed kTurn instructions: others may be what it
// waits for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/base/wrong_mask.h"
#include "sim/exec/executor.h"
#include "sim/sm/count/tally.h"
#include "sim/sm/rules/deadlock.h"
#include "sim/sm/rules/resident_warp.h"
#include "sim/sm/rules/warp_at_barrier.h"

namespace simt::functional {

/// What the engine must know of an instruction to execute it.
struct InstTraits {
  bool only_computes = false;  ///< or copies a constant
  bool branch = false;         ///< to one target, and does not yield
  bool converges = false;      ///< *.sync, .aligned: named lanes must be together first
  bool cta_barrier = false;
  bool copies_constant = false;
  /// only_computes: instructions that compute when this one does, itself included, and that no
  /// other path comes between.
  std::uint8_t run = 1;
};

/// What all blocks of a launch share; not changed while they run.
struct BlockShared {
  const Program& program;
  const ArchConfig& arch;
  const LaunchState& launch;
  std::vector<InstTraits> traits;
  unsigned warps = 1;                      ///< of a block
  std::uint32_t shared_bytes = 0;          ///< of a block
  std::uint64_t max_per_warp = ~0ull;      ///< instructions that a warp may execute
  std::uint64_t max_instructions = ~0ull;  ///< that one Context may execute
};

/// What a host thread works with, one block at a time.
struct Context {
  Executor& executor;
  GlobalPort& port;
  Tally* tally = nullptr;  ///< nullptr: nothing is counted
  DeadlockDetector* detector = nullptr;
  std::uint64_t executed = 0;  ///< warp instructions, all blocks
  /// How often something happened that a warp may have waited for (DeadlockDetector::window).
  std::uint64_t events = 0;
  /// The detector follows every instruction, until there are more events than so many.
  bool watch = false;
  std::uint64_t quiet_since = 0;
  bool proven_stuck = false;
  WrongMasks wrong_masks{};              ///< of the part that runs
  std::function<unsigned()> runnable{};  ///< warps of all blocks that have a path
  Outcome out{};
};

class Block {
 public:
  enum class State : std::uint8_t {
    Ended,
    GoesOn,   ///< its turn is over
    Spins,    ///< all of its warps that can run wait for something that others may do
    Stuck,    ///< no warp can run, and none ever will
    Limited,  ///< a warp has executed BlockShared::max_per_warp, or all have max_instructions
  };
  static constexpr std::uint64_t kTurn = 4096;            ///< warp instructions of a warp
  static constexpr std::uint64_t kBlockTurn = 64 * 1024;  ///< of a block

  /// `place`: names the block among those that are resident with it.
  Block(const BlockShared& shared, unsigned place) : shared_(shared), place_(place) {}

  /// `linear`: its number in the grid; `sm`: where it runs, for the program to see.
  void start(std::uint64_t linear, unsigned sm, unsigned first_warp_slot, Context& context);
  /// Throws KernelFault with the thread's place.
  State run(Context& context);

  void add_residents(std::vector<ResidentWarp>& list) const;
  unsigned runnable_warps() const;

 private:
  struct Warp {
    WarpState state;
    std::unique_ptr<DivergenceModel> paths;
    std::uint64_t executed = 0;
    bool resident = false, diverged = false;
    WarpAtBarrier barrier;
  };

  /// Why a warp's turn is over.
  enum class Turn : std::uint8_t { Blocked, Waits, Used };
  Turn turn(Warp& w, Context& context);
  const Path* execute_plain(Warp& w, const Path& path, Context& context, std::uint64_t allowed);
  bool branch_together(Warp& w, const Path& path, Context& context);
  std::uint64_t allowance(const Warp& w, const Context& context) const;
  bool over_limit(const Warp& w, const Context& context) const;
  void execute(Warp& w, const Path& path, Context& context);
  void count_start(Tally& tally) const;
  void count_part_of_run(Pc first, unsigned count, LaneMask lanes, Tally& tally) const;
  void count(Warp& w, Pc pc, const Outcome& out, Tally& tally) const;
  bool ends_turn(const Inst& inst, Pc pc, const Outcome& out) const;
  bool converge(Warp& w, const Path& path, Context& context);
  DeadlockDetector::WarpKey key_of(const Warp& w) const;

  // block_barriers.cpp
  void barrier_effects(Warp& w, const Inst& inst, Pc pc, Context& context);
  void open(unsigned id, Context& context);
  void end_warp(Warp& w, Context& context);

  const BlockShared& shared_;
  unsigned place_;
  std::uint64_t linear_ = 0;  ///< the block's number in the grid
  unsigned sm_ = 0;
  CtaState state_;
  CtaBarriers barriers_;
  std::vector<Warp> warps_;
  unsigned live_warps_ = 0;
};

}  // namespace simt::functional
