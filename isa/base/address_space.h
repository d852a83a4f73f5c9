// Where things live in the 64-bit generic address space of the modelled device.
// The windows are our own choice (hardware does not document its own); they are disjoint, so a
// generic address names its space by range. Addresses inside shared, local, const and param space
// are offsets from the start of that space; generic address = window base + offset (PTX cvta).
#pragma once

#include <cstdint>

#include "isa/base/types.h"

namespace simt {

struct Window {
  std::uint64_t base;
  std::uint64_t size;
  constexpr bool contains(std::uint64_t a) const { return a - base < size; }
};

inline constexpr Window kSharedWindow{0x0000'0100'0000'0000, 1ull << 24};
inline constexpr Window kLocalWindow{0x0000'0200'0000'0000, 1ull << 24};
inline constexpr Window kConstWindow{0x0000'0300'0000'0000, 1ull << 24};
inline constexpr Window kParamWindow{0x0000'0400'0000'0000, 1ull << 16};
/// Function "addresses" (what `mov.u64 %rd, f` yields): base + kFunctionStep * number of the
/// function in its module, or among those of all modules of a program.
inline constexpr Window kFunctionWindow{0x0000'0500'0000'0000, 1ull << 24};
inline constexpr std::uint64_t kFunctionStep = 16;
/// Local memory per thread (CUDA C++ Programming Guide, technical specifications).
inline constexpr std::uint32_t kMaxLocalBytes = 512 * 1024;
/// Module-scope .global variables are laid out from here by the decoder.
inline constexpr Window kModuleGlobals{0x0000'7000'0000'0000, 1ull << 40};
/// Buffers of the launch, allocated upward, each aligned to 256 bytes with an unmapped gap behind.
inline constexpr Window kDeviceHeap{0x0000'7f00'0000'0000, 1ull << 40};

/// Space and offset that a generic address names; everything outside a window is Global, identity.
struct Located {
  StateSpace space;
  std::uint64_t offset;
};
constexpr Located locate_generic(std::uint64_t a) {
  if (kSharedWindow.contains(a)) return {StateSpace::Shared, a - kSharedWindow.base};
  if (kLocalWindow.contains(a)) return {StateSpace::Local, a - kLocalWindow.base};
  if (kConstWindow.contains(a)) return {StateSpace::Const, a - kConstWindow.base};
  if (kParamWindow.contains(a)) return {StateSpace::Param, a - kParamWindow.base};
  return {StateSpace::Global, a};
}
/// Base to add to an offset in `s` to make it generic; 0 for Global and Generic.
constexpr std::uint64_t generic_base(StateSpace s) {
  switch (s) {
    case StateSpace::Shared:
      return kSharedWindow.base;
    case StateSpace::Local:
      return kLocalWindow.base;
    case StateSpace::Const:
      return kConstWindow.base;
    case StateSpace::Param:
      return kParamWindow.base;
    default:
      return 0;
  }
}

}  // namespace simt
