#include "sim/input/variable_types.h"

#include <algorithm>

#include "sim/input/element.h"

namespace simt {
namespace {

// Of the elements of a variable of so many bytes; `source` may be None.
ScalarType type_of_source(ScalarType declared, std::uint64_t bytes, ScalarType source) {
  const unsigned width = size_of(source);
  if (width == 0) return declared;
  if (declared == ScalarType::B8) return bytes % width == 0 ? source : declared;
  const bool same_kind = is_float(source) == is_float(declared) || is_untyped(declared);
  return same_kind && size_of(declared) == width ? source : declared;
}

std::uint64_t bytes_of(const std::vector<std::uint64_t>& extents, std::uint64_t each) {
  for (const std::uint64_t extent : extents) each *= extent;
  return extents.empty() ? 0 : each;
}

}  // namespace

void type_variables(BoundLaunch& launch, const LaunchSpec& spec, const Signature& signature) {
  for (BoundArg& variable : launch.variables) {
    const std::string& name = variable.spec.name;
    const auto given = std::ranges::find(spec.symbols, name, &SymbolSpec::name);
    if (given != spec.symbols.end() && given->data.type != ScalarType::None) continue;
    const auto known = std::ranges::find(signature.variables, name, &Signature::Variable::name);
    if (known == signature.variables.end()) continue;
    const ScalarType type = type_of_source(variable.spec.type, variable.bytes, known->held.type);
    const StructureLayout& structure = known->held.structure;
    if (!structure.fields.empty() && (type == ScalarType::B8 || type == known->held.type)) {
      variable.spec.fields = structure.fields;
      variable.spec.structure_bytes = structure.bytes;
    }
    variable.spec.type = type;
    variable.spec.count = variable.bytes / size_of(type);
    const std::uint64_t each =
        variable.spec.structure_bytes != 0 ? variable.spec.structure_bytes : size_of(type);
    if (bytes_of(known->extents, each) == variable.bytes) variable.spec.extents = known->extents;
  }
}

void declare_shared_types(Program& program, const Signature& signature) {
  for (std::size_t i = 0; i < program.shared.variables.size(); ++i) {
    SharedVariable& v = program.shared.variables[i];
    const ScalarType source = signature.shared[i].type;
    // Kernels carve dynamic arrays of characters up into arrays of other types.
    const bool carved = v.bytes == 0 && size_of(source) == 1;
    if (!carved) v.type = type_of_source(v.type, v.bytes, source);
  }
}

}  // namespace simt
