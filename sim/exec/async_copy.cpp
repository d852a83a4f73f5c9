// Asynchronous copies from global to shared memory (PTX ISA 9.7.9.25). A copy reads when it issues;
// what it has read reaches shared memory when its lane waits for it, arrives at an mbarrier for it,
// or ends.
#include <algorithm>
#include <utility>

#include "isa/core/lanes/lane_loops.h"
#include "sim/exec/address_fault.h"
#include "sim/exec/addressing.h"
#include "sim/exec/async_waits.h"
#include "sim/exec/lane_address.h"

namespace simt {
namespace {

using Amounts = std::array<std::uint8_t, kMaxWarpSize>;

AsyncCopies& copies_of(WarpState& warp) {
  if (warp.async.empty()) warp.async.emplace_back();
  return warp.async.front();
}

std::uint64_t width_mask(unsigned bytes) {
  return bytes == 4 ? 0xffff'ffffu : ~std::uint64_t{0};
}

/// The side of a copy that stores, for the words of a fault.
[[noreturn]] void fault_at_destination(Step& s, unsigned lane, std::uint64_t address,
                                       bool aligned) {
  Inst store = s.inst;
  store.kind = Kind::Store;
  store.memory.space = StateSpace::Shared;
  const Step side{s.context, store, s.pc, s.active, s.warp, s.regs, s.clock, s.port, s.out};
  if (!aligned) fault_misaligned(side, lane, address);
  fault_out_of_bounds(side, lane, address);
}

/// Where each lane's bytes go, as offsets in the block's shared memory; adds the access.
void find_destinations(Step& s, std::array<std::uint32_t, kMaxWarpSize>& to) {
  const unsigned bytes = s.inst.memory.bytes();
  const std::uint64_t start = shared_start(s.context.program);
  const std::uint64_t size = s.warp.cta->shared.size();
  MemoryAccess& access = new_access(s.out, s.inst, StateSpace::Shared);
  access.kind = Kind::Store;
  access.lanes = s.active;
  for_each_lane(s.active, [&](unsigned lane) {
    const std::uint64_t base = lane_bits(s.regs, s.inst.src[1], s.inst.dst_bytes, lane);
    const std::uint64_t address =
        (base + static_cast<std::uint64_t>(std::int64_t{s.inst.memory.async.offset})) &
        width_mask(s.inst.dst_bytes);
    if (address % bytes != 0) fault_at_destination(s, lane, address, false);
    if (address - start >= size || bytes > size - (address - start))
      fault_at_destination(s, lane, address, true);
    access.address[lane] = address;
    to[lane] = static_cast<std::uint32_t>(address - start);
  });
}

/// How many bytes each lane reads.
Amounts amounts_of(const Step& s) {
  const auto bytes = static_cast<std::uint8_t>(s.inst.memory.bytes());
  const AsyncForm& form = s.inst.memory.async;
  Amounts amounts;
  amounts.fill(bytes);
  if (form.amount == CopyAmount::Bytes)
    for_each_lane(s.active, [&](unsigned lane) {
      const auto given = lane_value<std::uint32_t>(s.regs, s.inst.src[2], lane);
      if (given > bytes)
        s.fault(lane, "an asynchronous copy of " + std::to_string(bytes) + " bytes is to read " +
                          std::to_string(given));
      amounts[lane] = static_cast<std::uint8_t>(given);
    });
  if (form.amount == CopyAmount::Predicate) {
    const LaneMask copied = read_predicate(s.inst, s.regs, 2);
    for_each_lane(s.active & ~copied, [&](unsigned lane) { amounts[lane] = 0; });
  }
  return amounts;
}

/// Reads what the lanes copy. False: must wait for an atomic.
bool read_sources(Step& s, const Amounts& amounts, AsyncCopies::Copy& copy) {
  const LaneMask reading = lanes_where(s.active, [&](unsigned lane) { return amounts[lane] != 0; });
  if (reading == 0) return true;
  Step side{s.context, s.inst, s.pc, reading, s.warp, s.regs, s.clock, s.port, s.out};
  side.needed = amounts.data();
  HostLanes host;
  if (!resolve(side, host)) return false;
  const unsigned bytes = s.inst.memory.bytes();
  if (host.contiguous()) host.spread(bytes);
  for_each_lane(reading, [&](unsigned lane) {
    std::copy_n(host.at[lane], amounts[lane], copy.data[lane].begin());
  });
  return true;
}

/// The number of the low bits of the address is what is to be filled with zeros.
bool read_aligned_down(Step& s, Amounts amounts, AsyncCopies::Copy& copy) {
  const unsigned bytes = s.inst.memory.bytes();
  Inst aligned = s.inst;  // with addresses of its own
  alignas(kSlotAlignment) std::array<std::uint64_t, kMaxWarpSize> address{};
  for_each_lane(s.active, [&](unsigned lane) {
    const std::uint64_t given = lane_address(s.inst, s.warp, lane);
    address[lane] = given / bytes * bytes;
    if (amounts[lane] != 0) amounts[lane] = static_cast<std::uint8_t>(bytes - given % bytes);
  });
  take_given_addresses(aligned);
  const Registers regs{reinterpret_cast<std::byte*>(address.data()), s.warp.common};
  Step side{s.context, aligned, s.pc, s.active, s.warp, regs, s.clock, s.port, s.out};
  return read_sources(side, amounts, copy);
}

/// Of the lanes of `copy`, those whose group is not among the last `left` of the lane's closed
/// ones; all: whatever the group.
LaneMask waited_for(const AsyncCopies& async, const AsyncCopies::Copy& copy, LaneMask lanes,
                    std::int64_t left) {
  if (left < 0) return copy.lanes & lanes;
  return lanes_where(copy.lanes & lanes, [&](unsigned lane) {
    return copy.group[lane] + static_cast<std::uint64_t>(left) < async.closed[lane];
  });
}

/// True when a byte of shared memory changed.
bool store_lanes_of(const AsyncCopies::Copy& copy, LaneMask lanes, CtaState& cta) {
  bool changed = false;
  for_each_lane(lanes, [&](unsigned lane) {
    std::byte* const to = cta.shared.data() + copy.to[lane];
    changed |= !std::equal(to, to + copy.bytes, copy.data[lane].begin());
    std::copy_n(copy.data[lane].begin(), copy.bytes, to);
  });
  return changed;
}

bool land(WarpState& warp, LaneMask lanes, std::int64_t left) {
  if (warp.async.empty()) return false;
  AsyncCopies& async = warp.async.front();
  bool changed = false;
  for (AsyncCopies::Copy& copy : async.pending) {
    const LaneMask now = waited_for(async, copy, lanes, left);
    changed |= store_lanes_of(copy, now, *warp.cta);
    copy.lanes &= ~now;
  }
  std::erase_if(async.pending, [](const AsyncCopies::Copy& copy) { return copy.lanes == 0; });
  return changed;
}

}  // namespace

void execute_async_copy(Step& s) {
  AsyncCopies& async = copies_of(s.warp);
  AsyncCopies::Copy copy;
  const Amounts amounts = amounts_of(s);
  copy.data = {};
  const bool there = s.inst.memory.async.zeros_in_address ? read_aligned_down(s, amounts, copy)
                                                          : read_sources(s, amounts, copy);
  if (!there) return;
  for (unsigned i = 0; i < s.out.num_access; ++i) s.out.access[i].copies = true;
  find_destinations(s, copy.to);
  s.out.access[s.out.num_access - 1].copies = true;
  copy.number = async.begun++;
  copy.lanes = s.active;
  copy.bytes = static_cast<std::uint8_t>(s.inst.memory.bytes());
  copy.group = async.closed;
  async.pending.push_back(copy);
}

void execute_async_commit(Step& s) {
  AsyncCopies& async = copies_of(s.warp);
  for_each_lane(s.active, [&](unsigned lane) { ++async.closed[lane]; });
}

void execute_async_wait(Step& s) {
  s.out.memory_changed = land(s.warp, s.active, s.inst.imm);
}

void land_copies(WarpState& warp, LaneMask lanes) {
  land(warp, lanes, -1);
}

std::uint32_t copies_awaited(const Inst& wait, LaneMask lanes, const WarpState& warp) {
  if (warp.async.empty()) return 0;
  const AsyncCopies& async = warp.async.front();
  std::uint32_t before = 0;
  for (const AsyncCopies::Copy& copy : async.pending)
    if (waited_for(async, copy, lanes, wait.imm) != 0) before = copy.number + 1;
  return before;
}

}  // namespace simt
