#include "sim/sm/cta/cta_slots.h"

#include <algorithm>
#include <bit>

#include "sim/sm/core/stall_account.h"

namespace simt {
namespace {

/// Where local memory lies in device memory: one region a warp slot, for its cache behaviour only.
/// Regions begin at different places of their pages, as those of a device do, which lie side by
/// side: not all in the same few units of L2.
constexpr std::uint64_t kLocalBase = 0x0000'6000'0000'0000;
constexpr std::uint64_t kLocalStride = std::uint64_t{512 * 1024} * kMaxWarpSize + 16 * 1024;

// `slots`: of an SM that runs one grid alone; where several do, further ones lie apart.
std::uint64_t local_base(unsigned sm, unsigned slot, unsigned slots) {
  constexpr std::uint64_t kMostSlots = 64, kFurther = std::uint64_t{1} << 16;
  const std::uint64_t place =
      slot < slots ? std::uint64_t{sm} * slots + slot : kFurther + sm * kMostSlots + slot;
  return kLocalBase + place * kLocalStride;
}

/// False: it was in the list, which is ascending.
bool insert(std::vector<Pc>& list, Pc pc) {
  const auto at = std::lower_bound(list.begin(), list.end(), pc);
  if (at != list.end() && *at == pc) return false;
  list.insert(at, pc);
  return true;
}

}  // namespace

CtaSlots::CtaSlots(SmContext& context, WarpSlots& warps, std::pmr::memory_resource& memory)
    : context_(context), warps_(warps), ctas_(context.arch.limits.max_ctas_per_sm, &memory) {}

Cta& CtaSlots::start(GridOnSm& on, const Grid::Cta& next, std::uint64_t at) {
  Cta& cta = *std::find_if(ctas_.begin(), ctas_.end(), [](const Cta& c) { return !c.resident; });
  cta.on = &on;
  cta.index = next.linear;
  cta.state.id = next.id;
  cta.state.shared.assign(on.grid->shared_bytes_per_cta(), std::byte{0});
  cta.live_warps = on.grid->warps_per_cta();
  cta.started = cta.ends_at = at;
  cta.arrived_at = 0;
  cta.barriers.reset(cta.live_warps, context_.arch.sm.warp_size);
  cta.resident = true;
  cta.warps.clear();
  cta.parted_at.clear();
  active_.enter();
  on.tally.cta_started();
  if (context_.observer) context_.observer->on_cta_start(at, context_.index, cta.index);
  if (!on.ready_from) on.ready_from = at + context_.arch.launch.first_cta_cycles;
  cta.first_warp_at = next_launch(std::max(at, *on.ready_from), cta.live_warps);
  warps_.make_room(on.grid->needs().warp_slots);
  return cta;
}

// An SM launches one CTA after the other. Returns when the first warp of one that could begin at
// `at` is there.
std::uint64_t CtaSlots::next_launch(std::uint64_t at, unsigned count) {
  const ArchConfig& arch = context_.arch;
  const std::uint64_t start = std::max(at, launch_free_);
  const double warps = arch.launch.cta_gap_cycles + count * arch.launch.warp_interval;
  launch_free_ = start + std::max<std::uint64_t>(arch.launch.cta_sm_interval,
                                                 static_cast<std::uint64_t>(warps + 0.5));
  return start + arch.launch.cta_setup_cycles;
}

// Kernels of one warp on an H200 (tests/hardware/cuda): an SM is active 10 to 50 cycles longer than
// its warp is there.
std::uint64_t CtaSlots::without_instruction(const Cta& cta) {
  const bool waits = cta.on->own_control && *cta.on->ready_from > cta.started;
  return waits ? *cta.on->ready_from - cta.started : 0;
}

// To the sub-partition with the fewest residents, as equal shares as the sizes allow.
Warp& CtaSlots::place_next(Cta& cta) {
  const auto index_in_cta = static_cast<unsigned>(cta.warps.size());
  const double in_turn = index_in_cta * context_.arch.launch.warp_interval;
  const std::uint64_t at = cta.first_warp_at + static_cast<std::uint64_t>(in_turn);
  unsigned best = 0;
  for (unsigned p = 1; p < warps_.partitions(); ++p)
    if (warps_.partition(p).active.residents() < warps_.partition(best).active.residents())
      best = p;
  SubPartition& p = warps_.partition(best);
  const auto slot = static_cast<unsigned>(std::countr_one(p.residents));
  p.residents |= WarpSet{1} << slot;
  p.active.enter();
  const unsigned index = warps_.index(best, slot);
  warps_.make_room((slot + 1) * warps_.partitions());
  cta.warps.push_back(index);

  Warp& w = warps_[index];
  w.on = cta.on;
  w.resident = true;
  w.parted_at.clear();
  w.ends = false;
  w.under_way = 0;
  w.id = {context_.index, cta.index, index_in_cta};
  w.cta_slot = static_cast<unsigned>(&cta - ctas_.data());
  w.age = next_age_++;
  p.warps.set_age(slot, w.age);
  w.local_base = local_base(context_.index, index, cta.on->grid->needs().warp_slots);
  w.barrier = {};
  const Program& program = cta.on->grid->kernel().program;
  w.on->executor->start_warp(w.state, cta.state, index_in_cta, context_.index, index);
  w.copies.reset();
  w.scoreboard.reset(cta.on->grid->kernel().scoreboard_entries(), !program.issue_control.empty());
  warps_.suit(w, program);
  w.paths->runs(&program);
  w.paths->start(program.functions[0].entry, w.state.lanes);
  w.started = w.wait.accounted = at - without_instruction(cta);
  w.wait.fetch_until = w.stores_left = w.behind_barrier = w.last_issue = 0;
  w.fetch_line = kNever;

  w.on->tally.warp_started(context_.arch.sm.warp_size, w.state.lanes);
  if (context_.observer) context_.observer->on_warp_start(w.started, w.id, {index, best});
  return w;
}

Cta& CtaSlots::end_warp(Warp& w) {
  const std::uint64_t end_of_warp =
      w.on->own_control ? w.stores_left : std::max(context_.now + 1, w.stores_left);
  account(context_, w, end_of_warp, Stall::drain, w.last_issue);
  if (context_.observer) context_.observer->on_warp_end(end_of_warp, w.id);
  w.resident = false;
  ++context_.end.warps_ended;
  SubPartition& p = warps_.partition_of(w);
  p.residents &= ~(WarpSet{1} << w.slot);
  w.on->tally.sub_partition_active(p.active.leave(w.started, end_of_warp));
  Cta& cta = of(w);
  cta.barriers.warp_ended();
  cta.ends_at = std::max(cta.ends_at, end_of_warp);
  if (--cta.live_warps == 0) end(cta);
  return cta;
}

void CtaSlots::end(Cta& cta) {
  cta.resident = false;
  ++cta.on->ctas_finished;
  cta.on->finished_at = std::max(cta.on->finished_at, cta.ends_at);
  last_end_ = std::max(last_end_, cta.ends_at);
  cta.on->tally.sm_active(active_.leave(cta.started, cta.ends_at));
  if (context_.observer) context_.observer->on_cta_end(cta.ends_at, context_.index, cta.index);
  context_.end.ctas_ended.push_back({cta.ends_at, cta.on->grid});
}

void CtaSlots::count_parting(Warp& w, Pc pc) {
  if (w.parted_at.empty()) w.on->tally.warp_diverged();
  if (insert(w.parted_at, pc)) w.on->tally.warp_parted(pc, insert(of(w).parted_at, pc));
}

std::uint64_t CtaSlots::counted_until() const {
  std::uint64_t last = last_end_;
  for (const Cta& cta : ctas_)
    if (cta.resident && cta.ends_at > cta.started) last = std::max(last, cta.ends_at);
  return last;
}

void CtaSlots::stop(std::uint64_t at) const {
  ActiveTime active = active_;
  for (const Cta& cta : ctas_)
    if (cta.resident && cta.started < at) cta.on->tally.sm_active(active.leave(cta.started, at));
}

}  // namespace simt
