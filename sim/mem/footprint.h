// What one warp access touches, from its lane addresses alone: exact, no state, no time.
// Global and local: 32-byte sectors in 128-byte lines (NCU: requests, sectors, tag requests).
// Shared: wavefronts over banks (CUDA C++ Programming Guide, shared memory; NCU wavefronts).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/config/cache_line.h"
#include "sim/exec/outcome.h"

namespace simt {

/// A sector's bit in the mask of its line.
constexpr std::uint8_t sector_bit(std::uint64_t address) {
  return static_cast<std::uint8_t>(1u << (address % kLineBytes / kSectorBytes));
}

/// Bytes of the four sectors of a line, one bit each.
using LineBytes = std::array<std::uint32_t, kLineBytes / kSectorBytes>;
inline constexpr std::uint32_t kWholeSector = ~std::uint32_t{0};

struct GlobalFootprint {
  unsigned num_sectors = 0;
  /// Distinct sector addresses, in lane order. Only local accesses of 8 or 16 bytes and those with
  /// several pieces a lane need more than one for each lane.
  std::array<std::uint64_t, 4 * kMaxWarpSize> sector;
  unsigned num_lines = 0;                            ///< distinct 128-byte lines: tag look-ups
  std::array<std::uint64_t, 4 * kMaxWarpSize> line;  ///< address / 128, in lane order
  std::array<std::uint8_t, 4 * kMaxWarpSize> line_sectors;  ///< of each line, one bit a sector
  /// Of each line: which bytes of each of its sectors are touched.
  std::array<LineBytes, 4 * kMaxWarpSize> line_bytes;
  /// With the lanes packed perfectly, ceil(lanes * bytes / 32), but no more than the access itself
  /// needs (broadcasts), as ncu counts it.
  unsigned ideal_sectors = 0;
  unsigned distinct_bytes = 0;
  unsigned max_same_address = 0;  ///< atomics only: most lanes on one address
  /// Atomics, of each line: most lanes on one of its addresses, and its part of atomic_sectors.
  std::array<std::uint8_t, kMaxWarpSize> line_serialized_lanes, line_serialized_sectors;
  std::array<std::uint8_t, kMaxWarpSize> line_lanes;  ///< atomics: lanes on each line
  /// Atomics only: sectors that ncu counts (l1tex__t_sectors ... op_atom, op_red): lanes on one
  /// address are serialized, and each sector counts as often as its longest queue.
  unsigned atomic_sectors = 0;
};
/// `access` is naturally aligned (execution checks it), so a piece touches one sector. Of an access
/// with several pieces a lane, all count as one request; its ideal packs all of their bytes.
void global_footprint(const MemoryAccess& access, GlobalFootprint& f);
inline GlobalFootprint global_footprint(const MemoryAccess& access) {
  GlobalFootprint f;
  global_footprint(access, f);
  return f;
}

/// Where byte `offset` of a lane's local memory lies, as the hardware interleaves it: equal offsets
/// in consecutive lanes are consecutive 32-bit words. `base`: start of the warp's local memory.
/// Source: CUDA C++ Programming Guide, local memory.
constexpr std::uint64_t local_address(std::uint64_t base, unsigned lane, std::uint64_t offset) {
  return base + offset / 4 * (4 * kMaxWarpSize) + lane * 4 + offset % 4;
}
/// Footprint of a local access (addresses are offsets in the thread's own local memory). An element
/// of 8 or 16 bytes is 2 or 4 words, each in a row of its own.
GlobalFootprint local_footprint(const MemoryAccess& access, std::uint64_t base);

struct BankGeometry {
  unsigned banks = 32;
  unsigned bank_bytes = 4;  ///< what a bank delivers in one wavefront; 8 on Kepler
  /// Successive words of this size lie in successive banks. Kepler has 8-byte banks and two modes:
  /// 4 (the default, where words i and i + 32 of an aligned 64-word segment go together) and 8.
  unsigned word_bytes = 4;
};
struct SharedFootprint {
  unsigned wavefronts = 0;  ///< passes of the banks (l1tex__data_pipe_lsu_wavefronts_mem_shared_*)
  unsigned groups = 0;      ///< of active lanes that go together: wavefronts without conflicts
  unsigned source_wavefronts = 0;  ///< as ncu's source page counts (memory_l1_wavefronts_shared)
  unsigned ideal = 0;  ///< for packed lanes: ceil(lanes * bytes / 128), at most source_wavefronts
  unsigned worst_bank = 0;    ///< bank that decides; of equals the first to need so many
  unsigned worst_degree = 0;  ///< passes it needs in the worst group: the n of "n-way"
  unsigned worst_lanes = 0;   ///< lanes of that group that hit the bank
};
/// Loads and stores: groups of 32, 16 or 8 lanes for 1-4, 8 and 16 bytes (as many as all banks
/// serve at once); in each group the largest number of distinct rows in one bank; groups add up.
/// Two groups of a load go together if all active lanes i and i ^ 1 of the warp, or all i and i ^
/// 2, have the same address; those of matrix_rows do not. Atomics: lanes on the same word also
/// serialise, but for those that MemoryAccess::counts_lanes takes together; a compare-and-swap
/// takes each wavefront twice, and that of MemoryAccess::first_of_bank one for each group, twice.
/// Several pieces a lane go in the order of for_each_piece, as many
/// together as all banks serve at once. Equal to ncu's counters on an H100 (loads:
/// tests/mem/h100_wavefronts.inc) and, source_wavefronts, to its memory_l1_wavefronts_shared on an
/// H200 for loads, stores and 32-bit atomics: that one lets two groups go together only if it takes
/// one wavefront, and asks each two groups by themselves.
SharedFootprint shared_footprint(const MemoryAccess& access, const BankGeometry& geometry);

/// What a shared atomic takes that is a loop of the machine (MemoryAccess::loops): a load, the
/// operation, and a store that succeeds for one lane of each bank where nobody else has been; the
/// others try again.
struct SpinFootprint {
  unsigned rounds = 0;
  unsigned loads = 0;         ///< wavefronts of the loads of all rounds
  unsigned lanes = 0;         ///< on one address: the most
  std::uint64_t address = 0;  ///< that one
};
SpinFootprint spin_footprint(const MemoryAccess& access, const BankGeometry& geometry);

/// The lanes that the banks serve together, in the order in which they are served; each group takes
/// wavefronts of its own.
std::vector<LaneMask> shared_groups(const MemoryAccess& access, const BankGeometry& geometry);
/// The same of an access with several pieces a lane.
std::vector<std::vector<MemoryAccess::Piece>> shared_piece_groups(const MemoryAccess& access,
                                                                  const BankGeometry& geometry);

/// Distinct addresses of a constant load: one pass each.
unsigned constant_passes(const MemoryAccess& access);

}  // namespace simt
