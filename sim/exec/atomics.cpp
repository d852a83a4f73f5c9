// atom and red (PTX ISA 9.7.13.5, 9.7.13.6). Active lanes are served in lane order, each reading
// what the one before it wrote; hardware leaves the order open.
// .add on f32 in global memory flushes subnormal inputs and results to zero, in shared memory it
// does not (same sections). Half-precision additions are those of the instruction table.
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/core/lanes/lane_types.h"
#include "isa/core/operands.h"
#include "isa/core/rows.h"
#include "sim/exec/addressing.h"

namespace simt {
namespace {

float flushed(float v) {
  return std::fpclassify(v) == FP_SUBNORMAL ? std::copysign(0.0f, v) : v;
}

std::uint32_t add_f32(std::uint32_t a, std::uint32_t b, bool flush) {
  constexpr std::uint32_t kNan = 0x7fff'ffff;  // the one NaN that f32 arithmetic produces
  const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  const float sum = flush ? flushed(flushed(x) + flushed(y)) : x + y;
  return std::isnan(sum) ? kNan : std::bit_cast<std::uint32_t>(sum);
}
std::uint64_t add_f64(std::uint64_t a, std::uint64_t b) {
  return std::bit_cast<std::uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
}

/// Runs a lane function on one pair of values.
template <class U>
U one_lane(LaneOp op, U a, U b) {
  alignas(64) std::array<std::byte, 3 * 64> regs{};
  Inst inst;
  inst.dst = {0};
  inst.src = {64, 128};
  std::memcpy(regs.data() + 64, &a, sizeof a);
  std::memcpy(regs.data() + 128, &b, sizeof b);
  op(inst, {regs.data(), nullptr}, 1);
  U result;
  std::memcpy(&result, regs.data(), sizeof result);
  return result;
}

template <class U>
using Words = std::array<std::uint32_t, sizeof(U) / sizeof(std::uint32_t)>;

template <class U>
struct LaneUpdate {
  AtomicOp op;
  ScalarType type;
  StateSpace space = StateSpace::Global;  ///< where this lane's address lies
  LaneOp half = nullptr;                  ///< Add of halves: Inst::lanes
  unsigned elements = 1;                  ///< of a vector, of 32 bits each

  U operator()(U old, U b, U c) const {
    using enum AtomicOp;
    if constexpr (sizeof(U) > sizeof(std::uint32_t))
      if (elements > 1) return each(old, b);
    switch (op) {
      case Add:
        return add(old, b);
      case Min:
        return less(b, old) ? b : old;
      case Max:
        return less(old, b) ? b : old;
      case Inc:
        return old >= b ? U{0} : static_cast<U>(old + 1);
      case Dec:
        return old == 0 || old > b ? b : static_cast<U>(old - 1);
      case And:
        return static_cast<U>(old & b);
      case Or:
        return static_cast<U>(old | b);
      case Xor:
        return static_cast<U>(old ^ b);
      case Exch:
        return b;
      case Cas:
        return old == b ? c : old;
    }
    return old;
  }

