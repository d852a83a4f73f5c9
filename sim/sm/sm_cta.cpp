// CTAs on an SM: placement of their warps, barriers, and their end.
#include <algorithm>
#include <bit>

#include "sim/sm/sm_time.h"

namespace simt {
namespace {
/// Where local memory lies in device memory: one region a warp slot, for its cache behaviour only.
constexpr std::uint64_t kLocalBase = 0x0000'6000'0000'0000;
constexpr std::uint64_t kLocalStride = std::uint64_t{512 * 1024} * kMaxWarpSize;

// `slots`: of an SM that runs one grid alone; where several do, further ones lie apart.
std::uint64_t local_base(unsigned sm, unsigned slot, unsigned slots) {
  constexpr std::uint64_t kMostSlots = 64, kFurther = std::uint64_t{1} << 16;
  const std::uint64_t place =
      slot < slots ? std::uint64_t{sm} * slots + slot : kFurther + sm * kMostSlots + slot;
  return kLocalBase + place * kLocalStride;
}
}  // namespace

WarpId Sm::id_of(const Warp& w) const {
  return {index_, ctas_[w.cta_slot].index, w.state.index_in_cta};
}

void Sm::start_cta(GridOnSm& on, const Grid::Cta& next, std::uint64_t at) {
  const unsigned warps = on.grid->warps_per_cta();
  const auto free =
      std::find_if(ctas_.begin(), ctas_.end(), [](const Cta& c) { return !c.resident; });
  Cta& cta = *free;
  cta.on = &on;
  cta.index = next.linear;
  cta.state.id = next.id;
  cta.state.shared.assign(on.grid->shared_bytes_per_cta(), std::byte{0});
  cta.live_warps = warps;
  cta.started = cta.ends_at = at;
  cta.arrived_at = 0;
  cta.barriers.reset(cta.live_warps, shared_.arch.warp_size);
  cta.resident = true;
  active_.enter();
  ++on.tally.counters()[Counter::ctas_launched];
  if (observer_) observer_->on_cta_start(at, index_, cta.index);
  const auto slot = static_cast<unsigned>(free - ctas_.begin());
  if (!on.ready_from) on.ready_from = at + shared_.arch.first_cta_cycles;
  const std::uint64_t begin = next_launch(std::max(at, *on.ready_from), warps);
  make_room(on.grid->needs().warp_slots);
  cta.warps.clear();
  for (unsigned i = 0; i < warps; ++i) {
    const double in_turn = i * shared_.arch.warp_launch_interval;
    cta.warps.push_back(place_warp(cta, slot, i, begin + static_cast<std::uint64_t>(in_turn)));
  }
  std::sort(cta.warps.begin(), cta.warps.end());
}

// An SM launches one CTA after the other. Returns when the first warp of one that could begin at
// `at` is there.
std::uint64_t Sm::next_launch(std::uint64_t at, unsigned count) {
  const ArchConfig& arch = shared_.arch;
  const std::uint64_t start = std::max(at, launch_free_);
  const double warps = arch.cta_gap_cycles + count * arch.warp_launch_interval;
  launch_free_ = start + std::max<std::uint64_t>(arch.cta_sm_interval,
                                                 static_cast<std::uint64_t>(warps + 0.5));
  return start + arch.cta_setup_cycles;
}

// Warps go to the sub-partition with the fewest residents, as equal shares as the sizes allow.
// Returns the place among all warps.
unsigned Sm::place_warp(Cta& cta, unsigned cta_slot, unsigned index_in_cta, std::uint64_t at) {
  unsigned best = 0;
  for (unsigned p = 1; p < partitions_.size(); ++p)
    if (partitions_[p].active.residents() < partitions_[best].active.residents()) best = p;
  SubPartition& p = partitions_[best];
  const auto slot = static_cast<unsigned>(std::countr_one(p.residents));
  p.residents |= WarpSet{1} << slot;
  const unsigned index = warp_index(best, slot);
  make_room((slot + 1) * sub_partitions_);
  const Program& program = cta.on->grid->kernel().program;
  Warp& w = warps_[index];
  w.on = cta.on;
  w.resident = true;
  w.diverged = false;
  w.cta_slot = cta_slot;
  w.age = next_age_++;
  p.warps.set_age(slot, w.age);
  w.local_base = local_base(index_, index, cta.on->grid->needs().warp_slots);
  w.barrier_arrived = false;
  w.arrive_lanes = 0;
  w.on->executor->start_warp(w.state, cta.state, index_in_cta, index_, index);
  w.scoreboard.reset(program.registers.size());
  w.paths->runs(&program);
  w.paths->start(program.functions[0].entry, w.state.lanes);

  p.active.enter();
  Counters& counters = w.on->tally.counters();
  ++counters[Counter::warps_launched];
  counters[Counter::padded_lanes] += shared_.arch.warp_size - count_lanes(w.state.lanes);
  if (observer_) observer_->on_warp_start(at, id_of(w), index);
  w.started = w.accounted = at;
  w.fetch_until = w.stores_left = w.behind_barrier = 0;
  w.fetch_line = kNever;
  prepare_next(w, at, Stall::no_instruction);
  w.stores_left = load_stack_pointer(*w.on, std::max(w.front_until, w.fetch_until));
  return index;
}

// The first instruction of machine code where constants are loaded; a warp cannot end before.
std::uint64_t Sm::load_stack_pointer(GridOnSm& on, std::uint64_t at) {
  const ArchConfig& arch = shared_.arch;
  if (!arch.loads_parameters()) return 0;
  if (!on.stack_pointer_from) on.stack_pointer_from = at + arch.constant.l15_latency;
  return std::max(*on.stack_pointer_from, at + arch.param_latency);
}

// A warp leaves when L2 has taken its stores.
void Sm::end_warp(Warp& w) {
  const std::uint64_t end = std::max(now_ + 1, w.stores_left);
  account(w, end, Stall::drain);
  if (observer_) observer_->on_warp_end(end, id_of(w));
  w.resident = false;
  ++end_.warps_ended;
  SubPartition& p = partitions_[w.partition];
  p.residents &= ~(WarpSet{1} << w.slot);
  Counters& counters = w.on->tally.counters();
  counters[Counter::smsp_cycles_active] += p.active.leave(w.started, end);
  Cta& cta = ctas_[w.cta_slot];
  cta.barriers.warp_ended();
  cta.ends_at = std::max(cta.ends_at, end);
  if (--cta.live_warps == 0)
    end_cta(cta);
  else
    open_ready_barriers(cta);
}

void Sm::end_cta(Cta& cta) {
  const std::uint64_t end = cta.ends_at;
  cta.resident = false;
  ++cta.on->ctas_finished;
  cta.on->finished_at = std::max(cta.on->finished_at, end);
  last_end_ = std::max(last_end_, end);
  cta.on->tally.counters()[Counter::sm_cycles_active] += active_.leave(cta.started, end);
  if (observer_) observer_->on_cta_end(end, index_, cta.index);
  end_.ctas_ended.push_back({end, cta.on->grid});
}

void Sm::bar_park(Warp& w, Pc pc) {
  Cta& cta = ctas_[w.cta_slot];
  const auto use = w.on->executor->barrier_use(pc, out_->executed, w.state);
  if (w.paths->at_barrier() != 0 && w.barrier_id != use.id) fault_at_barrier(w, pc);
  w.barrier_id = use.id;
  w.barrier_count = use.count;
  const LaneMask truth = w.on->code[pc].kind == Kind::BarReduce
                             ? w.on->executor->barrier_predicate(pc, out_->executed, w.state)
                             : 0;
  arrive_at_barrier(w, pc);
  if (observer_) observer_->on_barrier_arrive(now_, id_of(w), {use.id, use.count, true});
  w.paths->block_at_barrier();
  if (w.on->code[pc].kind == Kind::BarSync) w.behind_barrier = now_ + 1;
  cta.barriers.park(use.id, {w.state.index_in_cta, pc, out_->executed}, count_lanes(truth));
  prepare_next(w, now_ + 1, Stall::wait);
}

// Called when no path can issue: the barrier counts the warp when all its live lanes are parked, up
// to Pascal when some are.
void Sm::count_barrier_arrival(Warp& w) {
  const LaneMask parked = w.paths->at_barrier();
  const bool all = w.paths->counts_warps() || parked == w.paths->live();
  if (parked == 0 || !all || w.barrier_arrived) return;
  w.barrier_arrived = true;
  Cta& cta = ctas_[w.cta_slot];
  cta.barriers.arrive(w.barrier_id, w.barrier_count);
  if (cta.barriers.opens(w.barrier_id)) open_barrier(cta, w.barrier_id);
}

void Sm::bar_arrive(Warp& w, Pc pc) {
  if (out_->executed == 0) return;
  const auto use = w.on->executor->barrier_use(pc, out_->executed, w.state);
  if (w.arrive_lanes != 0 && w.arrive_id != use.id) fault_at_barrier(w, pc);
  w.arrive_id = use.id;
  w.arrive_count = use.count;
  w.arrive_lanes |= w.on->code[pc].op.aligned ? out_->path : out_->executed;
  arrive_at_barrier(w, pc);
  if (observer_) observer_->on_barrier_arrive(now_, id_of(w), {use.id, use.count, false});
  count_bar_arrive(w);
}

// The sub-partition's next one can go when the port has taken this one.
void Sm::arrive_at_barrier(Warp& w, Pc pc) {
  const unsigned cycles = w.on->issue[pc].interval16 / 16;
  const std::uint64_t taken = barrier_port_.take(now_, cycles);
  partitions_[w.partition].warps.close(Gate::Barrier, now_, taken + cycles);
  Cta& cta = ctas_[w.cta_slot];
  cta.arrived_at = std::max(cta.arrived_at, taken);
}

// The barrier counts the warp when all its lanes that have not exited have executed bar.arrive; at
// once where a path speaks for the warp.
void Sm::count_bar_arrive(Warp& w) {
  if (w.arrive_lanes == 0) return;
  const bool all = w.paths->counts_warps() || (w.paths->live() & ~w.arrive_lanes) == 0;
  if (!all) return;
  w.arrive_lanes = 0;
  Cta& cta = ctas_[w.cta_slot];
  cta.barriers.arrive(w.arrive_id, w.arrive_count);
  if (cta.barriers.opens(w.arrive_id)) open_barrier(cta, w.arrive_id);
}

void Sm::fault_at_barrier(const Warp& w, Pc pc) const {
  KernelFault fault("lanes of one warp are at different barriers", pc, first_lane(out_->executed));
  locate(fault, w);
  throw fault;
}

void Sm::open_ready_barriers(Cta& cta) {
  for (std::uint32_t ids = cta.barriers.arrived(); ids != 0; ids &= ids - 1) {
    const auto id = static_cast<unsigned>(std::countr_zero(ids));
    if (cta.barriers.opens(id)) open_barrier(cta, id);
  }
}

void Sm::open_barrier(Cta& cta, unsigned id) {
  CtaBarriers::Opened opened = cta.barriers.open(id);
  const auto cta_slot = static_cast<unsigned>(&cta - ctas_.data());
  const std::uint64_t release = std::max(now_, cta.arrived_at) + shared_.arch.barrier_latency;
  if (observer_) observer_->on_barrier_open(now_, index_, cta.index, id);
  for (const unsigned index : cta.warps) {
    Warp& w = warps_[index];
    if (!w.resident || w.cta_slot != cta_slot) continue;
    bool waited = false, reads_count = false;
    for (const CtaBarriers::Waiter& waiter : opened.waiters) {
      if (waiter.warp != w.state.index_in_cta) continue;
      waited = true;
      if (w.on->code[waiter.pc].kind != Kind::BarReduce) continue;
      reads_count = true;
      w.on->executor->finish_barrier_reduce(waiter.pc, waiter.lanes, opened.threads_true,
                                            opened.threads, w.state);
    }
    if (!waited) continue;
    w.barrier_arrived = false;
    w.paths->release_barrier();
    if (w.waits_for_fence()) continue;    // in other lanes
    account(w, release, Stall::barrier);  // the wait belongs to the bar instruction's line
    if (reads_count)
      prepare_next(w,
                   barrier_port_.take(release, shared_.arch.barrier_result_interval) +
                       shared_.arch.barrier_result_latency,
                   Stall::short_scoreboard);
    else
      prepare_next(w, release, Stall::wait);
  }
  cta.barriers.done_with(std::move(opened));
}

}  // namespace simt
