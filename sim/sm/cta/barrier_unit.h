// The barrier unit of an SM: named barriers in time. Warps of all sub-partitions and CTAs arrive
// through one port, and what a barrier has counted (bar.red) is read through it too.
// Source of the port: 1 to 32 warps, one and two CTAs an SM, timed on an H200
// (kernels/micro/barrier.ir).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/stall_account.h"
#include "sim/sm/core/warp_slots.h"
#include "sim/sm/cta/cta.h"

namespace simt {

class BarrierUnit {
 public:
  /// Both outlive it.
  BarrierUnit(const SmContext& context, WarpSlots& warps) : context_(context), warps_(warps) {}

  /// A path of `w` has executed bar.sync or bar.red with `out`, and waits. Throws KernelFault when
  /// other lanes wait at another barrier.
  void park(Warp& w, Cta& cta, Pc pc, const Outcome& out);
  /// All lanes of `w` have come to barrier `id` of the whole CTA together, by a bar.sync that their
  /// paths know of. True: that opens it.
  bool park_together(Warp& w, Cta& cta, Pc pc, unsigned id);
  /// A path of `w` has executed bar.arrive, and goes on. Throws KernelFault, as park().
  void arrive(Warp& w, Cta& cta, Pc pc, const Outcome& out);
  /// Barrier `id` of the CTA opens. Calls go_on(warp, at, reason) for each that waited there and
  /// waits for nothing else: it can issue from `at` on, and what it waits for after the barrier is
  /// `reason`.
  template <class F>
  void open(Cta& cta, unsigned id, F&& go_on);

 private:
  std::uint64_t take_port(std::uint64_t now, unsigned cycles) {
    const std::uint64_t start = std::max(now, port_free_);
    port_free_ = start + cycles;
    return start;
  }
  void arrival(const Warp& w, Cta& cta, Pc pc, Executor::BarrierUse use, bool waits);

  const SmContext& context_;
  WarpSlots& warps_;
  std::uint64_t port_free_ = 0;
};

template <class F>
void BarrierUnit::open(Cta& cta, unsigned id, F&& go_on) {
  CtaBarriers::Opened opened = cta.barriers.open(id);
  const ArchConfig& arch = context_.arch;
  const std::uint64_t release =
      std::max(context_.now, cta.arrived_at) + arch.control.barrier_latency;
  if (context_.observer)
    context_.observer->on_barrier_open(context_.now, context_.index, cta.index, id);
  for (const unsigned index : cta.warps) {
    Warp& w = warps_[index];
    if (!w.resident || w.state.cta != &cta.state) continue;  // another's, by now
    const auto released = w.barrier.release(opened, *w.paths, w.state, *w.on->executor);
    if (released == WarpAtBarrier::Released::No) continue;
    if (w.is_held()) continue;  // in other lanes
    account(context_, w, release, Stall::barrier, w.last_issue);
    if (released == WarpAtBarrier::Released::Counts)
      go_on(w,
            take_port(release, arch.control.barrier_result_interval) +
                arch.control.barrier_result_latency,
            Stall::short_scoreboard);
    else
      go_on(w, release, Stall::wait);
  }
  cta.barriers.done_with(std::move(opened));
}

}  // namespace simt
