// What an SM sends to L2: sectors of one 128-byte line. Time and addresses, never data.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/base/memory_level.h"

namespace simt {

/// A grid's counters of L2 and device memory (accounts.h).
using AccountId = std::uint16_t;

struct MemoryRequest {
  /// Fence: asks when all that its SM has sent is performed.
  enum class Op : std::uint8_t { Read, Write, Atomic, Reduction, Fence };
  std::uint64_t sent = 0;  ///< cycle at which it leaves the SM
  std::uint64_t line = 0;  ///< address / kLineBytes
  Op op = Op::Read;
  std::uint8_t sectors = 0;  ///< bit mask of the line's four
  /// Atomics: the most lanes on one address, which is how many packets the line's part becomes, and
  /// the sectors of all packets.
  std::uint16_t serialized_lanes = 1;
  std::uint16_t serialized_sectors = 1;  ///< where serialized_lanes > 1
  AccountId account = 0;                 ///< whom it counts for
  std::uint32_t sm = 0;                  ///< who asks: its half of a split L2
  bool constant = false;                 ///< for a constant cache, around L1
  bool system = false;                   ///< fences: of the system, else of the GPU
  std::uint8_t operands = 1;  ///< atomics: values that a lane brings; 2 for compare-and-swap
  bool floating = false;      ///< atomics: adds floating-point numbers
  bool wide = false;          ///< atomics: adds double-precision numbers, two of them at a time
  bool covered = false;       ///< atomics: all bytes of the sectors are touched
  bool alone = false;         ///< atomics: each packet brings one lane's value
  bool begins = false;        ///< reductions: the first one of a warp's access
  /// Writes: it goes with an earlier write of these sectors (store_gather.h).
  bool along = false;
  /// Writes: bytes of each sector, one bit each.
  std::array<std::uint32_t, 4> bytes{~0u, ~0u, ~0u, ~0u};
};

/// What L2 says to a request.
struct L2Answer {
  /// When its data is back at its SM (reads, atomics, fences), or it is taken: by L2 (writes), done
  /// by an atomics unit (reductions).
  std::uint64_t at = 0;
  MemoryLevel level = MemoryLevel::L2;  ///< of a read or an atomic
  std::uint64_t left = 0;               ///< of a write: when it has left its SM
};

/// Does a write bring only some bytes of a sector?
bool is_partial(const MemoryRequest& r);

/// Sectors that L2 looks up.
inline unsigned sectors_of(const MemoryRequest& r) {
  return r.serialized_lanes > 1 ? r.serialized_sectors
                                : static_cast<unsigned>(std::popcount(r.sectors));
}

/// What an atomic's line takes on the way to L2, in flits of 32 bytes: a header for each packet,
/// and for each sector its operands; a lane's value alone lies in the header. Source: ncu on an
/// H200, l1tex__m_l1tex2xbar_req_cycles_active of the cases of kernels/micro/atomics.ir: 5 for four
/// sectors of a line, 10 for a compare-and-swap of these, 1 for each lane on one address.
inline unsigned flits_of(const MemoryRequest& r) {
  return r.alone ? r.serialized_lanes : r.operands * (r.serialized_lanes + sectors_of(r));
}

}  // namespace simt
