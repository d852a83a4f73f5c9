#include "sim/step/prompt/watchpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "isa/base/lane_list.h"
#include "sim/step/error.h"
#include "sim/step/history.h"

namespace simt {
namespace {

constexpr std::size_t kWritersShown = 3;

bool is_atomic(const Machine& machine, Pc pc) {
  const Kind kind = machine.subject.program.code[pc].kind;
  return kind == Kind::Atomic || kind == Kind::Reduction;
}

unsigned bytes_of(const Machine& machine, const DeferredAtomic& atomic) {
  return size_of(machine.subject.program.code[atomic.pc].op.type);
}

}  // namespace

Watchpoint::Watchpoint(unsigned number, Expression expression, const LanePlace& at)
    : number_(number), expression_(std::move(expression)), sm_(at.sm) {
  const Sm& sm = at.machine.gpu.sm(at.sm);
  const Warp& warp = sm.warps()[at.slot];
  warp_ = warp.id;
  if (expression_.by_lane()) lanes_ = warp.state.lanes;
  memory_.begin();
  evaluate(at);  // finds out which elements it reads
  memory_.find_stores(at.machine);
  last_ = evaluate(at);
  find_atomics(at.machine);
}

/// The slot that its warp is in, or one of its block where that is enough; nothing when it is not
/// on its SM.
std::optional<unsigned> Watchpoint::slot(const Machine& machine) const {
  if (!machine.gpu.uses(sm_)) return {};
  const Sm& sm = machine.gpu.sm(sm_);
  std::optional<unsigned> of_block;
  for (unsigned slot = 0; slot < sm.warps().size(); ++slot) {
    const Warp& warp = sm.warps()[slot];
    if (!warp.resident || warp.id.cta != warp_.cta) continue;
    if (warp.state.index_in_cta == warp_.warp) return slot;
    of_block = slot;
  }
  if (expression_.needs() == Expression::Needs::Warp) return {};
  return expression_.needs() == Expression::Needs::Nothing ? of_block.value_or(0) : of_block;
}

Watchpoint::Values Watchpoint::evaluate(LanePlace at) {
  Values out;
  at.watched = &memory_;
  memory_.begin();
  for_each_lane(lanes_, [&](unsigned lane) {
    at.lane = lane;
    const std::optional<Value> value = expression_.evaluate(at);
    if (!value) return;
    out.value[lane] = *value;
    out.known |= LaneMask{1} << lane;
  });
  return out;
}

/// Atomics that have been performed since.
std::vector<Writer> Watchpoint::settle(const Machine& machine) {
  std::vector<Writer> done;
  if (waiting_.empty() || machine.history.atomics_performed_before() <= waiting_.front().cycle)
    return done;
  done.swap(waiting_);
  std::stable_sort(done.begin(), done.end(), [](const Writer& a, const Writer& b) {
    return std::pair(a.cycle, a.id.sm) < std::pair(b.cycle, b.id.sm);
  });
  return done;
}

/// Lanes of the instruction that have stored to what is watched; an atomic may have to wait.
LaneMask Watchpoint::note_stores(const StepEvent& event, const Machine& machine) {
  LaneMask stored = 0, later = 0;
  for (unsigned i = 0; i < event.outcome->num_access; ++i) {
    const MemoryAccess& access = event.outcome->access[i];
    const bool shared = access.space == StateSpace::Shared;
    if (shared && (event.id.sm != sm_ || event.id.cta != warp_.cta)) continue;
    const LaneMask lanes = memory_.touched_by(access);
    if (lanes == 0) continue;
    if (shared) {
      stored |= lanes;
    } else if (event.outcome->deferred && is_atomic(machine, event.pc)) {
      later |= lanes;
    } else {
      stored |= lanes;
      memory_.stored(access, event.id.sm);
    }
  }
  const bool own = event.id.sm == sm_ && event.id.cta == warp_.cta && event.id.warp == warp_.warp;
  const bool value_comes =
      own && event.outcome->deferred && expression_.needs() == Expression::Needs::Warp;
  if (later != 0 || value_comes)
    waiting_.push_back(writer_of(event, later != 0 ? later : event.outcome->executed, machine));
  return stored;
}

/// By lane where the expression can differ from lane to lane.
std::string Watchpoint::text_of(const Values& values, LaneMask lanes) const {
  if (expression_.by_lane()) return known_values_text(values.value, lanes, values.known);
  if (values.known == 0) return std::string(kNotWritten);
  return simt::value_text(values.value[static_cast<unsigned>(std::countr_zero(values.known))]);
}

Watchpoint::Change Watchpoint::gone(const std::string& why) const {
  return {{fmt::format("watchpoint {} deleted: {}", number_, why)}, {}, true};
}

std::optional<Watchpoint::Change> Watchpoint::compare(const LanePlace& at,
                                                      const std::vector<Writer>& writers) {
  Values now;
  try {
    now = evaluate(at);
  } catch (const StepError& e) {
    return gone(e.what());
  }
  LaneMask changed = 0;
  for_each_lane(lanes_, [&](unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    if (((now.known ^ last_.known) & bit) != 0 || now.value[lane] != last_.value[lane])
      changed |= bit;
  });
  if (changed == 0) return {};
  ++hits_;
  Change out;
  const std::string lanes = expression_.by_lane() ? " in " + lanes_text(changed) : "";
  out.text.push_back(fmt::format("watchpoint {}: {}{}", number_, expression_.text(), lanes));
  out.text.push_back("  before: " + text_of(last_, changed));
  out.text.push_back("  now:    " + text_of(now, changed));
  last_ = now;
  const std::size_t left = writers.size() - std::min(writers.size(), kWritersShown);
  if (left > 0)
    out.text.push_back(fmt::format("  written by {} in the same window of time, then",
                                   plural(left, "instruction")));
  for (std::size_t i = left; i < writers.size(); ++i)
    for (std::string& line : writer_lines(writers[i], at.machine.subject.program))
      out.text.push_back(std::move(line));
  return out;
}

std::optional<Watchpoint::Change> Watchpoint::check(const StepEvent& event,
                                                    const Machine& machine) {
  std::vector<Writer> writers = settle(machine);
  const bool settled = !writers.empty();
  const LaneMask stored = note_stores(event, machine);
  if (event.id.sm != sm_ && stored == 0 && !settled) return {};
  const std::optional<unsigned> at = slot(machine);
  if (!at) {
    if (!there_ || event.id.sm != sm_) return {};
    return gone(expression_.needs() == Expression::Needs::Warp ? "its warp has ended"
                                                               : "its block has ended");
  }
  const LanePlace place{machine, sm_, *at, 0, event.cycle};
  if (!there_) {  // its warp has just come
    there_ = true;
    last_ = {};
    try {
      last_ = evaluate(place);
    } catch (const StepError&) {
      return {};  // the next instruction tells
    }
    return {};
  }
  if (stored != 0) writers.push_back(writer_of(event, stored, machine));
  std::optional<Change> change = compare(place, writers);
  if (change && settled && stored == 0) change->settled = writers.back();
  return change;
}

std::optional<Watchpoint::Change> Watchpoint::check_end(const Machine& machine) {
  const std::optional<unsigned> at = slot(machine);
  if (!at || !there_) return {};
  const std::vector<Writer> writers = settle(machine);
  return compare({machine, sm_, *at, 0, machine.gpu.sm(sm_).now()}, writers);
}

/// Atomics in the queues that will change what is watched.
void Watchpoint::find_atomics(const Machine& machine) {
  waiting_.clear();
  for (const auto& sm : machine.gpu.sms())
    for (const DeferredAtomic& atomic : sm->port().atomics()) {
      LaneMask lanes = memory_.touched_by(atomic, bytes_of(machine, atomic));
      const Writer writer = writer_of(atomic, lanes, *sm);
      const bool own = sm->index() == sm_ && writer.id.cta == warp_.cta &&
                       writer.id.warp == warp_.warp &&
                       expression_.needs() == Expression::Needs::Warp;
      if (lanes != 0)
        waiting_.push_back(writer);
      else if (own)
        waiting_.push_back(writer_of(atomic, atomic.lanes, *sm));
    }
}

void Watchpoint::look_again(const Machine& machine) {
  waiting_.clear();
  const std::optional<unsigned> at = slot(machine);
  there_ = at.has_value();
  if (!there_) return;
  const LanePlace place{machine, sm_, *at, 0, machine.gpu.sm(sm_).now()};
  try {
    evaluate(place);  // finds out which elements it reads
    memory_.find_stores(machine);
    last_ = evaluate(place);
    find_atomics(machine);
  } catch (const StepError&) {
    return;  // the next instruction tells
  }
}

}  // namespace simt
