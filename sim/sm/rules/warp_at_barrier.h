// When a warp arrives at the named barriers of its CTA, and how it goes on: the rules that the SM's
// barrier unit and sim/functional share. Up to Pascal a barrier counts warps, and one lane that
// arrives speaks for its warp (PTX ISA 9.7.13.1); from Volta on a warp has arrived when all its
// lanes that have not exited have (measured on an H200, docs/DEVIATIONS.md).
#pragma once

#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"
#include "sim/sm/rules/barrier.h"

namespace simt {

struct WarpAtBarrier {
  /// The barrier that its parked lanes wait at.
  Executor::BarrierUse waits{};
  bool arrived = false;  ///< all live lanes are parked and the barrier counted the warp
  /// The barrier that lanes executed bar.arrive of, and those that are not yet counted.
  Executor::BarrierUse arrives{};
  LaneMask arrive_lanes = 0;

  /// The path of `waiter` executes bar.sync or bar.red and parks; `threads_true` of its lanes
  /// contribute true (bar.red). Call paths.block_at_barrier() then. Throws KernelFault when other
  /// lanes of the warp wait at another barrier.
  void park(CtaBarriers& barriers, const DivergenceModel& paths, Executor::BarrierUse use,
            const CtaBarriers::Waiter& waiter, unsigned threads_true);
  /// The same of the lanes of `out`, which have executed the bar.sync or bar.red at `pc`; what the
  /// instruction names.
  Executor::BarrierUse park(CtaBarriers& barriers, const DivergenceModel& paths,
                            const Executor& executor, const Inst& inst, Pc pc, const Outcome& out,
                            const WarpState& state);
  /// All lanes of the warp come to barrier `id` of the whole CTA as `waiter`: park() and
  /// count_parked() in one.
  bool park_together(CtaBarriers& barriers, unsigned id, const CtaBarriers::Waiter& waiter);
  /// No path of the warp can go on: the barrier that its parked lanes wait at counts it when those
  /// are all that live, up to Pascal when there are some. True: that opens it.
  bool count_parked(CtaBarriers& barriers, const DivergenceModel& paths);
  /// `lanes` execute bar.arrive. Throws KernelFault, as park(). Call count_arrived() then.
  void arrive(Executor::BarrierUse use, LaneMask lanes, Pc pc);
  /// The same of the lanes of `out`, which have executed the bar.arrive at `pc`; what it names.
  Executor::BarrierUse arrive(const Executor& executor, const Inst& inst, Pc pc, const Outcome& out,
                              const WarpState& state);
  /// Lanes have executed bar.arrive, or have exited: the barrier counts the warp when all that live
  /// have arrived, at once where a path speaks for the warp. True: that opens it.
  bool count_arrived(CtaBarriers& barriers, const DivergenceModel& paths);

  /// What an opened barrier means to a warp.
  enum class Released : std::uint8_t {
    No,     ///< it did not wait there
    Yes,    ///< its lanes are ready again
    Counts  ///< and read what the barrier has counted (bar.red)
  };
  Released release(const CtaBarriers::Opened& opened, DivergenceModel& paths, WarpState& state,
                   const Executor& executor);
};

}  // namespace simt
