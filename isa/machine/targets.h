// The architectures that machine code is read for, and what differs between them outside of their
// instructions. A new architecture begins here (docs/ADDING.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/core/driver_constants.h"

namespace simt::machine {

/// sm_75 and so on.
constexpr std::array<unsigned, 5> kTargets{75, 80, 86, 89, 90};
constexpr unsigned kFirstTarget = kTargets.front(), kLastTarget = kTargets.back();

/// Whether there is a table for it.
bool is_known_target(unsigned target);
/// "sm_75, sm_80, sm_86, sm_89, sm_90".
std::string known_targets_text();

/// Bytes of shared memory that the driver keeps of each block.
std::uint32_t reserved_shared_bytes(unsigned target);
/// Where a block's own begins: behind those, or in front of them.
std::uint32_t first_shared_address(unsigned target);
/// What the driver fills in of constant bank 0 in front of the parameters, as far as it is known.
/// Read back on an H200 for sm_90; for the others, what their code reads.
std::vector<DriverConstantPlace> driver_constants(unsigned target);

}  // namespace simt::machine
