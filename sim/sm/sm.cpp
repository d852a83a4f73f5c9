#include "sim/sm/sm.h"

#include <algorithm>

namespace simt {

Sm::Sm(const SmShared& shared, unsigned index, GlobalMemory& memory, GlobalPort::Order order)
    : shared_(shared),
      index_(index),
      tally_(shared.program, shared.arch),
      port_(memory, order),
      l1_(shared.arch, shared.l1_bytes, index),
      ctas_(shared.ctas_per_sm),
      partitions_(shared.arch.sub_partitions) {
  const unsigned needed = shared.ctas_per_sm * shared.warps_per_cta;
  const unsigned slots = (needed + shared.arch.sub_partitions - 1) / shared.arch.sub_partitions;
  warps_.resize(std::size_t{slots} * shared.arch.sub_partitions);
  for (SubPartition& p : partitions_) {
    p.scheduler = make_scheduler(shared.arch.scheduler);
    p.ready_at.assign(slots, kNever);
    p.age.assign(slots, 0);
    p.lsu_queue = LsuQueue(shared.arch.lsu.queue_depth);
  }
}

std::uint64_t Sm::next_event() const {
  std::uint64_t next = kNever;
  for (const SubPartition& p : partitions_) next = std::min(next, p.next_event);
  return next;
}

void Sm::run(std::uint64_t until) {
  until_ = until;
  try {
    while (now_ < until) {
      const std::uint64_t next = next_event();
      if (shared_.skip_idle && next > now_) now_ = std::min(next, until);
      if (now_ >= until) break;
      for (unsigned p = 0; p < partitions_.size(); ++p)
        if (partitions_[p].next_event <= now_) step(p);
      ++now_;
    }
  } catch (const KernelFault& fault) {
    fault_ = fault;
  }
}

// One cycle of one scheduler: the first picked warp whose pipe is free issues.
void Sm::step(unsigned partition) {
  SubPartition& p = partitions_[partition];
  if (p.soonest <= now_) wake(p);
  for (WarpSet candidates = p.ready; candidates != 0;) {
    const unsigned slot = p.scheduler->pick(candidates, p.age);
    if (try_issue(p, partition, slot)) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  p.next_event = p.ready != 0 ? now_ + 1 : p.soonest;
}

// Finds who is ready now, and when the next one will be.
void Sm::wake(SubPartition& p) {
  WarpSet ready = 0;
  std::uint64_t soonest = kNever;
  for (unsigned s = 0; s < p.ready_at.size(); ++s) {
    const std::uint64_t at = p.ready_at[s];
    ready |= WarpSet{at <= now_} << s;
    soonest = std::min(soonest, at <= now_ ? kNever : at);
  }
  p.ready = ready;
  p.soonest = soonest;
}

// Issues unless something is busy; then the warp waits for it, and the cycles are throttle.
bool Sm::try_issue(SubPartition& p, unsigned partition, unsigned slot) {
  Warp& w = warps_[warp_index(partition, slot)];
  const IssueCost& cost = shared_.costs[w.next_pc];
  std::uint64_t free = p.pipes.free_at(cost.pipe);
  if (cost.pipe == Pipe::Lsu) free = std::max(free, lsu_free_at(p, cost));
  if (free > now_) {
    postpone(w, p, slot, free, cost.busy_reason);
    return false;
  }
  if (issue(w, partition)) return true;
  postpone(w, p, slot, until_, Stall::long_scoreboard);
  return false;
}

void Sm::postpone(Warp& w, SubPartition& p, unsigned slot, std::uint64_t until, Stall reason) {
  account_wait(w, now_);
  w.front_until = now_;
  w.dependency_reason = reason;
  w.ready_at = p.ready_at[slot] = until;
  p.ready &= ~(WarpSet{1} << slot);
  p.soonest = std::min(p.soonest, until);
}

void Sm::account(Warp& w, std::uint64_t to, Stall reason) {
  if (to <= w.accounted) return;
  const std::uint64_t cycles = to - w.accounted;
  tally_.counters()[reason] += cycles;
  tally_.lines()[w.next_pc].stall[static_cast<std::size_t>(reason)] += cycles;
  if (shared_.observer) shared_.observer->on_stall(w.accounted, to, id_of(w), w.next_pc, reason);
  w.accounted = to;
}

// Attributes the warp's cycles up to `to`: front end, then dependency, then not selected.
void Sm::account_wait(Warp& w, std::uint64_t to) {
  account(w, std::min(to, w.front_until), w.front_reason);
  account(w, std::min(to, w.ready_at), w.dependency_reason);
  account(w, to, Stall::not_selected);
}

// Publishes the warp's ready time to its scheduler.
void Sm::schedule(Warp& w) {
  const unsigned index = index_of(w);
  SubPartition& p = partitions_[index % shared_.arch.sub_partitions];
  const unsigned slot = index / shared_.arch.sub_partitions;
  p.ready_at[slot] = w.ready_at;
  p.age[slot] = w.age;
  p.ready &= ~(WarpSet{1} << slot);
  p.soonest = std::min(p.soonest, w.ready_at);
  p.next_event = std::min(p.next_event, std::max(w.ready_at, now_));
}

}  // namespace simt
