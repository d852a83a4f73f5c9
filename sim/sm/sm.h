// One streaming multiprocessor: resident CTAs, their warps on sub-partitions, issue, and the SM's
// share of the memory path. Time moves in `run`, window by window (sim/sm/device.h); a
// sub-partition issues at most one instruction a cycle (the dual issue of architectures before
// Volta is not modelled; docs/DEVIATIONS.md). Every resident warp is in exactly one stall state in
// every cycle: the counts balance.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "sim/assembler/issue_info.h"
#include "sim/base/events.h"
#include "sim/exec/global_port.h"
#include "sim/mem/l1_memory.h"
#include "sim/sm/active_time.h"
#include "sim/sm/barrier.h"
#include "sim/sm/barrier_port.h"
#include "sim/sm/constant_cache.h"
#include "sim/sm/deadlock.h"
#include "sim/sm/grid.h"
#include "sim/sm/instruction_queue.h"
#include "sim/sm/issue_slots.h"
#include "sim/sm/pipes.h"
#include "sim/sm/ready_set.h"
#include "sim/sm/scheduler/scheduler.h"
#include "sim/sm/spin_chains.h"
#include "sim/sm/tally.h"
#include "sim/sm/warp.h"

namespace simt {

/// What all SMs of a device share; owned by the device, not changed while they run.
struct SmShared {
  const ArchConfig& arch;
  Observer* observer = nullptr;
  bool skip_idle = true;
  /// No SM runs ahead (Sm::run) to this cycle or behind it; 0: they stay together.
  std::uint64_t ahead_until = 0;
  std::pmr::memory_resource* memory = nullptr;  ///< for what the SMs touch all the time
  /// Set while it watches; SMs then run one after the other.
  DeadlockDetector* deadlock = nullptr;
  std::function<unsigned()> runnable_warps{};  ///< of all SMs
};

/// The name of a resident warp for the detector.
constexpr DeadlockDetector::WarpKey deadlock_key(unsigned sm, std::size_t warp) {
  return (DeadlockDetector::WarpKey{sm} << 32) | warp;
}

class Sm {
 public:
  /// `l1_bytes`: of the unified array; `now`: the cycle at which it comes to be.
  Sm(const SmShared& shared, unsigned index, unsigned l1_bytes, std::uint64_t now,
     GlobalMemory& memory, GlobalPort::Order order);

  unsigned residents() const { return active_.residents(); }  ///< CTAs
  unsigned l1_bytes() const { return l1_bytes_; }
  /// Starts a CTA of `on`, which is of this SM, at cycle `at`, not before the end of the last
  /// window. There is room for it (SmLedger). The first one of a grid waits until the SM is ready
  /// for it, and the SM counts as active meanwhile.
  void start_cta(GridOnSm& on, const Grid::Cta& next, std::uint64_t at);
  /// Simulates a window: all cycles below `until`. Touches nothing outside this SM but what the
  /// shared executor may (Executor::allows_threads). A fault stops it: see fault().
  /// When nothing is under way then between this SM and others, goes on to before cycle `ahead` as
  /// long as it does not come to an instruction that other SMs may see or that sees them
  /// (IssueInfo::leaves_sm), and no CTA ends: what it does is the same as in windows to come, but
  /// the host has its state at hand.
  void run(std::uint64_t until, std::uint64_t ahead);
  /// Tell the host what a run(until) will touch first, one after the other, each once what the one
  /// before it asked for is near: which warps may issue; those warps; the operands of their
  /// instructions. All SMs together are larger than the host's caches.
  void prefetch_schedulers() const;
  void prefetch_warps(std::uint64_t until) const;
  void prefetch_operands(std::uint64_t until) const;
  /// The same of what the next answer() will touch: the lines that were asked for and who waits;
  /// the warps that do.
  void prefetch_answers() const;
  void prefetch_waiting() const;
  void prefetch_results() const;
  /// The same of what the next start_cta() will touch: its warps; what belongs to them.
  void prefetch_cta(const Grid& grid) const;
  void prefetch_start(const Grid& grid) const;
  /// Earliest cycle at which anything can happen; kNever when idle or wholly blocked.
  std::uint64_t next_event() const;
  bool idle() const { return active_.residents() == 0; }

