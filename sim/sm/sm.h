// One streaming multiprocessor: resident CTAs, their warps on sub-partitions, issue, and the SM's
// share of the memory path. Time moves in `run`; a sub-partition issues at most one instruction a
// cycle (the dual issue of architectures before Volta is not modelled; docs/DEVIATIONS.md).
// Every resident warp is in exactly one stall state in every cycle: the counts balance.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/events.h"
#include "sim/launch/deadlock.h"
#include "sim/launch/simulate.h"
#include "sim/mem/memory_system.h"
#include "sim/sm/barrier.h"
#include "sim/sm/cost_table.h"
#include "sim/sm/pipes.h"
#include "sim/sm/scheduler/scheduler.h"
#include "sim/sm/tally.h"
#include "sim/sm/warp.h"

namespace simt {

/// What all SMs of a launch share; owned by the launch.
struct SmShared {
  const Program& program;
  const ArchConfig& arch;
  const LaunchState& launch;
  const std::vector<IssueCost>& costs;
  Executor& executor;
  L2Memory& l2;
  Observer* observer = nullptr;
  unsigned ctas_per_sm = 1;
  unsigned warps_per_cta = 1;
  unsigned l1_bytes = 0;
  std::uint32_t shared_bytes_per_cta = 0;
  bool skip_idle = true;
  DeadlockDetector* deadlock = nullptr;        ///< set by the launch before the first CTA starts
  std::function<unsigned()> runnable_warps{};  ///< of all SMs
};

/// Thrown by Sm::run when the detector has proven that the launch can never end.
struct Deadlock {};
/// The name of a resident warp for the detector.
constexpr DeadlockDetector::WarpKey deadlock_key(unsigned sm, std::size_t warp) {
  return (DeadlockDetector::WarpKey{sm} << 32) | warp;
}

/// Hands out CTAs in order of their linear index, at the rate of the GPU's one distributor.
class CtaSource {
 public:
  CtaSource(const Dim3& grid, double launch_interval)
      : grid_(grid), count_(grid.count()), interval_(launch_interval) {}
  bool empty() const { return next_ == count_; }
  struct Taken {
    std::uint64_t linear;
    std::uint64_t at;  ///< when the distributor sends it
  };
  /// The next CTA for an SM that has room from cycle `now` on.
  Taken take(std::uint64_t now) { return {next_++, distributor_.take(now, interval_)}; }
  Dim3 id(std::uint64_t linear) const;
  std::uint64_t taken() const { return next_; }
  std::uint64_t count() const { return count_; }

 private:
  Dim3 grid_;
  std::uint64_t count_, next_ = 0;
  double interval_;
  Throughput distributor_;
};

/// Work that may queue in front of the load/store stages of an SM before issue stalls: about four
/// instructions a sub-partition (Huerta et al., MICRO 2025: a queue of four and a latch).
inline constexpr std::uint64_t kLsuQueueCycles = 16;

class Sm {
 public:
  Sm(const SmShared& shared, unsigned index, CtaSource& source);

  /// Starts one CTA at cycle `at` if a slot is free; false when none is.
  bool start_cta(std::uint64_t at);
  /// Simulates all cycles below `until`. Throws KernelFault, Deadlock.
  void run(std::uint64_t until);
  /// Earliest cycle at which anything can happen; kNever when idle or wholly blocked.
  std::uint64_t next_event() const;
  bool idle() const { return resident_ctas_ == 0; }
  std::uint64_t finished_at() const { return finished_at_; }
  std::uint64_t ctas_finished() const { return ctas_finished_; }

  Tally& tally() { return tally_; }
  unsigned index() const { return index_; }
  const std::vector<Warp>& warps() const { return warps_; }
  const CtaState& cta_of(const Warp& w) const { return ctas_[w.cta_slot].state; }
  std::uint64_t cta_index(const Warp& w) const { return ctas_[w.cta_slot].index; }

 private:
  struct Cta {
    CtaState state;
    CtaBarriers barriers;
    std::uint64_t index = 0;
    unsigned live_warps = 0;
    bool resident = false;
  };
  struct SubPartition {
    std::unique_ptr<WarpScheduler> scheduler;
    Pipes pipes;
    std::vector<std::uint64_t> ready_at, age;  // by slot
    std::uint64_t next_event = kNever;
    unsigned resident = 0;
    std::uint64_t active_since = 0;
  };

  // sm.cpp: time
  void step(unsigned partition);
  bool try_issue(SubPartition& p, unsigned partition, unsigned slot);
  unsigned warp_index(unsigned partition, unsigned slot) const {
    return slot * shared_.arch.sub_partitions + partition;
  }
  void schedule(Warp& w);
  void account(Warp& w, std::uint64_t to, Stall reason);
  void account_wait(Warp& w, std::uint64_t to);

  // sm_issue.cpp: one instruction
  void issue(Warp& w, unsigned partition);
  void execute(Warp& w, Pc pc, LaneMask lanes, const Clock& clock);
  void locate(KernelFault& fault, const Warp& w) const;
  void watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc);
  bool converge(Warp& w, const Path& path);
  void charge(Warp& w, const Inst& inst, const IssueCost& cost, unsigned partition);
  std::uint64_t charge_access(const Inst& inst, const MemoryAccess& access,
                              const AccessShape& shape, Stall& reason);
  void prepare_next(Warp& w, std::uint64_t front, Stall reason);
  void control_effects(Warp& w, const Inst& inst, Pc pc);

  // sm_cta.cpp: CTAs and barriers
  void place_warp(Cta& cta, unsigned cta_slot, unsigned index_in_cta, std::uint64_t at);
  void end_warp(Warp& w);
  void end_cta(Cta& cta);
  void bar_arrive(Warp& w, Pc pc);
  void count_bar_arrive(Warp& w);
  [[noreturn]] void fault_at_barrier(const Warp& w, Pc pc) const;
  void bar_park(Warp& w, Pc pc);
  void count_barrier_arrival(Warp& w);
  void open_barrier(Cta& cta, unsigned id);
  void open_ready_barriers(Cta& cta);
  WarpId id_of(const Warp& w) const;

  const SmShared& shared_;
  unsigned index_;
  CtaSource& source_;
  Tally tally_;
  L1Memory l1_;
  std::vector<Warp> warps_;
  std::vector<Cta> ctas_;
  std::vector<SubPartition> partitions_;
  Outcome out_;
  std::uint64_t now_ = 0, lsu_free_ = 0;
  std::uint64_t next_age_ = 0, active_since_ = 0, finished_at_ = 0, ctas_finished_ = 0;
  unsigned resident_ctas_ = 0;
};

}  // namespace simt
