// Sets of special registers, as in ValueOrigin::specials.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "isa/core/program.h"

namespace simt {

constexpr std::uint32_t special_bits(std::initializer_list<SpecialReg> regs) {
  std::uint32_t out = 0;
  for (const SpecialReg r : regs) out |= std::uint32_t{1} << static_cast<unsigned>(r);
  return out;
}

inline constexpr std::uint32_t kOfGrid =
    special_bits({SpecialReg::nctaid_x, SpecialReg::nctaid_y, SpecialReg::nctaid_z});
inline constexpr std::uint32_t kOfX = special_bits({SpecialReg::tid_x, SpecialReg::ctaid_x});
inline constexpr std::uint32_t kOfY = special_bits({SpecialReg::tid_y, SpecialReg::ctaid_y});
inline constexpr std::uint32_t kOfZ = special_bits({SpecialReg::tid_z, SpecialReg::ctaid_z});

}  // namespace simt
