// A run that ends before its CTAs do: their cycles up to there are counted, as at their end.
#include <algorithm>

#include "sim/sm/sm_time.h"

namespace simt {

std::uint64_t Sm::counted_until() const {
  std::uint64_t last = last_end_;
  for (const Cta& cta : ctas_)
    if (cta.resident && cta.ends_at > cta.started) last = std::max(last, cta.ends_at);
  for (const Warp& w : warps_)
    if (w.resident && w.accounted > w.started) last = std::max(last, w.accounted);
  return last;
}

void Sm::stop(std::uint64_t at) {
  std::vector<ActiveTime> active;
  for (const SubPartition& p : partitions_) active.push_back(p.active);
  for (Warp& w : warps_) {
    if (!w.resident || w.started >= at) continue;
    if (w.paths->current() == nullptr)
      account(w, at, Stall::barrier);
    else
      account_wait(partition_of(w), w, at);
    w.on->tally.counters()[Counter::smsp_cycles_active] += active[w.partition].leave(w.started, at);
  }
  ActiveTime of_sm = active_;
  for (const Cta& cta : ctas_)
    if (cta.resident && cta.started < at)
      cta.on->tally.counters()[Counter::sm_cycles_active] += of_sm.leave(cta.started, at);
}

}  // namespace simt