  /// What the window, and what the SM did ahead of the next ones, left for the launch to do, and
  /// what happened.
  struct WindowEnd {
    struct CtaEnd {
      std::uint64_t at;
      const Grid* grid;
    };
    std::vector<CtaEnd> ctas_ended;
    std::uint64_t executed = 0;  ///< warp instructions
    unsigned warps_ended = 0;
    bool progress = false;  ///< something that a warp may have waited for (DeadlockDetector)
    bool proven_stuck = false;
  };
  WindowEnd& window_end() { return end_; }
  const KernelFault* fault() const { return fault_ ? &*fault_ : nullptr; }
  /// The end of the cycle of the fault.
  std::uint64_t fault_at() const { return fault_at_; }
  std::uint64_t now() const { return now_; }
  GlobalPort& port() { return port_; }
  const std::vector<MemoryRequest>& outbox() const { return l1_.outbox(); }
  /// The arrival times of the first requests of the outbox.
  void answer(const std::vector<std::uint64_t>& arrivals);

  /// The cycle up to which a run that stops here has counted something.
  std::uint64_t counted_until() const;
  /// The run stops at cycle `at`, not before counted_until(): counts the cycles up to there of the
  /// CTAs and warps that have not ended. Once, behind the last window.
  void stop(std::uint64_t at);
  unsigned index() const { return index_; }
  std::span<const Warp> warps() const { return warps_; }
  const CtaState& cta_of(const Warp& w) const { return ctas_[w.cta_slot].state; }
  std::uint64_t cta_index(const Warp& w) const { return ctas_[w.cta_slot].index; }
  const CtaBarriers& barriers_of(const Warp& w) const { return ctas_[w.cta_slot].barriers; }
  /// Cycles that a predicate takes longer to a guard than to an arithmetic operand.
  unsigned guard_extra() const { return guard_extra_; }
  /// Of a sub-partition; slot s of sub-partition p is warps()[s * sub_partitions + p].
  const ReadySet& ready_set(unsigned partition) const { return partitions_[partition].warps; }

 private:
  struct Cta {
    GridOnSm* on = nullptr;
    CtaState state;
    CtaBarriers barriers;
    std::uint64_t index = 0;
    std::vector<unsigned> warps;  ///< where its warps began, ascending; some may have left
    unsigned live_warps = 0;
    std::uint64_t started = 0, ends_at = 0;  ///< ends_at: when the last of its warps has left
    std::uint64_t arrived_at = 0;            ///< when the barrier unit had its last arrival
    bool resident = false;
  };
  struct SubPartition {
    std::unique_ptr<WarpScheduler> scheduler;
    ReadySet warps;
    Pipes pipes;
    InstructionQueue lsu_queue, xu_queue;
    std::uint64_t path_free = 0;  ///< its path to the shared load/store stages
    IssueSlots slots{};
    /// Of the instruction that issues: when its pipe takes it, and when it leaves the pipe's queue.
    std::uint64_t begins = 0, leaves = 0;
    WarpSet residents = 0;  ///< slots
    ActiveTime active{};    ///< of its warps
  };
  /// Calls f(warp) for those that may issue before `until`.
  template <class F>
  void for_each_expected(std::uint64_t until, F&& f) const {
    for (unsigned p = 0; p < partitions_.size(); ++p)
      for (WarpSet set = partitions_[p].warps.expected(until) & partitions_[p].residents; set != 0;
           set &= set - 1)
        f(warps_[warp_index(p, static_cast<unsigned>(std::countr_zero(set)))]);
  }
  /// Calls f(warp) for those that a CTA of so many warps will take next, or some of them.
  template <class F>
  void for_each_free(unsigned warps, F&& f) const {
    const auto partitions = static_cast<unsigned>(partitions_.size());
    const unsigned each = (warps + partitions - 1) / partitions;
    for (unsigned p = 0; p < partitions; ++p) {
      WarpSet free = ~partitions_[p].residents;
      for (unsigned i = 0; i < each && free != 0; ++i, free &= free - 1) {
        const std::size_t index = warp_index(p, static_cast<unsigned>(std::countr_zero(free)));
        if (index < warps_.size()) f(warps_[index]);
      }
    }
  }
  /// A load, atomic or fence whose end is not known yet.
  struct InFlight {
    unsigned warp = 0;
    std::uint64_t age = 0;  ///< of the warp that issued it: its slot may have a new one
    Pc pc = kNoPc;
    Stall reason = Stall::long_scoreboard;
    unsigned parts = 0;   ///< answers that it waits for
    unsigned beyond = 0;  ///< cycles from an answer to the register file
    std::uint64_t ready = 0;
  };

