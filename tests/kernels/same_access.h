// Whether two runs found the same access to be the worst of its instruction.
#pragma once

#include "sim/sm/count/worst_access.h"

namespace simt::test {

inline bool same_access(const WorstAccess& a, const WorstAccess& b) {
  bool same = a.cost == b.cost && a.ideal == b.ideal;
  if (a.cost == 0 || !same) return same;
  same = a.access.lanes == b.access.lanes && a.access.several() == b.access.several() &&
         (!a.access.several() || a.access.more == b.access.more);
  for_each_lane(a.access.lanes & b.access.lanes,
                [&](unsigned lane) { same &= a.access.address[lane] == b.access.address[lane]; });
  return same;
}

}  // namespace simt::test
