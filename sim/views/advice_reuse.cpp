// A value of shared memory is read for each multiply-add: several results a thread, kept in
// registers, use each value several times.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/explain/spin_condition.h"
#include "sim/views/advice_rules.h"
#include "sim/views/atomic_queue.h"

namespace simt {
namespace {

constexpr double kFewUses = 2;      ///< multiply-adds for a wavefront of loads: fewer are told
constexpr double kReadOften = 4;    ///< times that a stored value is loaded: so many results share
constexpr double kSpared = 0.75;    ///< of the loads, with 4 x 4 results (8 loads for 16)
constexpr double kWaitsMuch = 20;   ///< percent of warps' cycles for values and room in the queue
constexpr unsigned kWarpsLeft = 2;  ///< of a sub-partition, with 4 results a thread
constexpr WarpCycles::States kShared{Stall::short_scoreboard, Stall::mio_throttle};

bool is_shared(const Inst& inst) {
  return inst.memory.space == StateSpace::Shared;
}

double executed(const Subject& s, Pc pc) {
  return static_cast<double>(s.run.lines[pc].executed);
}

/// Values of 4 bytes that the lanes of an access move.
double words(const Subject& s, Pc pc) {
  return static_cast<double>(s.run.lines[pc].thread_pred_on) * s.program.code[pc].memory.bytes() /
         4;
}

/// What multiply-adds in loops read from shared memory.
struct Uses {
  std::set<Pc> loads, adds;
  std::set<Pc> around;  ///< what else the loops or lines of these have: it is paid for each result
};

/// Whether a loop has nothing to do but such work.
bool is_of_shared_loads(const Subject& s, const LoopRange& loop) {
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) {
    const Inst& inst = s.program.code[pc];
    const bool load = inst.kind == Kind::Load && inst.memory.space != StateSpace::Global &&
                      inst.memory.space != StateSpace::Generic;
    if (!load && inst.kind != Kind::Alu && inst.kind != Kind::Branch) return false;
  }
  return true;
}

/// Whether threads keep values of their own there: stored in the loop without a barrier in it.
bool has_own_values(const Subject& s, const LoopRange& loop) {
  bool stores = false;
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) {
    const Inst& inst = s.program.code[pc];
    if (inst.kind == Kind::BarSync || inst.kind == Kind::WarpSync) return false;
    stores |= is_shared(inst) && inst.kind != Kind::Load;
  }
  return stores;
}

Uses uses_of(const Subject& s) {
  Uses out;
  std::set<std::pair<std::string, std::uint32_t>> rows;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if (inst.kind != Kind::Load || !is_shared(inst) || executed(s, pc) == 0) continue;
    const auto loop = innermost_loop(s.program, pc);  // none: all of it may be unrolled
    if (loop && has_own_values(s, *loop)) continue;
    for (const Pc reader : readers_of(s.program, pc)) {
      if ((loop && !loop->contains(reader)) ||
          !s.program.code[reader].op.is(Operation::MultiplyAdd) || executed(s, reader) == 0)
        continue;
      out.loads.insert(pc);
      out.adds.insert(reader);
      rows.insert(row_of(s.program, reader));
    }
    if (!out.loads.contains(pc) || !loop || !is_of_shared_loads(s, *loop)) continue;
    for (Pc at = loop->head; at <= loop->back_edge; ++at) out.around.insert(at);
  }
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc)
    if (rows.contains(row_of(s.program, pc))) out.around.insert(pc);
  for (const Pc pc : out.loads) out.around.erase(pc);
  for (const Pc pc : out.adds) out.around.erase(pc);
  return out;
}

/// How often a value that is stored in shared memory is loaded for these.
double times_read(const Subject& s, const Uses& uses) {
  double loaded = 0, stored = 0;
  for (const Pc pc : uses.loads) loaded += words(s, pc);
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if ((inst.kind == Kind::Store && is_shared(inst)) || inst.kind == Kind::AsyncCopy)
      stored += words(s, pc);
  }
  return stored > 0 ? loaded / stored : 0;
}

/// The busiest of what is left when the loads are fewer: in percent of the launch's time.
double busiest_left(const Subject& s, double fewer) {
  const Measured m = s.measured();
  const auto of = [&](const char* name) {
    return value_of(std::string(name) + ".avg.pct_of_peak_sustained_elapsed", m);
  };
  const double all = static_cast<double>(s.run.counters[Counter::inst_executed]);
  return std::max({of("sm__inst_executed") * (all > 0 ? 1 - fewer / all : 1),
                   of("sm__inst_executed_pipe_fma"), of("lts__throughput"), device_memory_busy(s)});
}

/// What goes away of the cycles of a launch, by what waits for the loads and what they cost.
struct Spared {
  double own = 0;      ///< before these instructions
  double queue = 0;    ///< of waits of other accesses for the same stages
  double barrier = 0;  ///< warps wait less for each other
  double all() const { return own + queue + barrier; }
};

