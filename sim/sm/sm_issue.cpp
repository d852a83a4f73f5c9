// What happens when one instruction issues: execute, count, move the paths, charge time.
#include <algorithm>

#include "sim/sm/sm.h"

namespace simt {

void Sm::issue(Warp& w, unsigned partition) {
  const Pc pc = w.next_pc;
  const Inst& inst = shared_.program.code[pc];
  account_wait(w, now_);
  account(w, now_ + 1, Stall::selected);

  const Path path = *w.paths->current();
  const double ns = 1000.0 / shared_.arch.sm_clock_mhz;
  const Clock clock{now_, static_cast<std::uint64_t>(static_cast<double>(now_) * ns)};
  execute(w, pc, path.lanes, clock);
  tally_.instruction(pc, out_);
  if (out_.num_targets > 1 && !w.diverged) {
    w.diverged = true;
    ++tally_.counters()[Counter::divergent_warps];
  }
  if (shared_.observer) {
    shared_.observer->on_issue(now_, id_of(w), pc, out_, w.state);
    if (out_.num_targets > 1) shared_.observer->on_diverge(now_, id_of(w), pc);
  }
  w.paths->advance(inst, out_);
  watch_for_deadlock(w, inst, pc);
  charge(w, inst, shared_.costs[pc], partition);
  control_effects(w, inst, pc);
}

void Sm::watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc) {
  DeadlockDetector& detector = *shared_.deadlock;
  const bool cta_barrier =
      inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce || inst.kind == Kind::BarArrive;
  if (out_.memory_changed || out_.exited != 0 || (cta_barrier && out_.executed != 0))
    detector.progress();
  if (!detector.tick()) return;
  const auto slot = static_cast<std::size_t>(&w - warps_.data());
  if (detector.observe(deadlock_key(index_, slot), pc, inst, out_, w.state, *w.paths,
                       shared_.runnable_warps))
    throw Deadlock{};
}

// A fault learns here which thread it belongs to.
void Sm::execute(Warp& w, Pc pc, LaneMask lanes, const Clock& clock) {
  try {
    shared_.executor.execute(pc, lanes, w.state, clock, out_);
  } catch (KernelFault& fault) {
    locate(fault, w);
    throw;
  }
}

void Sm::locate(KernelFault& fault, const Warp& w) const {
  const Dim3 cta = ctas_[w.cta_slot].state.id;
  const Dim3 block = shared_.launch.block;
  const std::uint32_t thread = w.state.index_in_cta * shared_.arch.warp_size + fault.lane;
  fault.cta = {cta.x, cta.y, cta.z};
  fault.thread = {thread % block.x, thread / block.x % block.y, thread / block.x / block.y};
}

// Occupies the pipe and sets when the results are ready.
void Sm::charge(Warp& w, const Inst& inst, const IssueCost& cost, unsigned partition) {
  partitions_[partition].pipes.occupy(cost.pipe, now_, cost.interval16);
  std::uint64_t ready = now_ + cost.latency;
  Stall reason = cost.result_reason;
  for (unsigned i = 0; i < out_.num_access; ++i) {
    const MemoryAccess& access = out_.access[i];
    const AccessShape shape =
        tally_.access(static_cast<Pc>(&inst - shared_.program.code.data()), access, w.local_base);
    ready = std::max(ready, charge_access(inst, access, shape, reason));
  }
  for (unsigned i = 0; i < inst.num_writes; ++i)
    w.scoreboard.produce(inst.writes[i], ready, reason);
}

