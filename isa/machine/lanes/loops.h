// Loops of the lane functions of machine code. `Body` as in isa/core/lanes/lanes.h; a value may be
// computed for lanes that are off, and is dropped.
#pragma once

#include "isa/core/lanes/lanes.h"
#include "isa/machine/lanes/lane_ops.h"
#include "isa/machine/lanes/modifiers.h"

namespace simt::machine {

template <class T>
const T* source(const Inst& inst, Registers regs, std::size_t i) {
  return lane_data<const T>(regs, inst.src[i]);
}
/// Lane by lane, a predicate operand as 0 or 1.
inline LaneMask flags(const Inst& inst, Registers regs, std::size_t i) {
  return inst.src[i] == kNoSlot ? 0 : read_predicate(inst, regs, i);
}

/// dst[0] of the active lanes = value(lane).
template <class D, class F>
inline void write(const Inst& inst, Registers regs, LaneMask active, F value) {
  store_lanes(lane_data<D>(regs, inst.dst[0]), active,
              [=](unsigned lane) { return static_cast<D>(value(lane)); });
}

template <class Body>
LaneOp pick() {
  return detail::Versions<Body>::pick();
}

/// An integer whose sign is turned: x ^ flip, then + one.
struct Turned {
  u32 flip, one;
  /// With carries in the lower word has added the one already.
  Turned(const Modifiers& m, Flag negates)
      : flip(m.has(negates) ? ~u32{0} : 0), one(flip != 0 && !m.has(kExtended) ? 1 : 0) {}
  u32 operator()(u32 x) const { return (x ^ flip) + one; }
  /// As a term of a sum whose carry counts.
  u64 term(u32 x) const { return u64{x ^ flip} + one; }
};

/// The two results of a comparison, combined with the predicate src[at].
inline void write_comparison(const Inst& inst, Registers regs, LaneMask active, LaneMask truth,
                             std::size_t at) {
  const LaneMask with = flags(inst, regs, at);
  const auto combined = [&](LaneMask t) {
    switch (Modifiers(inst).function() >> 4) {
      case kWithOr:
        return t | with;
      case kWithXor:
        return t ^ with;
      default:
        return t & with;
    }
  };
  write_predicate(regs, inst.dst[0], combined(truth), active);
  write_predicate(regs, inst.dst[1], combined(~truth), active);
}

}  // namespace simt::machine
