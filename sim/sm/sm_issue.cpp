// What happens when one instruction issues: execute, count, move the paths, charge time.
#include <algorithm>

#include "sim/sm/sm_time.h"

namespace simt {

void Sm::watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc) {
  end_.proven_stuck |= shared_.deadlock->observe(deadlock_key(index_, index_of(w)), pc, inst, *out_,
                                                 w.state, *w.paths, shared_.runnable_warps);
}

// A fault learns here which thread it belongs to.
inline void Sm::execute(Warp& w, Pc pc, LaneMask lanes) {
  const Clock clock{now_, ns_per_cycle_};
  try {
    w.on->executor->execute(pc, lanes, w.state, clock, port_, *out_);
  } catch (KernelFault& fault) {
    locate(fault, w);
    if (observer_) observer_->on_fault(now_, id_of(w), fault, *out_, *w.paths);
    throw;
  }
}

void Sm::locate(KernelFault& fault, const Warp& w) const {
  simt::locate(fault, w.state, w.on->grid->launch());
}

// Of those that the branch at `pc` sends on their ways.
inline unsigned Sm::paths_that_rejoin(const GridOnSm& on, Pc pc) const {
  const Rejoins rejoins = on.issue[pc].rejoins;
  const Inst& inst = on.code[pc];
  unsigned paths = 0;
  for (unsigned i = 0; i < out_->num_targets; ++i) {
    const Pc to = out_->targets[i].pc;
    const bool other = inst.kind == Kind::BranchIndexed && to != inst.reconverge;
    paths += (to == pc + 1 ? rejoins.next : rejoins.target && !other) ? 1u : 0u;
  }
  return paths;
}

// Barriers, sleep, fences and the end of lanes; then the warp's next instruction, when the stall
// count of this one lets it issue.
inline void Sm::control_effects(Warp& w, const Inst& inst, Pc pc, const Issued& issued) {
  std::uint64_t front = std::max(now_ + 1, issued.at + w.on->issue[pc].stall);
  if (out_->exited != 0)
    count_bar_arrive(w);  // the lanes that left were all it waited for, perhaps
  Stall reason = Stall::wait;
  switch (inst.kind) {
    case Kind::BarSync:
    case Kind::BarReduce:
      if (out_->executed == 0) break;  // guard false in all lanes: nobody waits
      bar_park(w, pc);
      return;
    case Kind::BarArrive:
      bar_arrive(w, pc);
      break;
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::Call:
    case Kind::Ret: {
      const bool falls_through = out_->num_targets == 1 && out_->targets[0].pc == pc + 1;
      const ArchConfig& arch = shared_.arch;
      front =
          std::max(front, now_ + (falls_through ? arch.not_taken_latency : arch.branch_latency));
      front += std::uint64_t{arch.rejoin_cycles} * paths_that_rejoin(*w.on, pc);
      reason = Stall::branch_resolving;
      break;
    }
    case Kind::Sleep: {
      const double cycles = w.on->executor->sleep_ns(pc, out_->executed, w.state) *
                            shared_.arch.sm_clock_mhz / 1000.0;
      front = now_ + 1 + static_cast<std::uint64_t>(cycles);
      reason = Stall::sleeping;
      break;
    }
    case Kind::Load:
      if (issued.held_until <= front) break;
      front = issued.held_until;
      reason = Stall::imc_miss;
      break;
    case Kind::Atomic:
    case Kind::Reduction:
      if (issued.held_until <= front) break;
      front = issued.held_until;  // a loop on shared memory
      reason = Stall::short_scoreboard;
      break;
    case Kind::Fence:
      if (out_->executed == 0) break;
      if (inst.op.scope != Scope::Cta) return ask_fence(w, inst, pc);
      front = fence_start() + shared_.arch.fence_cta_cycles;
      reason = Stall::membar;
      break;
    default:
      break;
  }
  prepare_next(w, front, reason);
}

// Fences of an SM follow each other.
std::uint64_t Sm::fence_start() {
  const std::uint64_t start = std::max(fence_free_, now_);
  fence_free_ = start + shared_.arch.fence_interval;
  return start;
}

// Wider than the CTA, a fence waits until L2 or the whole system has what the SM has sent: L2 will
// tell, and the warp goes on then (arrived).
void Sm::ask_fence(Warp& w, const Inst& inst, Pc pc) {
  const ArchConfig& arch = shared_.arch;
  l1_.invalidate();
  const std::uint32_t tag = new_in_flight(w, pc);
  InFlight& flight = in_flight_[tag];
  flight.reason = Stall::membar;
  flight.parts = 1;
  flight.beyond = static_cast<unsigned>(fence_start() - now_);
  if (inst.op.scope == Scope::System)
    flight.beyond += arch.fence_sys_cycles - arch.fence_gpu_cycles;
  l1_.fence(now_, tag);
  w.front_until = w.ready_at = kNever;
  w.front_reason = Stall::membar;
  w.waits_for_answer = false;
  schedule(partition_of(w), w);
}

