// Sum, minimum and maximum of a whole buffer: typed loops that the compiler vectorises.
#pragma once

#include <cstdint>

#include "sim/check/check_tree.h"

namespace simt {

/// Integer buffers; a sum wraps at 64 bits. An empty buffer cannot occur.
std::uint64_t fold_integers(CheckOp op, const CheckBuffer& buffer);
/// Float buffers, in double, first element to last; minimum and maximum pass over NaN.
double fold_reals(CheckOp op, const CheckBuffer& buffer);

}  // namespace simt
