#include "isa/machine/lanes/lane_ops.h"

#include <array>

namespace simt::machine {

std::string_view name_of(Lanes which) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Lanes::kCount)> kNames{
#define LANE_OP(id, text) #id,
#include "isa/machine/lanes/lane_ops.def"
  };
  return kNames[static_cast<std::size_t>(which)];
}

LaneOp lanes_of(Lanes which) {
  switch (which) {
#define LANE_OP(id, text) \
  case Lanes::id:         \
    return id##_lanes();
#include "isa/machine/lanes/lane_ops.def"
    case Lanes::kCount:
      break;
  }
  return nullptr;
}

}  // namespace simt::machine
