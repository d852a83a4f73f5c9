// Vocabulary shared by every layer: lane masks, scalar types, state spaces.
// Source: PTX ISA 9.1, sections 5.1 (state spaces) and 5.2 (fundamental types).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace simt {

/// Lanes of a warp as bits; bit 0 is lane 0. A narrower teaching warp leaves the high bits clear.
using LaneMask = std::uint32_t;
inline constexpr unsigned kMaxWarpSize = 32;

constexpr LaneMask lanes_below(unsigned n) {
  return n >= kMaxWarpSize ? ~LaneMask{0} : (LaneMask{1} << n) - 1;
}
constexpr unsigned count_lanes(LaneMask m) {
  return static_cast<unsigned>(std::popcount(m));
}
constexpr unsigned first_lane(LaneMask m) {
  return static_cast<unsigned>(std::countr_zero(m));
}

/// Calls f(lane) for each set bit, lowest first.
template <class F>
constexpr void for_each_lane(LaneMask m, F&& f) {
  for (; m != 0; m &= m - 1) f(first_lane(m));
}

/// Index of an instruction in a Program's code.
using Pc = std::uint32_t;
inline constexpr Pc kNoPc = ~Pc{0};

/// PTX scalar types. `None` marks an opcode without a type.
enum class ScalarType : std::uint8_t {
  None,
  Pred,
  B1,
  U4,
  S4,
  B8,
  U8,
  S8,
  E4M3,
  E5M2,
  B16,
  U16,
  S16,
  F16,
  BF16,
  E4M3x2,
  E5M2x2,
  B32,
  U32,
  S32,
  F32,
  F16x2,
  BF16x2,
  TF32,
  B64,
  U64,
  S64,
  F64,
  B128,
};

/// Storage bytes of one value; 0 for None, Pred (a predicate is one bit of a lane mask) and what is
/// smaller than a byte.
constexpr unsigned size_of(ScalarType t) {
  using enum ScalarType;
  switch (t) {
    case None:
    case Pred:
    case B1:
    case U4:
    case S4:
      return 0;
    case B8:
    case U8:
    case S8:
    case E4M3:
    case E5M2:
      return 1;
    case B16:
    case U16:
    case S16:
    case F16:
    case BF16:
    case E4M3x2:
    case E5M2x2:
      return 2;
    case B32:
    case U32:
    case S32:
    case F32:
    case F16x2:
    case BF16x2:
    case TF32:
      return 4;
    case B64:
    case U64:
    case S64:
    case F64:
      return 8;
    case B128:
      return 16;
  }
  return 0;
}
/// Of one value; 0 for None and Pred.
constexpr unsigned bits_of(ScalarType t) {
  using enum ScalarType;
  return t == B1 ? 1 : t == U4 || t == S4 ? 4 : 8 * size_of(t);
}
constexpr bool is_float(ScalarType t) {
  using enum ScalarType;
  return t == F16 || t == BF16 || t == F32 || t == F16x2 || t == BF16x2 || t == TF32 || t == F64 ||
         t == E4M3 || t == E5M2 || t == E4M3x2 || t == E5M2x2;
}
constexpr bool is_signed(ScalarType t) {
  using enum ScalarType;
  return t == S8 || t == S16 || t == S32 || t == S64;
}
/// "u32" <-> ScalarType::U32. The spelling has no dot. Unknown spellings give None.
std::string_view name_of(ScalarType t);
ScalarType scalar_type(std::string_view name);

enum class StateSpace : std::uint8_t {
#define STATE_SPACE(id, name) id,
#include "isa/base/state_spaces.def"
};
std::string_view name_of(StateSpace s);

/// A position in the IR text; 1-based, 0 means "none". `column` counts bytes.
struct SourceLoc {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

}  // namespace simt
