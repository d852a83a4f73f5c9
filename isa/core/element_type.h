// What compilers leave out of .shared arrays: they declare bytes for arrays of every type.
#pragma once

#include "isa/core/program.h"

namespace simt {

/// The type of the elements of a .shared variable. Of a .b8 array whose type the source has
/// not told it is the one that all accesses to shared memory have, u8 if those are of bytes; b8,
/// which is not known, when they differ.
ScalarType element_type(const Program& program, const SharedVariable& variable);

}  // namespace simt
