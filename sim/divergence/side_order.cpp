#include "sim/divergence/side_order.h"

#include <algorithm>
#include <numeric>

namespace simt {

SideOrder order_sides(const Outcome& outcome, FirstSide first, Pc fall_through) {
  SideOrder order;
  order.count = outcome.num_targets;
  std::uint8_t* const begin = order.index.data();
  std::uint8_t* const end = begin + order.count;
  std::iota(begin, end, std::uint8_t{0});

  const auto lanes = [&](std::uint8_t side) { return count_lanes(outcome.targets[side].lanes); };
  switch (first) {
    case FirstSide::FallThrough:
      break;
    case FirstSide::Taken:
      std::stable_partition(
          begin, end, [&](std::uint8_t side) { return outcome.targets[side].pc != fall_through; });
      break;
    case FirstSide::FewerLanes:
      std::stable_sort(begin, end, [&](auto a, auto b) { return lanes(a) < lanes(b); });
      break;
    case FirstSide::MoreLanes:
      std::stable_sort(begin, end, [&](auto a, auto b) { return lanes(a) > lanes(b); });
      break;
  }
  return order;
}

}  // namespace simt
