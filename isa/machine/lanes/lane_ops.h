// The lane functions of machine code by name.
#pragma once

#include <cstddef>
#include <string_view>

#include "isa/core/inst.h"

namespace simt::machine {

enum class Lanes : std::uint8_t {
#define LANE_OP(id, text) id,
#include "isa/machine/lanes/lane_ops.def"
  kCount
};
std::string_view name_of(Lanes which);
/// For the CPU that runs.
LaneOp lanes_of(Lanes which);

#define LANE_OP(id, text) LaneOp id##_lanes();
#include "isa/machine/lanes/lane_ops.def"

}  // namespace simt::machine
