// The padding of an array in shared memory that leaves fewest of its bank conflicts.
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
/// An access to an array in shared memory, and how often it was made.
struct SeenAccess {
  MemoryAccess access;
  std::uint64_t count = 1;
};

/// Wavefronts that all of `accesses` take beyond those without conflicts, with each address moved
/// as `pad` moves it; a padding of 0 bytes: as they are. Counting ends where there are more than
/// `most`. Nothing where a lane has several addresses: no padding moves them alike.
std::optional<std::uint64_t> conflicts_with(const Pad& pad, const std::vector<SeenAccess>& accesses,
                                            std::uint64_t base, const ArchConfig& arch,
                                            std::uint64_t most = ~std::uint64_t{0});

/// A padding, and the conflicts that it leaves.
struct PadResult {
  Pad pad;
  std::uint64_t left = 0;
};
/// Bytes of the widest access.
std::uint64_t widest(const std::vector<SeenAccess>& accesses);
/// The padding that leaves `accesses`, all of one array, fewest conflicts, and no more than `most`;
/// of equal ones that after each row of the array as it is declared, of `declared` bytes (0: not
/// known), else that which wastes least. Rows that are tried: these, the distances between lanes,
/// and one row of all banks. An access that is not among them is not looked at. `base`: where the
/// array starts.
std::optional<PadResult> best_pad(const std::vector<SeenAccess>& accesses, std::uint64_t base,
                                  const ArchConfig& arch, std::uint64_t most,
                                  std::uint64_t declared = 0);

}  // namespace simt
