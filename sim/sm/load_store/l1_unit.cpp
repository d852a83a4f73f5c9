#include "sim/sm/load_store/l1_unit.h"

#include <algorithm>

namespace simt {

// L1 keeps what its own SM's accesses order: a load of .ca is LDG.STRONG.SM in machine code, and
// hits (kernels/micro/chase.ir).
namespace {
bool may_hit(const Inst& inst) {
  const MemoryForm& form = inst.memory;
  const bool own_order = form.order == MemoryOrder::Weak ||
                         (form.order == MemoryOrder::Relaxed && inst.op.scope == Scope::Cta);
  return own_order && form.cache != CacheOp::CacheGlobal && form.cache != CacheOp::NoCache;
}
}  // namespace

// The tag stage takes the lines of a load, the data stage the sectors of both; a store brings its
// bytes along, and goes to its lines on the way out (StoreGather). What misses leaves its
// sub-partition's path to the next one sooner than what hits, whose data goes back there: eight
// loads of 32 lines by one warp of an H200 take 33 cycles each from L2, 63 from L1.
Served L1Unit::issue(const UnitAccess& a, OnPath& on_path) {
  const MemoryAccess& access = a.access;
  const GlobalFootprint& footprint = a.shape.global;
  const bool store = access.kind == Kind::Store;
  const auto wavefronts = [](double cycles) { return std::max(1U, static_cast<unsigned>(cycles)); };
  const double lines = store ? 0 : footprint.num_lines / arch_.l1.tags_per_clock;
  const double sectors = footprint.num_sectors * kSectorBytes / arch_.l1.bytes_per_clock;
  const unsigned stage = wavefronts(std::max(lines, sectors));
  const unsigned path = store ? wavefronts(access.total_bytes() / arch_.l1.bytes_per_clock) : stage;
  const std::uint64_t start =
      stages_.enter(on_path, a.now, path * arch_.lsu.wavefront_interval, store ? stage + 1 : stage);
  const CacheOp cache = a.inst.memory.cache;
  const L1Memory::Access how{access.kind,
                             may_hit(a.inst),
                             access.space == StateSpace::Local,
                             access.compare_swap,
                             access.floating,
                             cache == CacheOp::ReadOnly,
                             access.bytes,
                             a.on.account,
                             store && a.on.own_control,
                             {on_path.path.number, store ? stages_.busy(a.now) : 1}};
  L1Memory::Served served = l1_.access(footprint, how, start, a.tag);
  a.on.tally.l1_served(access, footprint.num_sectors, served.hits, cache == CacheOp::CacheGlobal);
  if (served.pending && !store)
    on_path.path.free -= std::uint64_t{path} * (arch_.lsu.wavefront_interval - 1);
  if (!store) served.ready += std::uint64_t{path - 1} * arch_.lsu.wavefront_interval;
  const bool near = access.kind == Kind::Load && !served.pending;
  return {served.ready, Stall::long_scoreboard, served.pending,
          near ? MemoryLevel::L1 : MemoryLevel::L2, served.hits};
}

}  // namespace simt
