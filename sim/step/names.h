// Names that a person may use: registers, arguments, variables.
#pragma once

#include <string>
#include <vector>

#include "sim/step/subject.h"

namespace simt {

/// Registers called `name` in the function around `pc`, else in any function; several where the
/// compiler split one. Throws StepError with the nearest name.
std::vector<RegId> registers_named(const Program& program, const std::string& name, Pc pc);
/// A kernel argument or a module's .global variable; nullptr when there is none.
const BoundArg* find_variable(const BoundLaunch& launch, const std::string& name);
/// Arguments, .global and .shared variables.
std::vector<std::string> variable_names(const StepSubject& subject);
std::vector<std::string> register_names(const Program& program);
/// The function that holds `pc`.
std::uint32_t function_at(const Program& program, Pc pc);
/// The line itself or the next one that has an instruction, whose first one is put into `pc`; 0
/// when none follows.
unsigned line_with_code(const Program& program, std::uint64_t wanted, Pc& pc);
/// The line itself; 0 when it has none.
unsigned line_of(const Program& program, Pc pc);

}  // namespace simt
