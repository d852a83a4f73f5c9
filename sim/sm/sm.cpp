#include "sim/sm/sm_time.h"

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
      ns_per_cycle_(1000.0 / shared.arch.sm_clock_mhz),
      code_(shared.program.code.data()),
      costs_(shared.costs.data()) {
  const unsigned to_alu = shared.arch.timing(OpClass::Compare).latency;
  guard_extra_ = std::max(to_alu, shared.arch.predicate_to_branch_latency) - to_alu;
  const unsigned needed = shared.ctas_per_sm * shared.warps_per_cta;
  const unsigned slots = (needed + shared.arch.sub_partitions - 1) / shared.arch.sub_partitions;
  warps_.resize(std::size_t{slots} * shared.arch.sub_partitions);
  for (unsigned i = 0; i < warps_.size(); ++i) {
    warps_[i].partition = static_cast<std::uint16_t>(i % shared.arch.sub_partitions);
    warps_[i].slot = static_cast<std::uint16_t>(i / shared.arch.sub_partitions);
  }
  for (unsigned p = 0; p < shared.arch.sub_partitions; ++p)
    partitions_.push_back({make_scheduler(shared.arch.scheduler), ReadySet(slots), Pipes(),
                           LsuQueue(shared.arch.lsu.queue_depth)});
}

std::uint64_t Sm::next_event() const {
  std::uint64_t next = kNever;
  for (const SubPartition& p : partitions_) next = std::min(next, p.next_event);
  return next;
}

void Sm::expect_warps() const {
  for (const Warp& w : warps_) {
    const auto* const at = reinterpret_cast<const char*>(&w);
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
    __builtin_prefetch(at + 128);
  }
  const auto* const first = reinterpret_cast<const char*>(partitions_.data());
  for (std::size_t i = 0; i < partitions_.size() * sizeof(SubPartition); i += 64)
    __builtin_prefetch(first + i);
}

void Sm::expect_operands(std::uint64_t until) const {
  for (const Warp& w : warps_) {
    if (!w.resident || w.ready_at >= until || w.next_pc == kNoPc) continue;
    const Inst& inst = code_[w.next_pc];
    const ConstRegisters regs = w.state.regs();
    const auto expect = [&](Slot slot) {
      if (slot >= kCommonSlots) return;
      __builtin_prefetch(regs.own + slot);
      __builtin_prefetch(regs.own + slot + 64);
    };
    for (unsigned i = 0; i < inst.num_src; ++i) expect(inst.src[i]);
    for (unsigned i = 0; i < inst.num_dst; ++i) expect(inst.dst[i]);
    __builtin_prefetch(w.paths.get());
    tally_.expect(w.next_pc);
    w.scoreboard.expect();
  }
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
    w.gate_mark = p.warps.closed_before(costs_[w.next_pc].gate, now_);
  });
  while (candidates != 0) {
    const unsigned slot = p.scheduler->pick(candidates, p.warps.ages());
    if (try_issue(p, warps_[warp_index(partition, slot)])) {
      p.scheduler->issued(slot);
      break;
    }
    candidates &= ~(WarpSet{1} << slot);
  }
  p.next_event = p.warps.next(now_ + 1);
}

bool Sm::try_issue(SubPartition& p, Warp& w) {
  if (costs_[w.next_pc].gate == Gate::L1 && !l1_accepts(p)) return false;
  if (issue(p, w)) return true;
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

}  // namespace simt
