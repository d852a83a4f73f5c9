// A scalar within a structure.
#pragma once

#include <cstdint>
#include <string>

#include "isa/base/types.h"
#include "sim/input/c_types.h"

namespace simt {

struct Field {
  std::string name;  ///< "weights.x", "m[2]"
  ScalarType type = ScalarType::None;
  std::uint32_t offset = 0;  ///< bytes from the structure's start
  bool is_pointer = false;
  CElements points_to = {};  ///< of a pointer to scalars or vectors; None: not known
  bool reads_only = false;   ///< a pointer to what is const
};

}  // namespace simt