 private:
  bool less(U a, U b) const {
    if constexpr (sizeof(U) <= sizeof(std::uint64_t)) {
      using S = std::make_signed_t<U>;
      if (is_signed(type)) return static_cast<S>(a) < static_cast<S>(b);
    }
    return a < b;
  }
  U each(U old, U b) const {
    const LaneUpdate<std::uint32_t> one{op, type, space, half};
    auto words = std::bit_cast<Words<U>>(old);
    const auto operands = std::bit_cast<Words<U>>(b);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = one(words[i], operands[i], 0);
    return std::bit_cast<U>(words);
  }
  U add(U old, U b) const {
    if (half != nullptr) return one_lane(half, old, b);
    if constexpr (sizeof(U) == 4)
      if (type == ScalarType::F32) return add_f32(old, b, space == StateSpace::Global);
    if constexpr (sizeof(U) == 8)
      if (type == ScalarType::F64) return add_f64(old, b);
    return static_cast<U>(old + b);
  }
};

/// The part of an atomic that is in one space; nullptr where none is.
const MemoryAccess* part_in(const Outcome& out, StateSpace space) {
  for (unsigned i = 0; i < out.num_access; ++i)
    if (out.access[i].space == space) return &out.access[i];
  return nullptr;
}
LaneMask lanes_in(const Outcome& out, StateSpace space) {
  const MemoryAccess* const part = part_in(out, space);
  return part == nullptr ? 0 : part->lanes;
}

/// MemoryAccess::first_of_bank: the lanes that swap, the first of each bank in each group of lanes
/// that all banks serve at once. Devices with machine code have 32 banks of 4 bytes. Old values by
/// lane and executed instructions of an H100: equal lanes succeed in lane order, 32 of one bank in
/// 32 rounds, of 8 bytes in 16.
LaneMask first_of_banks(const MemoryAccess& access) {
  constexpr unsigned kRow = 32 * 4;
  const unsigned places = kRow / access.bytes;
  LaneMask first = 0;
  for (unsigned group = 0; group < kMaxWarpSize; group += places) {
    std::uint32_t taken = 0;
    for_each_lane(access.lanes & (lanes_below(places) << group), [&](unsigned lane) {
      const std::uint32_t bank = 1u << (access.address[lane] / access.bytes % places);
      if ((taken & bank) == 0) first |= LaneMask{1} << lane;
      taken |= bank;
    });
  }
  return first;
}

template <class U>
LaneUpdate<U> operation_of(const Inst& inst, StateSpace space) {
  return {inst.memory.atomic, inst.memory.type, space, inst.lanes, inst.memory.elements};
}

/// PTX has the elements of a vector in registers of their own.
bool has_elements(const Inst& inst) {
  return inst.memory.elements > 1 && inst.rows == nullptr;
}
template <class U>
U operand(const Inst& inst, ConstRegisters regs, unsigned lane) {
  if constexpr (sizeof(U) > sizeof(std::uint32_t))
    if (has_elements(inst)) {
      Words<U> words;
      for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = lane_value<std::uint32_t>(regs, inst.src[1 + i], lane);
      return std::bit_cast<U>(words);
    }
  return lane_value<U>(regs, inst.src[1], lane);
}
template <class U>
void give(const Inst& inst, Registers regs, unsigned lane, U old) {
  if (inst.kind != Kind::Atomic) return;
  if constexpr (sizeof(U) > sizeof(std::uint32_t))
    if (has_elements(inst)) {
      const auto words = std::bit_cast<Words<U>>(old);
      for (std::size_t i = 0; i < words.size(); ++i)
        if (inst.dst[i] != kNoSlot) lane_data<std::uint32_t>(regs, inst.dst[i])[lane] = words[i];
      return;
    }
  if (inst.dst[0] != kNoSlot) lane_data<U>(regs, inst.dst[0])[lane] = old;
}

/// One lane: reads, computes, writes; true when the value changed.
template <class U>
bool perform(const LaneUpdate<U>& operation, std::byte* at, U b, U c, U& old) {
  std::memcpy(&old, at, sizeof old);
  const U value = operation(old, b, c);
  std::memcpy(at, &value, sizeof value);
  return value != old;
}

/// What the lane is given: the old value, or whether it was the one compared with.
template <class U>
U answer(const Inst& inst, U old, U compared) {
  if (!inst.op.tells_swap) return old;
  return old == compared ? U{1} : U{0};
}

template <class U>
void apply_now(Step& s, const HostLanes& host, LaneMask lanes, StateSpace space) {
  const Inst& inst = s.inst;
  const LaneUpdate<U> operation = operation_of<U>(inst, space);
  const bool cas = inst.memory.atomic == AtomicOp::Cas;
  const Slot dst = inst.kind == Kind::Atomic ? inst.dst[0] : kNoSlot;
  const MemoryAccess* const part = part_in(s.out, space);
  if (part != nullptr && part->first_of_bank) {
    const LaneMask served = first_of_banks(*part) & lanes;
    if (dst != kNoSlot)
      for_each_lane(lanes & ~served, [&](unsigned lane) { lane_data<U>(s.regs, dst)[lane] = 0; });
    lanes = served;
  }
  for_each_lane(lanes, [&](unsigned lane) {
    U old;
    const U b = operand<U>(inst, s.regs, lane);
    const U c = cas ? lane_value<U>(s.regs, inst.src[2], lane) : U{0};
    s.out.memory_changed |= perform(operation, host.at[lane], b, c, old);
    give(inst, s.regs, lane, answer(inst, old, b));
  });
}

bool acquires(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcqRel;
}

template <class U>
void keep(DeferredAtomic& atomic, std::array<std::uint64_t, kMaxWarpSize>& lower,
          unsigned first_upper, unsigned lane, U value) {
  lower[lane] = static_cast<std::uint64_t>(value);
  if constexpr (sizeof(U) > sizeof(std::uint64_t)) {
    atomic.upper.resize(2 * kMaxWarpSize);
    atomic.upper[first_upper + lane] = static_cast<std::uint64_t>(value >> 64);
  }
}
template <class U>
U kept(const DeferredAtomic& atomic, const std::array<std::uint64_t, kMaxWarpSize>& lower,
       unsigned first_upper, unsigned lane) {
  U value = static_cast<U>(lower[lane]);
  if constexpr (sizeof(U) > sizeof(std::uint64_t))
    value |= U{atomic.upper[first_upper + lane]} << 64;
  return value;
}

template <class U>
void defer(Step& s, LaneMask lanes) {
  DeferredAtomic atomic;
  atomic.cycle = s.clock.cycle;
  atomic.pc = s.pc;
  atomic.inst = &s.inst;
  atomic.warp = &s.warp;
  atomic.lanes = lanes;
  atomic.acquires = acquires(s.inst.memory.order);
  const bool cas = s.inst.memory.atomic == AtomicOp::Cas;
  for (unsigned i = 0; i < s.out.num_access; ++i)
    if (s.out.access[i].space == StateSpace::Global) atomic.address = s.out.access[i].address;
  for_each_lane(lanes, [&](unsigned lane) {
    keep(atomic, atomic.operand, 0, lane, operand<U>(s.inst, s.regs, lane));
    if (cas)
      keep(atomic, atomic.swap, kMaxWarpSize, lane, lane_value<U>(s.regs, s.inst.src[2], lane));
  });
  s.port.defer(atomic);
  s.out.deferred = true;
}

// A generic atomic may reach shared memory in some lanes and global memory in others.
template <class U>
void apply(Step& s, const HostLanes& host) {
  const LaneMask global = lanes_in(s.out, StateSpace::Global);
  const LaneMask shared = s.active & ~global;
  if (shared != 0) apply_now<U>(s, host, shared, StateSpace::Shared);
  if (global == 0) return;
  if (s.port.buffered()) return defer<U>(s, global);
  const auto turn = s.port.atomics_in_turn();
  apply_now<U>(s, host, global, StateSpace::Global);
}

template <class U>
bool complete(const Inst& inst, const DeferredAtomic& atomic, GlobalPort& port) {
  const LaneUpdate<U> operation = operation_of<U>(inst, StateSpace::Global);
  const bool cas = inst.memory.atomic == AtomicOp::Cas;
  bool changed = false;
  for_each_lane(atomic.lanes, [&](unsigned lane) {
    Allocation* const a = port.allocation(atomic.address[lane]);
    if (a == nullptr) return;  // freed since it issued
    U old;
    const U b = kept<U>(atomic, atomic.operand, 0, lane);
    const U c = cas ? kept<U>(atomic, atomic.swap, kMaxWarpSize, lane) : U{0};
    changed |= perform(operation, a->data.data() + (atomic.address[lane] - a->address), b, c, old);
    give(inst, atomic.warp->regs(), lane, answer(inst, old, b));
  });
  return changed;
}

bool aggregates(Aggregation which, LaneMask active) {
  switch (which) {
    case Aggregation::None:
      return false;
    case Aggregation::WholeWarps:
      return active == lanes_below(kMaxWarpSize);
    case Aggregation::AllWarps:
      break;
  }
  return true;
}

}  // namespace

void execute_atomic(Step& s) {
  HostLanes host;
  resolve(s, host);
  const unsigned bytes = s.inst.memory.bytes();
  if (host.contiguous()) host.spread(bytes);
  switch (bytes) {
    case 2:
      apply<std::uint16_t>(s, host);
      break;
    case 4:
      apply<std::uint32_t>(s, host);
      break;
    case 8:
      apply<std::uint64_t>(s, host);
      break;
    default:  // 16: the instruction table has no other
      apply<u128>(s, host);
  }
  // Of machine code: it has been done, whatever the space.
  if (const Slot done = s.inst.dst[1]; done != kNoSlot && !has_elements(s.inst))
    write_predicate(s.regs, done, s.active, s.active);
  if (!aggregates(s.inst.memory.aggregated, s.active)) return;
  for (unsigned i = 0; i < s.out.num_access; ++i)
    s.out.access[i].lanes &= -s.out.access[i].lanes;  // the first lane sends for all
}

static bool complete_by_width(const Inst& inst, const DeferredAtomic& atomic, GlobalPort& port) {
  switch (inst.memory.bytes()) {
    case 2:
      return complete<std::uint16_t>(inst, atomic, port);
    case 4:
      return complete<std::uint32_t>(inst, atomic, port);
    case 8:
      return complete<std::uint64_t>(inst, atomic, port);
    default:
      return complete<u128>(inst, atomic, port);
  }
}

bool Executor::complete_atomic(const DeferredAtomic& atomic, GlobalPort& port) {
  const Inst& inst = *atomic.inst;
  if (inst.rows != nullptr) gather_rows(inst, atomic.warp->regs());
  const bool changed = complete_by_width(inst, atomic, port);
  if (inst.rows != nullptr) scatter_rows(inst, atomic.warp->regs(), atomic.lanes);
  return changed;
}

}  // namespace simt
