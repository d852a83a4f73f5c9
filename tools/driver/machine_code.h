// Kernels as machine code: in a file, or what ptxas makes of PTX.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isa/container/cubin.h"
#include "isa/core/program.h"
#include "sim/config/arch.h"

namespace simt {

struct PtxText;
struct SessionOptions;

/// May the file hold machine code, by its first bytes: a cubin, a fat binary, an executable?
bool is_machine_code(const std::string& path);
/// machine_code_of(); throws SessionError: a file that cannot be read is a usage error, one without
/// machine code or with what is broken a mistake in the file.
std::vector<Cubin> cubins_of(const std::string& path);
/// What nvcc's assembler makes of a .cu file for the device that it would run on. Throws
/// SessionError: it does not compile, or its compiler makes no machine code.
std::vector<Cubin> compiled_cubins(const SessionOptions& options);
/// The kernel of such a file; an empty name: its only one. Of several versions of it the newest, of
/// those that `arch` executes if that is known. Throws SessionError.
Program machine_program(const std::string& path, const std::string& kernel, const ArchConfig* arch);
/// What ptxas makes of `ptx`, whose kernel is `as_ptx`, for this architecture. Parameters keep
/// their names. Throws SessionError.
Program assembled_program(const Program& as_ptx, const PtxText& ptx, const ArchConfig& arch);
/// Machine code, or why there is none.
struct MaybeMachineCode {
  std::optional<Program> program;
  std::string refusal;  ///< a sentence without its end, or messages with their lines
};
/// assembled_program(), where this architecture's machine code is executed, there is a ptxas, it
/// takes the PTX, and each instruction of what it makes is supported.
MaybeMachineCode machine_code_if_possible(const Program& as_ptx, const PtxText& ptx,
                                          const ArchConfig& arch);
/// Throws SessionError where the architecture does not execute such code.
void check_machine(const Program& program, const ArchConfig& arch);

}  // namespace simt
