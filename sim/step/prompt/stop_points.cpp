#include "sim/step/prompt/stop_points.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/lane_list.h"
#include "sim/step/error.h"
#include "sim/step/names.h"

namespace simt {
namespace {

/// The slot that the watched warp is in; nothing when it has ended.
std::optional<unsigned> slot_of(const Watchpoint& w, const Machine& machine) {
  if (!machine.gpu.uses(w.sm)) return {};
  const Sm& sm = machine.gpu.sm(w.sm);
  for (unsigned slot = 0; slot < sm.warps().size(); ++slot) {
    const Warp& warp = sm.warps()[slot];
    if (warp.resident && sm.cta_index(warp) == w.warp.cta && warp.state.index_in_cta == w.warp.warp)
      return slot;
  }
  return {};
}

LaneValues values_of(const Expression& expression, LanePlace at, LaneMask lanes) {
  LaneValues values{};
  for_each_lane(lanes, [&](unsigned lane) {
    at.lane = lane;
    values[lane] = expression.evaluate(at);
  });
  return values;
}

}  // namespace

unsigned StopPoints::add_breakpoint(CodePlace place, std::optional<Expression> condition) {
  breakpoints_.push_back({++last_number_, std::move(place), std::move(condition), 0});
  return last_number_;
}

unsigned StopPoints::add_watchpoint(Expression expression, const LanePlace& at) {
  const Sm& sm = at.machine.gpu.sm(at.sm);
  const Warp& warp = sm.warps()[at.slot];
  Watchpoint w{.number = 0, .expression = std::move(expression)};
  w.sm = at.sm;
  w.warp = {at.sm, sm.cta_index(warp), warp.state.index_in_cta};
  w.lanes = w.expression.by_lane() ? warp.state.lanes : 1;
  w.last = values_of(w.expression, at, w.lanes);
  w.number = ++last_number_;
  watchpoints_.push_back(std::move(w));
  return last_number_;
}

bool StopPoints::remove(unsigned number) {
  const auto same = [number](const auto& p) { return p.number == number; };
  return std::erase_if(breakpoints_, same) + std::erase_if(watchpoints_, same) > 0;
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
      any = any || is_true(b.condition->evaluate(at));
    });
  } catch (const StepError& e) {
    reasons_.push_back(
        fmt::format("breakpoint {}: its condition has no value: {}", b.number, e.what()));
    return true;
  }
  return any;
}

void StopPoints::check(Watchpoint& w, const StepEvent& event, const Machine& machine) {
  const std::optional<unsigned> slot = slot_of(w, machine);
  if (!slot && w.expression.by_lane()) {
    reasons_.push_back(fmt::format("watchpoint {} deleted: its warp has ended", w.number));
    w.number = 0;
    return;
  }
  const LanePlace at{machine, w.sm, slot.value_or(0), 0, event.cycle};
  LaneValues now;
  try {
    now = values_of(w.expression, at, w.lanes);
  } catch (const StepError& e) {
    reasons_.push_back(fmt::format("watchpoint {} deleted: {}", w.number, e.what()));
    w.number = 0;
    return;
  }
  LaneMask changed = 0;
  for_each_lane(w.lanes, [&](unsigned lane) {
    if (now[lane] != w.last[lane]) changed |= LaneMask{1} << lane;
  });
  if (changed == 0) return;
  ++w.hits;
  const std::string lanes = w.expression.by_lane() ? " in " + lanes_text(changed) : "";
  reasons_.push_back(fmt::format("watchpoint {}: {}{}", w.number, w.expression.text(), lanes));
  reasons_.push_back("  before: " + values_text(w.last, changed));
  reasons_.push_back("  now:    " + values_text(now, changed));
  w.last = now;
}

bool StopPoints::hit(const StepEvent& event, const Machine& machine, unsigned sm) {
  reasons_.clear();
  for (Breakpoint& b : breakpoints_) {
    const bool looks = event.id.sm == sm || (b.condition && b.condition->names_place());
    if (!b.place.holds(event.pc) || !looks || !holds(b, event, machine)) continue;
    ++b.hits;
    reasons_.push_back(fmt::format("breakpoint {}, {}", b.number, b.place.name));
  }
  for (Watchpoint& w : watchpoints_)
    if (event.id.sm == w.sm) check(w, event, machine);
  std::erase_if(watchpoints_, [](const Watchpoint& w) { return w.number == 0; });
  return !reasons_.empty();
}

void StopPoints::look_again(const Machine& machine) {
  for (Watchpoint& w : watchpoints_) {
    const std::optional<unsigned> slot = slot_of(w, machine);
    if (!slot && w.expression.by_lane()) continue;
    try {
      w.last = values_of(w.expression, {machine, w.sm, slot.value_or(0), 0, 0}, w.lanes);
    } catch (const StepError&) {
      continue;  // the next instruction tells
    }
  }
}

}  // namespace simt