// The load/store path: one request after the other through the SM's address and data stages.
std::uint64_t Sm::charge_access(const Inst& inst, const MemoryAccess& access,
                                const AccessShape& shape, Stall& reason) {
  const ArchConfig& arch = shared_.arch;
  const std::uint64_t start = std::max(now_, lsu_free_);
  switch (access.space) {
    case StateSpace::Shared: {
      const bool atomic = access.kind == Kind::Atomic || access.kind == Kind::Reduction;
      lsu_free_ = start + shape.shared.wavefronts;
      reason = Stall::short_scoreboard;
      return start + (atomic ? arch.shared_atomic_latency : arch.shared_latency) +
             shape.shared.wavefronts - 1;
    }
    case StateSpace::Global:
    case StateSpace::Local: {
      const double bytes = static_cast<double>(shape.global.num_sectors) * kSectorBytes;
      const auto data = arch.l1.bytes_per_clock > 0
                            ? static_cast<std::uint64_t>(bytes / arch.l1.bytes_per_clock)
                            : std::uint64_t{1};
      const std::uint64_t tags = (shape.global.num_lines + 3) / 4;
      lsu_free_ = start + std::max({std::uint64_t{1}, data, tags});
      reason = Stall::long_scoreboard;
      const bool weak = inst.memory.order == MemoryOrder::Weak;
      const bool cached = weak && inst.memory.cache != CacheOp::CacheGlobal &&
                          inst.memory.cache != CacheOp::NoCache;
      const std::uint64_t done =
          l1_.access(shape.global, {access.kind, cached, access.space == StateSpace::Local}, start,
                     tally_.counters());
      // Back-pressure: what is not yet accepted beyond one round trip holds the next request up.
      const std::uint64_t round_trip = std::uint64_t{arch.l2.latency} + arch.dram_latency;
      if (access.kind != Kind::Load && done > lsu_free_ + round_trip) lsu_free_ = done - round_trip;
      return done;
    }
    case StateSpace::Const:
      reason = Stall::short_scoreboard;
      return now_ + arch.constant_latency + shape.constant_passes - 1;
    default:
      return now_;
  }
}

// Barriers, sleep, fences and the end of lanes; then the warp's next instruction.
void Sm::control_effects(Warp& w, const Inst& inst, Pc pc) {
  if (out_.exited != 0) count_bar_arrive(w);  // the lanes that left were all it waited for, perhaps
  std::uint64_t front = now_ + 1;
  Stall reason = Stall::wait;
  switch (inst.kind) {
    case Kind::BarSync:
    case Kind::BarReduce:
      if (out_.executed == 0) break;  // guard false in all lanes: nobody waits
      bar_park(w, pc);
      return;
    case Kind::BarArrive:
      bar_arrive(w, pc);
      break;
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::Call:
    case Kind::Ret:
      front = now_ + std::max(1u, shared_.arch.branch_latency);
      reason = Stall::branch_resolving;
      break;
    case Kind::Sleep: {
      const double cycles = shared_.executor.sleep_ns(pc, out_.executed, w.state) *
                            shared_.arch.sm_clock_mhz / 1000.0;
      front = now_ + 1 + static_cast<std::uint64_t>(cycles);
      reason = Stall::sleeping;
      break;
    }
    case Kind::Fence:
      // A fence waits for the writes before it to be visible: in the SM's shared stage, or at L2.
      front = now_ + 1 +
              (inst.form.has(Mod::cta) ? shared_.arch.shared_latency : shared_.arch.l2.latency);
      reason = Stall::membar;
      break;
    default:
      break;
  }
  prepare_next(w, front, reason);
}

bool Sm::converge(Warp& w, const Path& path) {
  const LaneMask named = shared_.executor.members(path.pc, path.lanes, w.state);
  try {
    return w.paths->converge(named);
  } catch (KernelFault& fault) {
    locate(fault, w);
    throw;
  }
}

// Finds the path that issues next and when its instruction can. `front`: the first cycle at which
// the front end delivers it; the cycles before are counted as `reason`.
void Sm::prepare_next(Warp& w, std::uint64_t front, Stall reason) {
  while (const Path* path = w.paths->current()) {
    const Pc pc = path->pc;
    const IssueCost& cost = shared_.costs[pc];
    const Inst& inst = shared_.program.code[pc];
    if (cost.converges && !converge(w, *path)) continue;
    const unsigned to_alu = shared_.arch.timing(OpClass::Compare).latency;
    const unsigned to_guard = shared_.arch.predicate_to_branch_latency;
    const Scoreboard::Ready ready =
        w.scoreboard.ready(inst, to_guard > to_alu ? to_guard - to_alu : 0);
    w.next_pc = pc;
    w.front_until = front;
    w.front_reason = reason;
    w.dependency_reason = ready.reason;
    w.ready_at = std::max(front, ready.at);
    schedule(w);
    return;
  }
  w.ready_at = kNever;
  schedule(w);
  if (w.paths->live() == 0)
    end_warp(w);
  else
    count_barrier_arrival(w);
}

}  // namespace simt
