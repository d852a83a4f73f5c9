// The issue stage: warps that begin, wait, go on and end.
#include <algorithm>

#include "sim/sm/core/locating_faults.h"
#include "sim/sm/core/stall_account.h"
#include "sim/sm/issue/issue_stage.h"
#include "sim/sm/rules/wrong_mask.h"

namespace simt {

void IssueStage::begin(Warp& w) {
  const std::uint64_t idle = CtaSlots::without_instruction(parts_.ctas.of(w));
  prepare_next(w, w.started + idle, Stall::no_instruction);
  if (w.on->own_control) return;
  w.stores_left =
      parts_.load_store.load_stack_pointer(*w.on, std::max(w.wait.front_until, w.wait.fetch_until));
}

void IssueStage::tell_of_fault(Warp& w, const KernelFault& fault, const Outcome& out) {
  context_.observer->on_fault(context_.now, w.id, fault, out, *w.paths);
  for (unsigned i = 0; i < out.num_access; ++i) {
    const AccessShape& shape = w.on->tally.shape_of(out.access[i], w.local_base);
    context_.observer->on_access({{context_.index, 0}, w.id, fault.pc, out.access[i], shape});
  }
}

void IssueStage::note_wrong_mask(Warp& w, Pc pc, const Outcome& out) {
  simt::note_wrong_mask(w.on->grid->kernel().program, w.id, pc, out, w.state.lanes, *w.paths,
                        w.on->wrong_masks);
}

void IssueStage::watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc, const Outcome& out) {
  const auto key = deadlock_key(context_.index, parts_.warps.index_of(w));
  context_.end.proven_stuck |= context_.shared.deadlock->observe(
      key, pc, inst, out, w.state, *w.paths, context_.shared.runnable_warps);
}

// The warp goes on when what the SM has sent is performed (complete).
void IssueStage::wait_for_fence(Warp& w, const Inst& inst, Pc pc) {
  parts_.load_store.fence(w, parts_.warps.index_of(w), pc, inst.op.scope);
  wait_for_answer(w, Stall::membar);
}

void IssueStage::wait_for_answer(Warp& w, Stall reason) {
  w.wait.front_until = w.wait.ready_at = kNever;
  w.wait.front_reason = reason;
  w.wait.for_answer = false;
  parts_.warps.schedule(parts_.warps.partition_of(w), w, context_.now);
}

// Where no path can go on the warp has ended, or waits at a barrier. What it has under way keeps it
// there: an atomic whose result nobody reads, too.
void IssueStage::prepare_next(Warp& w, std::uint64_t front, Stall reason) {
  bool goes_on = false;
  locating_faults(w, [&] { goes_on = parts_.front_end.prepare(w, front, reason); });
  if (goes_on) return;
  if (w.paths->live() == 0) {
    w.ends = true;
    if (w.on->own_control) {  // what it stored drains once its EXIT is through the branch unit
      const std::uint64_t exits = std::max(front, context_.now);
      account(context_, w, w.wait.stalls_until, Stall::wait, w.last_issue);
      account(context_, w, exits, Stall::branch_resolving, w.last_issue);
      w.stores_left =
          std::max({w.stores_left + (exits - context_.now), exits, w.scoreboard.latest_known()});
    }
    if (w.under_way == 0) end_warp(w);
  } else {
    Cta& cta = parts_.ctas.of(w);
    if (w.barrier.count_parked(cta.barriers, *w.paths)) open_barrier(cta, w.barrier.waits.id);
  }
}

void IssueStage::end_warp(Warp& w) {
  Cta& cta = parts_.ctas.end_warp(w);
  if (cta.resident) cta.barriers.for_each_that_opens([&](unsigned id) { open_barrier(cta, id); });
}

void IssueStage::open_barrier(Cta& cta, unsigned id) {
  parts_.barriers.open(
      cta, id, [this](Warp& w, std::uint64_t at, Stall reason) { prepare_next(w, at, reason); });
}

void IssueStage::complete(const Completion& done) {
  Warp& w = parts_.warps[done.warp];
  --w.under_way;
  if (done.what == Completion::What::Registers || done.what == Completion::What::Copy)
    parts_.warps.partition_of(w).scheduler->answered(w.slot);
  if (done.what == Completion::What::Copy) copy_ended(w, done);
  if (done.what == Completion::What::Store)
    w.stores_left = std::max(w.stores_left, done.ready + context_.arch.control.drain_cycles);
  if (w.ends) {
    w.stores_left = std::max(w.stores_left, done.ready);
    if (w.under_way == 0) end_warp(w);
    return;
  }
  switch (done.what) {
    case Completion::What::Fence:
      if (w.is_held()) prepare_next(w, done.ready, Stall::membar);
      return;
    case Completion::What::Copy:
    case Completion::What::Store:
      // Without optimisation ptxas has them set a dependence barrier, as if they had a result.
      if (w.on->written(done.pc).empty()) return;
      break;
    case Completion::What::Registers:
      break;
  }
  if (context_.observer && done.what == Completion::What::Registers)
    context_.observer->on_result({context_.index, done.issue}, w.id, done.pc, done.ready,
                                 done.level);
  for (const RegId entry : w.on->written(done.pc))
    w.scoreboard.settle(entry, done.ready, done.reason);
  if (w.is_held() && w.next.pc == done.pc)
    prepare_next(w, done.ready, w.wait.front_reason);
  else if (w.wait.for_answer && w.wait.for_lanes)
    prepare_next(w, w.wait.front_until, w.wait.front_reason);
  else if (w.wait.for_answer)
    parts_.front_end.when_ready(parts_.warps.partition_of(w), w);
}

}  // namespace simt
