// Asynchronous copies of a warp that are under way. What one has read is kept here and reaches
// shared memory when its lane has waited for it: a program that reads it before finds what was
// there. A plain value, part of WarpState.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "isa/base/types.h"

namespace simt {

struct AsyncCopies {
  static constexpr unsigned kMostBytes = 16;
  /// What one instruction copies, as far as it has not reached shared memory.
  struct Copy {
    std::uint32_t number = 0;  ///< of the warp's copies, from 0
    LaneMask lanes = 0;
    std::uint8_t bytes = 0;
    std::array<std::uint32_t, kMaxWarpSize> to;     ///< offset in CtaState::shared
    std::array<std::uint32_t, kMaxWarpSize> group;  ///< of the lane's groups, from 0
    std::array<std::array<std::byte, kMostBytes>, kMaxWarpSize> data;
  };
  /// Lanes that arrive at an mbarrier when the copies before `after` have ended.
  struct Arrival {
    Pc pc = kNoPc;
    std::uint32_t after = 0;
    LaneMask lanes = 0;
    std::array<std::uint32_t, kMaxWarpSize> at;  ///< offset in CtaState::shared
  };

  std::vector<Copy> pending;                         ///< in the order of their numbers
  std::vector<Arrival> arrivals;                     ///< in the order of `after`
  std::uint32_t begun = 0;                           ///< copies so far
  std::array<std::uint32_t, kMaxWarpSize> closed{};  ///< groups that each lane has closed
};

}  // namespace simt
