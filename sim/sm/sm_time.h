// What every issue of an SM does to a warp's time; inline, as it is the simulator's innermost part.
// Private to sim/sm.
#pragma once

#include <algorithm>

#include "sim/sm/sm.h"

namespace simt {

inline void Sm::account(Warp& w, std::uint64_t to, Stall reason) {
  if (to <= w.accounted) return;
  tally_.stall(w.next_pc, reason, to - w.accounted);
  if (shared_.observer) shared_.observer->on_stall(w.accounted, to, id_of(w), w.next_pc, reason);
  w.accounted = to;
}

// Attributes the warp's cycles up to `to`.
inline void Sm::account_wait(Warp& w, std::uint64_t to) {
  account(w, std::min(to, w.front_until), w.front_reason);
  account(w, std::min(to, w.fetch_until), Stall::no_instruction);
  account(w, std::min(to, w.ready_at), w.dependency_reason);
  if (to <= w.accounted) return;
  const IssueCost& cost = costs_[w.next_pc];
  const std::uint64_t closed =
      partitions_[w.partition].warps.closed_before(cost.gate, to) - w.gate_mark;
  account(w, std::min(to, w.accounted + closed), cost.busy_reason);
  account(w, to, Stall::not_selected);
}

// Publishes the warp's ready time to its scheduler.
inline void Sm::schedule(Warp& w) {
  SubPartition& p = partitions_[w.partition];
  const Gate gate = w.next_pc == kNoPc ? Gate::Uniform : costs_[w.next_pc].gate;
  p.warps.schedule(w.slot, w.ready_at, gate, w.age);
  p.next_event = std::min(p.next_event, std::max(w.ready_at, now_));
}

}  // namespace simt
