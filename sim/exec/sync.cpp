// What the machine asks about barriers and warp-level synchronisation, and their checks
// (PTX ISA 9.7.13.1 bar, 9.7.13.2 bar.warp.sync, 9.7.12.x nanosleep).
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/rows.h"
#include "sim/exec/step.h"
#include "sim/exec/warp_members.h"

namespace simt {
namespace {

constexpr std::uint32_t kMaxSleepNs = 1'000'000;

std::uint32_t operand_or_zero(const Inst& inst, ConstRegisters regs, std::size_t index,
                              unsigned lane) {
  return inst.src[index] == kNoSlot ? 0 : lane_value<std::uint32_t>(regs, inst.src[index], lane);
}
/// Number and count of a barrier, as one lane names them. Machine code may have both in one
/// register: the number in bits 0 to 3, the count from bit 16 on.
Executor::BarrierUse use_of_barrier(const Inst& inst, ConstRegisters regs, unsigned lane) {
  const std::uint32_t id = operand_or_zero(inst, regs, 0, lane);
  if (inst.op.packed) return {id & 0xf, id >> 16};
  return {id, operand_or_zero(inst, regs, 1, lane)};
}
/// The same in all lanes: a constant, or absent.
bool is_common(Slot slot) {
  return slot >= kCommonSlots;
}
// bar.red has its predicate after the count.
bool has_count(const Inst& inst) {
  return inst.src[1] != kNoSlot || inst.op.packed;
}

}  // namespace

void check_members(Step& s) {
  const Slot slot = member_mask_slot(s.inst);
  if (slot == kNoSlot) return;
  const auto* const masks = lane_data<const LaneMask>(s.regs, slot);
  const LaneMask named =
      lanes_where(s.active, [=](unsigned lane) { return (masks[lane] >> lane & 1) != 0; });
  if (named == s.active) return;
  const unsigned lane = first_lane(s.active & ~named);
  s.fault(lane, fmt::format("lane {} executes a synchronising instruction whose member mask "
                            "{:#010x} does not name it",
                            lane, masks[lane]));
}

void check_barrier(Step& s) {
  const unsigned first = first_lane(s.active);
  const auto [id, count] = use_of_barrier(s.inst, s.regs, first);
  const unsigned warp_size = s.context.launch.warp_size;
  if (id >= kNamedBarriers)
    s.fault(first, fmt::format("barrier {} does not exist: a block has barriers 0 to {}", id,
                               kNamedBarriers - 1));
  if (!is_common(s.inst.src[0]) || !is_common(s.inst.src[1]))
    for_each_lane(s.active, [&](unsigned lane) {
      if (const auto own = use_of_barrier(s.inst, s.regs, lane); own.id != id || own.count != count)
        s.fault(lane,
                fmt::format("lane {} and lane {} of one warp name different barriers or thread "
                            "counts",
                            first, lane));
    });
  const std::uint64_t threads = s.context.launch.block.count();
  const std::uint64_t padded = (threads + warp_size - 1) / warp_size * warp_size;
  if (!has_count(s.inst) || (s.inst.op.packed && count == 0)) return;  // all of the block
  if (count == 0 || count % warp_size != 0)
    s.fault(first, fmt::format("a barrier for {} threads: the count must be a multiple of the warp "
                               "size, {}",
                               count, warp_size));
  if (count > padded)
    s.fault(first, fmt::format("a barrier for {} threads can never open: the block has {}", count,
                               threads));
}

Executor::BarrierUse Executor::barrier_use(Pc pc, LaneMask lanes, const WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (lanes == 0) return {0, 0};
  return use_of_barrier(inst, warp.regs(), first_lane(lanes));
}

std::optional<std::uint32_t> Executor::barrier_of_all(Pc pc, const WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (inst.kind != Kind::BarSync || inst.guard != kNoSlot || has_count(inst)) return {};
  if (inst.rows != nullptr || !is_common(inst.src[0])) return {};
  const std::uint32_t id = operand_or_zero(inst, warp.regs(), 0, 0);
  if (id >= kNamedBarriers) return {};
  return id;
}

LaneMask Executor::barrier_predicate(Pc pc, LaneMask lanes, const WarpState& warp) const {
  return read_predicate(program_.code[pc], warp.regs(), 2) & lanes;
}

void Executor::finish_barrier_reduce(Pc pc, LaneMask lanes, std::uint32_t threads_true,
                                     std::uint32_t threads, WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (inst.op.combine == Combine::Count) {
    auto* const d = lane_data<std::uint32_t>(warp.regs(), inst.dst[0]);
    for_each_lane(lanes, [&](unsigned lane) { d[lane] = threads_true; });
    return;
  }
  const bool result = inst.op.combine == Combine::And ? threads_true == threads : threads_true != 0;
  write_predicate(warp.regs(), inst.dst[0], result ? lanes : 0, lanes);
}

LaneMask Executor::members(Pc pc, LaneMask lanes, const WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (program_.machine) return lanes;  // WARPSYNC parts paths itself; all others are for the path
  if (inst.op.aligned) return guarded(inst, warp.regs(), lanes) != 0 ? warp.lanes : lanes;
  const Slot slot = member_mask_slot(inst);
  if (slot == kNoSlot) return lanes;
  LaneMask named = 0;
  for_each_lane(guarded(inst, warp.regs(), lanes),
                [&](unsigned lane) { named |= lane_value<LaneMask>(warp.regs(), slot, lane); });
  return (named & warp.lanes) | lanes;
}

void Executor::meet(Pc pc, LaneMask lanes, LaneMask together, WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (warp.met.empty()) warp.met.emplace_back();
  WarpState::Met& met = warp.met.front();
  const LaneMask executing = guarded(inst, warp.regs(), lanes);
  met.waiting |= executing;
  met.bring = (met.bring & ~lanes) | executing;
  for_each_lane(lanes, [&](unsigned lane) { met.together[lane] = together; });
  if (inst.kind == Kind::WarpSync) return;  // nothing to bring
  const LaneMask truth = inst.kind == Kind::Vote ? read_predicate(inst, warp.regs(), 0) : 0;
  const unsigned bytes = size_of(inst.op.type);
  for_each_lane(lanes, [&](unsigned lane) {
    met.value[lane] = inst.kind == Kind::Vote ? truth >> lane & 1
                                              : source_bits(inst, warp.regs(), 0, bytes, lane);
  });
}

bool Executor::awaits_members(Pc pc, const WarpState& warp, const GlobalPort& port,
                              bool alone) const {
  const Inst& inst = program_.code[pc];
  const Slot slot = member_mask_slot(inst);
  return slot != kNoSlot && port.has_queued(warp, [&](const DeferredAtomic& atomic) {
    const Slot comes = program_.code[atomic.pc].dst[0];
    return comes == slot || (!alone && comes == inst.src[0]);
  });
}

std::uint32_t Executor::sleep_ns(Pc pc, LaneMask lanes, const WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  std::uint32_t longest = 0;
  for_each_lane(guarded(inst, warp.regs(), lanes), [&](unsigned lane) {
    longest = std::max(longest, lane_value<std::uint32_t>(warp.regs(), inst.src[0], lane));
  });
  return std::min(longest, kMaxSleepNs);
}

}  // namespace simt
