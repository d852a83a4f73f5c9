// What an SM sends to L2: sectors of one 128-byte line. Time and addresses, never data.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

struct MemoryRequest {
  enum class Op : std::uint8_t { Read, Write, Atomic, Reduction };
  std::uint64_t sent = 0;  ///< cycle at which it leaves the SM
  std::uint64_t line = 0;  ///< address / kLineBytes
  Op op = Op::Read;
  std::uint8_t sectors = 0;  ///< bit mask of the line's four
  std::uint16_t turns = 1;   ///< atomics: the most lanes on one address
  std::uint32_t sm = 0;      ///< who asks: its half of a split L2
  bool constant = false;     ///< for a constant cache, around L1
  /// Writes: bytes of each sector.
  std::array<std::uint8_t, 4> bytes{32, 32, 32, 32};
};

}  // namespace simt
