#include "sim/divergence/simt_stack.h"

#include <fmt/format.h>
#include <algorithm>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/divergence/fingerprint.h"
#include "sim/divergence/side_order.h"

namespace simt {

void SimtStack::do_start(Pc entry, LaneMask lanes) {
  stack_.clear();
  started_ = lanes;
  exited_ = 0;
  blocked_ = false;
  if (lanes != 0) stack_.push_back({.path = {entry, lanes}});
}

void SimtStack::do_advance(const Inst& inst, const Outcome& outcome) {
  if (outcome.num_targets != 1 || outcome.exited != 0 || outcome.call_changed) {
    split(inst, outcome);
    return;
  }
  Entry& top = stack_.back();
  top.path.pc = outcome.targets[0].pc;
  if (top.at_join() && !waits_at_cta_barrier(inst, outcome)) pop_joined();
}

void SimtStack::do_go_on_at(Pc pc) {
  Entry& top = stack_.back();
  top.path.pc = pc;
  if (top.at_join()) pop_joined();
}

StraightLine SimtStack::straight_line() {
  if (do_current() == nullptr) return {};
  return {stack_.back().path, stack_.back().join};
}

void SimtStack::split(const Inst& inst, const Outcome& outcome) {
  const Entry from = stack_.back();
  stack_.pop_back();
  remove(outcome.exited);

  const bool calls = outcome.call_changed && inst.kind == Kind::Call;
  const Pc behind = from.path.pc + 1;
  const Pc join = calls ? behind : outcome.num_targets > 1 ? inst.flow.reconverge : kNoPc;
  Entry side = from;
  const bool joins_with_parent = join == from.join && from.depth == from.join_depth;
  if (join != kNoPc && !joins_with_parent) {
    Entry waiting = from;
    waiting.path = {join, from.path.lanes & ~outcome.exited};
    if (waiting.path.lanes != 0) stack_.push_back(waiting);
    side.join = join;
    side.join_depth = from.depth;
  }
  const SideOrder order = order_sides(outcome, first_side_, behind);
  for (unsigned i = order.count; i-- > 0;) {
    const Target& target = outcome.targets[order.index[i]];
    const bool moved = outcome.call_changed && (target.lanes & outcome.executed) != 0;
    side.path = {target.pc, target.lanes};
    side.depth = !moved ? from.depth : calls ? from.depth + 1 : from.depth - 1;
    if (moved && !calls && waits_behind_call(side.path, side.depth)) continue;
    if (!side.at_join()) stack_.push_back(side);
  }
  pop_joined();
}

// Lanes that return wait in the entry of their call; true when there is one. They come to none of
// the join points of the function.
bool SimtStack::waits_behind_call(const Path& back, unsigned depth) {
  std::size_t call = stack_.size();
  const auto is_call = [&](const Entry& entry) {
    return entry.path.pc == back.pc && entry.depth == depth &&
           (back.lanes & ~entry.path.lanes) == 0;
  };
  while (call > 0 && !is_call(stack_[call - 1])) --call;
  if (call == 0) return false;
  const auto inside = stack_.begin() + static_cast<std::ptrdiff_t>(call);
  std::for_each(inside, stack_.end(), [&](Entry& entry) { entry.path.lanes &= ~back.lanes; });
  stack_.erase(std::remove_if(inside, stack_.end(),
                              [](const Entry& entry) { return entry.path.lanes == 0; }),
               stack_.end());
  return true;
}

void SimtStack::remove(LaneMask lanes) {
  if (lanes == 0) return;
  exited_ |= lanes;
  for (Entry& entry : stack_) entry.path.lanes &= ~lanes;
  std::erase_if(stack_, [](const Entry& entry) { return entry.path.lanes == 0; });
}

void SimtStack::pop_joined() {
  while (!stack_.empty() && stack_.back().at_join()) stack_.pop_back();
}

void SimtStack::do_release_barrier(LaneMask lanes) {
  if (!blocked_ || (lanes & at_barrier()) == 0) return;
  blocked_ = false;
  pop_joined();
}

bool SimtStack::do_converge(LaneMask named, const Inst& /*inst*/) {
  const Path& path = stack_.back().path;
  const LaneMask missing = named & live() & ~path.lanes;
  if (missing == 0) return true;
  throw KernelFault(
      fmt::format("this instruction names {} but only {} of them execute it: it "
                  "requires convergence on this architecture; {}",
                  lanes_text(named), lanes_text(path.lanes & named), where_is(missing)),
      path.pc, first_lane(path.lanes));
}

/// "lanes 4-7 are parked at line 9, lane 8 waits for its turn at line 5", lower entries first.
std::string SimtStack::where_is(LaneMask lanes) const {
  std::string text;
  LaneMask above = 0;
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const Path& path = stack_[i].path;
    const LaneMask here = path.lanes & ~above & lanes;
    above |= path.lanes;
    if (here == 0) continue;
    const bool one = count_lanes(here) == 1;
    text = fmt::format(
        "{} {} {} {}{}{}", lanes_text(here), one ? "is" : "are",
        waits_for_sides(i) ? "parked at the reconvergence point" : "waiting for a turn at",
        place_text(program_, path.pc), text.empty() ? "" : ", ", text);
  }
  return text;
}

