#include "sim/exec/addressing.h"

#include <bit>

#include "isa/base/address_space.h"
#include "isa/core/operands.h"
#include "sim/exec/address_fault.h"
#include "sim/exec/atomic_loop.h"
#include "sim/exec/place_warp.h"

namespace simt {
namespace {

/// A mapped range of addresses and the host bytes behind it. In local space each lane has its own.
struct Region {
  StateSpace space = StateSpace::Global;
  std::byte* base = nullptr;  ///< nullptr: nothing is mapped
  std::uint64_t start = 0, bytes = 0;
  std::uint64_t lane_stride = 0;
  Allocation* allocation = nullptr;  ///< of global space

  bool contains(std::uint64_t address, std::uint64_t n) const {
    return address - start < bytes && n <= bytes - (address - start);
  }
  std::byte* host(std::uint64_t address, unsigned lane) const {
    return base + (address - start) + lane * lane_stride;
  }
};

// Constants and parameters are never written: resolve() refuses stores to them.
std::byte* read_only(const std::vector<std::byte>& bytes) {
  return const_cast<std::byte*>(bytes.data());
}

/// As what an instruction accesses memory.
Kind access_kind(const Inst& inst) {
  if (inst.kind == Kind::AsyncCopy || inst.kind == Kind::MatrixLoad) return Kind::Load;
  if (inst.kind == Kind::MatrixStore) return Kind::Store;
  if (inst.kind != Kind::Mbarrier) return inst.kind;
  switch (inst.memory.async.mbarrier) {
    case MbarrierOp::Init:
    case MbarrierOp::SetState:
    case MbarrierOp::Invalidate:
      return Kind::Store;
    case MbarrierOp::TestWait:
    case MbarrierOp::TryWait:
      return Kind::Load;
    default:
      return Kind::Atomic;
  }
}

bool is_load_or_store(const Inst& inst) {
  const bool matrix = inst.kind == Kind::MatrixLoad || inst.kind == Kind::MatrixStore;
  return matrix || inst.kind == Kind::Load || inst.kind == Kind::Store ||
         inst.kind == Kind::AsyncCopy;
}
bool is_store(const Inst& inst) {
  return inst.kind == Kind::Store || inst.kind == Kind::MatrixStore;
}

Region constant_region(const Step& s) {
  std::byte* const bytes = read_only(s.context.constants());
  const std::uint8_t bank = s.inst.memory.bank;
  if (bank == MemoryForm::kNoBank)
    return {StateSpace::Const, bytes, 0, s.context.constants().size(), 0};
  const MachineForm::Bank& its = s.context.program.machine->banks[bank];
  return {StateSpace::Const, bytes + its.start, its.start, its.bytes, 0};
}

Region region_of_space(const Step& s, StateSpace space) {
  switch (space) {
    case StateSpace::Shared:
      return {space, s.warp.cta->shared.data(), shared_start(s.context.program),
              s.warp.cta->shared.size(), 0};
    case StateSpace::Local:
      return {space, s.warp.local.data(), 0, s.warp.local_bytes_per_lane,
              s.warp.local_bytes_per_lane};
    case StateSpace::Const:
      return constant_region(s);
    case StateSpace::Param:
      return {space, read_only(s.context.launch.params), 0, s.context.launch.params.size(), 0};
    default:
      return {};
  }
}

/// The region that holds `address`, in the terms of the instruction's own space: the start of a
/// generic region is its window's base.
Region region_at(const Step& s, StateSpace space, std::uint64_t address) {
  const StateSpace named = space == StateSpace::Generic ? locate_generic(address).space : space;
  if (named != StateSpace::Global) {
    Region region = region_of_space(s, named);
    if (space == StateSpace::Generic) region.start += generic_base(named);
    return region;
  }
  Allocation* a = s.port.allocation(address);
  if (a == nullptr) return {};
  return {StateSpace::Global, a->data.data(), a->address, a->bytes, 0, a};
}

// What is added to an address to get the one that MemoryAccess reports.
std::uint64_t reported_base(StateSpace operand_space, const Region& region) {
  return operand_space == StateSpace::Generic ? generic_base(region.space) : 0;
}

bool is_read_only(StateSpace space) {
  return space == StateSpace::Const || space == StateSpace::Param;
}

// Does the kind of access fit the space? Only generic addresses can get here with a wrong one.
void check_use(const Step& s, const Region& region, unsigned lane, std::uint64_t address) {
  const Kind kind = access_kind(s.inst);
  const bool atomic = kind == Kind::Atomic || kind == Kind::Reduction;
  if ((kind != Kind::Load && is_read_only(region.space)) ||
      (atomic && region.space == StateSpace::Local))
    fault_wrong_space(s, lane, region.space, address);
}

MemoryAccess& access_of_space(Outcome& out, const Inst& inst, StateSpace space) {
  for (unsigned i = 0; i < out.num_access; ++i)
    if (out.access[i].space == space) return out.access[i];
  return new_access(out, inst, space);
}

/// base + offset of each lane, active or not; a 32-bit base wraps at 32 bits, as the hardware adds.
/// True when lane i's is the first one's + i * stride, stride that of the first two: so it is when
/// it is so modulo the width of the base and the last one's has not wrapped.
template <class Base>
[[gnu::always_inline]] inline bool add_offset(const Base* base, Base offset,
                                              std::uint64_t* address) {
  const Base first = base[0], stride = static_cast<Base>(base[1] - first);
  Base difference = 0;
  SIMT_INDEPENDENT_LANES
  for (Base lane = 0; lane < kMaxWarpSize; ++lane) {
    address[lane] = static_cast<Base>(base[lane] + offset);
    difference |= static_cast<Base>(base[lane] - first - lane * stride);
  }
  constexpr unsigned kLast = kMaxWarpSize - 1;
  return difference == 0 && address[kLast] - address[0] == kLast * (address[1] - address[0]);
}
template <class Base>
bool add_offset_baseline(const Base* base, Base offset, std::uint64_t* address) {
  return add_offset(base, offset, address);
}
template <class Base>
SIMT_V3 bool add_offset_v3(const Base* base, Base offset, std::uint64_t* address) {
  return add_offset(base, offset, address);
}
template <class Base>
bool add_offset_here(const Base* base, std::int64_t offset, std::uint64_t* address) {
  static const auto version = cpu_has_v3() ? add_offset_v3<Base> : add_offset_baseline<Base>;
  return version(base, static_cast<Base>(offset), address);
}

/// Those of machine code, whose base is shifted or has a uniform part added to it.
void compute_by_parts(const Step& s, std::uint64_t* address) {
  const MemoryForm& form = s.inst.memory;
  const std::uint64_t offset =
      static_cast<std::uint64_t>(s.inst.imm) + uniform_offset(s.inst, s.regs);
  const bool narrow = s.inst.src_bytes == 4 && form.uniform_high == kNoSlot;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const std::uint64_t base = lane_bits(s.regs, s.inst.src[0], s.inst.src_bytes, lane);
    const std::uint64_t whole = (base << form.base_shift) + offset;
    address[lane] = narrow ? whole & 0xffff'ffff : whole;
  }
}

/// 32 addresses one stride apart?
bool is_regular(const std::uint64_t* address) {
  std::uint64_t difference = 0;
  for (unsigned lane = 1; lane < kMaxWarpSize; ++lane)
    difference |= (address[lane] - address[lane - 1]) ^ (address[1] - address[0]);
  return difference == 0;
}

bool compute_regular(const Step& s, std::uint64_t* address) {
  const Slot base = s.inst.src[0];
  if (s.inst.memory.uniform_low != kNoSlot || s.inst.memory.base_shift != 0) {
    compute_by_parts(s, address);
    return is_regular(address);
  }
  return s.inst.src_bytes == 4
             ? add_offset_here(lane_data<const std::uint32_t>(s.regs, base), s.inst.imm, address)
             : add_offset_here(lane_data<const std::uint64_t>(s.regs, base), s.inst.imm, address);
}

/// Lanes without a gap between them, whose elements follow each other?
bool is_consecutive_run(const std::uint64_t* address, LaneMask lanes, unsigned bytes) {
  const unsigned first = first_lane(lanes), count = count_lanes(lanes);
  if (lanes >> first != lanes_below(count)) return false;
  std::uint64_t difference = 0;
  for (unsigned i = 1; i < count; ++i)
    difference |= address[first + i] - address[first] - std::uint64_t{i} * bytes;
  return difference == 0;
}

/// Addresses as the operand gives them.
MemoryAccess::Spread compute_addresses(const Step& s, std::uint64_t* address, unsigned bytes) {
  using enum MemoryAccess::Spread;
  const bool regular = compute_regular(s, address);
  // Lanes that take no part may never have had an address.
  if (s.active != ~LaneMask{0})
    return is_consecutive_run(address, s.active, bytes) ? Consecutive : Unknown;
  if (!regular) return Unknown;
  const std::uint64_t stride = address[1] - address[0];
  return stride == bytes ? Consecutive : stride == 0 ? Uniform : Unknown;
}

/// Does the access go through the port's buffer? Atomics are queued with their addresses instead.
bool is_buffered(const Step& s, const Region& region) {
  return region.space == StateSpace::Global && s.port.buffered() && is_load_or_store(s.inst);
}

/// Host bytes of one lane's element in a buffered port.
std::byte* buffered_place(Step& s, const Region& region, std::uint64_t address, unsigned bytes) {
  if (is_store(s.inst)) return s.port.writable(*region.allocation, address, bytes);
  return s.port.has_store(address, bytes) ? s.port.readable(*region.allocation, address)
                                          : region.host(address, 0);
}

/// Is the access ordered after an atomic that its warp has queued? Nothing passes an acquire; a
/// release passes nothing (fences: Sm::ask_fence).
bool is_ordered_behind_atomic(const Step& s) {
  const bool releases = s.inst.memory.order == MemoryOrder::Release;
  if (!releases && !s.port.queued_acquire()) return false;
  return s.port.has_queued(s.warp, [=](const auto& atomic) { return releases || atomic.acquires; });
}

/// Must the whole instruction wait behind an atomic that this SM has queued? Asked before anything
/// is changed. Loads and stores only: atomics are performed in the order of the queue.
bool waits_for_atomic(Step& s, const std::uint64_t* address, unsigned bytes) {
  if (s.port.atomics().empty() || !is_load_or_store(s.inst)) return false;
  bool waits = is_ordered_behind_atomic(s);
  for_each_lane(s.active,
                [&](unsigned lane) { waits |= s.port.awaits_atomic(address[lane], bytes); });
  return s.out.must_wait = waits;
}

/// Consecutive elements in a buffered port: one piece where their lines lie together.
void place_consecutive(Step& s, HostLanes& host, const Region& region, const std::uint64_t* address,
                       unsigned bytes) {
  const std::uint64_t first = address[host.run_start];
  const std::uint64_t all = std::uint64_t{bytes} * count_lanes(s.active);
  if (is_store(s.inst))
    host.first = s.port.writable(*region.allocation, first, all);
  else if (!s.port.has_store(first, all))
    host.first = region.host(first, 0);
  if (host.contiguous()) return;
  for_each_lane(s.active, [&](unsigned lane) {
    host.at[lane] = buffered_place(s, region, address[lane], bytes);
  });
}

/// All active lanes within one region and aligned: the usual case. False: nothing is done.
bool resolve_together(Step& s, HostLanes& host, const std::uint64_t* address, unsigned bytes,
                      MemoryAccess::Spread spread) {
  const unsigned first = first_lane(s.active);
  const StateSpace space = s.inst.memory.space;
  const Region region = region_at(s, space, address[first]);
  if (!region.contains(address[first], bytes)) return false;
  check_use(s, region, first, address[first]);

  if (spread == MemoryAccess::Spread::Consecutive && region.lane_stride == 0 &&
      (address[first] & (bytes - 1)) == 0) {
    if (!region.contains(address[first], std::uint64_t{bytes} * count_lanes(s.active)))
      return false;
    host.run_start = first;
    if (is_buffered(s, region)) {
      if (!waits_for_atomic(s, address, bytes)) place_consecutive(s, host, region, address, bytes);
    } else {
      host.first = region.host(address[first], 0);
    }
    return true;
  }
  if (spread == MemoryAccess::Spread::Uniform && s.inst.kind == Kind::Load &&
      is_read_only(region.space) && (address[0] & (bytes - 1)) == 0) {
    host.same = region.host(address[0], 0);
    return true;
  }
  const std::uint64_t last = region.bytes - bytes;  // the greatest offset that still fits
  if (s.active == ~LaneMask{0} && region.lane_stride == 0 && !is_buffered(s, region))
    return place_warp(address, {region.base, region.start, last, bytes}, host.at.data());
  std::uint64_t low_bits = 0;
  bool outside = false;
  over_lanes(s.active, [&](unsigned lane) {
    low_bits |= address[lane];
    outside |= address[lane] - region.start > last;
  });
  if (outside || (low_bits & (bytes - 1)) != 0) return false;
  if (is_buffered(s, region)) {
    if (waits_for_atomic(s, address, bytes)) return true;
    for_each_lane(s.active, [&](unsigned lane) {
      host.at[lane] = buffered_place(s, region, address[lane], bytes);
    });
  } else {
    over_lanes(s.active, [&](unsigned lane) { host.at[lane] = region.host(address[lane], lane); });
  }
  return true;
}

/// Lane by lane: finds the lane that faults, or serves lanes that are in different regions.
void resolve_apart(Step& s, HostLanes& host, const std::uint64_t* address, unsigned bytes) {
  const StateSpace space = s.inst.memory.space;
  for_each_lane(s.active, [&](unsigned lane) {
    const std::uint64_t a = address[lane];
    if ((a & (bytes - 1)) != 0) fault_misaligned(s, lane, a);
    const Region region = region_at(s, space, a);
    const unsigned needed = s.needed != nullptr ? s.needed[lane] : bytes;
    if (!region.contains(a, needed)) fault_out_of_bounds(s, lane, a);
    check_use(s, region, lane, a);
    host.at[lane] =
        is_buffered(s, region) ? buffered_place(s, region, a, bytes) : region.host(a, lane);
    MemoryAccess& access = access_of_space(s.out, s.inst, region.space);
    access.lanes |= LaneMask{1} << lane;
    access.address[lane] = a - reported_base(space, region);
  });
}

/// One record for all lanes, from the addresses that are already in it.
void record_together(Step& s, std::uint64_t* address, MemoryAccess::Spread spread) {
  const StateSpace space = s.inst.memory.space;
  const std::uint64_t a = address[first_lane(s.active)];
  const StateSpace named = space == StateSpace::Generic ? locate_generic(a).space : space;
  MemoryAccess& access = access_of_space(s.out, s.inst, named);
  access.lanes = s.active;
  access.spread = spread;
  if (space != StateSpace::Generic || named == StateSpace::Global) return;
  const std::uint64_t base = generic_base(named);
  over_lanes(s.active, [=](unsigned lane) { address[lane] -= base; });
}

/// The access that faulted, with all its lanes: execution may have stopped at the first.
void record_faulting(Step& s) {
  s.out.num_access = 0;
  std::uint64_t* const address = s.out.access[0].address.data();
  compute_addresses(s, address, s.inst.memory.bytes());
  record_together(s, address, MemoryAccess::Spread::Unknown);
}

}  // namespace

