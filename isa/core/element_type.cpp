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
    const bool bytes = size_of(type) == 1 && size_of(found) <= 1;
    if (found != ScalarType::None && found != type && !bytes) return variable.type;
    found = bytes ? ScalarType::U8 : type;
  }
  const bool fits = found != ScalarType::None && variable.bytes % size_of(found) == 0;
  return fits ? found : variable.type;
}

}  // namespace simt
