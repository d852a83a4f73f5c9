// When results are ready: fixed latencies, the load/store stages that the sub-partitions share, and
// what comes back from L2 later.
#include <algorithm>
#include <cmath>

#include "sim/sm/sm_time.h"

namespace simt {
namespace {

bool is_atomic(Kind kind) {
  return kind == Kind::Atomic || kind == Kind::Reduction;
}
/// Where constant memory lies in device memory, for its way through L2 only.
constexpr std::uint64_t kConstantBase = 0x0000'5000'0000'0000;

bool goes_to_l1(StateSpace space) {
  return space == StateSpace::Global || space == StateSpace::Local;
}
bool may_reach_l2(StateSpace space) {
  return goes_to_l1(space) || space == StateSpace::Const;
}
// An operand of the machine instruction or a load into a uniform register: in order.
bool is_named_constant(const Inst& inst) {
  return inst.kind == Kind::Load && inst.reads.size() == (inst.guard_reg != kNoReg ? 1 : 0);
}
constexpr std::uint32_t kNoTag = ~std::uint32_t{0};

}  // namespace

// May this access be sent to the L1? Closes the gate until it may: those of a sub-partition go in
// order.
bool Sm::l1_accepts(SubPartition& p, Kind kind) {
  const std::uint64_t at = l1_.accepts_at(now_, kind);
  if (at <= now_) return true;
  p.warps.close(Gate::L1, now_, std::min(at, until_));
  return false;
}

// An access takes its sub-partition's path for `path_cycles` and the stages that all sub-partitions
// share for `stage_cycles`. Returns when it starts. What waits in the queue of one sub-partition
// leaves the shared stages to the others.
std::uint64_t Sm::enter_load_store(SubPartition& p, unsigned path_cycles, unsigned stage_cycles) {
  const std::uint64_t start = std::max({p.begins, lsu_free_, p.path_free});
  lsu_free_ = std::max(lsu_free_, now_) + stage_cycles;
  p.path_free = start + path_cycles;
  p.leaves = start;
  return start;
}

// When the line of parameters is there: the SM's first use finds it in the second level.
std::uint64_t Sm::touch_parameters(GridOnSm& on, const ParameterUse& use) {
  std::uint64_t& there = on.parameter_lines[use.line];
  const unsigned far =
      use.named ? shared_.arch.constant.held_cycles : shared_.arch.constant.l15_latency;
  if (there == 0) there = now_ + far;
  return there;
}

// `result`: when the instruction would be ready without its accesses; then with them.
void Sm::charge_accesses(Warp& w, const Inst& inst, SubPartition& p, Charged& result) {
  const auto pc = static_cast<Pc>(&inst - w.on->code);
  std::uint32_t tag = kNoTag;
  for (unsigned i = 0; i < out_->num_access; ++i) {
    const MemoryAccess& access = out_->access[i];
    if (tag == kNoTag && may_reach_l2(access.space)) tag = new_in_flight(w, pc);
    const AccessShape& shape = w.on->tally.access(pc, access, w.local_base);
    const Charged charged = charge_access(w, inst, access, shape, p, tag);
    if (charged.pending) ++in_flight_[tag].parts;
    if (access.kind == Kind::Store) {
      const std::uint64_t delay = goes_to_l1(access.space) ? l1_.store_delay() : 0;
      w.stores_left = std::max(w.stores_left, charged.ready + delay + shared_.arch.drain_cycles);
    }
    result.held_until = std::max(result.held_until, charged.held_until);
    if (charged.ready < result.ready) continue;
    result.ready = charged.ready;
    result.reason = charged.reason;
  }
  if (tag == kNoTag) return;
  InFlight& flight = in_flight_[tag];
  flight.ready = result.ready;
  if (flight.parts > 0)
    result = {kNever, flight.reason, true, result.held_until};
  else
    free_in_flight_.push_back(tag);
}

Sm::Charged Sm::charge_access(const Warp& w, const Inst& inst, const MemoryAccess& access,
                              const AccessShape& shape, SubPartition& p, std::uint32_t tag) {
  if (access.space == StateSpace::Shared)
    return access.loops ? charge_spin(access, p, w.cta_slot) : charge_shared(access, shape, p);
  if (goes_to_l1(access.space)) return charge_l1(w.on->tally, inst, access, shape, p, tag);
  return access.space == StateSpace::Const ? charge_constant(*w.on, inst, access, shape, tag)
                                           : Charged{now_, Stall::wait, false};
}

// The SM's unit that takes the values of a warp's lanes one after the other is busy with so many;
// returns when it begins.
std::uint64_t Sm::serialize(unsigned values) {
  const std::uint64_t start = std::max(now_, serializer_free_);
  serializer_free_ = start + std::uint64_t{values} * shared_.arch.serializer.interval;
  return start;
}

// One pass for each distinct address; a line that is not near comes through L2. A constant that the
// instruction names holds the warp up when it comes from the second level.
Sm::Charged Sm::charge_constant(GridOnSm& on, const Inst& inst, const MemoryAccess& access,
                                const AccessShape& shape, std::uint32_t tag) {
  const ArchConfig& arch = shared_.arch;
  const std::uint64_t start = serialize(shape.constant_passes);
  std::uint64_t ready = start, last = ~std::uint64_t{0}, held_until = 0;
  for_each_lane(access.lanes, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    if (address == last) return;
    last = address;
    const ConstantCache::Access found = on.constants.access(address, start);
    if (found.near && !found.first && is_named_constant(inst)) {
      ready = held_until = on.constants.held_until(found);
    } else if (found.near) {
      ready = std::max(ready, found.ready);
    } else {
      const std::uint64_t bytes = on.constants.fetch_bytes();
      l1_.read_around(kConstantBase + address / bytes * bytes, bytes, now_, tag);
      ++in_flight_[tag].parts;
      in_flight_[tag].beyond = on.constants.beyond_l2() + static_cast<unsigned>(start - now_);
    }
  });
  in_flight_[tag].reason = Stall::short_scoreboard;
  ready += (shape.constant_passes - 1) * arch.serializer.value_latency;
  return {ready, Stall::short_scoreboard, false, held_until};
}

