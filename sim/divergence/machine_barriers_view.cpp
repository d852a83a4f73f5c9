// What people and the deadlock proof see of MachineBarriers; nothing here changes it.
#include <fmt/format.h>

#include <string>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "isa/core/program.h"
#include "sim/divergence/fingerprint.h"
#include "sim/divergence/machine_barriers.h"

namespace simt {

LaneMask MachineBarriers::at_barrier() const {
  LaneMask lanes = 0;
  for (const Route& route : routes_)
    if (route.wait == Wait::CtaBarrier) lanes |= route.path.lanes;
  return lanes;
}

LaneMask MachineBarriers::waited_for(const Route& route) const {
  if (route.wait == Wait::Barrier) return missing_at(route);
  return route.wait == Wait::WarpSync ? route.needs & live() & ~route.path.lanes : 0;
}

LaneView MachineBarriers::lane(unsigned lane) const {
  const LaneMask bit = LaneMask{1} << lane;
  if ((started_ & bit) == 0) return {LaneState::Padded};
  if ((exited_ & bit) != 0) return {LaneState::Exited};
  std::size_t i = 0;
  while ((routes_[i].path.lanes & bit) == 0) ++i;
  const Route& route = routes_[i];
  const Pc pc = route.path.pc;
  switch (route.wait) {
    case Wait::Barrier:
      return {LaneState::Converging, pc, pc - 1, missing_at(route)};
    case Wait::WarpSync:
      return {LaneState::WarpSync, pc, pc - 1, waited_for(route)};
    case Wait::CtaBarrier:
      return {LaneState::CtaBarrier, pc, pc - 1};
    case Wait::None:
      break;
  }
  return {i == current_ ? LaneState::Active : LaneState::Ready, pc};
}

/// 3 of B3; -1: none.
int MachineBarriers::number_of(Slot barrier) const {
  if (program_ == nullptr || barrier == kNoSlot) return -1;
  const auto& numbers = program_->machine->barriers;
  const auto found = numbers.find(barrier);
  return found == numbers.end() ? -1 : static_cast<int>(found->second);
}

/// Paths at one BSYNC with one register are one barrier; who its other participants are is known
/// when somebody waits for them.
void MachineBarriers::add_barrier(std::vector<ConvergenceBarrierView>& out,
                                  const Route& route) const {
  const ConvergenceBarrierView own{.id = number_of(route.barrier),
                                   .target = route.path.pc - 1,
                                   .participants = route.needs & live(),
                                   .arrived = route.path.lanes,
                                   .yielded = route.needs & yielded_};
  for (ConvergenceBarrierView& other : out) {
    if (other.id != own.id || other.target != own.target) continue;
    other.participants |= own.participants;
    other.arrived |= own.arrived;
    other.yielded |= own.yielded;
    return;
  }
  out.push_back(own);
}

DivergenceView MachineBarriers::view() const {
  DivergenceView out;
  out.exited = exited_;
  for (const Route& route : routes_) {
    const LaneView first = lane(first_lane(route.path.lanes));
    // At its BSYNC, though it will go on behind that.
    const Pc here = route.wait == Wait::Barrier ? first.waits_at : route.path.pc;
    out.paths.push_back({.path = {here, route.path.lanes},
                         .state = first.state,
                         .waits_for = first.waits_for,
                         .barrier = route.wait == Wait::Barrier ? number_of(route.barrier) : -1});
    if (route.wait == Wait::Barrier) add_barrier(out.barriers, route);
  }
  return out;
}

std::string MachineBarriers::describe(const Route& route, bool runs) const {
  const std::string lanes = lanes_text(route.path.lanes);
  const bool behind = route.wait != Wait::None;
  const std::string place = place_text(program_, behind ? route.path.pc - 1 : route.path.pc);
  switch (route.wait) {
    case Wait::None:
      break;
    case Wait::Barrier:
      return fmt::format("parked, {} at {} until {} arrive", lanes, place,
                         lanes_text(waited_for(route)));
    case Wait::WarpSync:
      return fmt::format("parked, {} at {} until {} execute it", lanes, place,
                         lanes_text(waited_for(route)));
    case Wait::CtaBarrier:
      return fmt::format("at CTA barrier, {} at {}", lanes, place);
  }
  return fmt::format("{}, {} at {}", runs ? "running" : "ready", lanes, place);
}

std::vector<std::string> MachineBarriers::describe() const {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < routes_.size(); ++i)
    lines.push_back(fmt::format("path {}: {}", i, describe(routes_[i], i == current_)));
  if (yielded_ != 0) lines.push_back("yielded, not waited for: " + lanes_text(yielded_));
  if (exited_ != 0) lines.push_back("exited: " + lanes_text(exited_));
  return lines;
}

std::uint64_t MachineBarriers::fingerprint() const {
  Fingerprint hash;
  hash.add(started_, exited_, yielded_, current_, routes_.size());
  for (const Route& route : routes_)
    hash.add(route.path.pc, route.path.lanes, route.wait, route.barrier, route.needs);
  early_.hash_into(hash);
  return hash.value();
}

}  // namespace simt
