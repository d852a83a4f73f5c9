// Functions that machine code calls and that no cubin holds: printf, malloc, free and the end of a
// failed assertion. The driver links them; here sim/exec has them. Their addresses stand in
// constant bank 4. Arguments are in registers from R4 on, each at a multiple of its size, the
// result in R4, the return address in R20 and R21.
#pragma once

#include <cstdint>
#include <string>

#include "isa/core/program.h"

namespace simt::machine {

constexpr unsigned kFirstArgument = 4, kArgumentRegisters = 10, kReturnAddress = 20;

/// What a register holds that names the call site `index` of the program.
std::uint64_t address_of_system_call(std::size_t index);
/// Is it one that sim/exec has?
bool is_system_call(const std::string& name);
/// Arguments by their byte behind the first one; the result follows the registers of arguments.
CallSite system_call(const std::string& name);

}  // namespace simt::machine
