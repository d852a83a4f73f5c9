#include "sim/input/variable_types.h"

#include <algorithm>

namespace simt {

void type_variables(BoundLaunch& launch, const LaunchSpec& spec, const Signature& signature) {
  for (BoundArg& variable : launch.variables) {
    const std::string& name = variable.spec.name;
    const auto given = std::ranges::find(spec.symbols, name, &SymbolSpec::name);
    if (given != spec.symbols.end() && given->data.type != ScalarType::None) continue;
    const auto known = std::ranges::find(signature.variables, name, &Signature::Variable::name);
    if (known == signature.variables.end()) continue;
    const ScalarType type = type_of_source(variable.spec.type, variable.bytes, known->type);
    if (type == variable.spec.type) continue;
    variable.spec.type = type;
    variable.spec.count = variable.bytes / size_of(type);
  }
}

}  // namespace simt
