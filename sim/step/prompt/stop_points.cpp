#include "sim/step/prompt/stop_points.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/step/error.h"

namespace simt {

unsigned StopPoints::add_breakpoint(CodePlace place, std::optional<Expression> condition) {
  breakpoints_.push_back({++last_number_, std::move(place), std::move(condition), 0});
  return last_number_;
}

unsigned StopPoints::add_watchpoint(Expression expression, const LanePlace& at) {
  watchpoints_.emplace_back(last_number_ + 1, std::move(expression), at);
  return ++last_number_;
}

bool StopPoints::remove(unsigned number) {
  return std::erase_if(breakpoints_, [=](const Breakpoint& b) { return b.number == number; }) +
             std::erase_if(watchpoints_,
                           [=](const Watchpoint& w) { return w.number() == number; }) >
         0;
}

void StopPoints::clear() {
  breakpoints_.clear();
  watchpoints_.clear();
}

bool StopPoints::holds(const Breakpoint& b, const StepEvent& event, const Machine& machine) {
  if (!b.condition) return true;
  LanePlace at{machine, event.id.sm, event.slot, 0, event.cycle};
  const LaneMask lanes = b.condition->by_lane() ? event.outcome->executed : 1;
  bool any = false;
  try {
    for_each_lane(lanes, [&](unsigned lane) {
      at.lane = lane;
      if (any) return;
      const std::optional<Value> value = b.condition->evaluate(at);
      any = value && is_true(*value);  // what is not written yet does not hold
    });
  } catch (const StepError& e) {
    reason_.text.push_back(
        fmt::format("breakpoint {}: its condition has no value: {}", b.number, e.what()));
    return true;
  }
  return any;
}

/// Notes the changes of all watchpoints; those that have nothing to watch any more go.
template <class F>
void StopPoints::ask(F&& change_of) {
  for (auto w = watchpoints_.begin(); w != watchpoints_.end();) {
    const std::optional<Watchpoint::Change> change = change_of(*w);
    if (change) {
      reason_.text.insert(reason_.text.end(), change->text.begin(), change->text.end());
      if (change->settled) reason_.settled = change->settled;
    }
    w = change && change->over ? watchpoints_.erase(w) : w + 1;
  }
}

bool StopPoints::hit(const StepEvent& event, const Machine& machine, unsigned sm) {
  reason_ = {};
  for (Breakpoint& b : breakpoints_) {
    const bool looks = event.id.sm == sm || (b.condition && b.condition->names_place());
    if (!b.place.holds(event.pc) || !looks || !holds(b, event, machine)) continue;
    ++b.hits;
    reason_.text.push_back(fmt::format("breakpoint {}, {}", b.number, b.place.name));
  }
  const bool here = !reason_.text.empty();
  ask([&](Watchpoint& w) { return w.check(event, machine); });
  if (here) reason_.settled.reset();
  return !reason_.text.empty();
}

bool StopPoints::hit_at_end(const Machine& machine) {
  reason_ = {};
  ask([&](Watchpoint& w) { return w.check_end(machine); });
  return !reason_.text.empty();
}

void StopPoints::look_again(const Machine& machine) {
  for (Watchpoint& w : watchpoints_) w.look_again(machine);
}

}  // namespace simt
