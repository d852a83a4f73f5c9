#include "sim/sm/rules/warp_at_barrier.h"

namespace simt {
namespace {

[[noreturn]] void lanes_apart(Pc pc, LaneMask lanes) {
  throw KernelFault("lanes of one warp are at different barriers", pc, first_lane(lanes));
}

}  // namespace

void WarpAtBarrier::park(CtaBarriers& barriers, const DivergenceModel& paths,
                         Executor::BarrierUse use, const CtaBarriers::Waiter& waiter,
                         unsigned threads_true) {
  if (paths.at_barrier() != 0 && waits.id != use.id) lanes_apart(waiter.pc, waiter.lanes);
  waits = use;
  barriers.park(use.id, waiter, threads_true);
}

Executor::BarrierUse WarpAtBarrier::park(CtaBarriers& barriers, const DivergenceModel& paths,
                                         const Executor& executor, const Inst& inst, Pc pc,
                                         const Outcome& out, const WarpState& state) {
  const LaneMask lanes = out.executed;
  const auto use = executor.barrier_use(pc, lanes, state);
  const bool counts = inst.kind == Kind::BarReduce;
  const LaneMask truth = counts ? executor.barrier_predicate(pc, lanes, state) : 0;
  park(barriers, paths, use, {state.index_in_cta, pc, lanes, counts}, count_lanes(truth));
  return use;
}

bool WarpAtBarrier::park_together(CtaBarriers& barriers, unsigned id,
                                  const CtaBarriers::Waiter& waiter) {
  waits = {id, 0};
  barriers.park(id, waiter, 0);
  arrived = true;
  barriers.arrive(id, 0);
  return barriers.opens(id);
}

bool WarpAtBarrier::count_parked(CtaBarriers& barriers, const DivergenceModel& paths) {
  const LaneMask parked = paths.at_barrier();
  const bool all = paths.counts_warps() || parked == paths.live();
  if (parked == 0 || !all || arrived) return false;
  arrived = true;
  barriers.arrive(waits.id, waits.count);
  return barriers.opens(waits.id);
}

void WarpAtBarrier::arrive(Executor::BarrierUse use, LaneMask lanes, Pc pc) {
  if (arrive_lanes != 0 && arrives.id != use.id) lanes_apart(pc, lanes);
  arrives = use;
  arrive_lanes |= lanes;
}

Executor::BarrierUse WarpAtBarrier::arrive(const Executor& executor, const Inst& inst, Pc pc,
                                           const Outcome& out, const WarpState& state) {
  const auto use = executor.barrier_use(pc, out.executed, state);
  arrive(use, inst.op.aligned ? out.path : out.executed, pc);
  return use;
}

bool WarpAtBarrier::count_arrived(CtaBarriers& barriers, const DivergenceModel& paths) {
  if (arrive_lanes == 0) return false;
  if (!paths.counts_warps() && (paths.live() & ~arrive_lanes) != 0) return false;
  arrive_lanes = 0;
  barriers.arrive(arrives.id, arrives.count);
  return barriers.opens(arrives.id);
}

WarpAtBarrier::Released WarpAtBarrier::release(const CtaBarriers::Opened& opened,
                                               DivergenceModel& paths, WarpState& state,
                                               const Executor& executor) {
  if ((opened.warps >> state.index_in_cta & 1) == 0) return Released::No;
  auto released = Released::Yes;
  if (opened.read) {
    for (const CtaBarriers::Waiter& waiter : opened.waiters) {
      if (waiter.warp != state.index_in_cta || !waiter.reads) continue;
      released = Released::Counts;
      executor.finish_barrier_reduce(waiter.pc, waiter.lanes, opened.threads_true, opened.threads,
                                     state);
    }
  }
  arrived = false;
  paths.release_barrier();
  return released;
}

}  // namespace simt
