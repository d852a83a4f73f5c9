// Copies of bits; packing and unpacking of vectors.
#pragma once

#include "isa/core/lanes/lanes.h"

namespace simt {
namespace detail {

/// The unsigned type of an element when T is cut into N.
template <class T, unsigned N>
using Element = std::conditional_t<
    sizeof(T) / N == 8, u64,
    std::conditional_t<sizeof(T) / N == 4, u32, std::conditional_t<sizeof(T) / N == 2, u16, u8>>>;

/// The first element of a vector operand has the low bits.
template <class T, unsigned N>
void pack(const Inst& inst, Registers regs, LaneMask active) {
  using E = Element<T, N>;
  T* d = lane_data<T>(regs, inst.dst[0]);
  over_lanes(active, [&](unsigned lane) {
    T bits = 0;
    for (unsigned i = 0; i < N; ++i)
      bits = static_cast<T>(bits | static_cast<T>(lane_data<E>(regs, inst.src[i])[lane])
                                       << (i * kBits<E>));
    d[lane] = bits;
  });
}
template <class T, unsigned N>
void unpack(const Inst& inst, Registers regs, LaneMask active) {
  using E = Element<T, N>;
  const T* a = lane_data<const T>(regs, inst.src[0]);
  for (unsigned i = 0; i < N; ++i) {
    if (inst.dst[i] == kNoSlot) continue;  // "_"
    E* d = lane_data<E>(regs, inst.dst[i]);
    over_lanes(active, [=](unsigned lane) { d[lane] = static_cast<E>(a[lane] >> (i * kBits<E>)); });
  }
}

}  // namespace detail

/// mov of bits: a copy, or pack/unpack when one side is a vector.
template <class T>
struct MoveBits {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    if (inst.src.size() == 2) return detail::pack<T, 2>(inst, regs, active);
    if (inst.dst.size() == 2) return detail::unpack<T, 2>(inst, regs, active);
    if constexpr (sizeof(T) >= 4) {
      if (inst.src.size() == 4) return detail::pack<T, 4>(inst, regs, active);
      if (inst.dst.size() == 4) return detail::unpack<T, 4>(inst, regs, active);
    }
    T* d = lane_data<T>(regs, inst.dst[0]);
    const T* a = lane_data<const T>(regs, inst.src[0]);
    over_lanes(active, [=](unsigned lane) { d[lane] = a[lane]; });
  }
};

}  // namespace simt
