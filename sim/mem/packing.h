// Accesses as packed as they could be, for the timing of a what-if run: the run's values and
// counters stay those of the addresses that the kernel computed (RunOptions::packings).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/outcome.h"

namespace simt {

/// What the accesses of one instruction become.
///
/// Shared memory: consecutive words, as a padding or another order of the elements would make them.
/// Constants: one address. Global memory: where the lanes are `stride` bytes apart, the buffer is
/// laid out the other way round, as a matrix whose rows of `stride` bytes become columns. That is
/// what exchanged indices or an array for each field of a structure do: all bytes have a place of
/// their own, so that caches and device memory see as many different ones as before. Runs of
/// neighbouring lanes start at a sector; other lanes become neighbours where the first of them is.
struct Packing {
  bool on = false;
  std::uint64_t origin = 0, size = 0;  ///< the buffer in global memory that it accesses
  std::uint64_t stride = 0;            ///< 0: the lanes are not equally far apart

  /// `worst`: an access of the instruction; the buffer around it starts at `origin`.
  static Packing of(const MemoryAccess& worst, std::uint64_t origin, std::uint64_t size);
};
/// By program counter; empty: nothing is packed.
using Packings = std::vector<Packing>;

/// The same lanes at packed addresses; an access of several pieces a lane as it is.
MemoryAccess packed(const MemoryAccess& access, const Packing& packing);

}  // namespace simt
