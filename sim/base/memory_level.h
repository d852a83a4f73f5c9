// Which level of memory serves an access; of its parts the furthest one.
#pragma once

#include <cstdint>

namespace simt {

enum class MemoryLevel : std::uint8_t {
  None,  ///< no memory unit: parameters, which are operands
  Shared,
  ConstantL1,   ///< the first level of constant memory
  ConstantL15,  ///< the second one
  L1,           ///< L1 has all sectors of a load; stores and atomics go to L2
  L2,           ///< has all that L1 lacked
  DeviceMemory  ///< L2 had to fetch some of it, or was about to
};

}  // namespace simt
