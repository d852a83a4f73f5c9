// Machine instructions as text, as the disassemblers of NVIDIA's toolkit write them.
#pragma once

#include <cstdint>
#include <string>

#include "isa/machine/instruction.h"

namespace simt::machine {

/// "@!P0 BRA 0x1a0". `address` is that of the instruction in its function: branch targets count
/// from it.
std::string text_of(const Instruction& instruction, std::uint64_t address);

}  // namespace simt::machine
