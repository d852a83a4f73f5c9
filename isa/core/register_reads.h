// Which registers an instruction of machine code reads through the ports of the register file, and
// which of them the assembler has kept for the next one (`.reuse`).
// Source: Huerta et al., "Analyzing Modern NVIDIA GPU cores" (MICRO 2025), 5.3.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

/// Places of operands in the word; the cache of registers keeps a value for each.
inline constexpr unsigned kOperandSlots = 3;

struct RegisterReads {
  static constexpr std::uint8_t kNone = 255;

  std::array<std::uint8_t, kOperandSlots> number{kNone, kNone, kNone};
  std::uint8_t pairs = 0;  ///< slots whose operand is two registers, one bit each
  std::uint8_t reuse = 0;  ///< slots that are kept
};

}  // namespace simt
