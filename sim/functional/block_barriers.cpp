// Named barriers of a block without time (sim/sm/rules/barrier.h says when one opens, and
// warp_at_barrier.h when a warp arrives), and the end of its warps.
#include <utility>

#include "sim/functional/block.h"

namespace simt::functional {

void Block::barrier_effects(Warp& w, const Inst& inst, Pc pc, Context& context) {
  try {
    const bool executed = context.out.executed != 0;  // guard false in all lanes: nobody waits
    if (executed && inst.kind == Kind::BarArrive)
      w.barrier.arrive(context.executor, inst, pc, context.out, w.state);
    // The lanes that left were all it waited for, perhaps.
    if (w.barrier.count_arrived(barriers_, *w.paths)) open(w.barrier.arrives.id, context);
    if (waits_at_cta_barrier(inst, context.out)) {
      w.barrier.park(barriers_, *w.paths, context.executor, inst, pc, context.out, w.state);
      w.paths->block_at_barrier();
    }
  } catch (KernelFault& fault) {
    locate(fault, w.state, shared_.launch);
    throw;
  }
}

void Block::open(unsigned id, Context& context) {
  ++context.events;
  CtaBarriers::Opened opened = barriers_.open(id);
  for (Warp& w : warps_)
    if (w.resident) w.barrier.release(opened, *w.paths, w.state, context.executor);
  barriers_.done_with(std::move(opened));
}

void Block::end_warp(Warp& w, Context& context) {
  w.resident = false;
  ++context.events;
  barriers_.warp_ended();
  --live_warps_;
  barriers_.for_each_that_opens([&](unsigned id) { open(id, context); });
}

}  // namespace simt::functional
