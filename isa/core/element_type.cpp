#include "isa/core/element_type.h"

namespace simt {

ScalarType element_type(const Program& program, const SharedVariable& variable) {
  if (variable.type != ScalarType::B8) return variable.type;
  ScalarType found = ScalarType::None;
  for (const Inst& inst : program.code) {
    const ScalarType type = inst.memory.type;
    if (inst.op_class != OpClass::Memory || inst.memory.space != StateSpace::Shared ||
        size_of(type) == 0)
      continue;
    if (found != ScalarType::None && found != type) return variable.type;
    found = type;
  }
  return found == ScalarType::None ? variable.type : found;
}

}  // namespace simt
