#include "sim/divergence/independent_threads.h"

#include <algorithm>

#include "sim/divergence/side_order.h"

namespace simt {

namespace {
/// A guarded one stands between BSSY and BSYNC, as what its branch skips.
bool is_bare_indirect_call(const Inst& inst) {
  return inst.kind == Kind::Call && inst.target == kNoPc && inst.guard == kNoSlot;
}
}  // namespace

void IndependentThreads::do_start(Pc entry, LaneMask lanes) {
  routes_.clear();
  barriers_.clear();
  meetings_.clear();
  elsewhere_.clear();
  abandoned_.clear();
  current_ = 0;
  started_ = lanes;
  exited_ = 0;
  if (lanes != 0) routes_.push_back({.path = {entry, lanes}});
}

void IndependentThreads::do_advance(const Inst& inst, const Outcome& outcome) {
  routes_[current_].met = false;
  const bool plain = outcome.num_targets == 1 && outcome.exited == 0 && !outcome.call_changed;
  if (plain && waits_at_cta_barrier(inst, outcome)) {
    step_over_cta_barrier(inst, outcome);
    return;
  }
  if (!plain || inst.flow.yields) {
    branch(inst, outcome);
    return;
  }
  step_to(outcome.targets[0].pc);
}

// A path alone at its place until it comes to where it joins others.
StraightLine IndependentThreads::straight_line() {
  if (interleave_ || do_current() == nullptr || routes_[current_].met) return {};
  return {routes_[current_].path, routes_[current_].join};
}

void IndependentThreads::do_go_on_at(Pc pc) {
  step_to(pc);
}

void IndependentThreads::step_to(Pc pc) {
  Route& now = routes_[current_];
  now.path.pc = pc;
  if (now.path.pc == now.join) {
    arrive_if_at_join(now);
    settle();
    run_next(current_);
  } else if (interleave_) {
    run_next(current_ + 1);
  }
}

/// The lanes that wait join nobody before the barrier opens. Lanes whose guard was false go on, but
/// for an .aligned barrier: it has the whole path wait (@P BAR.SYNC on an H200).
void IndependentThreads::step_over_cta_barrier(const Inst& inst, const Outcome& outcome) {
  Route& now = routes_[current_];
  now.path.pc = outcome.targets[0].pc;
  if (inst.op.aligned) return;
  Route others = now;
  others.path.lanes = now.path.lanes & ~outcome.executed;
  if (others.path.lanes == 0) return;
  now.path.lanes = outcome.executed;
  arrive_if_at_join(others);
  routes_.insert(routes_.begin() + static_cast<std::ptrdiff_t>(current_) + 1, others);
}

void IndependentThreads::do_block_at_barrier() {
  routes_[current_].wait = Wait::CtaBarrier;
  settle();
  run_next(current_);
}

/// A lone path: no barrier of the warp waits for it.
bool IndependentThreads::do_all_wait_at_barrier() {
  if (routes_.size() != 1) return false;
  Route& now = routes_.front();
  now.met = false;
  ++now.path.pc;
  now.wait = Wait::CtaBarrier;
  return true;
}

/// Control flow: ends, splits, calls, returns, yields.
void IndependentThreads::branch(const Inst& inst, const Outcome& outcome) {
  exit(outcome.exited);
  const Route from = routes_[current_];
  const Id region = region_of(from, inst, outcome);
  const bool calls = inst.kind == Kind::Call;
  bool turn_over = interleave_;

  const SideOrder order = order_sides(outcome, first_side_, from.path.pc + 1);
  for (unsigned i = 0; i < order.count; ++i) {
    const Target& target = outcome.targets[order.index[i]];
    Route side;
    side.path = {target.pc, target.lanes};
    const bool moved = outcome.call_changed && (target.lanes & outcome.executed) != 0;
    side.depth = !moved ? from.depth : calls ? from.depth + 1 : from.depth - 1;
    enter(side, region);
    if (inst.flow.yields && target.pc <= from.path.pc) {
      barriers_.yield(side.barrier, target.lanes);
      if (i == 0) turn_over = true;
    }
    arrive_if_at_join(side);
    if (i == 0) {
      routes_[current_] = side;
    } else {
      routes_.insert(routes_.begin() + static_cast<std::ptrdiff_t>(current_ + i), side);
    }
  }
  settle();
  run_next(turn_over ? current_ + 1 : current_);
}

void IndependentThreads::exit(LaneMask lanes) {
  if (lanes == 0) return;
  exited_ |= lanes;
  barriers_.remove(lanes);
  routes_[current_].path.lanes &= ~lanes;
}

/// The innermost barrier of the sides: a new one, or the one around the branch.
IndependentThreads::Id IndependentThreads::region_of(const Route& from, const Inst& inst,
                                                     const Outcome& outcome) {
  Pc target = outcome.num_targets > 1 ? inst.flow.reconverge : kNoPc;
  if (outcome.call_changed && inst.kind == Kind::Call)
    target = is_bare_indirect_call(inst) ? kNoPc : from.path.pc + 1;
  if (target == kNoPc || target == from.join || from.path.lanes == 0) return from.barrier;
  return barriers_.create({.target = target,
                           .depth = from.depth,
                           .parent = from.barrier,
                           .participants = from.path.lanes});
}

/// Puts a path into a region; regions of functions that it has returned from are left.
void IndependentThreads::enter(Route& route, Id barrier) {
  while (barrier != ConvergenceBarriers::kNone && barriers_[barrier].depth > route.depth) {
    barriers_.leave(barrier, route.path.lanes);
    barrier = barriers_[barrier].parent;
  }
  const bool counts =
      barrier != ConvergenceBarriers::kNone && barriers_[barrier].depth == route.depth;
  route.barrier = barrier;
  route.join = counts ? barriers_[barrier].target : kNoPc;
}

void IndependentThreads::arrive_if_at_join(Route& route) {
  if (route.path.pc != route.join) return;
  route.wait = Wait::Join;
  barriers_.unyield(route.barrier, route.path.lanes);
}

/// Opens whatever can open, and drops the routes that ended or were merged into others.
void IndependentThreads::settle() {
  if (routes_.size() == 1 && goes_alone(routes_[0])) return;
  while (open_barriers() || open_warp_syncs()) {
  }
  std::size_t kept = 0, current = current_;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (i == current_) current = kept;
    if (routes_[i].path.lanes != 0) routes_[kept++] = routes_[i];
  }
  routes_.resize(kept);
  current_ = current < kept ? current : 0;
}

