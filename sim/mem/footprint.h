// What one warp access touches, from its lane addresses alone: exact, no state, no time.
// Global and local: 32-byte sectors in 128-byte lines (NCU: requests, sectors, tag requests).
// Shared: wavefronts over banks (CUDA C++ Programming Guide, shared memory; NCU wavefronts).
#pragma once

#include <array>
#include <cstdint>

#include "sim/exec/outcome.h"

namespace simt {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kLineBytes = 128;

struct GlobalFootprint {
  unsigned num_sectors = 0;
  std::array<std::uint64_t, kMaxWarpSize> sector;  ///< distinct sector addresses, in lane order
  unsigned num_lines = 0;        ///< distinct 128-byte lines: tag look-ups
  unsigned ideal_sectors = 0;    ///< lanes packed perfectly: ceil(lanes * bytes / 32)
  unsigned distinct_bytes = 0;
  unsigned max_same_address = 0; ///< atomics: most lanes on one address
};
/// `access` is naturally aligned (execution checks it), so a lane touches one sector.
GlobalFootprint global_footprint(const MemoryAccess& access);

/// Address of local offset `offset` of `lane`, as the hardware interleaves it: equal offsets in
/// consecutive lanes are consecutive 32-bit words. `base`: start of the warp's local memory.
MemoryAccess interleave_local(const MemoryAccess& access, std::uint64_t base);

struct BankGeometry {
  unsigned banks = 32;
  unsigned bank_bytes = 4;       ///< 8 on Kepler
};
struct SharedFootprint {
  unsigned wavefronts = 0;
  unsigned ideal = 0;            ///< wavefronts that the access width needs: 1, 2 (8 B) or 4 (16 B)
  unsigned worst_bank = 0;       ///< bank that decides
  unsigned worst_degree = 0;     ///< distinct words in it in the worst group: the n of "n-way"
  unsigned worst_lanes = 0;      ///< lanes of that group that hit the bank
};
/// Loads and stores: groups of 32, 16 or 8 lanes for 1-4, 8 and 16 bytes; in each group the largest
/// number of distinct words in one bank; groups add up. Atomics: lanes on the same word also
/// serialise.
SharedFootprint shared_footprint(const MemoryAccess& access, const BankGeometry& geometry);

/// Distinct addresses of a constant load: one pass each.
unsigned constant_passes(const MemoryAccess& access);

}  // namespace simt
