// Special registers: what they hold and who sees one value of them (special_regs.def).
#pragma once

#include <array>
#include <cstdint>

#include "isa/base/types.h"

namespace simt {

enum class SpecialReg : std::uint8_t {
#define SPECIAL_REG(id, spelling, type, scope) id,
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
  kCount
};

enum class SpecialScope : std::uint8_t {
  Launch,   ///< all warps of a launch see one value: a common slot
  Warp,     ///< it stays while a warp lives: a slot of the warp
  Changes,  ///< clocks: read by Kind::ReadSpecial
};

constexpr SpecialScope scope_of(SpecialReg reg) {
  constexpr std::array kScopes{
#define SPECIAL_REG(id, spelling, type, scope) SpecialScope::scope,
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
  };
  return kScopes[static_cast<std::size_t>(reg)];
}
/// Has each lane a value of its own?
constexpr bool is_of_lane(SpecialReg reg) {
  using enum SpecialReg;
  for (const SpecialReg r : {tid_x, tid_y, tid_z, laneid, lanemask_eq, lanemask_le, lanemask_lt,
                             lanemask_ge, lanemask_gt})
    if (r == reg) return true;
  return false;
}
constexpr ScalarType type_of(SpecialReg reg) {
  constexpr std::array kTypes{
#define SPECIAL_REG(id, spelling, type, scope) ScalarType::type,
#include "isa/core/special_regs.def"
#undef SPECIAL_REG
  };
  return kTypes[static_cast<std::size_t>(reg)];
}

}  // namespace simt
