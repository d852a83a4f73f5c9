#include "sim/sm/load_store/load_store.h"

#include <algorithm>

#include "sim/exec/async_waits.h"

namespace simt {
namespace {

Completion opened_by(const Warp& w, unsigned warp, Pc pc, const MemoryAccess& access) {
  Completion entry{.warp = warp, .pc = pc, .issue = w.last_issue};
  if (access.kind == Kind::Store) entry.what = Completion::What::Store;
  if (w.on->code[pc].kind == Kind::AsyncCopy) {
    entry.what = Completion::What::Copy;
    entry.copy = copies_begun(w.state) - 1;
  }
  return entry;
}

// Not inline: it costs a test where nobody listens. Returns the furthest level of the instruction,
// which was `before`: that is for who listens, too.
[[gnu::noinline]] MemoryLevel tell_of_access(const SmContext& context, const Warp& w, Pc pc,
                                             const MemoryAccess& access, const AccessShape& shape,
                                             const Served& served, MemoryLevel before) {
  const IssueId id{context.index, w.last_issue};
  context.observer->on_access({id, w.id, pc, access, shape, served.level, served.l1_hits});
  return std::max(before, served.level);
}

// Not inline: it costs a test where nothing is packed.
[[gnu::noinline]] Served issue_packed(MemoryUnit& unit, const UnitAccess& a, const Packing& packing,
                                      std::uint64_t local_base, OnPath& on_path) {
  if (!packing.on) return unit.issue(a, on_path);
  const MemoryAccess access = packed(a.access, packing);
  const AccessShape& shape = a.on.tally.shape_of(access, local_base);
  return unit.issue({a.inst, access, shape, a.on, a.cta_slot, a.now, a.tag}, on_path);
}

}  // namespace

LoadStore::LoadStore(const SmContext& context, L1Memory& l1, std::pmr::memory_resource& host)
    : context_(context),
      l1_(l1),
      serializer_(context.arch.serializer.interval),
      completions_(&host),
      units_({context.arch, stages_, serializer_, l1, completions_}) {}

std::uint64_t LoadStore::accepts_at(const Inst& inst, LoadStorePath& path) {
  MemoryUnit* const unit = units_.of(inst.memory.space);
  if (unit == nullptr) return context_.now;
  const std::uint64_t at = std::min(unit->accepts_at(context_.now, inst.kind), context_.until);
  if (at > context_.now) stages_.keep_busy(path, at + 1);
  return at;
}

void LoadStore::charge_accesses(Warp& w, unsigned warp, Pc pc, const Outcome& out, OnPath& on_path,
                                Served& result) {
  Completions::Tag tag = Completions::kNone;
  w.on->tally.of_warp({w.id.cta, w.id.warp});
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    const AccessShape& shape = w.on->tally.access(pc, access, w.local_base);
    MemoryUnit* const unit = units_.of(access.space);
    Served served{context_.now};
    if (unit != nullptr) {
      if (tag == Completions::kNone && unit->may_answer_later())
        tag = completions_.open(opened_by(w, warp, pc, access));
      const UnitAccess of_unit{w.on->code[pc], access, shape, *w.on, w.cta_slot, context_.now, tag};
      if (w.on->packings != nullptr) [[unlikely]]
        served = issue_packed(*unit, of_unit, (*w.on->packings)[pc], w.local_base, on_path);
      else
        served = unit->issue(of_unit, on_path);
    }
    if (context_.observer) [[unlikely]]
      result.level = tell_of_access(context_, w, pc, access, shape, served, result.level);
    if (served.pending) ++completions_[tag].parts;
    if (access.kind == Kind::Store && !access.copies && !served.pending) {
      const std::uint64_t delay = unit != nullptr ? unit->store_delay() : 0;
      w.stores_left =
          std::max(w.stores_left, served.ready + delay + context_.arch.control.drain_cycles);
    }
    if (access.kind == Kind::Reduction && w.on->own_control)  // it drains, but nobody waits for L2
      w.stores_left = std::max(w.stores_left, served.ready + context_.arch.control.drain_cycles);
    result.held_until = std::max(result.held_until, served.held_until);
    if (served.ready < result.ready) continue;
    result.ready = served.ready;
    result.reason = served.reason;
  }
  if (tag == Completions::kNone) return;
  Completion& completion = completions_[tag];
  completion.ready = result.ready;
  completion.level = result.level;
  if (completion.parts > 0 && completion.what == Completion::What::Store) {
    ++w.under_way;
  } else if (completion.parts > 0) {
    result = {kNever, completion.reason, true, result.level, 0, result.held_until};
    ++w.under_way;
  } else {
    completions_.close(tag);
  }
}

// It goes through the stages in its turn all the same, and opens its dependence barrier there: on
// an H200 warps without work in a tree of sums wait for their loads as long as the others
// (tests/hardware/cuda/reduce_halving_stride.cu), behind the conflicts of those where there are
// any (tests/hardware/unseen/scan_blelloch.cu).
Served LoadStore::pass_without_lanes(const Inst& inst, OnPath& on_path) {
  const bool shared = inst.memory.space == StateSpace::Shared;
  const std::uint64_t start = stages_.enter(on_path, context_.now, 0, 0);
  return {start + context_.arch.shared.latency,
          shared ? Stall::short_scoreboard : Stall::long_scoreboard};
}

std::uint64_t LoadStore::serialize(unsigned rounds) {
  const LaneSerializer& unit = context_.arch.serializer;
  return serializer_.take(context_.now, rounds) + unit.match_latency +
         std::uint64_t{rounds} * unit.value_latency;
}

// The SM's first use finds it in the second level.
std::uint64_t LoadStore::touch_parameters(GridOnSm& on, const ParameterUse& use) const {
  std::uint64_t& there = on.parameter_lines[use.line];
  const ConstantCaches& constant = context_.arch.constant;
  if (there == 0) there = context_.now + (use.named ? constant.held_cycles : constant.l15_latency);
  return there;
}

std::uint64_t LoadStore::load_stack_pointer(GridOnSm& on, std::uint64_t at) const {
  const ArchConfig& arch = context_.arch;
  if (!arch.loads_parameters()) return 0;
  if (!on.stack_pointer_from) on.stack_pointer_from = at + arch.constant.l15_latency;
  return std::max(*on.stack_pointer_from, at + arch.constant.param_latency);
}

std::uint64_t LoadStore::fence_start() {
  const std::uint64_t start = std::max(fence_free_, context_.now);
  fence_free_ = start + context_.arch.control.fence_interval;
  return start;
}

std::uint64_t LoadStore::fence_cta() {
  return fence_start() + context_.arch.control.fence_cta_cycles;
}

void LoadStore::fence(Warp& w, unsigned warp, Pc pc, Scope scope) {
  l1_.invalidate();
  const Completions::Tag tag = completions_.open({.what = Completion::What::Fence,
                                                  .reason = Stall::membar,
                                                  .warp = warp,
                                                  .pc = pc,
                                                  .parts = 1});
  ++w.under_way;
  l1_.fence(context_.now, tag, scope == Scope::System);
}

}  // namespace simt
