#include "sim/sm/sm_time.h"

#include <algorithm>

namespace simt {

Sm::Sm(const SmShared& shared, unsigned index, unsigned l1_bytes, std::uint64_t now,
       GlobalMemory& memory, GlobalPort::Order order)
    : shared_(shared),
      observer_(shared.observer),
      index_(index),
      l1_bytes_(l1_bytes),
      port_(memory, order),
      warps_(shared.memory),
      ctas_(shared.arch.limits.max_ctas_per_sm),
      ns_per_cycle_(1000.0 / shared.arch.sm_clock_mhz),
      now_(now),
      l1_(shared.arch, l1_bytes, index, *shared.memory),
      spins_(shared.arch.shared_atomic_few_interval, shared.arch.shared_atomic_many_interval) {
  guard_extra_ = shared.arch.guard_extra();
  sub_partitions_ = shared.arch.sub_partitions;
  next_events_.assign(shared.arch.sub_partitions, kNever);
  const unsigned warps = shared.arch.limits.max_warps_per_sm;
  const unsigned slots = (warps + sub_partitions_ - 1) / sub_partitions_;
  warps_.reserve(std::size_t{slots} * sub_partitions_);
  for (unsigned p = 0; p < shared.arch.sub_partitions; ++p)
    partitions_.push_back({make_scheduler(shared.arch.scheduler), ReadySet(slots), Pipes(),
                           InstructionQueue(shared.arch.lsu.queue_depth),
                           InstructionQueue(shared.arch.lsu.queue_depth)});
}

// Places for warps come to be when they are needed: where they lie does not change.
void Sm::make_room(unsigned warps) {
  while (warps_.size() < warps) {
    const auto i = static_cast<unsigned>(warps_.size());
    Warp& w = warps_.emplace_back(*shared_.memory);
    w.paths = make_divergence_model(shared_.arch.divergence, shared_.arch.first_side,
                                    shared_.arch.interleave, *shared_.memory);
    w.partition = static_cast<std::uint16_t>(i % sub_partitions_);
    w.slot = static_cast<std::uint16_t>(i / sub_partitions_);
  }
}

std::uint64_t Sm::next_event() const {
  const std::uint64_t* const at = next_events_.data();
  if (sub_partitions_ == 4)  // most SMs: without a loop
    return std::min(std::min(at[0], at[1]), std::min(at[2], at[3]));
  return *std::min_element(at, at + sub_partitions_);
}

void Sm::run(std::uint64_t until, std::uint64_t ahead) {
  if (now_ >= until || fault_) return;
  until_ = until;
  thread_local Outcome out;  // at hand for every SM that this thread runs
  out_ = &out;
  watched_ = observer_ != nullptr || shared_.deadlock != nullptr;
  try {
    advance(until, Reach::All);
    if (!under_way()) advance(ahead, Reach::Inside);
  } catch (const KernelFault& fault) {
    fault_ = fault;
    fault_at_ = now_ + 1;
  }
}

// Is there something that other SMs will see, or that comes from beyond this one?
bool Sm::under_way() const {
  return in_flight_.size() != free_in_flight_.size() || !l1_.outbox().empty() ||
         !end_.ctas_ended.empty();
}

void Sm::advance(std::uint64_t to, Reach reach) {
  while (now_ < to) {
    const std::uint64_t next = next_event();
    if (next >= to && reach == Reach::Inside) return;
    if (shared_.skip_idle && next > now_) now_ = std::min(next, to);
    if (now_ >= to) return;
    for (; turn_ < sub_partitions_; ++turn_)
      if (next_events_[turn_] <= now_ && !step(turn_, reach)) return;
    turn_ = 0;
    ++now_;
    if (reach == Reach::Inside && !end_.ctas_ended.empty()) return;
  }
}

// One cycle of one scheduler: the first picked warp that can issue does. False: its instruction
// leaves the SM, and must not now; nothing happened.
bool Sm::step(unsigned partition, Reach reach) {
  SubPartition& p = partitions_[partition];
  if (const std::uint64_t free = p.slots.free_at(); free > now_) [[unlikely]] {
    next_events_[partition] = free;
    return true;
  }
  WarpSet candidates = p.warps.candidates(now_);
  while (candidates != 0) {
    const bool choice = (candidates & (candidates - 1)) != 0;
    const auto slot = choice ? p.scheduler->pick(candidates, p.warps.ages())
                             : static_cast<unsigned>(std::countr_zero(candidates));
    Warp& w = warps_[warp_index(partition, slot)];
    if (reach == Reach::Inside && w.on->issue[w.next_pc].leaves_sm) return false;
    if (try_issue(p, w)) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  next_events_[partition] = p.warps.next(now_ + 1);
  return true;
}

bool Sm::try_issue(SubPartition& p, Warp& w) {
  const IssueInfo& cost = w.on->issue[w.next_pc];
  if (takes_short_way(*w.on, cost)) {
    issue_plain(p, w, cost);
    return true;
  }
  if (cost.gate == Gate::L1 && !l1_accepts(p, w.on->code[w.next_pc].kind)) return false;
  if (issue(p, w, cost)) return true;
  hold_until_window_ends(w);
  return false;
}

[[gnu::cold]] void Sm::tell_stall(const Warp& w, std::uint64_t from, std::uint64_t to,
                                  Stall reason) {
  observer_->on_stall(from, to, id_of(w), w.next_pc, reason);
}

void Sm::hold_until_window_ends(Warp& w) {
  account_wait(partition_of(w), w, now_);
  w.front_until = w.fetch_until = now_;
  w.dependency_reason = Stall::long_scoreboard;
  w.ready_at = until_;
  schedule(partition_of(w), w);
}

}  // namespace simt
