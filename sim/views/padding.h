// The padding of an array in shared memory that removes its bank conflicts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/config/arch.h"
#include "sim/exec/outcome.h"

namespace simt {

/// Padding of `bytes` after every `row` bytes of an array.
struct Pad {
  std::uint64_t row = 0;
  std::uint64_t bytes = 0;
};
/// The padding that wastes least of those under which none of `accesses`, all of one array in
/// shared memory, has a bank conflict. Rows that are tried: the distances between lanes, and one
/// row of all banks. An access that is not among them is not looked at. `base`: where the array
/// starts.
std::optional<Pad> conflict_free_pad(const std::vector<MemoryAccess>& accesses, std::uint64_t base,
                                     const ArchConfig& arch);

/// Whether that one leaves all of them without. A padding of 0 bytes: as they are.
bool conflict_free_with(const Pad& pad, const std::vector<MemoryAccess>& accesses,
                        std::uint64_t base, const ArchConfig& arch);

}  // namespace simt
