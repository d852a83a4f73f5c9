#include "sim/functional/block.h"

#include <algorithm>

#include "sim/divergence/machine_model.h"
#include "sim/sm/rules/converge.h"
#include "sim/sm/rules/wrong_mask.h"

namespace simt::functional {

void Block::start(std::uint64_t linear, unsigned sm, unsigned first_warp_slot, Context& context) {
  linear_ = linear;
  sm_ = sm;
  const Dim3& grid = shared_.launch.grid;
  state_.id = {static_cast<std::uint32_t>(linear % grid.x),
               static_cast<std::uint32_t>(linear / grid.x % grid.y),
               static_cast<std::uint32_t>(linear / grid.x / grid.y)};
  state_.shared.assign(shared_.shared_bytes, std::byte{0});
  barriers_.reset(shared_.warps, shared_.launch.warp_size);
  live_warps_ = shared_.warps;
  const ArchConfig& arch = shared_.arch;
  while (warps_.size() < shared_.warps) {
    Warp& w = warps_.emplace_back();
    w.paths = shared_.program.machine
                  ? make_machine_model(arch.control.first_side)
                  : make_divergence_model(arch.control.divergence, arch.control.first_side,
                                          arch.control.interleave);
    w.paths->runs(&shared_.program);
  }
  for (unsigned i = 0; i < shared_.warps; ++i) {
    Warp& w = warps_[i];
    context.executor.start_warp(w.state, state_, i, sm, first_warp_slot + i);
    w.paths->start(shared_.program.functions[0].entry, w.state.lanes);
    w.executed = 0;
    w.resident = true;
    w.diverged = false;
    w.barrier = {};
  }
  if (context.tally != nullptr) count_start(*context.tally);
}

void Block::count_start(Tally& tally) const {
  tally.cta_started();
  for (const Warp& w : warps_) tally.warp_started(shared_.launch.warp_size, w.state.lanes);
}

Block::State Block::run(Context& context) {
  const std::uint64_t turn_ends = context.executed + kBlockTurn;
  while (live_warps_ > 0) {
    const std::uint64_t executed = context.executed, events = context.events;
    bool used = false;
    for (Warp& w : warps_) {
      if (!w.resident) continue;
      used |= turn(w, context) == Turn::Used;
      if (over_limit(w, context)) return State::Limited;
    }
    if (live_warps_ == 0) break;
    if (context.events == events && !used)
      return context.executed == executed ? State::Stuck : State::Spins;
    if (context.executed >= turn_ends) return State::GoesOn;
  }
  return State::Ended;
}

// How many instructions it may execute in one turn.
std::uint64_t Block::allowance(const Warp& w, const Context& context) const {
  return std::min(
      {kTurn, shared_.max_per_warp - w.executed, shared_.max_instructions - context.executed});
}

bool Block::over_limit(const Warp& w, const Context& context) const {
  return w.resident &&
         (w.executed >= shared_.max_per_warp || context.executed >= shared_.max_instructions);
}

// The rest has to wait: its instructions are counted one by one when they come.
void Block::count_part_of_run(Pc first, unsigned count, LaneMask lanes, Tally& tally) const {
  for (Pc pc = first; pc < first + count; ++pc) {
    tally.plain_instruction(pc, lanes, lanes);
    if (shared_.traits[pc].copies_constant) tally.constant_copy(pc);
  }
}

// As much of a run as is allowed. Returns the path that goes on.
inline const Path* Block::execute_plain(Warp& w, const Path& path, Context& context,
                                        std::uint64_t allowed) {
  const Pc pc = path.pc;
  const LaneMask lanes = path.lanes;
  const LaneMask executed = context.executor.compute(pc, lanes, w.state);
  const InstTraits traits = shared_.traits[pc];
  if (traits.run == 1) {
    if (context.tally != nullptr) {
      context.tally->plain_instruction(pc, lanes, executed);
      if (traits.copies_constant) context.tally->constant_copy(pc);
    }
    ++context.executed;
    return w.paths->step();
  }
  const auto count = static_cast<unsigned>(std::min<std::uint64_t>(traits.run, allowed));
  if (context.tally != nullptr) {
    if (count == traits.run)
      context.tally->whole_run(pc, lanes);
    else
      count_part_of_run(pc, count, lanes, *context.tally);
  }
  context.executed += count;
  return w.paths->go_on_at(pc + count);
}

// False: its lanes diverge, and nothing is done.
inline bool Block::branch_together(Warp& w, const Path& path, Context& context) {
  const Pc pc = path.pc;
  const LaneMask lanes = path.lanes;
  const LaneMask taken = context.executor.guarded_lanes(pc, lanes, w.state);
  if (taken != lanes && taken != 0) return false;
  if (context.tally != nullptr) context.tally->uniform_branch(pc, lanes, taken);
  ++context.executed;
  w.paths->go_on_at(taken == 0 ? pc + 1 : shared_.program.code[pc].target);
  return true;
}

Block::Turn Block::turn(Warp& w, Context& context) {
  const std::uint64_t start = context.executed, until = start + allowance(w, context);
  Turn end = Turn::Blocked;
  const Path* path = w.paths->current();
  while (true) {
    if (path == nullptr) {
      if (w.paths->live() == 0) {
        end_warp(w, context);
        break;
      }
      if (!w.barrier.count_parked(barriers_, *w.paths)) break;
      open(w.barrier.waits.id, context);
      path = w.paths->current();
      continue;
    }
    if (context.executed >= until) {
      end = Turn::Used;
      break;
    }
    const Pc pc = path->pc;
    const InstTraits traits = shared_.traits[pc];
    if (traits.only_computes && !context.watch) {
      path = execute_plain(w, *path, context, until - context.executed);
      continue;
    }
    if (traits.converges) {
      const bool together = converge(w, *path, context);
      path = w.paths->current();  // other lanes may have joined it
      if (!together) continue;
    }
    if (traits.branch && !context.watch && branch_together(w, *path, context)) {
      path = w.paths->current();
      continue;
    }
    execute(w, *path, context);
    if (ends_turn(shared_.program.code[pc], pc, context.out)) {
      end = Turn::Waits;
      break;
    }
    path = w.paths->current();
  }
  w.executed += context.executed - start;
  return end;
}

// Sleep, and a loop that waits on memory: others go on first.
bool Block::ends_turn(const Inst& inst, Pc pc, const Outcome& out) const {
  if (inst.kind == Kind::Sleep || inst.kind == Kind::Yield) return true;
  if (!inst.flow.yields) return false;
  return std::any_of(out.targets.begin(), out.targets.begin() + out.num_targets,
                     [=](const Target& target) { return target.pc <= pc; });
}

void Block::execute(Warp& w, const Path& path, Context& context) {
  const Pc pc = path.pc;
  const Inst& inst = shared_.program.code[pc];
  Outcome& out = context.out;
  // The clock that the program reads ticks once for each instruction.
  const Clock clock{context.executed, 1000.0 / shared_.arch.sm.clock_mhz};
  try {
    context.executor.execute(pc, path.lanes, w.state, clock, context.port, out);
  } catch (KernelFault& fault) {
    locate(fault, w.state, shared_.launch);
    throw;
  }
  ++context.executed;
  if (context.tally != nullptr) count(w, pc, out, *context.tally);
  if (out.absent != 0) [[unlikely]]
    note_wrong_mask(shared_.program, {sm_, linear_, w.state.index_in_cta}, pc, out, w.state.lanes,
                    *w.paths, context.wrong_masks);
  w.paths->advance(inst, out);
  const bool barrier = shared_.traits[pc].cta_barrier;
  if (out.memory_changed || out.exited != 0 || (barrier && out.executed != 0)) ++context.events;
  if (context.watch && context.events == context.quiet_since)
    context.proven_stuck |=
        context.detector->observe(key_of(w), pc, inst, out, w.state, *w.paths, context.runnable);
  if (barrier || out.exited != 0) barrier_effects(w, inst, pc, context);
}

void Block::count(Warp& w, Pc pc, const Outcome& out, Tally& tally) const {
  tally.instruction(pc, out);
  if (out.num_targets > 1 && !w.diverged) {
    w.diverged = true;
    tally.warp_diverged();
  }
  tally.of_warp({linear_, w.state.index_in_cta});
  for (unsigned i = 0; i < out.num_access; ++i) tally.access(pc, out.access[i], 0);
}

// False: the path waits for other lanes.
bool Block::converge(Warp& w, const Path& path, Context& context) {
  const Inst& inst = shared_.program.code[path.pc];
  if (shared_.traits[path.pc].cta_barrier && w.paths->counts_warps()) return true;
  try {
    return simt::converge(*w.paths, context.executor, inst, path, w.state);
  } catch (KernelFault& fault) {
    locate(fault, w.state, shared_.launch);
    throw;
  }
}

DeadlockDetector::WarpKey Block::key_of(const Warp& w) const {
  return (DeadlockDetector::WarpKey{place_} << 32) | w.state.index_in_cta;
}

void Block::add_residents(std::vector<ResidentWarp>& list) const {
  for (const Warp& w : warps_)
    if (w.resident)
      list.push_back({&state_, w.state.index_in_cta, w.paths.get(), key_of(w), &w.state});
}

unsigned Block::runnable_warps() const {
  return static_cast<unsigned>(std::count_if(warps_.begin(), warps_.end(), [](const Warp& w) {
    return w.resident && w.paths->current() != nullptr;
  }));
}

}  // namespace simt::functional
