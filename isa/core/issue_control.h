// What the control field of a machine instruction tells the hardware about its issue, from Maxwell
// on; Volta and later keep it in the instruction itself. A program that has it needs no imitation
// of the assembler: Program::issue_control.
// Source: Jia et al., "Dissecting the NVIDIA Volta GPU architecture via microbenchmarking", 2.1;
// Huerta et al., "Analyzing Modern NVIDIA GPU cores" (MICRO 2025), 5.1 (yield, dependence
// counters).
#pragma once

#include <cstdint>

#include "isa/core/register_reads.h"

namespace simt {

/// Of a warp: what instructions of variable latency open, and others wait for.
inline constexpr unsigned kDependenceBarriers = 6;

struct IssueControl {
  static constexpr std::uint8_t kNone = 7;

  std::uint8_t stall = 1;       ///< cycles before the warp may issue its next instruction, at least
  std::uint8_t waits = 0;       ///< dependence barriers that have to be open, one bit each
  std::uint8_t result = kNone;  ///< the barrier that opens when its results are written
  std::uint8_t operands = kNone;  ///< the one that opens when its operands have been read
  RegisterReads reads;
};

}  // namespace simt
