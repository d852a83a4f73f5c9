// Attributes of a launch, as programs pass them to the CUDA runtime and driver (CUlaunchAttribute).
#pragma once

#include <span>

#include "sim/program/export.h"

namespace simt::program {

/// 64 bytes of value after its number.
struct LaunchAttribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    int cooperative;
  } value;
};
inline constexpr int kAttributeCooperative = 2, kAttributeClusterDimension = 4;

/// Throws CallError for an attribute that asks for what is not supported.
SIMT_PROGRAM_API bool is_cooperative(std::span<const LaunchAttribute> attributes);

}  // namespace simt::program
