// A scalar within a structure.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "sim/input/c_types.h"

namespace simt {

struct StructureLayout;

struct Field {
  std::string name;  ///< "weights.x", "m[2]"
  ScalarType type = ScalarType::None;
  std::uint32_t offset = 0;  ///< bytes from the structure's start
  bool is_pointer = false;
  CElements points_to = {};  ///< of a pointer to scalars or vectors; None: not known
  bool reads_only = false;   ///< a pointer to what is const
  /// Of a pointer to structures whose definition is known.
  std::shared_ptr<const StructureLayout> structure = nullptr;
  bool is_bool = false;  ///< CUDA C++ calls it bool
};

/// A structure as C++ lays it out.
struct StructureLayout {
  std::string type;
  std::vector<Field> fields;
  std::uint32_t bytes = 0;
};
/// Of a vector: x, y, z and w.
StructureLayout vector_layout(const CElements& elements);

}  // namespace simt
