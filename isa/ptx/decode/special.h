// Special registers by their spelling (PTX ISA 9.1, chapter 10; isa/core/special_regs.def).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "isa/core/program.h"
#include "isa/ptx/ast.h"

namespace simt::decode {

struct Special {
  SpecialReg reg;
  ScalarType type;
  SpecialScope scope;
  /// What it always holds, `reg` or not: where each block is a cluster of its own.
  std::optional<std::uint64_t> fixed;
};
/// "%tid" with component 'x', "%clock64", "WARP_SZ".
std::optional<Special> find_special(std::string_view name, char component);
/// All spellings: "%tid.x", "%clock64", "WARP_SZ".
const std::vector<std::string>& special_names();
/// A spelling without its component: "%tid" of "%tid.x".
std::string_view without_component(std::string_view spelling);

}  // namespace simt::decode
