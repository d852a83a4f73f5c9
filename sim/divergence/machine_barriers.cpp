#include "sim/divergence/machine_barriers.h"

#include <algorithm>
#include <bit>

#include "sim/divergence/may_meet.h"
#include "sim/divergence/side_order.h"

namespace simt {
namespace {

/// Both have come to one barrier: each is among the lanes that the other meets there.
template <class Route>
bool at_one_barrier(const Route& a, const Route& b) {
  return a.barrier == b.barrier && a.path.pc == b.path.pc && (a.needs & b.path.lanes) != 0 &&
         (b.needs & a.path.lanes) != 0;
}

/// WARPSYNC.COLLECTIVE: it writes where its lanes go on.
bool is_collective(const Inst& inst) {
  return inst.kind == Kind::WarpSync && inst.dst[0] != kNoSlot;
}

}  // namespace

void MachineBarriers::do_start(Pc entry, LaneMask lanes) {
  routes_.clear();
  early_.clear();
  current_ = 0;
  started_ = lanes;
  exited_ = yielded_ = 0;
  if (lanes != 0) routes_.push_back({.path = {entry, lanes}});
}

void MachineBarriers::do_advance(const Inst& inst, const Outcome& outcome) {
  if (waits_at_cta_barrier(inst, outcome)) return step_over_cta_barrier(inst, outcome);
  switch (inst.kind) {
    case Kind::ConvergeWait:
      wait_at(inst.dst[0], outcome);
      break;
    case Kind::WarpSync:
      wait_for_lanes(inst, outcome);
      break;
    case Kind::ConvergeLeave:
      routes_[current_].path.pc = outcome.targets[0].pc;
      leave(inst.dst[0], outcome);
      break;
    case Kind::Yield:
    case Kind::Sleep:  // loops that sleep have no YIELD from sm_80 on
      routes_[current_].path.pc = outcome.targets[0].pc;
      yielded_ |= outcome.executed;
      settle();
      return run_next(current_ + 1);
    default:
      branch(outcome);
  }
  settle();
  run_next(current_);
}

// A path goes on alone until an instruction that the model is asked about.
StraightLine MachineBarriers::straight_line() {
  if (do_current() == nullptr) return {};
  return {routes_[current_].path, kNoPc};
}

void MachineBarriers::insert_next(const Route& route) {
  routes_.insert(routes_.begin() + static_cast<std::ptrdiff_t>(current_) + 1, route);
}

/// Control flow: ends, splits, or goes on elsewhere.
void MachineBarriers::branch(const Outcome& outcome) {
  exit(outcome.exited);
  const Route from = routes_[current_];
  const SideOrder order = order_sides(outcome, first_side_, from.path.pc + 1);
  for (unsigned i = order.count; i-- > 1;) {
    const Target& target = outcome.targets[order.index[i]];
    insert_next({.path = {target.pc, target.lanes}});
  }
  if (order.count == 0) return;
  const Target& first = outcome.targets[order.index[0]];
  routes_[current_].path = {first.pc, first.lanes};
}

void MachineBarriers::exit(LaneMask lanes) {
  if (lanes == 0) return;
  exited_ |= lanes;
  early_.exit(lanes);
  routes_[current_].path.lanes &= ~lanes;
}

/// The lanes that have executed the instruction wait behind it; those whose guard is false go on.
/// Null: it has none of the first.
MachineBarriers::Route* MachineBarriers::part(const Outcome& outcome) {
  routes_[current_].path.pc = outcome.targets[0].pc;
  if (outcome.executed == 0) return nullptr;
  Route others = routes_[current_];
  others.path.lanes &= ~outcome.executed;
  routes_[current_].path.lanes = outcome.executed;
  if (others.path.lanes != 0) insert_next(others);
  return &routes_[current_];
}

void MachineBarriers::wait_at(Slot barrier, const Outcome& outcome) {
  Route* const now = part(outcome);
  if (now == nullptr) return;
  now->wait = Wait::Barrier;
  now->barrier = barrier;
  now->needs = outcome.expected & ~early_.gone_before(barrier, now->path.pc, now->path.lanes);
}

void MachineBarriers::wait_for_lanes(const Inst& inst, const Outcome& outcome) {
  Route* const now = part(outcome);
  if (now == nullptr) return;
  now->wait = Wait::WarpSync;
  now->sync = &inst;
  now->needs = outcome.expected;
  if (outcome.parts) part_by_named(outcome);
}

/// Each set of lanes that name the same ones becomes a path, in order of their lowest lanes.
void MachineBarriers::part_by_named(const Outcome& outcome) {
  const Route all = routes_[current_];
  std::size_t at = current_;
  for (LaneMask left = all.path.lanes; left != 0; ++at) {
    Route some = all;
    some.needs = outcome.named[first_lane(left)];
    some.path.lanes = 0;
    for_each_lane(left, [&](unsigned lane) {
      if (outcome.named[lane] == some.needs) some.path.lanes |= LaneMask{1} << lane;
    });
    left &= ~some.path.lanes;
    if (at == current_)
      routes_[at] = some;
    else
      routes_.insert(routes_.begin() + static_cast<std::ptrdiff_t>(at), some);
  }
}

void MachineBarriers::leave(Slot barrier, const Outcome& outcome) {
  early_.leave(barrier, outcome.executed);
  for (Route& route : routes_)
    if (route.wait == Wait::Barrier && route.barrier == barrier &&
        (outcome.expected & route.path.lanes) != 0)
      route.needs &= ~outcome.executed;
}

/// Lanes whose guard was false go on, but for an .aligned barrier: it has the whole path wait.
void MachineBarriers::step_over_cta_barrier(const Inst& inst, const Outcome& outcome) {
  Route& now = routes_[current_];
  now.path.pc = outcome.targets[0].pc;
  if (inst.op.aligned) return;
  Route others = now;
  others.path.lanes &= ~outcome.executed;
  now.path.lanes &= outcome.executed;
  if (others.path.lanes != 0) insert_next(others);
}

void MachineBarriers::do_block_at_barrier() {
  routes_[current_].wait = Wait::CtaBarrier;
  settle();
  run_next(current_);
}

/// A lone path: no barrier of the warp waits for it.
bool MachineBarriers::do_all_wait_at_barrier() {
  if (routes_.size() != 1) return false;
  ++routes_.front().path.pc;
  routes_.front().wait = Wait::CtaBarrier;
  return true;
}

void MachineBarriers::do_release_barrier(LaneMask lanes) {
  const auto released = [&](const Route& r) {
    return r.wait == Wait::CtaBarrier && (r.path.lanes & lanes) != 0;
  };
  if (routes_.size() == 1 && released(routes_.front())) {
    routes_.front().wait = Wait::None;
    current_ = 0;
    return;
  }
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    Route& route = routes_[i];
    if (!released(route)) continue;
    for (std::size_t j = i + 1; j < routes_.size(); ++j) {
      Route& other = routes_[j];
      if (!released(other) || other.path.pc != route.path.pc) continue;
      route.path.lanes |= other.path.lanes;
      other.path.lanes = 0;
    }
    route.wait = Wait::None;
  }
  settle();
  run_next(current_);
}

