// Machine code as a program of isa/core: what `simt-sim run x.cubin` executes.
#pragma once

#include "isa/machine/lower/lowering.h"

namespace simt::machine {

/// Throws LoweringError: an instruction that is not supported, with its address.
Program lower(const KernelImage& image);

}  // namespace simt::machine
