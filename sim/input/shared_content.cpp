#include "sim/input/shared_content.h"

#include "isa/core/element_type.h"

namespace simt {

HeldType shared_content(const Program& program, const Signature& signature, std::size_t index) {
  const SharedVariable& v = program.shared.variables[index];
  const HeldType& told = signature.shared[index];
  HeldType out;
  // Elements of an array of dynamic size cannot be compared with what the compiler made of it.
  const bool of_vectors = told.type != ScalarType::None && v.type == told.type;
  if (v.type == ScalarType::B8 || of_vectors) out.structure = told.structure;
  out.type = out.structure.fields.empty() ? element_type(program, v) : ScalarType::B8;
  out.is_bool = told.is_bool && size_of(out.type) == 1;
  return out;
}

}  // namespace simt
