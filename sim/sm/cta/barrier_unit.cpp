#include "sim/sm/cta/barrier_unit.h"

namespace simt {

// The sub-partition's next one can go when the port has taken this one.
void BarrierUnit::arrival(const Warp& w, Cta& cta, Pc pc, Executor::BarrierUse use, bool waits) {
  const unsigned cycles = w.on->issue[pc].interval16 / 16;
  const std::uint64_t taken = take_port(context_.now, cycles);
  warps_.partition_of(w).warps.close(Gate::Barrier, context_.now + 1, taken + cycles);
  cta.arrived_at = std::max(cta.arrived_at, taken);
  if (context_.observer)
    context_.observer->on_barrier_arrive(context_.now, w.id, {use.id, use.count, waits});
}

void BarrierUnit::park(Warp& w, Cta& cta, Pc pc, const Outcome& out) {
  const Inst& inst = w.on->code[pc];
  const auto use = w.barrier.park(cta.barriers, *w.paths, *w.on->executor, inst, pc, out, w.state);
  arrival(w, cta, pc, use, true);
  w.paths->block_at_barrier();
  if (inst.kind == Kind::BarSync) w.behind_barrier = context_.now + 1;
}

bool BarrierUnit::park_together(Warp& w, Cta& cta, Pc pc, unsigned id) {
  arrival(w, cta, pc, {id, 0}, true);
  w.behind_barrier = context_.now + 1;
  return w.barrier.park_together(cta.barriers, id, {w.state.index_in_cta, pc, w.next.lanes});
}

void BarrierUnit::arrive(Warp& w, Cta& cta, Pc pc, const Outcome& out) {
  if (out.executed == 0) return;
  const auto use = w.barrier.arrive(*w.on->executor, w.on->code[pc], pc, out, w.state);
  arrival(w, cta, pc, use, false);
}

}  // namespace simt