/// A waiting entry holds the lanes of the sides above it; a side shares none with another.
bool SimtStack::waits_for_sides(std::size_t entry) const {
  return entry + 1 < stack_.size() &&
         (stack_[entry].path.lanes & stack_[entry + 1].path.lanes) != 0;
}

LaneView SimtStack::lane(unsigned lane) const {
  const LaneMask bit = LaneMask{1} << lane;
  if ((started_ & bit) == 0) return {LaneState::Padded};
  if ((exited_ & bit) != 0) return {LaneState::Exited};
  std::size_t i = stack_.size() - 1;
  LaneMask above = 0;
  for (; (stack_[i].path.lanes & bit) == 0; --i) above |= stack_[i].path.lanes;
  const Pc pc = stack_[i].path.pc;
  if (i + 1 == stack_.size()) {
    if (blocked_) return {LaneState::CtaBarrier, pc, pc - 1};
    return {LaneState::Active, pc};
  }
  if (waits_for_sides(i)) {
    return {LaneState::Converging, pc, pc, above & stack_[i].path.lanes};
  }
  return {LaneState::Ready, pc};
}

DivergenceView SimtStack::view() const {
  DivergenceView out;
  out.exited = exited_;
  LaneMask above = 0;
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const Entry& entry = stack_[i];
    const bool top = i + 1 == stack_.size();
    PathView view{entry.path, LaneState::Ready, entry.join, 0, -1, entry.depth};
    if (top) view.state = blocked_ ? LaneState::CtaBarrier : LaneState::Active;
    if (waits_for_sides(i)) {
      view.state = LaneState::Converging;
      view.waits_for = above & entry.path.lanes;
    }
    above |= entry.path.lanes;
    out.paths.push_back(view);
  }
  return out;
}

std::vector<std::string> SimtStack::describe() const {
  std::vector<std::string> lines;
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const Entry& entry = stack_[i];
    const bool top = i + 1 == stack_.size();
    const char* const state = !top       ? (waits_for_sides(i) ? "parked" : "waiting")
                              : blocked_ ? "at CTA barrier"
                                         : "running";
    std::string line = fmt::format("{}: {}, {} at {}", i, state, lanes_text(entry.path.lanes),
                                   place_text(program_, entry.path.pc));
    if (entry.join != kNoPc) line += ", reconverges at " + place_text(program_, entry.join);
    if (entry.depth != 0) line += fmt::format(", call depth {}", entry.depth);
    lines.push_back(std::move(line));
  }
  if (exited_ != 0) lines.push_back("exited: " + lanes_text(exited_));
  return lines;
}

std::uint64_t SimtStack::fingerprint() const {
  Fingerprint hash;
  hash.add(started_, exited_, blocked_, stack_.size());
  for (const Entry& entry : stack_) {
    hash.add(entry.path.pc, entry.path.lanes, entry.join, entry.depth, entry.join_depth);
  }
  return hash.value();
}

}  // namespace simt