  // sm.cpp, sm_time.h: time
  /// What may issue: anything, or only what stays inside the SM.
  enum class Reach : std::uint8_t { All, Inside };
  void make_room(unsigned warps);
  void advance(std::uint64_t to, Reach reach);
  bool step(unsigned partition, Reach reach);
  bool under_way() const;
  bool try_issue(SubPartition& p, Warp& w);
  void hold_until_window_ends(Warp& w);
  unsigned warp_index(unsigned partition, unsigned slot) const {
    return slot * sub_partitions_ + partition;
  }
  unsigned index_of(const Warp& w) const { return static_cast<unsigned>(&w - warps_.data()); }
  SubPartition& partition_of(const Warp& w) { return partitions_[w.partition]; }
  void schedule(SubPartition& p, Warp& w);
  void account(Warp& w, std::uint64_t to, Stall reason);
  void tell_stall(const Warp& w, std::uint64_t from, std::uint64_t to, Stall reason);
  void account_wait(const SubPartition& p, Warp& w, std::uint64_t to);
  void account_issue(const SubPartition& p, Warp& w);
  bool takes_short_way(const GridOnSm& on, const IssueInfo& cost) const;
  void enter_queue(SubPartition& p, Pipe pipe, std::uint64_t leaves);
  std::uint64_t occupy(SubPartition& p, Pipe pipe, std::uint32_t interval16);
  std::uint64_t occupy(SubPartition& p, const IssueInfo& cost);
  std::uint64_t result_at(const SubPartition& p, const IssueInfo& cost, std::uint64_t issued) const;
  void produce(Warp& w, const Inst& inst, std::uint64_t ready, Stall reason);
  void produce(Warp& w, const RegisterUse& use, std::uint64_t ready, Stall reason);
  Scoreboard::Ready operands_ready(const Warp& w, Pc pc) const;
  std::uint64_t issued_at(Warp& w, const IssueInfo& cost) const;

  // sm_prefetch.cpp: ahead of time, for the host
  static void prefetch(const Warp& w);
  void prefetch_access(Warp& w);

  /// An instruction that has issued.
  struct Issued {
    std::uint64_t at;
    std::uint64_t held_until;  ///< its warp goes no further: a constant that the instruction names
  };

  // sm_issue.cpp: one instruction
  bool issue(SubPartition& p, Warp& w, const IssueInfo& cost);
  void issue_plain(SubPartition& p, Warp& w, const IssueInfo& cost);
  void finish_issue(SubPartition& p, Warp& w, const Inst& inst, Pc pc);
  Issued charge(Warp& w, const Inst& inst, const IssueInfo& cost, SubPartition& p);
  void execute(Warp& w, Pc pc, LaneMask lanes);
  void locate(KernelFault& fault, const Warp& w) const;
  void watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc);
  bool converge(Warp& w, const Path& path);
  void prepare_next(Warp& w, std::uint64_t front, Stall reason);
  void go_on(SubPartition& p, Warp& w, const Path& path, std::uint64_t front, Stall reason);
  void when_ready(SubPartition& p, Warp& w);
  void fetch(Warp& w, const IssueInfo& cost);
  unsigned paths_that_rejoin(const GridOnSm& on, Pc pc) const;
  void control_effects(Warp& w, const Inst& inst, Pc pc, const Issued& issued);
  std::uint64_t fence_start();
  void ask_fence(Warp& w, const Inst& inst, Pc pc);

