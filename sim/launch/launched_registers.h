// Registers of a thread as a launch takes them.
#pragma once

#include <algorithm>

#include "isa/core/program.h"

namespace simt {

/// The driver gives machine code that needs fewer 16: launch__registers_per_thread of 90 kernels on
/// an H200. What PTX will need is an estimate where the assembler has not counted them, and stays
/// as it is, as does what is given.
inline unsigned launched_registers(const Program& program) {
  constexpr unsigned kLeast = 16;
  if (!program.machine && program.registers_from != RegisterCount::ByPtxas)
    return program.registers_per_thread;
  return std::max(program.registers_per_thread, kLeast);
}

}  // namespace simt
