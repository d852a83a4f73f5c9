// One streaming multiprocessor: wires its parts. Warps in slots of sub-partitions (warp_slots.h),
// the stage that issues their instructions (issue/), the load/store side (load_store/), CTAs and
// their barriers (cta/). Time moves in `run`, window by window (sim/sm/device.h). Every resident
// warp is in exactly one stall state in every cycle: the counts balance.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/exec/global_port.h"
#include "sim/mem/l1_memory.h"
#include "sim/sm/core/grid.h"
#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/warp_slots.h"
#include "sim/sm/cta/barrier_unit.h"
#include "sim/sm/cta/cta_slots.h"
#include "sim/sm/issue/front_end.h"
#include "sim/sm/issue/issue_stage.h"
#include "sim/sm/load_store/load_store.h"
#include "sim/sm/warps_ahead.h"

namespace simt {

class Sm {
 public:
  /// `l1_bytes`: of the unified array; `now`: the cycle at which it comes to be; `host`: where what
  /// it touches all the time lies.
  Sm(const SmShared& shared, unsigned index, unsigned l1_bytes, std::uint64_t now,
     GlobalMemory& memory, GlobalPort::Order order, std::pmr::memory_resource& host);

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
  /// `next`: what is brought near meanwhile.
  void run(std::uint64_t until, std::uint64_t ahead, WarpsAhead& next);
  /// The answers to the first requests of the outbox.
  void answer(const std::vector<L2Answer>& answers);
  /// The run stops at cycle `at`, not before counted_until(): counts the cycles up to there of the
  /// CTAs and warps that have not ended. Once, after the last window.
  void stop(std::uint64_t at);

  /// Earliest cycle at which anything can happen; kNever when idle or wholly blocked.
  std::uint64_t next_event() const { return warps_.next_event(); }
  bool idle() const { return residents() == 0; }
  /// A kernel begins: what others have stored since must be seen.
  void invalidate_l1() { l1_.invalidate(); }
  unsigned residents() const { return ctas_.residents(); }  ///< CTAs
  WindowEnd& window_end() { return context_.end; }
  const KernelFault* fault() const { return fault_ ? &*fault_ : nullptr; }
  /// The end of the cycle of the fault.
  std::uint64_t fault_at() const { return fault_at_; }
  /// The cycle up to which a run that stops here has counted something.
  std::uint64_t counted_until() const;

  unsigned index() const { return context_.index; }
  unsigned l1_bytes() const { return l1_bytes_; }
  std::uint64_t now() const { return context_.now; }
  GlobalPort& port() { return port_; }
  const std::pmr::vector<MemoryRequest>& outbox() const { return l1_.outbox(); }
  const WarpSlots& warp_slots() const { return warps_; }
  std::span<const Warp> warps() const { return warps_.all(); }
  const Cta& cta_of(const Warp& w) const { return ctas_.of(w); }
  const FrontEnd& front_end() const { return front_end_; }

  /// Tell the host what will be touched soon (sm_prefetch.cpp).
  void prefetch_schedulers() const;
  /// What issues touch of the SM itself.
  std::size_t bytes_before_l1() const;
  /// What belongs to its schedulers and does not lie in them.
  void prefetch_beside_schedulers() const;
  /// The registers of a warp that has some, or the first of them.
  static std::span<const std::byte> registers_to_prefetch(const Warp& w);
  /// What else an issue touches of the warp, which is near.
  void prefetch_operands(const Warp& w) const;
  void prefetch_answers() const;
  void prefetch_waiting() const;
  void prefetch_results() const;
  void prefetch_cta(const Grid& grid) const;
  void prefetch_start(const Grid& grid) const;

 private:
  void advance(std::uint64_t to, IssueStage::Reach reach, WarpsAhead& next, Outcome& out);

  SmContext context_;
  const unsigned l1_bytes_;
  GlobalPort port_;
  WarpSlots warps_;
  CtaSlots ctas_;
  BarrierUnit barriers_;
  FrontEnd front_end_;
  LoadStore load_store_;
  IssueStage issue_stage_;
  unsigned turn_ = 0;  ///< the sub-partition that is the next one to step in this cycle
  std::optional<KernelFault> fault_;
  std::uint64_t fault_at_ = 0;
  // Large, and little of it touched by an instruction: the last (prefetch_schedulers).
  L1Memory l1_;
};

/// Who only destroys an SM: its memory belongs to somebody else.
struct EndSm {
  void operator()(Sm* sm) const { std::destroy_at(sm); }
};
using Sms = std::vector<std::unique_ptr<Sm, EndSm>>;

}  // namespace simt
