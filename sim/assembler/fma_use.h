// What arithmetic of machine code takes of an FMA pipe of two halves
// (sim/sm/parts/fma_halves.h).
#pragma once

#include <cstdint>

#include "sim/assembler/port_reads.h"

namespace simt {

enum class FmaUse : std::uint8_t {
  None,    ///< not that pipe, or one that is not in halves
  Either,  ///< single precision
  Heavy,   ///< products of integers
  Both,    ///< halves, packed or not, but for HFMA2.MMA
};

struct ArithmeticUse {
  FmaUse fma = FmaUse::None;
  PortReads reads;  ///< through the ports of the register file
};

}  // namespace simt
