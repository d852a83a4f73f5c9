// Kernels as machine code: a cubin, or what ptxas makes of PTX.
#pragma once

#include <string>

#include "isa/core/program.h"
#include "sim/config/arch.h"

namespace simt {

/// Is the file a cubin, by its first bytes?
bool is_machine_code(const std::string& path);
/// The kernel of a cubin; an empty name: its only one. Throws SessionError.
Program cubin_program(const std::string& path, const std::string& kernel);
/// What ptxas makes of `text`, whose kernel is `as_ptx`, for this architecture. Parameters keep
/// their names. Throws SessionError.
Program assembled_program(const Program& as_ptx, const std::string& text, const ArchConfig& arch);
/// Throws SessionError where the architecture does not execute such code.
void check_machine(const Program& program, const ArchConfig& arch);

}  // namespace simt
