// What people and the deadlock proof see of IndependentThreads; nothing here changes it.
#include <fmt/format.h>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/divergence/fingerprint.h"
#include "sim/divergence/independent_threads.h"

namespace simt {

LaneMask IndependentThreads::at_barrier() const {
  LaneMask lanes = 0;
  for (const Route& route : routes_) {
    if (route.wait == Wait::CtaBarrier) lanes |= route.path.lanes;
  }
  return lanes;
}

LaneMask IndependentThreads::arrived_at(Id barrier) const {
  LaneMask lanes = 0;
  for (const Route& route : routes_) {
    if (route.wait == Wait::Join && route.barrier == barrier) lanes |= route.path.lanes;
  }
  return lanes;
}

LaneMask IndependentThreads::missing_at(Id barrier) const {
  const ConvergenceBarriers::Barrier& b = barriers_[barrier];
  return b.participants & ~b.yielded & ~arrived_at(barrier);
}

LaneView IndependentThreads::lane(unsigned lane) const {
  const LaneMask bit = LaneMask{1} << lane;
  if ((started_ & bit) == 0) return {LaneState::Padded};
  if ((exited_ & bit) != 0) return {LaneState::Exited};
  std::size_t i = 0;
  while ((routes_[i].path.lanes & bit) == 0) ++i;
  const Route& route = routes_[i];
  const Pc pc = route.path.pc;
  switch (route.wait) {
    case Wait::Join:
      return {LaneState::Converging, pc, pc, missing_at(route.barrier)};
    case Wait::WarpSync:
      return {LaneState::WarpSync, pc, pc, route.needs & live() & ~route.path.lanes};
    case Wait::CtaBarrier:
      return {LaneState::CtaBarrier, pc, pc - 1};
    case Wait::None:
      break;
  }
  return {i == current_ ? LaneState::Active : LaneState::Ready, pc};
}

DivergenceView IndependentThreads::view() const {
  DivergenceView out;
  out.exited = exited_;
  for (const Route& route : routes_) {
    const LaneView first = lane(first_lane(route.path.lanes));
    out.paths.push_back(
        {route.path, first.state, route.join, first.waits_for, route.barrier, route.depth});
  }
  for (Id id = 0; id < barriers_.count(); ++id) {
    const ConvergenceBarriers::Barrier& b = barriers_[id];
    if (b.participants != 0)
      out.barriers.push_back({id, b.target, b.participants, arrived_at(id), b.yielded, b.parent});
  }
  return out;
}

std::string IndependentThreads::describe(const Route& route, bool runs) const {
  const std::string lanes = lanes_text(route.path.lanes);
  const std::string place = place_text(program_, route.path.pc);
  std::string text;
  switch (route.wait) {
    case Wait::None:
      text = fmt::format("{}, {} at {}", runs ? "running" : "ready", lanes, place);
      break;
    case Wait::Join:
      text = fmt::format("parked, {} at {} until {} arrive", lanes, place,
                         lanes_text(missing_at(route.barrier)));
      break;
    case Wait::WarpSync:
      text = fmt::format("parked, {} at {} until {} execute it", lanes, place,
                         lanes_text(route.needs & live() & ~route.path.lanes));
      break;
    case Wait::CtaBarrier:
      text = fmt::format("at CTA barrier, {} at {}", lanes, place);
      break;
  }
  if (route.barrier != ConvergenceBarriers::kNone) {
    text += fmt::format(", inside barrier {}", route.barrier);
  }
  if (route.depth != 0) text += fmt::format(", call depth {}", route.depth);
  return text;
}

std::vector<std::string> IndependentThreads::describe() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    lines.push_back(fmt::format("path {}: {}", i, describe(routes_[i], i == current_)));
  }
  for (Id id = 0; id < barriers_.count(); ++id) {
    const ConvergenceBarriers::Barrier& barrier = barriers_[id];
    if (barrier.participants == 0) continue;
    std::string line = fmt::format("barrier {}: {} reconverge at {}, arrived: {}", id,
                                   lanes_text(barrier.participants),
                                   place_text(program_, barrier.target), lane_list(arrived_at(id)));
    if (barrier.yielded != 0) line += ", yielded: " + lane_list(barrier.yielded);
    if (barrier.parent != ConvergenceBarriers::kNone) {
      line += fmt::format(", inside barrier {}", barrier.parent);
    }
    lines.push_back(std::move(line));
  }
  if (exited_ != 0) lines.push_back("exited: " + lanes_text(exited_));
  return lines;
}

std::uint64_t IndependentThreads::fingerprint() const {
  Fingerprint hash;
  hash.add(started_, exited_, current_, routes_.size());
  for (const Route& route : routes_) {
    hash.add(route.path.pc, route.path.lanes, route.barrier, route.depth, route.wait, route.needs,
             route.met);
  }
  for (Id id = 0; id < barriers_.count(); ++id) {
    const ConvergenceBarriers::Barrier& barrier = barriers_[id];
    hash.add(barrier.participants, barrier.yielded);
    if (barrier.participants != 0) hash.add(barrier.target, barrier.depth, barrier.parent);
  }
  return hash.value();
}

}  // namespace simt
