#include "sim/sm/sm.h"

#include <algorithm>

namespace simt {

Sm::Sm(const SmShared& shared, unsigned index, GlobalMemory& memory, GlobalPort::Order order)
    : shared_(shared),
      index_(index),
      tally_(shared.program, shared.arch),
      port_(memory, order),
      l1_(shared.arch, shared.l1_bytes, index),
      fetch_(shared.arch, shared.costs.empty() ? 0 : shared.costs.back().last_line + 1),
      constants_(shared.arch),
      ctas_(shared.ctas_per_sm),
      ns_per_cycle_(1000.0 / shared.arch.sm_clock_mhz) {
  const unsigned needed = shared.ctas_per_sm * shared.warps_per_cta;
  const unsigned slots = (needed + shared.arch.sub_partitions - 1) / shared.arch.sub_partitions;
  warps_.resize(std::size_t{slots} * shared.arch.sub_partitions);
  for (unsigned p = 0; p < shared.arch.sub_partitions; ++p)
    partitions_.push_back({make_scheduler(shared.arch.scheduler), ReadySet(slots), Pipes(),
                           LsuQueue(shared.arch.lsu.queue_depth)});
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

// One cycle of one scheduler: the first picked warp that can issue does.
void Sm::step(unsigned partition) {
  SubPartition& p = partitions_[partition];
  WarpSet candidates = p.warps.candidates(now_, [&](unsigned slot) {
    Warp& w = warps_[warp_index(partition, slot)];
    w.gate_mark = p.warps.closed_before(shared_.costs[w.next_pc].gate, now_);
  });
  while (candidates != 0) {
    const unsigned slot = p.scheduler->pick(candidates, p.warps.ages());
    if (try_issue(p, partition, slot)) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  p.next_event = p.warps.next(now_ + 1);
}

bool Sm::try_issue(SubPartition& p, unsigned partition, unsigned slot) {
  Warp& w = warps_[warp_index(partition, slot)];
  if (shared_.costs[w.next_pc].gate == Gate::L1 && !l1_accepts(p)) return false;
  if (issue(w, partition)) return true;
  hold_until_window_ends(w);
  return false;
}

void Sm::hold_until_window_ends(Warp& w) {
  account_wait(w, now_);
  w.front_until = w.fetch_until = now_;
  w.dependency_reason = Stall::long_scoreboard;
  w.ready_at = until_;
  schedule(w);
}

void Sm::account(Warp& w, std::uint64_t to, Stall reason) {
  if (to <= w.accounted) return;
  const std::uint64_t cycles = to - w.accounted;
  tally_.counters()[reason] += cycles;
  tally_.lines()[w.next_pc].stall[static_cast<std::size_t>(reason)] += cycles;
  if (shared_.observer) shared_.observer->on_stall(w.accounted, to, id_of(w), w.next_pc, reason);
  w.accounted = to;
}

// Attributes the warp's cycles up to `to`.
void Sm::account_wait(Warp& w, std::uint64_t to) {
  account(w, std::min(to, w.front_until), w.front_reason);
  account(w, std::min(to, w.fetch_until), Stall::no_instruction);
  account(w, std::min(to, w.ready_at), w.dependency_reason);
  if (to <= w.accounted) return;
  const IssueCost& cost = shared_.costs[w.next_pc];
  const ReadySet& warps = partitions_[index_of(w) % shared_.arch.sub_partitions].warps;
  const std::uint64_t closed = warps.closed_before(cost.gate, to) - w.gate_mark;
  account(w, std::min(to, w.accounted + closed), cost.busy_reason);
  account(w, to, Stall::not_selected);
}

// Publishes the warp's ready time to its scheduler.
void Sm::schedule(Warp& w) {
  const unsigned index = index_of(w);
  SubPartition& p = partitions_[index % shared_.arch.sub_partitions];
  const Gate gate = w.next_pc == kNoPc ? Gate::Uniform : shared_.costs[w.next_pc].gate;
  p.warps.schedule(index / shared_.arch.sub_partitions, w.ready_at, gate, w.age);
  p.next_event = std::min(p.next_event, std::max(w.ready_at, now_));
}

}  // namespace simt
