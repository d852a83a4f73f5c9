#include "sim/input/parameter_hints.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {

std::string whole_structure_hint(const std::string& name,
                                 const std::vector<std::string>& parameters) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || dot + 1 == name.size()) return "";
  const std::string structure = name.substr(0, dot);
  if (std::ranges::find(parameters, structure) == parameters.end()) return "";
  return fmt::format("; a structure is one argument: {}={{{}=...}}", structure,
                     name.substr(dot + 1));
}

std::string object_of_program(const ParameterInfo& parameter) {
  // The type itself is a number.
  const CType declared = c_type(parameter.declared);
  if (declared.pointers > 0) return "";
  if (declared.base == "cudaTextureObject_t") return "a texture object";
  return declared.base == "cudaSurfaceObject_t" ? "a surface object" : "";
}

}  // namespace simt
