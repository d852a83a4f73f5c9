// Where the cycles of a warp go: each to exactly one stall reason of the instruction that it waits
// to issue. Inline, as it is the simulator's innermost part.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/sub_partition.h"
#include "sim/sm/core/warp.h"

namespace simt {

/// The cycles of `w` up to `to` that have none: `reason`; `behind`: number of the instruction that
/// they belong to, if that has issued.
inline void account(const SmContext& context, Warp& w, std::uint64_t to, Stall reason,
                    std::uint64_t behind = 0) {
  if (to <= w.wait.accounted) return;
  w.on->tally.stalls(w.next.pc)[static_cast<std::size_t>(reason)] += to - w.wait.accounted;
  if (context.observer) [[unlikely]]
    context.observer->on_stall(w.wait.accounted, to, w.id, w.next.pc, reason,
                               {context.index, behind});
  w.wait.accounted = to;
}

/// The cycles up to `to` of a warp of `p`, by what it has waited for.
inline void account_wait(const SmContext& context, const SubPartition& p, Warp& w,
                         std::uint64_t to) {
  StallCycles& stalls = w.on->tally.stalls(w.next.pc);
  std::uint64_t at = w.wait.accounted;
  const auto until = [&](std::uint64_t end, Stall reason) {
    if (end <= at) return;
    end = std::min(end, to);
    stalls[static_cast<std::size_t>(reason)] += end - at;
    if (context.observer) [[unlikely]]
      context.observer->on_stall(at, end, w.id, w.next.pc, reason, {context.index, 0});
    at = end;
  };
  if (at < to) until(w.wait.stalls_until, Stall::wait);
  if (at < to) until(w.wait.front_until, w.wait.front_reason);
  if (at < to) until(w.wait.fetch_until, Stall::no_instruction);
  if (at < to) until(w.wait.ready_at, w.wait.dependency_reason);
  if (at < to) {
    const std::uint64_t closed = p.warps.waited_behind_gate(w.slot, to);
    until(at + closed, w.on->issue[w.next.pc].busy_reason);
    if (at < to) until(to, Stall::not_selected);
  }
  w.wait.accounted = at;
}

/// Its cycles up to the one in which it issues, and that one.
inline void account_issue(SmContext& context, const SubPartition& p, Warp& w) {
  account_wait(context, p, w, context.now);
  account(context, w, context.now + 1, Stall::selected);
  w.on->tally.issued(w.partition);
  ++context.end.executed;
}

}  // namespace simt