  // sm_memory.cpp: the load/store path
  bool l1_accepts(SubPartition& p, Kind kind);
  std::uint64_t enter_load_store(SubPartition& p, unsigned path_cycles, unsigned stage_cycles);
  struct Charged {
    std::uint64_t ready;
    Stall reason;
    bool pending;
    std::uint64_t held_until = 0;
  };
  void charge_accesses(Warp& w, const Inst& inst, SubPartition& p, Charged& result);
  Charged charge_access(const Warp& w, const Inst& inst, const MemoryAccess& access,
                        const AccessShape& shape, SubPartition& p, std::uint32_t tag);
  Charged charge_shared(const MemoryAccess& access, const AccessShape& shape, SubPartition& p);
  Charged charge_spin(const MemoryAccess& access, SubPartition& p, unsigned cta_slot);
  Charged charge_l1(Tally& tally, const Inst& inst, const MemoryAccess& access,
                    const AccessShape& shape, SubPartition& p, std::uint32_t tag);
  Charged charge_constant(GridOnSm& on, const Inst& inst, const MemoryAccess& access,
                          const AccessShape& shape, std::uint32_t tag);
  std::uint64_t load_stack_pointer(GridOnSm& on, std::uint64_t at);
  std::uint64_t touch_parameters(GridOnSm& on, const ParameterUse& use);
  std::uint64_t serialize(unsigned values);
  std::uint32_t new_in_flight(const Warp& w, Pc pc);
  void arrived(std::uint32_t tag, std::uint64_t ready);

  // sm_cta.cpp: CTAs and barriers
  std::uint64_t next_launch(std::uint64_t at, unsigned count);
  unsigned place_warp(Cta& cta, unsigned cta_slot, unsigned index_in_cta, std::uint64_t at);
  void end_warp(Warp& w);
  void end_cta(Cta& cta);
  void bar_arrive(Warp& w, Pc pc);
  void count_bar_arrive(Warp& w);
  [[noreturn]] void fault_at_barrier(const Warp& w, Pc pc) const;
  void bar_park(Warp& w, Pc pc);
  void count_barrier_arrival(Warp& w);
  void open_barrier(Cta& cta, unsigned id);
  void arrive_at_barrier(Warp& w, Pc pc);
  void open_ready_barriers(Cta& cta);
  WarpId id_of(const Warp& w) const;

  const SmShared& shared_;
  Observer* const observer_;
  unsigned index_, l1_bytes_;
  GlobalPort port_;
  BarrierPort barrier_port_;
  std::pmr::vector<Warp> warps_;
  std::vector<Cta> ctas_;
  double ns_per_cycle_;
  unsigned guard_extra_ = 0;
  unsigned sub_partitions_;
  std::vector<SubPartition> partitions_;
  std::vector<std::uint64_t> next_events_;  ///< of the sub-partitions
  std::vector<InFlight> in_flight_;
  std::vector<std::uint32_t> free_in_flight_;
  Outcome* out_ = nullptr;  ///< of the instruction that executes; of the thread in run()
  WindowEnd end_;
  std::optional<KernelFault> fault_;
  std::uint64_t fault_at_ = 0;
  std::uint64_t now_ = 0, until_ = 0, lsu_free_ = 0;
  bool watched_ = false;  ///< by an observer or the deadlock detector: no short ways
  unsigned turn_ = 0;     ///< the sub-partition that is the next one to step in cycle now_
  std::uint64_t serializer_free_ = 0, fence_free_ = 0, launch_free_ = 0;
  std::uint64_t next_age_ = 0;
  std::uint64_t last_end_ = 0;  ///< of a CTA
  ActiveTime active_;           ///< of its CTAs
  // Large, and little of them touched by an instruction: the last (prefetch_schedulers).
  L1Memory l1_;
  SpinChains spins_;
};

/// Who only destroys an SM: its memory belongs to somebody else.
struct EndSm {
  void operator()(Sm* sm) const { std::destroy_at(sm); }
};
using Sms = std::vector<std::unique_ptr<Sm, EndSm>>;

}  // namespace simt
