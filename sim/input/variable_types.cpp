#include "sim/input/variable_types.h"

#include <algorithm>

#include "sim/input/element.h"

namespace simt {
namespace {

bool suits(ScalarType of_source, const BoundArg& variable) {
  const unsigned width = size_of(of_source);
  const ScalarType declared = variable.spec.type;
  if (width == 0 || variable.bytes % width != 0) return false;
  if (declared == ScalarType::B8) return true;
  const bool same_kind = is_float(of_source) == is_float(declared) || is_untyped(declared);
  return width == size_of(declared) && same_kind;
}

}  // namespace

void type_variables(BoundLaunch& launch, const LaunchSpec& spec, const Signature& signature) {
  for (BoundArg& variable : launch.variables) {
    const std::string& name = variable.spec.name;
    const auto given = std::ranges::find(spec.symbols, name, &SymbolSpec::name);
    if (given != spec.symbols.end() && given->data.type != ScalarType::None) continue;
    const auto known = std::ranges::find(signature.variables, name, &Signature::Variable::name);
    if (known == signature.variables.end() || !suits(known->type, variable)) continue;
    variable.spec.type = known->type;
    variable.spec.count = variable.bytes / size_of(known->type);
  }
}

}  // namespace simt
