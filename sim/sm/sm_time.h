// What every issue of an SM does to a warp's time; inline, as it is the simulator's innermost part.
// Private to sim/sm.
#pragma once

#include <algorithm>

#include "sim/sm/sm.h"

namespace simt {

inline void Sm::account(Warp& w, std::uint64_t to, Stall reason) {
  if (to <= w.accounted) return;
  w.on->tally.stalls(w.next_pc)[static_cast<std::size_t>(reason)] += to - w.accounted;
  if (observer_) [[unlikely]]
    tell_stall(w, w.accounted, to, reason);
  w.accounted = to;
}

// An instruction enters the queue of its unit, which takes it at `leaves`.
inline void Sm::enter_queue(SubPartition& p, Pipe pipe, std::uint64_t leaves) {
  InstructionQueue& queue = pipe == Pipe::Lsu ? p.lsu_queue : p.xu_queue;
  queue.enter(leaves);
  const std::uint64_t room = queue.free_at();
  p.warps.close(gate_of(pipe), now_, room);
  if (pipe == Pipe::Lsu) p.warps.close(Gate::L1, now_, room);
}

// Keeps one pipe busy; returns when it takes the instruction. The queue of the load/store unit is
// entered when it is known what the accesses wait for.
inline std::uint64_t Sm::occupy(SubPartition& p, Pipe pipe, std::uint32_t interval16) {
  const std::uint64_t begins = p.pipes.occupy(pipe, now_, interval16);
  if (!has_queue(pipe))
    p.warps.close(gate_of(pipe), now_, p.pipes.free_at(pipe));
  else if (pipe == Pipe::Xu)
    enter_queue(p, pipe, begins);
  return begins;
}

// Keeps the instruction's pipes busy; returns when the first one takes it.
inline std::uint64_t Sm::occupy(SubPartition& p, const IssueInfo& cost) {
  p.slots.take(now_, cost.slots, cost.latency);
  for (unsigned i = 0; i < cost.others; ++i)
    occupy(p, cost.other_pipe[i], cost.other_interval16[i]);
  return occupy(p, cost.pipe, cost.interval16);
}

// The results of `inst` can be read from `ready` on; kNever: not known yet.
inline void Sm::produce(Warp& w, const Inst& inst, std::uint64_t ready, Stall reason) {
  for (const RegId reg : inst.writes) w.scoreboard.produce(reg, ready, reason);
  if (observer_ && ready != kNever)
    observer_->on_result(id_of(w), static_cast<Pc>(&inst - w.on->code), ready);
}

// The same of an instruction whose registers fit, and nobody watches.
inline void Sm::produce(Warp& w, const RegisterUse& use, std::uint64_t ready, Stall reason) {
  for (const RegId reg : use.written()) w.scoreboard.produce(reg, ready, reason);
}

// When the registers of the instruction are ready, as far as it is known.
inline Scoreboard::Ready Sm::operands_ready(const Warp& w, Pc pc) const {
  const RegisterUse& use = w.on->issue[pc].registers;
  return use.fits() ? w.scoreboard.ready(use, guard_extra_)
                    : w.scoreboard.ready(w.on->code[pc], guard_extra_);
}

// When an instruction that issues now counts as issued: arithmetic behind a barrier has done so
// while the warp waited there, but for its issue slot.
inline std::uint64_t Sm::issued_at(Warp& w, const IssueInfo& cost) const {
  if (w.behind_barrier == 0) return now_;
  if (!cost.passes_barrier) {
    w.behind_barrier = 0;
    return now_;
  }
  const std::uint64_t ready = operands_ready(w, static_cast<Pc>(&cost - w.on->issue)).at;
  const std::uint64_t at = std::min(now_, std::max(w.behind_barrier, ready));
  w.behind_barrier = at + 1;
  return at;
}

// When the result of an instruction that accesses no memory is there: behind a queue, its unit's
// time counts.
inline std::uint64_t Sm::result_at(const SubPartition& p, const IssueInfo& cost,
                                   std::uint64_t issued) const {
  return (has_queue(cost.pipe) ? p.begins : issued) + cost.latency;
}

// Attributes the warp's cycles up to `to`; its sub-partition is `p`.
inline void Sm::account_wait(const SubPartition& p, Warp& w, std::uint64_t to) {
  StallCycles& stalls = w.on->tally.stalls(w.next_pc);
  std::uint64_t at = w.accounted;
  const auto until = [&](std::uint64_t end, Stall reason) {
    if (end <= at) return;
    end = std::min(end, to);
    stalls[static_cast<std::size_t>(reason)] += end - at;
    if (observer_) [[unlikely]]
      tell_stall(w, at, end, reason);
    at = end;
  };
  if (at < to) until(w.front_until, w.front_reason);
  if (at < to) until(w.fetch_until, Stall::no_instruction);
  if (at < to) until(w.ready_at, w.dependency_reason);
  if (at < to) {
    const std::uint64_t closed = p.warps.waited_behind_gate(w.slot, to);
    until(at + closed, w.on->issue[w.next_pc].busy_reason);
    if (at < to) until(to, Stall::not_selected);
  }
  w.accounted = at;
}

// Does the instruction nothing but compute, now that parameters are near, and nobody watches?
inline bool Sm::takes_short_way(const GridOnSm& on, const IssueInfo& cost) const {
  if (!cost.plain || watched_) return false;
  if (cost.parameter.line == ParameterUse::kNone) return true;
  const std::uint64_t there = on.parameter_lines[cost.parameter.line];
  return there != 0 && there <= now_;
}

// Its cycles up to the one in which it issues, and that one.
inline void Sm::account_issue(const SubPartition& p, Warp& w) {
  account_wait(p, w, now_);
  account(w, now_ + 1, Stall::selected);
  ++end_.executed;
}

// Publishes the warp's ready time to its scheduler.
inline void Sm::schedule(SubPartition& p, Warp& w) {
  const Gate gate = w.next_pc == kNoPc ? Gate::Uniform : w.on->issue[w.next_pc].gate;
  p.warps.schedule(w.slot, w.ready_at, gate);
  std::uint64_t& next = next_events_[w.partition];
  next = std::min(next, std::max(w.ready_at, now_));
}

// A warp holds one line of instructions; an expansion may lie in several. A warp that sleeps asks
// before it does: lines come in the order in which they are asked for, and none waits for it.
inline void Sm::fetch(Warp& w, const IssueInfo& cost) {
  if (cost.first_line == w.fetch_line && cost.last_line == w.fetch_line) return;
  const bool asks_at_once = w.front_reason == Stall::sleeping || w.front_reason == Stall::wait;
  const std::uint64_t asks = asks_at_once ? now_ + 1 : w.front_until;
  for (std::uint32_t line = cost.first_line; line <= cost.last_line; ++line) {
    if (line == w.fetch_line) continue;
    w.fetch_line = line;
    w.fetch_until = std::max(w.fetch_until, w.on->fetch.fetch(line, std::max(asks, w.fetch_until)));
  }
}

// Sets when the registers of the next instruction are ready, as far as it is known.
inline void Sm::when_ready(SubPartition& p, Warp& w) {
  const Scoreboard::Ready ready = operands_ready(w, w.next_pc);
  w.waits_for_answer = ready.at == kNever;
  w.dependency_reason = ready.reason;
  w.ready_at = std::max({w.front_until, w.fetch_until, ready.at});
  schedule(p, w);
}

// The warp goes on with `path`, whose instruction the front end delivers at `front`; the cycles
// before are counted as `reason`.
inline void Sm::go_on(SubPartition& p, Warp& w, const Path& path, std::uint64_t front,
                      Stall reason) {
  w.next_pc = path.pc;
  w.next_lanes = path.lanes;
  w.front_until = front;
  w.front_reason = reason;
  fetch(w, w.on->issue[path.pc]);
  if (w.on->issue[path.pc].gate == Gate::L1) prefetch_access(w);
  when_ready(p, w);
}

}  // namespace simt
