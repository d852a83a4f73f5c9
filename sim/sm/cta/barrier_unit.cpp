#include "sim/sm/cta/barrier_unit.h"

namespace simt {

// The sub-partition's next one can go when the port has taken this one.
void BarrierUnit::arrival(const Warp& w, Cta& cta, Pc pc, Executor::BarrierUse use, bool waits) {
  const unsigned cycles = w.on->issue[pc].interval16 / 16;
  const std::uint64_t taken = take_port(context_.now, cycles);
  warps_.partition_of(w).warps.close(Gate::Barrier, context_.now, taken + cycles);
  cta.arrived_at = std::max(cta.arrived_at, taken);
  if (context_.observer)
    context_.observer->on_barrier_arrive(context_.now, w.id, {use.id, use.count, waits});
}

void BarrierUnit::park(Warp& w, Cta& cta, Pc pc) {
  const LaneMask lanes = context_.out->executed;
  const Executor& executor = *w.on->executor;
  const auto use = executor.barrier_use(pc, lanes, w.state);
  const bool counts = w.on->code[pc].kind == Kind::BarReduce;
  const LaneMask truth = counts ? executor.barrier_predicate(pc, lanes, w.state) : 0;
  w.barrier.park(cta.barriers, *w.paths, use, {w.state.index_in_cta, pc, lanes, counts},
                 count_lanes(truth));
  arrival(w, cta, pc, use, true);
  w.paths->block_at_barrier();
  if (!counts) w.behind_barrier = context_.now + 1;
}

void BarrierUnit::arrive(Warp& w, Cta& cta, Pc pc) {
  const Outcome& out = *context_.out;
  if (out.executed == 0) return;
  const auto use = w.on->executor->barrier_use(pc, out.executed, w.state);
  w.barrier.arrive(use, w.on->code[pc].op.aligned ? out.path : out.executed, pc);
  arrival(w, cta, pc, use, false);
}

}  // namespace simt
