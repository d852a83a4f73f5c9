// What compilers leave out of .shared arrays: they declare bytes for arrays of every type.
#pragma once

#include "isa/core/program.h"

namespace simt {

/// The type of the elements of a .shared variable. Of a .b8 array it is the one that all accesses
/// to shared memory have; b8 when they differ.
ScalarType element_type(const Program& program, const SharedVariable& variable);

}  // namespace simt
