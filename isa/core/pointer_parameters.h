// Which parameters of a kernel an address is computed from: what a message about it can name.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core/program.h"

namespace simt {

/// Byte offsets of the parameters that reach the base of an access through registers of 64 bits,
/// each once, unmultiplied. Empty where something else may reach it, such as a pointer from memory.
std::vector<std::uint64_t> pointer_parameters(const Program& program, const Inst& access);

}  // namespace simt