std::uint32_t shared_start(const Program& program) {
  return program.machine ? program.machine->shared_base : 0;
}

MemoryAccess& new_access(Outcome& out, const Inst& inst, StateSpace space) {
  MemoryAccess& access = out.access[out.num_access++];
  access.space = space;
  access.kind = access_kind(inst);
  access.bytes = static_cast<std::uint8_t>(inst.memory.bytes());
  access.lanes = 0;
  access.spread = MemoryAccess::Spread::Unknown;
  access.compare_swap = inst.kind == Kind::Atomic && inst.memory.atomic == AtomicOp::Cas;
  access.first_of_bank = space == StateSpace::Shared && inst.op.tells_swap;
  access.floating = is_float(inst.memory.type);
  access.counts_lanes = inst.memory.counts_lanes;
  const AtomicOp op = inst.memory.atomic;
  access.may_change_nothing = op == AtomicOp::Min || op == AtomicOp::Max;
  access.copies = access.matrix_rows = false;
  access.loops = space == StateSpace::Shared && loops_in_shared_memory(inst);
  return access;
}

bool resolve(Step& s, HostLanes& host) try {
  const unsigned bytes = s.inst.memory.bytes();
  std::uint64_t* const address = s.out.access[0].address.data();
  const MemoryAccess::Spread spread = compute_addresses(s, address, bytes);
  if (resolve_together(s, host, address, bytes, spread)) {
    record_together(s, address, spread);
  } else {
    const auto raw = s.out.access[0].address;  // its place is needed for the records
    if (!waits_for_atomic(s, raw.data(), bytes)) resolve_apart(s, host, raw.data(), bytes);
  }
  if (s.inst.memory.register_passed) s.out.num_access = 0;
  return !s.out.must_wait;
} catch (const KernelFault&) {
  record_faulting(s);
  throw;
}

const std::byte* find_generic(Step& s, unsigned lane, std::uint64_t address, std::uint64_t bytes) {
  const Region region = region_at(s, StateSpace::Generic, address);
  if (!region.contains(address, bytes)) return nullptr;
  return region.space == StateSpace::Global && s.port.has_store(address, bytes)
             ? s.port.readable(*region.allocation, address)
             : region.host(address, lane);
}

}  // namespace simt
