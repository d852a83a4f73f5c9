#include "sim/sm/issue/issue_stage.h"

#include <algorithm>

#include "sim/sm/core/locating_faults.h"
#include "sim/sm/core/stall_account.h"

namespace simt {
namespace {

// Of the paths that the branch at `pc` makes, those that come to a reconvergence point.
unsigned paths_that_reconverge(const GridOnSm& on, Pc pc, const Outcome& out) {
  const ReconvergenceEdges reconvergence = on.issue[pc].reconvergence;
  const Inst& inst = on.code[pc];
  unsigned paths = 0;
  for (unsigned i = 0; i < out.num_targets; ++i) {
    const Pc to = out.targets[i].pc;
    const bool other = inst.kind == Kind::BranchIndexed && to != inst.flow.reconverge;
    paths += (to == pc + 1 ? reconvergence.next : reconvergence.target && !other) ? 1u : 0u;
  }
  return paths;
}

// Not inline: what nobody hears of costs the issue of an instruction a test.
[[gnu::noinline]] void tell_of_issue(SmContext& context, Warp& w, unsigned slot, Pc pc,
                                     const Outcome& out) {
  Observer& observer = *context.observer;
  w.last_issue = ++context.issues;
  const IssueId id{context.index, w.last_issue};
  observer.on_issue({context.now, id, w.id, {slot, w.partition}, pc, w.on->issue[pc]}, out,
                    w.state);
  if (out.num_targets > 1) observer.on_diverge(context.now, w.id, pc);
}

[[gnu::noinline]] void tell_of_result(const SmContext& context, const Warp& w, Pc pc,
                                      const Served& result) {
  const IssueId id{context.index, w.last_issue};
  context.observer->on_result(id, w.id, pc, result.ready, result.level);
}

// Constants and special registers of machine code: the SM has one ADU, in front of which they wait
// in queues of the sub-partitions.
bool waits_for_adu(const GridOnSm& on, const IssueInfo& cost) {
  return on.own_control && cost.pipe == Pipe::Barrier && !cost.cta_barrier;
}

// A load takes its address along into the queue of its unit: the warp of matvec_row_thread.cu moves
// its pointer on behind 16 loads of 32 lines on an H200, and waits for their values only.
bool reads_at_once(const Inst& inst, const IssueInfo& cost) {
  return cost.pipe == Pipe::Lsu && inst.kind == Kind::Load &&
         inst.memory.space != StateSpace::Shared;
}

}  // namespace

// Does the instruction nothing but compute, now that parameters are near, and nobody watches?
inline bool IssueStage::takes_fast_path(const GridOnSm& on, const IssueInfo& cost) const {
  if (!cost.plain || context_.watched) return false;
  if (cost.parameter.line == ParameterUse::kNone) return true;
  const std::uint64_t there = on.parameter_lines[cost.parameter.line];
  return there != 0 && there <= context_.now;
}

void IssueStage::hold_until_window_ends(SubPartition& p, Warp& w) {
  account_wait(context_, p, w, context_.now);
  w.wait.front_until = w.wait.fetch_until = context_.now;
  w.wait.dependency_reason = Stall::long_scoreboard;
  w.wait.ready_at = context_.until;
  parts_.warps.schedule(p, w, context_.now);
}

// When an instruction that issues now counts as issued: arithmetic after a barrier has done so
// while the warp waited there, but for its issue slot.
inline std::uint64_t IssueStage::issued_at(Warp& w, const IssueInfo& cost) const {
  if (w.behind_barrier == 0) return context_.now;
  if (!cost.passes_barrier) {
    w.behind_barrier = 0;
    return context_.now;
  }
  const std::uint64_t ready = parts_.front_end.operands_ready(w, cost).at;
  const std::uint64_t at = std::min(context_.now, std::max(w.behind_barrier, ready));
  w.behind_barrier = at + 1;
  return at;
}

inline void IssueStage::execute(Warp& w, Pc pc, LaneMask lanes, Outcome& out) {
  const Clock clock{context_.now, context_.ns_per_cycle};
  try {
    w.on->executor->execute(pc, lanes, w.state, clock, parts_.port, out);
  } catch (KernelFault& fault) {
    locate(fault, w.state, w.on->grid->launch());
    if (context_.observer) tell_of_fault(w, fault, out);
    throw;
  }
}

// When the results of the instruction at `pc` can be read; kNever: not known yet.
inline void IssueStage::produce(Warp& w, Pc pc, const Served& result) {
  for (const RegId entry : w.on->written(pc))
    w.scoreboard.produce(entry, result.ready, result.reason);
  if (context_.observer && result.ready != kNever) [[unlikely]]
    tell_of_result(context_, w, pc, result);
}

// Occupies the pipe and sets when the results are ready; when it counts as issued.
IssueStage::Issued IssueStage::charge(Warp& w, Pc pc, SubPartition& p, const Outcome& out) {
  const IssueInfo& cost = w.on->issue[pc];
  LoadStore& load_store = parts_.load_store;
  const std::uint64_t begins = p.occupy(cost, context_.now);
  p.read_registers(w.slot, cost, context_.now);
  const std::uint64_t issued = issued_at(w, cost);
  Served result{p.result_at(cost, issued, begins), cost.result_reason};
  OnPath on_path{p.path, begins, begins};
  if (out.rounds > 0) {
    result.ready = load_store.serialize(out.rounds);
    result.reason = Stall::short_scoreboard;
  }
  if (out.num_access > 0)
    load_store.charge_accesses(w, parts_.warps.index_of(w), pc, out, on_path, result);
  else if (w.on->own_control && cost.pipe == Pipe::Lsu && out.executed == 0)
    result = load_store.pass_without_lanes(w.on->code[pc], on_path);
  const bool adu = waits_for_adu(*w.on, cost);
  if (adu && out.num_access == 0) {
    on_path.leaves = load_store.enter_adu();
    result.ready = on_path.leaves + cost.latency;
  }
  if (result.pending) p.scheduler->missed(w.slot);
  if (cost.pipe == Pipe::Lsu || adu) p.enter_queue(cost.pipe, context_.now, on_path.leaves);
  if (cost.parameter.line != ParameterUse::kNone) {
    const std::uint64_t there = load_store.touch_parameters(*w.on, cost.parameter);
    result.ready = std::max(result.ready, there);
    if (cost.parameter.named) result.held_until = there;
  }
  produce(w, pc, result);
  if (w.on->code[pc].kind == Kind::AsyncCopy && out.executed != 0) begin_copy(w, result);
  if (const RegId operands = cost.scoreboard.operands(); operands != kNoReg) {
    const std::uint64_t read = reads_at_once(w.on->code[pc], cost) ? begins : on_path.leaves;
    w.scoreboard.produce(operands, read + 1, Stall::short_scoreboard);
  }
  return {issued, result.held_until};
}

// Of the latency of a branch that is taken, what ncu counts as the fetch of its target: loops on an
// H200, whose machine code says how long the branch stalls (tests/hardware/unseen/collatz.cu).
constexpr std::uint64_t kTargetFetch = 3;

// A branch to an address in registers: RET of modular_power.cu and function_pointers.cu on an H200
// takes 33 cycles of branch_resolving after a stall count of 5.
constexpr std::uint64_t kBranchToLatency = 38;

// When a branch of `w` is resolved, whose stall count holds until stalls_until; then the fetch of
// its target goes on. `reconverging`: paths_that_reconverge().
inline std::uint64_t IssueStage::branch_front(Warp& w, bool falls_through,
                                              unsigned reconverging) const {
  const ArchConfig& arch = context_.arch;
  const std::uint64_t latency =
      falls_through ? arch.control.not_taken_latency : arch.control.branch_latency;
  const std::uint64_t front = std::max(w.wait.stalls_until, context_.now + latency) +
                              std::uint64_t{arch.control.reconvergence_cycles} * reconverging;
  if (falls_through) return front;
  w.wait.fetch_until = std::max(w.wait.fetch_until, front);
  return std::max(w.wait.stalls_until, front - std::min(front, kTargetFetch));
}

// Barriers, sleep, fences and the end of lanes; then the warp's next instruction, when the stall
// count of this one lets it issue.
[[gnu::always_inline]] inline void IssueStage::control_effects(Warp& w, const Inst& inst, Pc pc,
                                                               const Outcome& out,
                                                               const Issued& issued) {
  const ArchConfig& arch = context_.arch;
  Cta& cta = parts_.ctas.of(w);
  std::uint64_t front = std::max(context_.now + 1, issued.at + w.on->issue[pc].stall);
  const auto count_arrived = [&] {
    if (w.barrier.count_arrived(cta.barriers, *w.paths)) open_barrier(cta, w.barrier.arrives.id);
  };
  if (out.exited != 0) count_arrived();  // the lanes that left were all it waited for, perhaps
  Stall reason = Stall::wait;
  switch (inst.kind) {
    case Kind::BarSync:
    case Kind::BarReduce:
      if (out.executed == 0) break;  // guard false in all lanes: nobody waits
      locating_faults(w, [&] { parts_.barriers.park(w, cta, pc, out); });
      front = context_.now + 1;
      break;
    case Kind::BarArrive:
      locating_faults(w, [&] { parts_.barriers.arrive(w, cta, pc, out); });
      count_arrived();
      break;
    case Kind::BranchTo:
      w.wait.stalls_until = front;
      front = std::max(front, context_.now + kBranchToLatency);
      reason = Stall::branch_resolving;
      break;
    case Kind::ConvergeWait:
    case Kind::Yield:
    case Kind::WarpSync:
    case Kind::Exit:  // all take the branch unit as long as a BSYNC: 8 or 9 cycles of an H200 after
                      // a stall count of 5, in every kernel of tests/hardware/cuda
      if (!w.on->own_control) break;
      w.wait.stalls_until = front;
      front = std::max(front, context_.now + arch.control.reconvergence_cycles);
      reason = Stall::branch_resolving;
      break;
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::BranchIf:
    case Kind::BranchApart:
    case Kind::Call:
    case Kind::Ret:
      w.wait.stalls_until = front;
      front = branch_front(w, out.num_targets == 1 && out.targets[0].pc == pc + 1,
                           paths_that_reconverge(*w.on, pc, out));
      reason = Stall::branch_resolving;
      break;
    case Kind::Sleep: {
      const double cycles =
          w.on->executor->sleep_ns(pc, out.executed, w.state) * arch.sm.clock_mhz / 1000.0;
      front = context_.now + 1 + static_cast<std::uint64_t>(cycles);
      reason = Stall::sleeping;
      break;
    }
    case Kind::Load:
      if (issued.held_until <= front) break;
      if (issued.held_until == kNever) return wait_for_answer(w, Stall::imc_miss);
      front = issued.held_until;
      reason = Stall::imc_miss;
      break;
    case Kind::Atomic:
    case Kind::Reduction:
      if (issued.held_until <= front) break;
      front = issued.held_until;  // a loop on shared memory
      reason = Stall::short_scoreboard;
      break;
    case Kind::AsyncCommit:
      close_group(w);
      break;
    case Kind::Mbarrier:
      arrive_of_copies(w);
      break;
    case Kind::Fence:
      if (out.executed == 0) break;
      if (inst.op.scope != Scope::Cta) return wait_for_fence(w, inst, pc);
      front = parts_.load_store.fence_cta();
      reason = Stall::membar;
      break;
    default:
      break;
  }
  prepare_next(w, front, reason);
}

// What an instruction may do, and who watches it.
inline void IssueStage::finish_issue(SubPartition& p, Warp& w, const Inst& inst, Pc pc,
                                     const Outcome& out) {
  Observer* const observer = context_.observer;
  w.on->tally.instruction(pc, out);
  if (out.num_targets > 1) parts_.ctas.count_parting(w, pc);
  if (observer) [[unlikely]]
    tell_of_issue(context_, w, parts_.warps.index_of(w), pc, out);
  if (out.absent != 0) [[unlikely]]
    note_wrong_mask(w, pc, out);
  w.paths->advance(inst, out);
  context_.end.progress |=
      out.memory_changed || out.exited != 0 || (w.on->issue[pc].cta_barrier && out.executed != 0);
  if (context_.shared.deadlock != nullptr && !context_.end.progress)
    watch_for_deadlock(w, inst, pc, out);
  const Issued issued = charge(w, pc, p, out);
  control_effects(w, inst, pc, out, issued);
  if (observer) observer->on_paths(context_.now, w.id, *w.paths);
}

// Of an instruction that takes the fast path: occupies its pipe and sets when its results are
// ready. Returns when the stall count lets its warp's next one issue.
[[gnu::always_inline]] inline std::uint64_t IssueStage::charge_plain(SubPartition& p, Warp& w,
                                                                     const IssueInfo& cost) {
  const std::uint64_t now = context_.now;
  const std::uint64_t issued = issued_at(w, cost);
  std::uint64_t ready = issued + cost.latency;
  if (cost.one_port) [[likely]] {
    p.occupy_port(cost, now);
  } else {
    const std::uint64_t begins = p.occupy(cost, now);
    p.read_registers(w.slot, cost, now);
    if (cost.pipe == Pipe::Lsu) p.enter_queue(cost.pipe, now, begins);
    ready = p.result_at(cost, issued, begins);
  }
  for (const RegId reg : cost.scoreboard.written())
    w.scoreboard.produce(reg, ready, cost.result_reason);
  return std::max(now + 1, issued + cost.stall);
}

// The warp's next instruction is that of `path`; nullptr: it has none now.
[[gnu::always_inline]] inline void IssueStage::go_on(SubPartition& p, Warp& w, const Path* path,
                                                     std::uint64_t front, Stall reason) {
  w.wait.for_lanes = false;
  if (path != nullptr && !w.on->issue[path->pc].converges)
    parts_.front_end.go_on(p, w, *path, front, reason);
  else
    prepare_next(w, front, reason);
}

// The fast path of an instruction that does nothing but compute, while nobody watches.
void IssueStage::issue_plain(SubPartition& p, Warp& w, const IssueInfo& cost) {
  const Pc pc = w.next.pc;
  account_issue(context_, p, w);
  const LaneMask executed =
      cost.computes ? w.on->executor->compute(pc, w.next.lanes, w.state) : w.next.lanes;
  w.on->tally.plain_instruction(pc, w.next.lanes, executed);
  const std::uint64_t front = charge_plain(p, w, cost);
  go_on(p, w, w.paths->step(), front, Stall::wait);
}

// The same for a branch that all lanes take, or none. False: nothing happened.
bool IssueStage::branch_together(SubPartition& p, Warp& w, const IssueInfo& cost) {
  const Pc pc = w.next.pc;
  const Inst& inst = w.on->code[pc];
  const LaneMask lanes = w.next.lanes;
  const LaneMask taken = w.on->executor->guarded_lanes(pc, lanes, w.state);
  if (inst.flow.yields || (taken != lanes && taken != 0)) return false;
  account_issue(context_, p, w);
  w.on->tally.uniform_branch(pc, lanes, taken);
  const Pc to = taken == 0 ? pc + 1 : inst.target;
  const bool falls_through = to == pc + 1;
  const bool reconverges = falls_through ? cost.reconvergence.next : cost.reconvergence.target;
  w.wait.stalls_until = charge_plain(p, w, cost);
  const std::uint64_t front = branch_front(w, falls_through, reconverges);
  go_on(p, w, w.paths->go_on_at(to), front, Stall::branch_resolving);
  return true;
}

// The same for a barrier of the whole CTA, to which the lanes of the warp come as one path. The
// path knows first whether it is one.
bool IssueStage::barrier_together(SubPartition& p, Warp& w, const IssueInfo& cost) {
  const Pc pc = w.next.pc;
  const std::optional<std::uint32_t> id = w.on->executor->barrier_of_all(pc, w.state);
  if (!id || !w.paths->all_wait_at_barrier()) return false;
  account_issue(context_, p, w);
  w.on->tally.plain_instruction(pc, w.next.lanes, w.next.lanes);
  context_.end.progress = true;
  charge_plain(p, w, cost);
  Cta& cta = parts_.ctas.of(w);
  const bool opens = parts_.barriers.park_together(w, cta, pc, *id);
  parts_.front_end.stand_still(p, w);
  if (opens) open_barrier(cta, *id);
  return true;
}

// The same of a load or store while nobody watches (IssueInfo::Together::Access).
void IssueStage::finish_access(SubPartition& p, Warp& w, const IssueInfo& cost, Pc pc,
                               const Outcome& out) {
  w.on->tally.plain_instruction(pc, out.path, out.executed);
  context_.end.progress |= out.memory_changed;
  const Issued issued = charge(w, pc, p, out);
  const std::uint64_t front = std::max(context_.now + 1, issued.at + cost.stall);
  go_on(p, w, w.paths->step(), front, Stall::wait);
}

// False: nothing happened, the instruction must wait for the end of the window.
bool IssueStage::issue(SubPartition& p, Warp& w, const IssueInfo& cost, Outcome& out) {
  const auto pc = static_cast<Pc>(&cost - w.on->issue);
  execute(w, pc, w.next.lanes, out);
  if (out.must_wait) return false;
  account_issue(context_, p, w);
  if (cost.together == IssueInfo::Together::Access && !context_.watched)
    finish_access(p, w, cost, pc, out);
  else
    finish_issue(p, w, w.on->code[pc], pc, out);
  return true;
}

// One that all lanes of its path do the same, while nobody watches. False: nothing happened.
inline bool IssueStage::issue_together(SubPartition& p, Warp& w, const IssueInfo& cost) {
  if (context_.watched) return false;
  switch (cost.together) {
    case IssueInfo::Together::Branch:
      return branch_together(p, w, cost);
    case IssueInfo::Together::Barrier:
      return barrier_together(p, w, cost);
    default:
      return false;
  }
}

// Issues the warp's next instruction, if it can now. One whose unit takes no access yet closes the
// gate until it does: those of a sub-partition go in order.
[[gnu::always_inline]] inline bool IssueStage::try_issue(SubPartition& p, Warp& w, Outcome& out) {
  const IssueInfo& cost = w.on->issue[w.next.pc];
  if (takes_fast_path(*w.on, cost)) {
    issue_plain(p, w, cost);
    return true;
  }
  if (issue_together(p, w, cost)) return true;
  if (cost.gate == Gate::L1) {
    const std::uint64_t at = parts_.load_store.accepts_at(w.on->code[w.next.pc], p.path);
    if (at > context_.now) {
      p.warps.close(Gate::L1, context_.now, at);
      return false;
    }
  }
  const Kind kind = w.on->code[w.next.pc].kind;
  if ((kind == Kind::AsyncWait || kind == Kind::Mbarrier) && holds(p, w, kind)) return false;
  if (issue(p, w, cost, out)) return true;
  hold_until_window_ends(p, w);
  return false;
}

bool IssueStage::step(unsigned partition, Reach reach, Outcome& out) {
  WarpSlots& warps = parts_.warps;
  SubPartition& p = warps.partition(partition);
  const std::uint64_t now = context_.now;
  if (const std::uint64_t free = p.slots.free_at(); free > now) [[unlikely]] {
    warps.set_next_event(partition, free);
    return true;
  }
  WarpSet candidates = p.warps.candidates(now);
  while (candidates != 0) {
    const unsigned slot = p.scheduler->pick(candidates, p.warps.ages());
    Warp& w = warps[warps.index(partition, slot)];
    if (reach == Reach::Inside && w.on->issue[w.next.pc].leaves_sm) return false;
    if (try_issue(p, w, out)) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  warps.set_next_event(partition, p.warps.next(now + 1));
  return true;
}

}  // namespace simt
