// Words after an argument that fits no parameter, or a parameter that no argument can fill.
#pragma once

#include <string>
#include <vector>

#include "sim/input/signature.h"

namespace simt {

/// Of "p.width", where p is one of the names: "; a structure is one argument: p={width=...}".
std::string whole_structure_hint(const std::string& name,
                                 const std::vector<std::string>& parameters);

/// "a texture object" or "a surface object", which only a program can make; else nothing.
std::string object_of_program(const ParameterInfo& parameter);

}  // namespace simt