Sm::Charged Sm::charge_shared(const MemoryAccess& access, const AccessShape& shape,
                              SubPartition& p) {
  const ArchConfig& arch = shared_.arch;
  const unsigned wavefronts = shape.shared.wavefronts;
  const bool atomic = is_atomic(access.kind);
  const auto cycles = [&](unsigned n) {
    return atomic ? static_cast<unsigned>(std::lround(n * arch.shared_atomic_interval))
                  : n * arch.lsu.wavefront_interval;
  };
  const std::uint64_t start = enter_load_store(p, cycles(wavefronts), wavefronts);
  if (access.kind == Kind::Store) return {start, Stall::short_scoreboard, false};
  const unsigned latency = atomic ? arch.shared_atomic_latency : arch.shared_latency;
  return {start + latency + cycles(wavefronts - 1), Stall::short_scoreboard, false};
}

// A loop: in each round all lanes that are left load, compute and try to swap, and one of each bank
// succeeds. Minima and maxima are taken to find nothing to change, and then there is no swap. Its
// warp goes no further before all have. A swap keeps the stages for two wavefronts, of 8 bytes for
// three and a half: 32 warps at a time (kernels/micro/shared_atomics.ir).
Sm::Charged Sm::charge_spin(const MemoryAccess& access, SubPartition& p, unsigned cta_slot) {
  const ArchConfig& arch = shared_.arch;
  SpinFootprint f =
      spin_footprint(access, {arch.shared_banks, arch.shared_bank_bytes, arch.shared_word_bytes});
  if (access.may_change_nothing) f = {1, std::max(1u, f.loads / f.rounds), 1, f.address};
  const bool wide = access.bytes == 8;
  const unsigned swaps = wide ? (7 * f.rounds + 1) / 2 : 2 * f.rounds;
  const std::uint64_t start = enter_load_store(p, f.loads + swaps, f.loads + swaps);
  const unsigned round =
      arch.shared_latency + (access.may_change_nothing ? 0 : arch.shared_atomic_latency) +
      (wide ? arch.shared_atomic_wide_loop_cycles : arch.shared_atomic_loop_cycles);
  const std::uint64_t alone = start + std::uint64_t{round} * f.rounds +
                              std::uint64_t{f.loads - f.rounds} * arch.lsu.wavefront_interval;
  const std::uint64_t key = (std::uint64_t{cta_slot} << 32) | f.address;
  const std::uint64_t end = spins_.take(key, start, alone, f.lanes);
  return {end, Stall::short_scoreboard, false, end};
}

