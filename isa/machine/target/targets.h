// The architectures that machine code is read for, and what differs between them outside of their
// instructions. A new architecture begins here (docs/ADDING.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/core/driver_constants.h"

namespace simt::machine {

/// How instructions are encoded: each but the first changed fields of many opcodes.
enum class Generation : std::uint8_t { Turing, Ampere, Hopper };

struct Target {
  unsigned sm;  ///< 75 for sm_75
  Generation generation;
  bool reserves_shared;  ///< the driver keeps a part of each block's shared memory,
  bool reserved_first;   ///< which lies in front of the block's own

  constexpr bool before(Generation g) const { return generation < g; }
  constexpr bool since(Generation g) const { return generation >= g; }
};
constexpr std::array kTargetTable{
    Target{75, Generation::Turing, false, false}, Target{80, Generation::Ampere, true, false},
    Target{86, Generation::Ampere, true, false},  Target{89, Generation::Ampere, true, false},
    Target{90, Generation::Hopper, true, true},
};
constexpr auto kTargets = [] {
  std::array<unsigned, kTargetTable.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = kTargetTable[i].sm;
  return out;
}();
constexpr unsigned kFirstTarget = kTargets.front(), kLastTarget = kTargets.back();

/// Throws std::out_of_range with no_table_text for one that is not known.
const Target& target_of(unsigned sm);

bool is_known_target(unsigned sm);
/// "sm_75, sm_80, sm_86, sm_89, sm_90".
std::string known_targets_text();
/// "no opcode table for sm_70; there are sm_75, ..."
std::string no_table_text(unsigned sm);

/// Bytes of shared memory that the driver keeps of each block.
std::uint32_t reserved_shared_bytes(const Target& target);
/// Where a block's own begins: behind those, or in front of them.
std::uint32_t first_shared_address(const Target& target);
/// What the driver fills in of constant bank 0 in front of the parameters, as far as it is known.
/// Read back on an H200 for sm_90; for the others, what their code reads.
std::vector<DriverConstantPlace> driver_constants(unsigned sm);

}  // namespace simt::machine