/// Opens whatever can open, and drops the routes that ended or were merged into others.
void MachineBarriers::settle() {
  if (routes_.size() == 1 && routes_[0].path.lanes != 0 && routes_[0].wait == Wait::None) return;
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

LaneMask MachineBarriers::here_with(const Route& waits) const {
  LaneMask here = waits.path.lanes;
  for (const Route& other : routes_)
    if (other.wait == Wait::Barrier && at_one_barrier(waits, other)) here |= other.path.lanes;
  return here;
}

LaneMask MachineBarriers::missing_at(const Route& waits) const {
  return waits.needs & live() & ~yielded_ & ~here_with(waits);
}

bool MachineBarriers::open_barriers() {
  for (const Route& first : routes_) {
    if (first.path.lanes == 0 || first.wait != Wait::Barrier || missing_at(first) != 0) continue;
    open_barrier(first);
    return true;
  }
  return false;
}

/// `first` and those at its barrier go on as one path.
void MachineBarriers::open_barrier(const Route first) {
  const LaneMask lanes = here_with(first);
  early_.add(first.barrier, first.path.pc, lanes, first.needs & live() & ~lanes);
  const auto opens = [&](const Route& r) { return (r.path.lanes & lanes) != 0; };
  Route& joined =
      opens(routes_[current_]) ? routes_[current_] : *std::ranges::find_if(routes_, opens);
  for (Route& other : routes_) {
    if (&other == &joined || !opens(other)) continue;
    joined.path.lanes |= other.path.lanes;
    other.path.lanes = 0;
  }
  joined.wait = Wait::None;
}

/// No path can run: opens a barrier that waits only for lanes which wait for others at WARPSYNC or
/// a barrier of the CTA. False: there is none.
bool MachineBarriers::open_for_blocked() {
  LaneMask blocked = 0;
  for (const Route& route : routes_)
    if (route.wait == Wait::WarpSync || route.wait == Wait::CtaBarrier) blocked |= route.path.lanes;
  for (const Route& first : routes_) {
    if (first.wait != Wait::Barrier || (missing_at(first) & ~blocked) != 0) continue;
    open_barrier(first);
    settle();
    return true;
  }
  return false;
}

/// Opens one warp-level instruction at which all lanes that its paths need are there: the one of
/// the fewest lanes, for such as need each other alone do not wait for who waits for more.
bool MachineBarriers::open_warp_syncs() {
  LaneMask fewest = 0;
  for (const Route& first : routes_) {
    if (first.path.lanes == 0 || first.wait != Wait::WarpSync) continue;
    const LaneMask present = present_with(first);
    if (present == 0) continue;
    if (fewest == 0 || std::popcount(present) < std::popcount(fewest)) fewest = present;
  }
  if (fewest != 0) open_warp_sync(fewest);
  return fewest != 0;
}

/// Lanes that `first` waits for and those that these wait for; 0: some of them are elsewhere.
LaneMask MachineBarriers::present_with(const Route& first) const {
  LaneMask present = first.path.lanes, needed = first.needs & live();
  for (bool grew = true; grew;) {
    grew = false;
    for (const Route& other : routes_) {
      const LaneMask lanes = other.path.lanes;
      if (other.wait != Wait::WarpSync || !may_meet(*first.sync, *other.sync)) continue;
      if ((lanes & needed) == 0 || (lanes & ~present) == 0) continue;
      present |= lanes;
      needed |= other.needs & live();
      grew = true;
    }
  }
  return (needed & ~present) == 0 ? present : 0;
}

/// Those of `present` at one place become one path; of a collective all do, where the last came.
void MachineBarriers::open_warp_sync(LaneMask present) {
  const auto opens = [&](const Route& r) { return (r.path.lanes & present) != 0; };
  const auto joins = [&](const Route& a, const Route& b) {
    return a.path.pc == b.path.pc || is_collective(*a.sync);
  };
  for (Route& route : routes_) {
    if (!opens(route)) continue;
    Route& now = routes_[current_];
    Route& joined = opens(now) && joins(now, route) ? now : route;
    for (Route& other : routes_) {
      if (&other == &joined || !opens(other) || !joins(joined, other)) continue;
      joined.path.lanes |= other.path.lanes;
      other.path.lanes = 0;
    }
    joined.wait = Wait::None;
    joined.needs = 0;
  }
}

void MachineBarriers::run_next(std::size_t from) {
  do {
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      const std::size_t next = (from + i) % routes_.size();
      if (routes_[next].wait != Wait::None) continue;
      current_ = next;
      yielded_ &= ~routes_[next].path.lanes;
      return;
    }
  } while (open_for_blocked());
}

}  // namespace simt
