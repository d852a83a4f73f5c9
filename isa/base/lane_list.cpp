#include "isa/base/lane_list.h"

namespace simt {

std::string lane_list(LaneMask lanes) {
  if (lanes == 0) return "none";
  std::string text;
  while (lanes != 0) {
    const unsigned first = first_lane(lanes);
    const auto length = static_cast<unsigned>(std::countr_one(lanes >> first));
    const unsigned last = first + length - 1;
    if (!text.empty()) text += ", ";
    text += std::to_string(first);
    if (last != first) text += "-" + std::to_string(last);
    lanes &= ~lanes_below(last + 1);
  }
  return text;
}

std::string lanes_text(LaneMask lanes) {
  if (lanes == 0) return "no lanes";
  return (count_lanes(lanes) == 1 ? "lane " : "lanes ") + lane_list(lanes);
}

}  // namespace simt
