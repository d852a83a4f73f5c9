#include "sim/sm/load_store/load_store.h"

#include <algorithm>

namespace simt {
namespace {

// Not inline: it costs a test where nobody listens. Returns the furthest level of the instruction,
// which was `before`: that is for who listens, too.
[[gnu::noinline]] MemoryLevel tell_of_access(const SmContext& context, const Warp& w, Pc pc,
                                             const MemoryAccess& access, const AccessShape& shape,
                                             const Served& served, MemoryLevel before) {
  const IssueId id{context.index, w.last_issue};
  context.observer->on_access({id, w.id, pc, access, shape, served.level, served.l1_hits});
  return std::max(before, served.level);
}

}  // namespace

LoadStore::LoadStore(const SmContext& context, L1Memory& l1)
    : context_(context),
      l1_(l1),
      serializer_(context.arch.serializer.interval),
      shared_unit_(context.arch, stages_),
      l1_unit_(context.arch, stages_, l1),
      constant_unit_(context.arch, serializer_, l1, completions_) {}

// nullptr: memory that takes no time.
MemoryUnit* LoadStore::unit_of(StateSpace space) {
  switch (space) {
    case StateSpace::Shared:
      return &shared_unit_;
    case StateSpace::Global:
    case StateSpace::Generic:  // as far as it is known before its addresses are
    case StateSpace::Local:
      return &l1_unit_;
    case StateSpace::Const:
      return &constant_unit_;
    default:
      return nullptr;
  }
}

std::uint64_t LoadStore::accepts_at(const Inst& inst) {
  MemoryUnit* const unit = unit_of(inst.memory.space);
  return unit != nullptr ? unit->accepts_at(context_.now, inst.kind) : context_.now;
}

void LoadStore::charge_accesses(Warp& w, unsigned warp, Pc pc, LoadStorePath& path,
                                Served& result) {
  const Outcome& out = *context_.out;
  Completions::Tag tag = Completions::kNone;
  for (unsigned i = 0; i < out.num_access; ++i) {
    const MemoryAccess& access = out.access[i];
    const AccessShape& shape = w.on->tally.access(pc, access, w.local_base);
    MemoryUnit* const unit = unit_of(access.space);
    Served served{context_.now};
    if (unit != nullptr) {
      if (tag == Completions::kNone && unit->may_answer_later())
        tag = completions_.open({.warp = warp, .pc = pc, .issue = w.last_issue});
      served =
          unit->issue({w.on->code[pc], access, shape, *w.on, w.cta_slot, context_.now, tag}, path);
    }
    if (context_.observer) [[unlikely]]
      result.level = tell_of_access(context_, w, pc, access, shape, served, result.level);
    if (served.pending) ++completions_[tag].parts;
    if (access.kind == Kind::Store) {
      const std::uint64_t delay = unit != nullptr ? unit->store_delay() : 0;
      w.stores_left = std::max(w.stores_left, served.ready + delay + context_.arch.drain_cycles);
    }
    result.held_until = std::max(result.held_until, served.held_until);
    if (served.ready < result.ready) continue;
    result.ready = served.ready;
    result.reason = served.reason;
  }
  if (tag == Completions::kNone) return;
  Completion& completion = completions_[tag];
  completion.ready = result.ready;
  completion.level = result.level;
  if (completion.parts > 0) {
    result = {kNever, completion.reason, true, result.level, 0, result.held_until};
    ++w.under_way;
  } else {
    completions_.close(tag);
  }
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
  return std::max(*on.stack_pointer_from, at + arch.param_latency);
}

std::uint64_t LoadStore::fence_start() {
  const std::uint64_t start = std::max(fence_free_, context_.now);
  fence_free_ = start + context_.arch.fence_interval;
  return start;
}

std::uint64_t LoadStore::fence_cta() {
  return fence_start() + context_.arch.fence_cta_cycles;
}

void LoadStore::fence(Warp& w, unsigned warp, Pc pc, Scope scope) {
  const ArchConfig& arch = context_.arch;
  l1_.invalidate();
  auto beyond = static_cast<unsigned>(fence_start() - context_.now);
  if (scope == Scope::System) beyond += arch.fence_sys_cycles - arch.fence_gpu_cycles;
  const Completions::Tag tag = completions_.open({.what = Completion::What::Fence,
                                                  .reason = Stall::membar,
                                                  .warp = warp,
                                                  .pc = pc,
                                                  .parts = 1,
                                                  .beyond = beyond});
  ++w.under_way;
  l1_.fence(context_.now, tag);
}

}  // namespace simt
