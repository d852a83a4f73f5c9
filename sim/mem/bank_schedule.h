// Which bank serves which lanes in which wavefront of a shared memory access: the picture behind
// shared_footprint(), whose number of wavefronts it has. Within a group of lanes a bank serves its
// rows (for atomics: its lanes) in order of the lanes that ask for them.
#pragma once

#include <array>
#include <vector>

#include "sim/mem/footprint.h"

namespace simt {

struct BankUse {
  std::uint64_t address = 0;  ///< of the first byte that the first lane asks this bank for
  LaneMask lanes = 0;         ///< served together; none: the bank is idle
};
struct Wavefront {
  LaneMask group = 0;   ///< the lanes whose turn it is
  unsigned number = 0;  ///< of that group, from 0
  std::array<BankUse, 64> bank{};
};

/// A compare-and-swap takes each of these wavefronts twice. Of one that only the first lane of each
/// bank makes (MemoryAccess::first_of_bank) the other lanes are in none.
std::vector<Wavefront> bank_schedule(const MemoryAccess& access, const BankGeometry& geometry);

/// All lanes that a bank serves.
LaneMask served_lanes(const std::vector<Wavefront>& schedule);

/// The busiest banks of an access, in the group of lanes that needs most wavefronts; of equal
/// groups the first.
struct BankConflict {
  std::vector<unsigned> banks;  ///< that decide, ascending: each is busy in every wavefront
  unsigned degree = 0;          ///< wavefronts of the group: the n of "n-way"
  LaneMask group = 0;
  LaneMask lanes = 0;      ///< of the group, that ask the first of these banks
  unsigned addresses = 0;  ///< different ones that they ask it for
};
BankConflict bank_conflict(const std::vector<Wavefront>& schedule);

}  // namespace simt
