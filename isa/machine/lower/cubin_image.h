// A kernel of a cubin, with its variables at addresses.
#pragma once

#include "isa/container/cubin.h"
#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

/// `code` is of `cubin`. Throws ContainerError where something is missing.
KernelImage image_of(const Cubin& cubin, const CubinCode& code);

}  // namespace simt::machine
