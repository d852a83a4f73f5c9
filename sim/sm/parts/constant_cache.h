// The constant caches of one SM: two small ones of the first level, a second one, then L2 and
// device memory. Tags and times. Source: chase through ld.const timed on an H200
// (tests/hardware/h200), T4 paper 3; Nsight Compute's documentation names both of the first level
// (IMC, IDC).
#pragma once

#include <cstdint>

#include "sim/base/events.h"
#include "sim/config/arch.h"
#include "sim/mem/cache.h"

namespace simt {

class ConstantCache {
 public:
  /// The launch brings the first `brought` bytes into the second level: what the driver fills in.
  explicit ConstantCache(const ArchConfig& arch, std::uint32_t brought = 0);

  /// Caches of the first level.
  enum class Port : std::uint8_t {
    Indexed,   ///< loads at an address: a queue and a scoreboard
    Immediate  ///< of constants that an instruction names: it holds its warp up on a miss
  };
  struct Access {
    std::uint64_t ready = 0;       ///< when the constant is at the register file, if it is near
    std::uint64_t held_until = 0;  ///< of a named one: when its warp goes on, if it is near
    bool first = false;            ///< in the first level
    bool near = true;              ///< false: not here; the line is fetched, and filled by then
    MemoryLevel level() const {
      return first ? MemoryLevel::ConstantL1 : near ? MemoryLevel::ConstantL15 : MemoryLevel::L2;
    }
  };
  /// Looks up the line that holds `address` (an offset in constant memory).
  Access access(std::uint64_t address, std::uint64_t now, Port port = Port::Indexed);
  /// What a miss asks of L2: whole lines of the second level.
  std::uint64_t fetch_bytes() const { return config_.l15_line; }
  /// From the arrival of the line to the register file.
  unsigned beyond_l2() const {
    return config_.l2_latency > l2_latency_ ? config_.l2_latency - l2_latency_ : 0;
  }

 private:
  const ConstantCaches& config_;
  unsigned latency_, l2_latency_, memory_latency_;
  Cache indexed_, immediate_, l15_;
};

}  // namespace simt