Spared spared_by(const Subject& s, const Uses& uses, const WarpCycles& cycles) {
  Spared out;
  double stages = 0;
  for (const Pc pc : uses.loads) {
    out.own += kSpared * cycles.left(pc);
    stages += stage_cycles(s, pc);
  }
  for (const Pc pc : uses.around) out.own += kSpared * cycles.left(pc);
  for (const Pc pc : uses.adds) out.own += kSpared * cycles.left(pc, kShared);
  const double all_stages = stage_cycles(s);
  if (all_stages > 0)
    out.queue = kSpared * stages / all_stages *
                (cycles.left({Stall::lg_throttle}) +
                 cycles.left_beyond({Stall::long_scoreboard}, load_latency(s)));
  const double working = cycles.left() - cycles.left({Stall::barrier});
  if (working > 0) out.barrier = cycles.left({Stall::barrier}) * (out.own + out.queue) / working;
  return out;
}

void take(const Uses& uses, const Spared& spared, double part, WarpCycles& cycles) {
  for (const Pc pc : uses.loads) cycles.take(pc, part * kSpared);
  for (const Pc pc : uses.around) cycles.take(pc, part * kSpared);
  for (const Pc pc : uses.adds) cycles.take(pc, kShared, part * kSpared);
  const double queued = cycles.left({Stall::lg_throttle, Stall::long_scoreboard});
  if (queued > 0)
    cycles.take({Stall::lg_throttle, Stall::long_scoreboard}, part * spared.queue / queued);
  const double barrier = cycles.left({Stall::barrier});
  if (barrier > 0) cycles.take({Stall::barrier}, part * spared.barrier / barrier);
}

/// Whether the waits for shared memory are the largest: of states other than those of barriers.
bool limits(const Subject& s) {
  double shared = 0;
  for (const Stall stall : kShared) shared += stall_share(s, stall);
  if (shared < kWaitsMuch) return false;
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    if (stall != Stall::barrier && std::ranges::find(kShared, stall) == kShared.end() &&
        stall_share(s, stall) > shared)
      return false;
  }
  return true;
}

struct UseCounts {
  double loads = 0, wavefronts = 0, adds = 0;
  double fewer = 0;  ///< instructions that go away
};

UseCounts counts_of(const Subject& s, const Uses& uses) {
  UseCounts out;
  for (const Pc pc : uses.loads) {
    out.loads += executed(s, pc);
    out.wavefronts += static_cast<double>(s.run.lines[pc].wavefronts - s.run.lines[pc].conflicts);
  }
  for (const Pc pc : uses.adds) out.adds += executed(s, pc);
  out.fewer = kSpared * out.loads;
  for (const Pc pc : uses.around) out.fewer += kSpared * executed(s, pc);
  return out;
}

/// Without what it gains.
Advice told(const Subject& s, const Uses& uses, const UseCounts& counts) {
  std::vector<Pc> pcs(uses.loads.begin(), uses.loads.end());
  std::ranges::stable_sort(pcs, std::ranges::greater{}, [&](Pc pc) { return executed(s, pc); });
  double waits = 0;
  for (const Stall stall : kShared) waits += stall_share(s, stall);
  Advice a;
  a.title = fmt::format("{} loads of shared memory for {} multiply-adds",
                        grouped(static_cast<std::uint64_t>(counts.loads)),
                        grouped(static_cast<std::uint64_t>(counts.adds)));
  a.line = s.program.code[pcs.front()].loc.line;
  a.further = further_lines(s, pcs);
  a.text = fmt::format(
      "Warps wait for what they bring, or for room in their queue, {:.0f}% of their cycles. "
      "Compute several results in each thread, with sums in registers, so that a value read once "
      "is used for several: 2 x 2 results need half of the loads, 4 x 4 a quarter; where the "
      "other factor is no value of shared memory, 4 results that share what they read need a "
      "quarter.",
      waits);
  return a;
}

bool leaves_sms_idle(const Subject& s) {
  const auto warps = static_cast<double>(s.run.counters[Counter::warps_launched]);
  return (1 - kSpared) * warps < s.arch.sm.count * s.arch.sm.sub_partitions * kWarpsLeft;
}

}  // namespace

void advise_reuse(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  if (!limits(s)) return;
  const Uses uses = uses_of(s);
  const UseCounts counts = counts_of(s, uses);
  if (counts.loads == 0 || counts.adds >= kFewUses * counts.wavefronts ||
      times_read(s, uses) < kReadOften)
    return;
  Advice a = told(s, uses, counts);
  a.kind = leaves_sms_idle(s) ? GainKind::Later : GainKind::AtMost;
  if (a.kind == GainKind::Later) {
    a.text += fmt::format(" This launch is too small for it: a quarter of its {} leaves SMs idle.",
                          plural(s.run.counters[Counter::warps_launched], "warp"));
  } else {
    const Spared spared = spared_by(s, uses, cycles);
    const double most =
        cycles.all() - busiest_left(s, counts.fewer) - first_result(s) - cycles.taken();
    const double part = std::clamp(most / cycles.percent(spared.all()), 0.0, 1.0);
    a.share = a.gain = part * cycles.percent(spared.all());
    take(uses, spared, part, cycles);
  }
  out.push_back(std::move(a));
}

}  // namespace simt
