// Matrices that a kernel solves or takes apart: it divides by some of their elements.
#pragma once

#include <cstdint>
#include <map>

#include "sim/input/value_origins.h"

namespace simt {

/// By the byte offset of a pointer parameter, that of the parameter which says how long a row of
/// its matrices is: of arrays of floats by whose elements others are divided (or roots taken), and
/// whose elements are factors, too. Rows of a constant length:
/// constant_pivots().
std::map<std::uint32_t, std::uint32_t> pivots(const Program& program, const ValueOrigins& origins);

/// Likewise, how long a row is, as the places of the divisors say that are all loaded from constant
/// places, as by loops that are unrolled: the first one, and each one row and one column further
/// on.
std::map<std::uint32_t, std::uint64_t> constant_pivots(const Program& program);

}  // namespace simt
