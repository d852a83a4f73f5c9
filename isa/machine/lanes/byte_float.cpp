// F2FP of 8-bit floats and of TF32: a register holds two bytes, what they are being the type of the
// result, or of the source.
#include "isa/core/lanes/byte_float.h"
#include "isa/machine/lanes/loops.h"

namespace simt::machine {
namespace {

/// Calls f.operator()<F>() with the format of a pair.
template <class F>
void with_format(ScalarType pair, F f) {
  if (pair == ScalarType::E4M3x2) return f.template operator()<E4m3>();
  f.template operator()<E5m2>();
}
/// Below the lower half of C. An H100 has it so: of halves in code of nvcc, of single precision
/// where C was overwritten.
u32 pair_of(u32 c, u8 high, u8 low) {
  return c << 16 | u32{high} << 8 | low;
}

/// Two of single precision; A is the upper byte.
struct Bytes {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const f32 *a = source<f32>(inst, regs, 0), *b = source<f32>(inst, regs, 1);
    const u32* c = source<u32>(inst, regs, 2);
    with_format(inst.op.type, [&]<class F>() {
      write<u32>(inst, regs, active, [=](unsigned lane) {
        return pair_of(c[lane], raw(saturated_byte<F>(relu, a[lane])),
                       raw(saturated_byte<F>(relu, b[lane])));
      });
    });
  }
};
struct BytesOfHalves {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const auto* a = source<Pair<Half>>(inst, regs, 0);
    const u32* c = source<u32>(inst, regs, 1);
    with_format(inst.op.type, [&]<class F>() {
      write<u32>(inst, regs, active, [=](unsigned lane) {
        return pair_of(c[lane], raw(saturated_byte<F>(relu, a[lane].hi)),
                       raw(saturated_byte<F>(relu, a[lane].lo)));
      });
    });
  }
};
struct HalvesOfBytes {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const bool relu = inst.op.mode.relu;
    const unsigned shift = Modifiers(inst).has(kHigh) ? 16 : 0;
    const u32* a = source<u32>(inst, regs, 0);
    with_format(inst.op.type2, [&]<class F>() {
      write<u32>(inst, regs, active, [=](unsigned lane) {
        const auto half = [=](u32 bits) {
          return u32{raw(half_of(relu, from_raw<F>(static_cast<u8>(bits))))};
        };
        const u32 pair = a[lane] >> shift;
        return half(pair >> 8) << 16 | half(pair);
      });
    });
  }
};
struct ToTf32 {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const FloatMode mode = inst.op.mode;
    const f32* a = source<f32>(inst, regs, 0);
    write<u32>(inst, regs, active,
               [=](unsigned lane) { return raw(converted<Tf32>(mode, a[lane])); });
  }
};

}  // namespace

LaneOp bytes_lanes() {
  return &detail::Versions<Bytes>::only;
}
LaneOp bytes_of_halves_lanes() {
  return &detail::Versions<BytesOfHalves>::only;
}
LaneOp halves_of_bytes_lanes() {
  return &detail::Versions<HalvesOfBytes>::only;
}
LaneOp tf32_lanes() {
  return &detail::Versions<ToTf32>::only;
}

}  // namespace simt::machine
