// Names that a person may use: registers and lines, and what CUDA C++ calls special registers.
// Arguments and variables are in named_data.h.
#pragma once

#include <string>
#include <vector>

#include "sim/step/subject.h"
#include "sim/step/value.h"

namespace simt {

/// Registers called `name` in the function around `pc`, else in any function; several where the
/// compiler split one. Throws StepError with the nearest name.
std::vector<RegId> registers_named(const Program& program, const std::string& name, Pc pc);
std::vector<std::string> register_names(const Program& program);
/// How its value is shown: lanes, which a convergence barrier of machine code holds, in
/// hexadecimal.
Format natural_format(const Program& program, RegId reg);
/// "%tid.x" of "threadIdx.x"; "" for what is no variable of CUDA C++ that a special register holds.
std::string special_register(const std::string& builtin);
/// "threadIdx.x" and the like, and "warpSize".
std::vector<std::string> builtin_names();
/// The function that holds `pc`.
std::uint32_t function_at(const Program& program, Pc pc);
/// The line itself or the next one that has an instruction, whose first one is put into `pc`; 0
/// when none follows.
unsigned line_with_code(const Program& program, std::uint64_t wanted, Pc& pc);
/// The line itself; 0 when it has none.
unsigned line_of(const Program& program, Pc pc);

}  // namespace simt
