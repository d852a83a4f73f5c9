// What a kernel's parameters are called and what they hold, beyond what PTX says of them: from the
// kernel's mangled name and, where it is known, the text of its .cu file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "isa/core/program.h"
#include "sim/input/c_types.h"
#include "sim/input/field.h"

namespace simt {

struct ParameterInfo {
  std::string name;           ///< of the .cu file, else of the PTX
  CType type;                 ///< base "" where it is not known
  std::vector<Field> fields;  ///< of a structure whose definition is known, or of what it points to
  std::uint32_t structure_bytes = 0;  ///< of that structure; 0: none
  /// Why its layout is not known: "'Cell' has a base".
  std::string unknown = "";
  /// Of what a pointer points to, or of a scalar; None: a structure or not known.
  CElements elements;
  std::string declared = "";  ///< the type as the .cu file has it; "" where it is not known
};
/// What a variable's elements are.
struct HeldType {
  ScalarType type = ScalarType::None;  ///< None: a structure or not known
  bool is_bool = false;
  StructureLayout structure = {};  ///< without fields: it is none, or not known
};
struct Signature {
  std::string text;  ///< "add(const float* a, int n)"
  std::vector<ParameterInfo> parameters;
  struct Variable {
    std::string name;   ///< in the PTX
    std::string plain;  ///< as the .cu file has it
    HeldType held;
    std::vector<std::uint64_t> extents = {};  ///< of an array, as declared; empty: not known
  };
  std::vector<Variable> variables;  ///< of the module
  std::vector<HeldType> shared;     ///< of SharedLayout::variables
  /// CudaText::shared_extents() of them.
  std::vector<std::vector<std::uint64_t>> shared_extents;
  std::vector<std::string> removed_shared;  ///< in the source alone: the compiler removed them

  const ParameterInfo* find(std::string_view name) const;
};

/// `cuda_text` may be empty.
Signature signature_of(const Program& program, std::string_view cuda_text);

}  // namespace simt