// False: the path waits for other lanes.
bool Sm::converge(Warp& w, const Path& path) {
  const Inst& inst = w.on->code[path.pc];
  if (w.on->issue[path.pc].cta_barrier && w.paths->counts_warps()) return true;
  const bool pending = w.scoreboard.ready(inst, 0).at == kNever;
  const bool alone = path.lanes == w.paths->live();
  if (pending && w.on->executor->awaits_members(path.pc, w.state, port_, alone))
    return w.converges_later = true;
  const LaneMask named = w.on->executor->members(path.pc, path.lanes, w.state);
  try {
    const bool together = w.paths->converge(named, inst);
    for (const Meeting& met : w.paths->take_meetings())
      w.on->executor->meet(met.path.pc, met.path.lanes, met.together, w.state);
    return together;
  } catch (KernelFault& fault) {
    locate(fault, w);
    throw;
  }
}

// Finds the path that issues next and when its instruction can. `front`: the first cycle at which
// the front end delivers it; the cycles before are counted as `reason`.
void Sm::prepare_next(Warp& w, std::uint64_t front, Stall reason) {
  while (const Path* path = w.paths->current()) {
    w.converges_later = false;
    if (w.on->issue[path->pc].converges) {
      if (!converge(w, *path)) continue;
      path = w.paths->current();  // other lanes may have joined it
    }
    go_on(partition_of(w), w, *path, front, reason);
    return;
  }
  w.waits_for_answer = false;
  w.ready_at = kNever;
  schedule(partition_of(w), w);
  if (w.paths->live() == 0)
    end_warp(w);
  else
    count_barrier_arrival(w);
}

// Occupies the pipe and sets when the results are ready; when it counts as issued.
inline Sm::Issued Sm::charge(Warp& w, const Inst& inst, const IssueInfo& cost, SubPartition& p) {
  p.begins = p.leaves = occupy(p, cost);
  const std::uint64_t issued = issued_at(w, cost);
  Charged result{result_at(p, cost, issued), cost.result_reason, false};
  if (out_->rounds > 0) {
    const LaneSerializer& unit = shared_.arch.serializer;
    result.ready = serialize(out_->rounds) + unit.match_latency +
                   std::uint64_t{out_->rounds} * unit.value_latency;
    result.reason = Stall::short_scoreboard;
  }
  if (out_->num_access > 0) charge_accesses(w, inst, p, result);
  if (cost.pipe == Pipe::Lsu) enter_queue(p, cost.pipe, p.leaves);
  if (cost.parameter.line != ParameterUse::kNone) {
    const std::uint64_t there = touch_parameters(*w.on, cost.parameter);
    result.ready = std::max(result.ready, there);
    if (cost.parameter.named) result.held_until = there;
  }
  produce(w, inst, result.ready, result.reason);
  return {issued, result.held_until};
}

// What an instruction may do, and who watches it.
inline void Sm::finish_issue(SubPartition& p, Warp& w, const Inst& inst, Pc pc) {
  w.on->tally.instruction(pc, *out_);
  if (out_->num_targets > 1 && !w.diverged) {
    w.diverged = true;
    ++w.on->tally.counters()[Counter::divergent_warps];
  }
  if (observer_) {
    observer_->on_issue(now_, id_of(w), pc, *out_, w.state);
    if (out_->num_targets > 1) observer_->on_diverge(now_, id_of(w), pc);
  }
  w.paths->advance(inst, *out_);
  end_.progress |= out_->memory_changed || out_->exited != 0 ||
                   (w.on->issue[pc].cta_barrier && out_->executed != 0);
  if (shared_.deadlock != nullptr && !end_.progress) watch_for_deadlock(w, inst, pc);
  const Issued issued = charge(w, inst, w.on->issue[pc], p);
  control_effects(w, inst, pc, issued);
  if (observer_) observer_->on_paths(now_, id_of(w), *w.paths);
}

// False: nothing happened, the instruction must wait for the end of the window.
bool Sm::issue(SubPartition& p, Warp& w, const IssueInfo& cost) {
  const auto pc = static_cast<Pc>(&cost - w.on->issue);
  execute(w, pc, w.next_lanes);
  if (out_->must_wait) return false;
  account_issue(p, w);
  finish_issue(p, w, w.on->code[pc], pc);
  return true;
}

// The short way, of an instruction that does nothing but compute, while nobody watches.
void Sm::issue_plain(SubPartition& p, Warp& w, const IssueInfo& cost) {
  const Pc pc = w.next_pc;
  account_issue(p, w);
  const LaneMask executed =
      cost.computes ? w.on->executor->compute(pc, w.next_lanes, w.state) : w.next_lanes;
  w.on->tally.plain_instruction(pc, w.next_lanes, executed);
  p.begins = occupy(p, cost);
  if (cost.pipe == Pipe::Lsu) enter_queue(p, cost.pipe, p.begins);
  const std::uint64_t issued = issued_at(w, cost);
  produce(w, cost.registers, result_at(p, cost, issued), cost.result_reason);
  const std::uint64_t front = std::max(now_ + 1, issued + cost.stall);
  const Path* const path = w.paths->step();
  w.converges_later = false;
  if (path != nullptr && !w.on->issue[path->pc].converges)
    go_on(p, w, *path, front, Stall::wait);
  else
    prepare_next(w, front, Stall::wait);
}

}  // namespace simt
