// The front end of an SM: which path of a warp issues next, and when its instruction can: fetched,
// its lanes together, its registers ready as far as it is known. Inline, as it is the simulator's
// innermost part.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/exec/global_port.h"
#include "sim/mem/l1_memory.h"
#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/warp_slots.h"

namespace simt {

class FrontEnd {
 public:
  /// All outlive it. `l1` and `port` only hear what will be touched soon.
  FrontEnd(const SmContext& context, WarpSlots& warps, const L1Memory& l1, GlobalPort& port)
      : context_(context),
        warps_(warps),
        l1_(l1),
        port_(port),
        guard_extra_(context.arch.guard_extra()) {}

  /// Finds the path of `w` that issues next and when its instruction can. `front`: the first cycle
  /// at which it may be delivered; the cycles before are counted as `reason`. False: no path can
  /// go on.
  bool prepare(Warp& w, std::uint64_t front, Stall reason);
  /// No path of `w`, of `p`, can go on.
  void stand_still(SubPartition& p, Warp& w) {
    w.wait.for_answer = false;
    w.wait.ready_at = kNever;
    warps_.schedule(p, w, context_.now);
  }
  /// `w`, of `p`, goes on with `path`, whose instruction needs no other lanes. Its scheduler has to
  /// look again when it can issue: at the end of its cycle, or told by WarpSlots::expect().
  void go_on(SubPartition& p, Warp& w, const Path& path, std::uint64_t front, Stall reason);
  /// Sets when the registers of the next instruction are ready, as far as it is known.
  void when_ready(SubPartition& p, Warp& w) {
    when_ready(p, w, w.on->issue[w.next.pc]);
    warps_.expect(w, context_.now);
  }
  /// When the registers of the instruction at `pc` are ready; at kNever: not known yet.
  Scoreboard::Ready operands_ready(const Warp& w, Pc pc) const {
    return operands_ready(w, w.on->issue[pc]);
  }
  /// The same; `cost` is that of the instruction.
  Scoreboard::Ready operands_ready(const Warp& w, const IssueInfo& cost) const {
    if (cost.scoreboard.fits()) [[likely]]
      return w.scoreboard.ready(cost.scoreboard, guard_extra_);
    return w.scoreboard.ready(w.on->code[&cost - w.on->issue], guard_extra_);
  }
  /// Cycles that a predicate takes longer to a guard than to an arithmetic operand.
  unsigned guard_extra() const { return guard_extra_; }

 private:
  bool converge(Warp& w, const Path& path);
  void fetch(Warp& w, const IssueInfo& cost);
  void prefetch_access(Warp& w);
  void when_ready(SubPartition& p, Warp& w, const IssueInfo& cost);

  const SmContext& context_;
  WarpSlots& warps_;
  const L1Memory& l1_;
  GlobalPort& port_;
  const unsigned guard_extra_;
};

// A warp holds one line of instructions; an expansion may lie in several. A warp that sleeps asks
// before it does: lines come in the order in which they are asked for, and none waits for it.
inline void FrontEnd::fetch(Warp& w, const IssueInfo& cost) {
  if (cost.first_line == w.fetch_line && cost.last_line == w.fetch_line) return;
  const bool asks_at_once =
      w.wait.front_reason == Stall::sleeping || w.wait.front_reason == Stall::wait;
  const std::uint64_t asks = asks_at_once ? context_.now + 1 : w.wait.front_until;
  for (std::uint32_t line = cost.first_line; line <= cost.last_line; ++line) {
    if (line == w.fetch_line) continue;
    w.fetch_line = line;
    w.wait.fetch_until =
        std::max(w.wait.fetch_until, w.on->fetch.fetch(line, std::max(asks, w.wait.fetch_until)));
  }
}

[[gnu::always_inline]] inline void FrontEnd::when_ready(SubPartition& p, Warp& w,
                                                        const IssueInfo& cost) {
  const Scoreboard::Ready ready = operands_ready(w, cost);
  w.wait.for_answer = ready.at == kNever;
  w.wait.dependency_reason = ready.reason;
  w.wait.ready_at = std::max({w.wait.front_until, w.wait.fetch_until, ready.at});
  p.warps.schedule(w.slot, w.wait.ready_at, cost.gate);
}

[[gnu::always_inline]] inline void FrontEnd::go_on(SubPartition& p, Warp& w, const Path& path,
                                                   std::uint64_t front, Stall reason) {
  const IssueInfo& cost = w.on->issue[path.pc];
  w.next.pc = path.pc;
  w.next.lanes = path.lanes;
  w.wait.front_until = front;
  w.wait.front_reason = reason;
  fetch(w, cost);
  if (cost.gate == Gate::L1) prefetch_access(w);
  when_ready(p, w, cost);
}

inline bool FrontEnd::prepare(Warp& w, std::uint64_t front, Stall reason) {
  while (const Path* path = w.paths->current()) {
    w.wait.for_lanes = false;
    if (w.on->issue[path->pc].converges) {
      if (!converge(w, *path)) continue;
      path = w.paths->current();  // other lanes may have joined it
    }
    go_on(warps_.partition_of(w), w, *path, front, reason);
    warps_.expect(w, context_.now);
    return true;
  }
  stand_still(warps_.partition_of(w), w);
  return false;
}

}  // namespace simt
