// When a warp arrives at a barrier of its CTA: the rules of both engines, between a divergence
// model that says where its lanes are and barriers that count.
#include "sim/sm/rules/warp_at_barrier.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

/// Lanes where a test puts them.
class Lanes final : public DivergenceModel {
 public:
  Lanes(bool counts_warps, LaneMask live) : counts_warps_(counts_warps), live_(live) {}
  LaneMask parked = 0, gone = 0;

  bool counts_warps() const override { return counts_warps_; }
  LaneMask exited() const override { return gone; }
  LaneMask at_barrier() const override { return parked; }
  LaneMask live() const override { return live_ & ~gone; }
  LaneView lane(unsigned) const override { return {}; }
  DivergenceView view() const override { return {}; }
  std::vector<std::string> describe() const override { return {}; }
  std::uint64_t fingerprint() const override { return 0; }

 private:
  void do_start(Pc, LaneMask) override {}
  const Path* do_current() const override { return nullptr; }
  bool do_converge(LaneMask, const Inst&) override { return true; }
  void do_advance(const Inst&, const Outcome&) override {}
  void do_go_on_at(Pc) override {}
  void do_block_at_barrier() override {}
  void do_release_barrier(LaneMask) override { parked = 0; }
  StraightLine straight_line() override { return {}; }
  bool counts_warps_;
  LaneMask live_;
};

constexpr Executor::BarrierUse kAll{0, 0};

struct Rig {
  explicit Rig(bool counts_warps, unsigned warps = 2) : lanes(counts_warps, ~0u) {
    barriers.reset(warps, 32);
  }
  void park(LaneMask mask) {
    warp.park(barriers, lanes, kAll, {0, 7, mask}, 0);
    lanes.parked |= mask;
  }
  CtaBarriers barriers;
  WarpAtBarrier warp;
  Lanes lanes;
};

}  // namespace

TEST_CASE("from Volta on a warp has arrived when all lanes that live are parked") {
  Rig rig(false, 1);
  rig.park(0x0000ffff);
  CHECK_FALSE(rig.warp.count_parked(rig.barriers, rig.lanes));
  CHECK(rig.barriers.arrived_warps(0) == 0);
  SECTION("the others come") {
    rig.park(0xffff0000);
  }
  SECTION("the others exit") {
    rig.lanes.gone = 0xffff0000;
  }
  CHECK(rig.warp.count_parked(rig.barriers, rig.lanes));
  CHECK(rig.warp.arrived);
}

TEST_CASE("up to Pascal one lane speaks for its warp") {
  Rig rig(true, 1);
  rig.park(1);
  CHECK(rig.warp.count_parked(rig.barriers, rig.lanes));
}

TEST_CASE("a warp is counted once") {
  Rig rig(false, 2);
  rig.park(~0u);
  CHECK_FALSE(rig.warp.count_parked(rig.barriers, rig.lanes));
  CHECK_FALSE(rig.warp.count_parked(rig.barriers, rig.lanes));
  CHECK(rig.barriers.arrived_warps(0) == 1);
}

TEST_CASE("bar.arrive counts when the lanes that have not come have exited") {
  Rig rig(false, 1);
  rig.warp.arrive(kAll, 0x0000ffff, 5);
  CHECK_FALSE(rig.warp.count_arrived(rig.barriers, rig.lanes));
  rig.lanes.gone = 0xffff0000;
  CHECK(rig.warp.count_arrived(rig.barriers, rig.lanes));
  CHECK_FALSE(rig.warp.count_arrived(rig.barriers, rig.lanes));  // nothing is left to count
}

TEST_CASE("lanes of one warp at different barriers are a fault at the later instruction") {
  Rig rig(false);
  rig.park(0x0000ffff);
  try {
    rig.warp.park(rig.barriers, rig.lanes, {1, 0}, {0, 9, 0xffff0000}, 0);
    FAIL("no fault");
  } catch (const KernelFault& fault) {
    CHECK(fault.pc == 9);
    CHECK(fault.lane == 16);
    CHECK(std::string(fault.what()) == "lanes of one warp are at different barriers");
  }
  rig.warp.arrive({2, 0}, 1, 3);
  CHECK_THROWS_AS(rig.warp.arrive({3, 0}, 2, 4), KernelFault);
}
