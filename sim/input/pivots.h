// Matrices that a kernel solves or takes apart: it divides by some of their elements.
#pragma once

#include <cstdint>
#include <map>

#include "sim/input/value_origins.h"

namespace simt {

/// By the byte offset of a pointer parameter, that of the parameter which says how long a row of
/// its matrices is: of arrays of floats by whose elements others are divided (or roots taken), and
/// whose elements are factors, too. Rows of a constant length are not known.
std::map<std::uint32_t, std::uint32_t> pivots(const Program& program, const ValueOrigins& origins);

}  // namespace simt
