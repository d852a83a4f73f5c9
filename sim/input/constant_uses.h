// What a kernel does with the elements of its variables in constant memory. A part of
// ParameterUses.
#pragma once

#include <map>
#include <string>

#include "sim/input/value_places.h"

namespace simt {

struct ConstantUse {
  bool indices = false;  ///< elements go into addresses
  bool alike = false;    ///< they are compared with what other memory holds, the same or not
};

/// By the variable's name. One whose address is not known to be computed from its own alone is left
/// out.
std::map<std::string, ConstantUse> constant_uses(const ValuePlaces& places);

}  // namespace simt
