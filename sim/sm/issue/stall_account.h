// Where the cycles of a warp go: each to exactly one stall reason of the instruction that it waits
// to issue. Inline, as it is the simulator's innermost part. Private to sim/sm.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/sm/issue/sub_partition.h"
#include "sim/sm/sm_context.h"
#include "sim/sm/warp.h"

namespace simt {

/// The cycles of `w` up to `to` that have none: `reason`; `behind`: number of the instruction that
/// they belong to, if that has issued.
inline void account(const SmContext& context, Warp& w, std::uint64_t to, Stall reason,
                    std::uint64_t behind = 0) {
  if (to <= w.accounted) return;
  w.on->tally.stalls(w.next_pc)[static_cast<std::size_t>(reason)] += to - w.accounted;
  if (context.observer) [[unlikely]]
    context.observer->on_stall(w.accounted, to, w.id, w.next_pc, reason, {context.index, behind});
  w.accounted = to;
}

/// The cycles up to `to` of a warp of `p`, by what it has waited for.
inline void account_wait(const SmContext& context, const SubPartition& p, Warp& w,
                         std::uint64_t to) {
  StallCycles& stalls = w.on->tally.stalls(w.next_pc);
  std::uint64_t at = w.accounted;
  const auto until = [&](std::uint64_t end, Stall reason) {
    if (end <= at) return;
    end = std::min(end, to);
    stalls[static_cast<std::size_t>(reason)] += end - at;
    if (context.observer) [[unlikely]]
      context.observer->on_stall(at, end, w.id, w.next_pc, reason, {context.index, 0});
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

/// Its cycles up to the one in which it issues, and that one.
inline void account_issue(SmContext& context, const SubPartition& p, Warp& w) {
  account_wait(context, p, w, context.now);
  account(context, w, context.now + 1, Stall::selected);
  ++context.end.executed;
}

}  // namespace simt
