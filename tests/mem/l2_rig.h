// An L2 by itself, for tests at exact cycles.
#pragma once

#include "sim/mem/l2_memory.h"
#include "tests/mem/memory_rig.h"

namespace simt {

inline MemoryRequest request(std::uint64_t sent, std::uint64_t line,
                             MemoryRequest::Op op = MemoryRequest::Op::Read,
                             std::uint8_t sectors = 0b0001, std::uint16_t serialized_lanes = 1) {
  return {.sent = sent,
          .line = line,
          .op = op,
          .sectors = sectors,
          .serialized_lanes = serialized_lanes,
          .serialized_sectors = serialized_lanes};
}

struct L2Rig {
  explicit L2Rig(const ArchConfig& a = round_arch()) : arch(a), l2(arch) {}

  /// The cycle that the answer is back at the SM.
  std::uint64_t serve(const MemoryRequest& r) { return l2.serve(r).at; }
  std::uint64_t count(Counter c) const { return l2.counters()[c]; }

  ArchConfig arch;
  L2Memory l2;
};

}  // namespace simt
