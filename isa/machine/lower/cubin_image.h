// A kernel of a cubin, with its variables at addresses.
#pragma once

#include "isa/base/address_space.h"
#include "isa/container/cubin.h"
#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

/// `code` is of `cubin`, whose variables in global memory lie from `globals` on. Throws
/// ContainerError where something is missing.
KernelImage image_of(const Cubin& cubin, const CubinCode& code,
                     std::uint64_t globals = kModuleGlobals.base);

}  // namespace simt::machine
