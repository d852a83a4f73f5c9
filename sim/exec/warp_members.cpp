#include "sim/exec/warp_members.h"

#include "sim/exec/step.h"

namespace simt {
namespace {

bool overwrites(const Inst& inst, Slot operand) {
  return operand == kNoSlot || inst.dst.contains(operand);
}

}  // namespace

Slot member_mask_slot(const Inst& inst) {
  if (inst.kind == Kind::WarpSync) return inst.src[0];
  if (!inst.op.sync) return kNoSlot;
  switch (inst.kind) {
    case Kind::Shuffle:
      return inst.src[3];
    case Kind::Vote:
      return inst.src[inst.op.vote == VoteMode::Elect ? 0 : 1];
    case Kind::Match:
    case Kind::Redux:
      return inst.src[1];
    default:
      return kNoSlot;
  }
}

std::optional<LaneMask> members_named(const Inst& inst, const WarpState& warp, unsigned lane) {
  const Slot slot = member_mask_slot(inst);
  if (slot == kNoSlot) return {};
  return lane_value<LaneMask>(warp.regs(), slot, lane);
}

std::optional<LaneMask> members_named_before(const Inst& inst, const WarpState& warp,
                                             unsigned lane) {
  if (overwrites(inst, member_mask_slot(inst))) return {};
  return members_named(inst, warp, lane);
}

LaneMask lane_read(const Inst& inst, const WarpState& warp, unsigned lane) {
  const auto b = lane_value<std::uint32_t>(warp.regs(), inst.src[1], lane);
  const auto c = lane_value<std::uint32_t>(warp.regs(), inst.src[2], lane);
  const auto source = [&]() -> ShuffleSource {
    const int self = static_cast<int>(lane), size = static_cast<int>(kMaxWarpSize);
    switch (inst.op.shuffle) {
      case ShuffleMode::Up:
        return shuffle_source<ShuffleMode::Up>(self, b, c, size);
      case ShuffleMode::Down:
        return shuffle_source<ShuffleMode::Down>(self, b, c, size);
      case ShuffleMode::Butterfly:
        return shuffle_source<ShuffleMode::Butterfly>(self, b, c, size);
      case ShuffleMode::Index:
        break;
    }
    return shuffle_source<ShuffleMode::Index>(self, b, c, size);
  }();
  return !source.in_range || source.lane == lane ? 0 : LaneMask{1} << source.lane;
}

std::optional<unsigned> shuffle_read(const Inst& inst, const WarpState& warp, unsigned lane) {
  if (overwrites(inst, inst.src[1]) || overwrites(inst, inst.src[2])) return {};
  const LaneMask from = lane_read(inst, warp, lane);
  return from == 0 ? std::nullopt : std::optional(first_lane(from));
}

}  // namespace simt
