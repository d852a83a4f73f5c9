// Who takes part in a warp-level instruction (*.sync): the operand that names the members, and the
// lane that a shuffle reads. For the executor and for who looks at its instructions afterwards.
#pragma once

#include <optional>

#include "sim/exec/executor.h"

namespace simt {

/// The operand with the member mask; kNoSlot: the instruction has none.
Slot member_mask_slot(const Inst& inst);

struct ShuffleSource {
  unsigned lane;
  bool in_range;  ///< false: the lane keeps its own value
};
/// Pseudocode of PTX ISA 9.7.9.6. `b`: lane or offset; `c`: clamp in bits 0-4, segment mask in
/// 8-12.
template <ShuffleMode kMode>
ShuffleSource shuffle_source(int lane, std::uint32_t b, std::uint32_t c, int warp_size) {
  const int bval = static_cast<int>(b & 0x1f), cval = static_cast<int>(c & 0x1f);
  const int segment = static_cast<int>(c >> 8 & 0x1f);
  const int max_lane = (lane & segment) | (cval & ~segment);
  int j = 0;
  if constexpr (kMode == ShuffleMode::Up) j = lane - bval;
  if constexpr (kMode == ShuffleMode::Down) j = lane + bval;
  if constexpr (kMode == ShuffleMode::Butterfly) j = lane ^ bval;
  if constexpr (kMode == ShuffleMode::Index) j = (lane & segment) | (bval & ~segment);
  const bool in_range = (kMode == ShuffleMode::Up ? j >= max_lane : j <= max_lane) &&
                        j < warp_size;  // a narrower teaching warp ends earlier
  return {static_cast<unsigned>(in_range ? j : lane), in_range};
}

/// The member mask that a lane names, by its registers as they stand. Nothing: the instruction has
/// none.
std::optional<LaneMask> members_named(const Inst& inst, const WarpState& warp, unsigned lane);
/// The same after it has executed; nothing also where its result lies over the operand.
std::optional<LaneMask> members_named_before(const Inst& inst, const WarpState& warp,
                                             unsigned lane);
/// The lane that a shuffle reads for `lane`, before it has executed; 0: its own.
LaneMask lane_read(const Inst& inst, const WarpState& warp, unsigned lane);
/// The lane that the shuffle has read for `lane`; nothing: its own, or its result lies over its
/// operands.
std::optional<unsigned> shuffle_read(const Inst& inst, const WarpState& warp, unsigned lane);

}  // namespace simt
