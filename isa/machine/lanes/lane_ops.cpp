#include "isa/machine/lanes/lane_ops.h"

#include <array>

#include "isa/machine/lanes/usual.h"

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

LaneOp usual_form(Lanes which, const Inst& inst) {
  for (const auto family : {usual_float, usual_integer, usual_logic})
    if (const LaneOp op = family(which, inst); op != nullptr) return op;
  return nullptr;
}

}  // namespace simt::machine
