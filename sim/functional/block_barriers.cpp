// Named barriers of a block without time (sim/sm/barrier.h says when one opens), and the end of its
// warps.
#include <bit>
#include <utility>

#include "sim/functional/block.h"

namespace simt::functional {

void Block::barrier_effects(Warp& w, const Inst& inst, Pc pc, Context& context) {
  if (context.out.exited != 0) count_arrived(w, context);  // all it waited for, perhaps
  if (context.out.executed == 0) return;                   // guard false in all lanes: nobody waits
  if (inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce) park(w, inst, pc, context);
  if (inst.kind == Kind::BarArrive) arrive(w, inst, pc, context);
}

void Block::park(Warp& w, const Inst& inst, Pc pc, Context& context) {
  const LaneMask lanes = context.out.executed;
  const auto use = context.executor.barrier_use(pc, lanes, w.state);
  if (w.paths->at_barrier() != 0 && w.barrier_id != use.id) fault_at_barrier(w, pc, context);
  w.barrier_id = use.id;
  w.barrier_count = use.count;
  const LaneMask truth =
      inst.kind == Kind::BarReduce ? context.executor.barrier_predicate(pc, lanes, w.state) : 0;
  w.paths->block_at_barrier();
  barriers_.park(use.id, {w.state.index_in_cta, pc, lanes}, count_lanes(truth));
}

// Called when no path can run: the barrier counts the warp when all its live lanes are parked, up
// to Pascal when some are. True: that opened it, and the warp may go on.
bool Block::count_parked(Warp& w, Context& context) {
  const LaneMask parked = w.paths->at_barrier();
  const bool all = w.paths->counts_warps() || parked == w.paths->live();
  if (parked == 0 || !all || w.barrier_arrived) return false;
  w.barrier_arrived = true;
  barriers_.arrive(w.barrier_id, w.barrier_count);
  if (!barriers_.opens(w.barrier_id)) return false;
  open(w.barrier_id, context);
  return true;
}

void Block::arrive(Warp& w, const Inst& inst, Pc pc, Context& context) {
  const Outcome& out = context.out;
  const auto use = context.executor.barrier_use(pc, out.executed, w.state);
  if (w.arrive_lanes != 0 && w.arrive_id != use.id) fault_at_barrier(w, pc, context);
  w.arrive_id = use.id;
  w.arrive_count = use.count;
  w.arrive_lanes |= inst.op.aligned ? out.path : out.executed;
  count_arrived(w, context);
}

// The barrier counts the warp when all its lanes that have not exited have executed bar.arrive; at
// once where a path speaks for the warp.
void Block::count_arrived(Warp& w, Context& context) {
  if (w.arrive_lanes == 0) return;
  if (!w.paths->counts_warps() && (w.paths->live() & ~w.arrive_lanes) != 0) return;
  w.arrive_lanes = 0;
  barriers_.arrive(w.arrive_id, w.arrive_count);
  if (barriers_.opens(w.arrive_id)) open(w.arrive_id, context);
}

void Block::open(unsigned id, Context& context) {
  ++context.events;
  CtaBarriers::Opened opened = barriers_.open(id);
  for (const CtaBarriers::Waiter& waiter : opened.waiters)
    if (shared_.program.code[waiter.pc].kind == Kind::BarReduce)
      context.executor.finish_barrier_reduce(waiter.pc, waiter.lanes, opened.threads_true,
                                             opened.threads, warps_[waiter.warp].state);
  for (const CtaBarriers::Waiter& waiter : opened.waiters) {
    Warp& w = warps_[waiter.warp];
    if (!w.resident || w.paths->at_barrier() == 0) continue;  // or released already
    w.barrier_arrived = false;
    w.paths->release_barrier();
  }
  barriers_.done_with(std::move(opened));
}

void Block::end_warp(Warp& w, Context& context) {
  w.resident = false;
  ++context.events;
  barriers_.warp_ended();
  --live_warps_;
  for (std::uint32_t ids = barriers_.arrived(); ids != 0; ids &= ids - 1) {
    const auto id = static_cast<unsigned>(std::countr_zero(ids));
    if (barriers_.opens(id)) open(id, context);
  }
}

void Block::fault_at_barrier(const Warp& w, Pc pc, const Context& context) const {
  KernelFault fault("lanes of one warp are at different barriers", pc,
                    first_lane(context.out.executed));
  locate(fault, w.state, shared_.launch);
  throw fault;
}

}  // namespace simt::functional
