// What executes an instruction, and what is known of every instruction of the kind: the table is
// isa/core/kinds.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace simt {

enum class Kind : std::uint8_t {
#define KIND(id, execution, convergence, reach, text) id,
#include "isa/core/kinds.def"
};

/// The columns of the table; what they mean stands there.
struct KindTraits {
  enum class Execution : std::uint8_t { Lanes, Machine };
  enum class Convergence : std::uint8_t { None, Named, Warp, Always };
  enum class Reach : std::uint8_t { Inside, Memory, Scope, Frames, Outside };
  Execution execution;
  Convergence convergence;
  Reach reach;
  std::string_view text;
};

inline constexpr KindTraits kKindTraits[] = {
#define KIND(id, execution, convergence, reach, text)                      \
  {KindTraits::Execution::execution, KindTraits::Convergence::convergence, \
   KindTraits::Reach::reach, text},
#include "isa/core/kinds.def"
};
constexpr const KindTraits& traits_of(Kind kind) {
  return kKindTraits[static_cast<std::size_t>(kind)];
}

}  // namespace simt
