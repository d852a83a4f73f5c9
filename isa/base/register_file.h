// Where the operands of a warp's instructions lie: its own registers, and a common part that all
// warps of a launch read and none writes (constants, special registers that the launch fixes), with
// room after it for what one warp writes and reads at once (isa/host/runs.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

/// Byte offset of an operand in a register file. A data register holds kMaxWarpSize elements of its
/// own width, contiguous and 64-byte aligned; a predicate holds one LaneMask. Immediates are
/// constant slots, so every operand is a slot.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};
/// Bytes: a register begins at a multiple of it.
inline constexpr Slot kSlotAlignment = 64;
inline constexpr Slot aligned_slot(Slot end) {
  return (end + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
}
/// Slots from here on are offsets into the common part.
inline constexpr Slot kCommonSlots = Slot{1} << 31;

/// What `regs + slot` reads through. A view: copying it copies two pointers.
template <class Byte>
struct RegisterView {
  Byte* own = nullptr;
  Byte* common = nullptr;

  Byte* operator+(Slot slot) const {
    return slot < kCommonSlots ? own + slot : common + (slot - kCommonSlots);
  }
  operator RegisterView<const Byte>() const { return {own, common}; }
};
using Registers = RegisterView<std::byte>;
using ConstRegisters = RegisterView<const std::byte>;

}  // namespace simt