// The tag stage takes the lines of a load, the data stage its sectors; a store brings its bytes
// along, and goes to its lines on the way out (StoreGather).
Sm::Charged Sm::charge_l1(Tally& tally, const Inst& inst, const MemoryAccess& access,
                          const AccessShape& shape, SubPartition& p, std::uint32_t tag) {
  const ArchConfig& arch = shared_.arch;
  const bool store = access.kind == Kind::Store;
  const double lines = store ? 0 : shape.global.num_lines / arch.l1_tags_per_clock;
  const double bytes =
      store ? count_lanes(access.lanes) * access.bytes : shape.global.num_sectors * kSectorBytes;
  const double data = bytes / arch.l1.bytes_per_clock;
  const auto wavefronts = static_cast<unsigned>(std::max({1.0, lines, data}));
  const std::uint64_t start = enter_load_store(p, wavefronts * arch.lsu.wavefront_interval,
                                               store ? wavefronts + 1 : wavefronts);
  const bool cached = inst.memory.order == MemoryOrder::Weak &&
                      inst.memory.cache != CacheOp::CacheGlobal &&
                      inst.memory.cache != CacheOp::NoCache;
  const L1Memory::Access how{
      access.kind,         cached,          access.space == StateSpace::Local,
      access.compare_swap, access.floating, inst.memory.cache == CacheOp::ReadOnly,
      access.bytes};
  L1Memory::Served served = l1_.access(shape.global, how, start, tag, tally.counters());
  if (!store) served.ready += std::uint64_t{wavefronts - 1} * arch.lsu.wavefront_interval;
  return {served.ready, Stall::long_scoreboard, served.pending};
}

std::uint32_t Sm::new_in_flight(const Warp& w, Pc pc) {
  if (free_in_flight_.empty()) {
    free_in_flight_.push_back(static_cast<std::uint32_t>(in_flight_.size()));
    in_flight_.emplace_back();
  }
  const std::uint32_t tag = free_in_flight_.back();
  free_in_flight_.pop_back();
  in_flight_[tag] = {index_of(w), w.age, pc, Stall::long_scoreboard, 0, 0, 0};
  return tag;
}

void Sm::answer(const std::vector<std::uint64_t>& arrivals) {
  try {
    for (const L1Memory::Finished& f : l1_.answer(arrivals)) arrived(f.tag, f.ready);
  } catch (const KernelFault& fault) {
    fault_ = fault;
    fault_at_ = now_;
  }
}

void Sm::arrived(std::uint32_t tag, std::uint64_t ready) {
  InFlight& flight = in_flight_[tag];
  flight.ready = std::max(flight.ready, ready + flight.beyond);
  if (--flight.parts > 0) return;
  free_in_flight_.push_back(tag);
  Warp& w = warps_[flight.warp];
  if (!w.resident || w.age != flight.age) return;  // it ended without using the result
  if (flight.reason == Stall::membar) {
    if (w.waits_for_fence()) prepare_next(w, flight.ready, Stall::membar);
    return;
  }
  if (observer_) observer_->on_result(id_of(w), flight.pc, flight.ready);
  const Inst& inst = w.on->code[flight.pc];
  for (const RegId reg : inst.writes) w.scoreboard.settle(reg, flight.ready, flight.reason);
  if (w.waits_for_answer && w.converges_later)
    prepare_next(w, w.front_until, w.front_reason);
  else if (w.waits_for_answer)
    when_ready(partition_of(w), w);
}

}  // namespace simt
