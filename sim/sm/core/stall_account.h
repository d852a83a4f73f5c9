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

/// The cycles up to `to` of a warp of `p`, by what it has waited for. Calls heard(from, until,
/// reason) for each part, of which some are empty: adding nothing takes the host less time than
/// finding out.
template <class F>
void account_parts(const SubPartition& p, Warp& w, std::uint64_t to, F&& heard) {
  StallCycles& stalls = w.on->tally.stalls(w.next.pc);
  const WarpWait wait = w.wait;
  std::uint64_t at = wait.accounted;
  const auto until = [&](std::uint64_t end, Stall reason) {
    end = std::min(std::max(end, at), to);
    stalls[static_cast<std::size_t>(reason)] += end - at;
    heard(at, end, reason);
    at = end;
  };
  until(wait.stalls_until, Stall::wait);
  until(wait.front_until, wait.front_reason);
  if (wait.fetch_until > at) until(wait.fetch_until, Stall::no_instruction);
  until(wait.ready_at, wait.dependency_reason);
  if (at < to) {
    const std::uint64_t closed = p.warps.waited_behind_gate(w.slot, to);
    until(at + closed, w.on->issue[w.next.pc].busy_reason);
    until(to, Stall::not_selected);
  }
  w.wait.accounted = to;
}

inline void account_wait(const SmContext& context, const SubPartition& p, Warp& w,
                         std::uint64_t to) {
  if (w.wait.accounted >= to) return;
  if (context.observer == nullptr) [[likely]]
    return account_parts(p, w, to, [](std::uint64_t, std::uint64_t, Stall) {});
  account_parts(p, w, to, [&](std::uint64_t from, std::uint64_t end, Stall reason) {
    if (from < end)
      context.observer->on_stall(from, end, w.id, w.next.pc, reason, {context.index, 0});
  });
}

/// Its cycles up to the one in which it issues, and that one.
inline void account_issue(SmContext& context, const SubPartition& p, Warp& w) {
  account_wait(context, p, w, context.now);
  account(context, w, context.now + 1, Stall::selected);
  w.on->tally.issued(w.partition);
  ++context.end.executed;
}

}  // namespace simt