bool IndependentThreads::open_barriers() {
  for (Id id = 0; id < barriers_.count(); ++id) {
    const LaneMask arrived = arrived_at(id);
    if (arrived == 0 || missing_at(id) != 0) continue;
    open(id, arrived);
    return true;
  }
  return false;
}

void IndependentThreads::open(Id barrier, LaneMask arrived) {
  const auto waits_here = [&](const Route& r) {
    return r.path.lanes != 0 && r.wait == Wait::Join && r.barrier == barrier;
  };
  Route& joined = waits_here(routes_[current_])
                      ? routes_[current_]
                      : *std::find_if(routes_.begin(), routes_.end(), waits_here);
  for (Route& route : routes_) {
    if (&route != &joined && waits_here(route)) merge(joined, route);
  }
  barriers_.leave(barrier, arrived);
  joined.wait = Wait::None;
  enter(joined, barriers_[barrier].parent);
  arrive_if_at_join(joined);
}

/// `into` takes the lanes of `other`, which stands at the same instruction.
void IndependentThreads::merge(Route& into, Route& other) {
  const Id common = barriers_.common(into.barrier, other.barrier);
  barriers_.leave_until(into.barrier, common, into.path.lanes);
  barriers_.leave_until(other.barrier, common, other.path.lanes);
  into.path.lanes |= other.path.lanes;
  enter(into, common);
  other.path.lanes = 0;
}

/// The only path of the warp, where it joins no other one after the barrier. False: it does.
bool IndependentThreads::release_alone(Route& route, LaneMask lanes) {
  if (route.wait != Wait::CtaBarrier || (route.path.lanes & lanes) == 0) return false;
  if (route.path.pc == route.join) return false;
  route.wait = Wait::None;
  current_ = 0;
  return true;
}

void IndependentThreads::do_release_barrier(LaneMask lanes) {
  if (routes_.size() == 1 && release_alone(routes_.front(), lanes)) return;
  const auto released = [&](const Route& r) {
    return r.wait == Wait::CtaBarrier && (r.path.lanes & lanes) != 0;
  };
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    Route& route = routes_[i];
    if (!released(route)) continue;
    for (std::size_t j = i + 1; j < routes_.size(); ++j) {
      Route& other = routes_[j];
      if (released(other) && other.path.pc == route.path.pc && other.depth == route.depth) {
        merge(route, other);
      }
    }
    route.wait = Wait::None;
    arrive_if_at_join(route);
  }
  settle();
  run_next(current_);
}

void IndependentThreads::run_next(std::size_t from) {
  while (!find_next(from) && open_for_blocked()) from = current_;
}

bool IndependentThreads::find_next(std::size_t from) {
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    const std::size_t wrapped = from + i < routes_.size() ? 0 : routes_.size();
    const std::size_t next = from + i - wrapped;
    if (routes_[next].wait != Wait::None) continue;
    current_ = next;
    return true;
  }
  return false;
}

}  // namespace simt
