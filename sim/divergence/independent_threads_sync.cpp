// How paths of one warp wait for each other at *.sync instructions and .aligned CTA barriers
// (WARPSYNC in machine code). What is stated here was measured on an H200 (docs/DEVIATIONS.md).
#include <algorithm>
#include <bit>

#include "sim/divergence/independent_threads.h"
#include "sim/divergence/may_meet.h"

namespace simt {

bool IndependentThreads::do_converge(LaneMask named, const Inst& inst) {
  Route& now = routes_[current_];
  const LaneMask before = now.path.lanes, needs = named & live();
  if (now.met || (needs & ~before) == 0) return true;
  now.needs = needs;
  now.sync = &inst;
  now.wait = Wait::WarpSync;
  if (!inst.op.aligned) remember_elsewhere(now);
  settle();
  run_next(current_);
  const Path* const path = do_current();
  return path != nullptr && (path->lanes & before) != 0;
}

/// Where the lanes that `waits` needs are.
void IndependentThreads::remember_elsewhere(const Route& waits) {
  for (const Route& other : routes_) {
    const LaneMask lanes = other.path.lanes & waits.needs & ~waits.path.lanes;
    if (lanes != 0) elsewhere_.push_back({waits.path.pc, waits.path.lanes, lanes, other.path.pc});
  }
}

/// `present` go on: which lanes have they waited for in vain?
void IndependentThreads::find_abandoned(LaneMask present) {
  for (Abandoned& one : elsewhere_) {
    if ((one.lanes & present) == 0) continue;
    one.exited &= exited_;
    if (one.exited != 0) abandoned_.push_back(one);
  }
  std::erase_if(elsewhere_, [&](const Abandoned& one) { return (one.lanes & present) != 0; });
}

/// Opens one warp-level instruction at which all lanes that its paths need are there: the one of
/// the fewest lanes, for such as need each other alone do not wait for who waits for more.
bool IndependentThreads::open_warp_syncs() {
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
LaneMask IndependentThreads::present_with(const Route& first) const {
  LaneMask present = first.path.lanes, needed = first.needs & live();
  for (bool grew = true; grew;) {
    grew = false;
    for (const Route& other : routes_) {
      const LaneMask lanes = other.path.lanes;
      if (other.wait != Wait::WarpSync || !may_meet(*first.sync, *other.sync)) continue;
      if (first.sync == other.sync && first.depth != other.depth) continue;
      if ((lanes & needed) == 0 || (lanes & ~present) == 0) continue;
      present |= lanes;
      needed |= other.needs & live();
      grew = true;
    }
  }
  return (needed & ~present) == 0 ? present : 0;
}

/// Those of `present` at one place become one path.
void IndependentThreads::open_warp_sync(LaneMask present) {
  if (!elsewhere_.empty()) find_abandoned(present);
  const auto opens = [&](const Route& r) { return (r.path.lanes & present) != 0; };
  const auto beside = [](const Route& a, const Route& b) {
    return a.path.pc == b.path.pc && a.depth == b.depth;
  };
  for (Route& route : routes_) {
    if (!opens(route)) continue;
    Route& now = routes_[current_];
    Route& joined = opens(now) && beside(now, route) ? now : route;
    for (Route& other : routes_)
      if (&other != &joined && opens(other) && beside(joined, other)) merge(joined, other);
    joined.wait = Wait::None;
    joined.needs = 0;
    joined.met = joined.path.lanes != present;
  }
  for (const Route& route : routes_)
    if (opens(route) && route.met) meetings_.push_back({route.path, present});
}

LaneMask IndependentThreads::blocked() const {
  LaneMask lanes = 0;
  for (const Route& route : routes_)
    if (route.wait == Wait::WarpSync || route.wait == Wait::CtaBarrier) lanes |= route.path.lanes;
  return lanes;
}

/// No path can run: opens a convergence barrier that waits only for lanes which wait elsewhere
/// themselves. False: there is none.
bool IndependentThreads::open_for_blocked() {
  const LaneMask elsewhere = blocked();
  for (Id id = 0; id < barriers_.count(); ++id) {
    const LaneMask arrived = arrived_at(id);
    if (arrived == 0 || (missing_at(id) & ~elsewhere) != 0) continue;
    open(id, arrived);
    settle();
    return true;
  }
  return false;
}

}  // namespace simt
