#include "sim/sm/sm_time.h"

#include <algorithm>

namespace simt {

Sm::Sm(const SmShared& shared, unsigned index, GlobalMemory& memory, GlobalPort::Order order)
    : shared_(shared),
      observer_(shared.observer),
      index_(index),
      tally_(shared.program, shared.arch),
      port_(memory, order),
      l1_(shared.arch, shared.l1_bytes, index, *shared.memory),
      fetch_(shared.arch, shared.costs.empty() ? 0 : shared.costs.back().last_line + 1),
      constants_(shared.arch),
      warps_(shared.memory),
      ctas_(shared.ctas_per_sm),
      ns_per_cycle_(1000.0 / shared.arch.sm_clock_mhz),
      code_(shared.program.code.data()),
      costs_(shared.costs.data()) {
  guard_extra_ = shared.arch.guard_extra();
  sub_partitions_ = shared.arch.sub_partitions;
  parameter_lines_.assign(parameter_lines(shared.program, shared.arch), 0);
  next_events_.assign(shared.arch.sub_partitions, kNever);
  const unsigned needed = shared.ctas_per_sm * shared.warps_per_cta;
  const unsigned slots = (needed + shared.arch.sub_partitions - 1) / shared.arch.sub_partitions;
  warps_.reserve(std::size_t{slots} * shared.arch.sub_partitions);
  while (warps_.size() < warps_.capacity()) warps_.emplace_back(*shared.memory);
  for (unsigned i = 0; i < warps_.size(); ++i) {
    warps_[i].paths =
        make_divergence_model(shared.arch.divergence, shared.arch.first_side,
                              shared.arch.interleave, &shared.program, *shared.memory);
    warps_[i].partition = static_cast<std::uint16_t>(i % shared.arch.sub_partitions);
    warps_[i].slot = static_cast<std::uint16_t>(i / shared.arch.sub_partitions);
  }
  for (unsigned p = 0; p < shared.arch.sub_partitions; ++p)
    partitions_.push_back({make_scheduler(shared.arch.scheduler), ReadySet(slots), Pipes(),
                           LsuQueue(shared.arch.lsu.queue_depth)});
}

std::uint64_t Sm::next_event() const {
  std::uint64_t next = kNever;
  for (const std::uint64_t of_partition : next_events_) next = std::min(next, of_partition);
  return next;
}

void Sm::run(std::uint64_t until) {
  until_ = until;
  try {
    while (now_ < until) {
      const std::uint64_t next = next_event();
      if (shared_.skip_idle && next > now_) now_ = std::min(next, until);
      if (now_ >= until) break;
      for (unsigned p = 0; p < sub_partitions_; ++p)
        if (next_events_[p] <= now_) step(p);
      ++now_;
    }
  } catch (const KernelFault& fault) {
    fault_ = fault;
  }
}

// One cycle of one scheduler: the first picked warp that can issue does.
void Sm::step(unsigned partition) {
  SubPartition& p = partitions_[partition];
  WarpSet candidates = p.warps.candidates(now_);
  while (candidates != 0) {
    const bool choice = (candidates & (candidates - 1)) != 0;
    const auto slot = choice ? p.scheduler->pick(candidates, p.warps.ages())
                             : static_cast<unsigned>(std::countr_zero(candidates));
    if (try_issue(p, warps_[warp_index(partition, slot)])) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  next_events_[partition] = p.warps.next(now_ + 1);
}

bool Sm::try_issue(SubPartition& p, Warp& w) {
  if (costs_[w.next_pc].gate == Gate::L1 && !l1_accepts(p, code_[w.next_pc].kind)) return false;
  if (issue(p, w)) return true;
  hold_until_window_ends(w);
  return false;
}

[[gnu::cold]] void Sm::tell_stall(const Warp& w, std::uint64_t from, std::uint64_t to,
                                  Stall reason) {
  observer_->on_stall(from, to, id_of(w), w.next_pc, reason);
}

void Sm::hold_until_window_ends(Warp& w) {
  account_wait(w, now_);
  w.front_until = w.fetch_until = now_;
  w.dependency_reason = Stall::long_scoreboard;
  w.ready_at = until_;
  schedule(w);
}

}  // namespace simt
