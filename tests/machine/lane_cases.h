// What the tests of lane functions share, and where those stand that are not in lanes_test.cpp.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "tests/machine/lane_rig.h"

namespace simt::machine::test {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
constexpr u32 kMost = 0xffffffff;

inline u64 function(u64 n) {
  return n << kFunctionAt;
}
inline u64 table(u64 n) {
  return n << kTableAt;
}
inline u64 amount(u64 n) {
  return n << kAmountAt;
}

inline u32 of(Lanes which, u64 modifiers, std::vector<u32> sources,
              std::vector<LaneMask> predicates = {}) {
  LaneRig rig(which, modifiers);
  rig.result();
  unsigned i = 0;
  for (const u32 s : sources) rig.source(i++, s);
  for (const LaneMask p : predicates) rig.predicate(i++, p);
  rig.run();
  const u32 full = rig.value();
  // A few lanes, and many that are not all, come to the same, and leave the others alone.
  for (const LaneMask lanes : {LaneMask{0b1010}, LaneMask{0x7fffffff}}) {
    rig.put(0, u32{77});
    rig.run(lanes);
    CHECK(rig.value(0, first_lane(lanes)) == full);
    if ((lanes & 1) == 0) CHECK(rig.value() == 77);
  }
  return full;
}

/// By lane function: its test.
using LaneCases = std::map<Lanes, std::function<void()>>;
/// Packed integers, halves, what few instructions have (more_lanes.cpp).
extern const LaneCases kMoreLaneCases;

}  // namespace simt::machine::test
