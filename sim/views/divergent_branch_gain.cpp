// What packing the lanes of a divergent branch would save of the cycles of its warps.
#include <algorithm>

#include "sim/views/divergent_branch.h"

namespace simt {
namespace {

/// What an instruction costs by itself, whatever it waits for.
constexpr WarpCycles::States kOfInstructions{
    Stall::selected,           Stall::not_selected,  Stall::wait,
    Stall::math_pipe_throttle, Stall::mio_throttle,  Stall::lg_throttle,
    Stall::branch_resolving,   Stall::no_instruction};

}  // namespace

// Where all warps run at once, those that take the dearer of two sides, or the only one, need its
// latencies all the same: what goes away of it is what warps wait for each other. The other sides
// they spare. Fewer loads of the only side are less for memory to do, whoever waits for them.
const Side* DivergentBranch::dearest_side(const WarpCycles& cycles) const {
  if (!has_sides() || s_.run.launch.waves_per_sm > 1) return nullptr;
  if (kind() == SplitKind::OneSide && loads()) return nullptr;
  const auto cost = [&](const Side& side) {
    double out = 0;
    for (const Pc pc : side.pcs) out += cycles.left(pc);
    return out;
  };
  const auto dearest = std::ranges::max_element(split_.sides, {}, cost);
  return dearest == split_.sides.end() ? nullptr : &*dearest;
}

// What arithmetic of the special function unit or of a slow pipe makes others wait for is the
// instruction's own cost, too.
double DivergentBranch::take_instruction(WarpCycles& cycles, Pc pc, double part,
                                         const Producers& producers) const {
  double out = cycles.take(pc, kOfInstructions, part);
  const Pc from = producers.of(pc, Stall::short_scoreboard);
  if (from != kNoPc && s_.program.code[from].kind == Kind::Alu)
    out += cycles.take(pc, {Stall::short_scoreboard}, part);
  return out;
}

double DivergentBranch::take(WarpCycles& cycles, bool by_place,
                             const Producers* instructions_only) const {
  const Side* dearest = by_place || once() ? dearest_side(cycles) : nullptr;
  double out =
      dearest != nullptr ? take_contention(cycles, *dearest) + take_skew(cycles, *dearest) : 0;
  for (const Pc pc : split_.apart) {
    if (dearest != nullptr && std::ranges::binary_search(dearest->pcs, pc)) continue;
    double part = dearest != nullptr ? spared(pc) : own_excess(pc);
    if (!by_place && !once() && has_sides() && part > 0) part = std::max(part, empty_lanes(pc));
    out += instructions_only != nullptr ? take_instruction(cycles, pc, part, *instructions_only)
                                        : cycles.take(pc, part);
  }
  return out;
}

// Data that are sorted by what decides bring lanes of all blocks together.
double DivergentBranch::empty_lanes(Pc pc) const {
  const Pc nested = nested_in(pc);
  const LineCounters& l = s_.run.lines[nested == kNoPc ? pc : nested];
  const auto lanes = static_cast<double>(l.executed) * s_.arch.sm.warp_size;
  return std::max(0.0, 1 - quotient(static_cast<double>(l.thread_executed), lanes));
}

// Of the warps that share an issue slot and its pipes a part goes, and with it that part of the
// time, down to what a warp needs that waits for no other.
double DivergentBranch::take_contention(WarpCycles& cycles, const Side& side) const {
  double others = 0, fewer = 0, out = 0;
  for (const Pc pc : side.pcs) {
    others += cycles.left(pc, kForOthers);
    fewer += cycles.left(pc) * own_excess(pc, s_.arch.sm.sub_partitions);
  }
  for (const Pc pc : side.pcs) {
    out += cycles.take(pc, kForOthers, quotient(fewer, others));
    out += take_queue(cycles, pc);
  }
  return out;
}

// Values of shared memory are there after its latency; what a warp waits longer it waits for the
// accesses of others.
double DivergentBranch::take_queue(WarpCycles& cycles, Pc pc) const {
  const double waits = cycles.left(pc, {Stall::short_scoreboard});
  const double alone = s_.arch.shared.latency * static_cast<double>(s_.run.lines[pc].executed);
  const bool loads = std::ranges::any_of(split_.apart, [&](Pc at) {
    const Inst& inst = s_.program.code[at];
    return inst.kind == Kind::Load && inst.memory.space == StateSpace::Shared;
  });
  if (!loads || waits <= alone) return 0;
  return cycles.take(pc, {Stall::short_scoreboard}, (1 - alone / waits) * own_excess(pc));
}

// Of a side's instruction the share of executions by warps that parted: whole ones of the other
// side have none of them.
double DivergentBranch::spared(Pc pc) const {
  const double excess = own_excess(pc);
  // Whole warps of one side may be all that a choice saves, and its executions those of the other.
  const bool saves = std::ranges::any_of(split_.apart, [&](Pc at) { return own_excess(at) > 0; });
  if (!saves || nested_in(pc) != kNoPc) return excess;
  for (const Side& side : split_.sides)
    if (std::ranges::binary_search(side.pcs, pc))
      return std::max(excess, std::min(1.0, quotient(parted(), entries(side))));
  return excess;
}

// Warps that all go both ways come to the next barrier one after the other in the order in which
// they were served; of fewer that go there the last comes earlier.
double DivergentBranch::take_skew(WarpCycles& cycles, const Side& side) const {
  const Pc barrier = next_barrier();
  if (barrier == kNoPc || line_.splits != line_.executed) return 0;
  double all = 0, fewer = 0;
  for (const Pc pc : side.pcs) {
    all += cycles.left(pc);
    fewer += cycles.left(pc) * own_excess(pc, s_.arch.sm.sub_partitions);
  }
  return cycles.take(barrier, {Stall::barrier}, quotient(fewer, all));
}

}  // namespace simt
