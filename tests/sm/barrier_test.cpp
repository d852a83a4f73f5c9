// Named barriers: the boundary between closed and open.
#include "sim/sm/rules/barrier.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("a barrier without a count opens with the last live warp") {
  CtaBarriers b;
  b.reset(3, 32);
  b.arrive(0, 0);
  b.arrive(0, 0);
  CHECK_FALSE(b.opens(0));
  b.arrive(0, 0);
  CHECK(b.opens(0));
  b.open(0);
  CHECK_FALSE(b.opens(0));
}

TEST_CASE("a warp that ends lowers what a barrier without a count expects") {
  CtaBarriers b;
  b.reset(3, 32);
  b.arrive(0, 0);
  b.arrive(0, 0);
  b.warp_ended();
  CHECK(b.opens(0));
}

TEST_CASE("a counted barrier counts whole warps of threads") {
  CtaBarriers b;
  b.reset(4, 32);
  b.arrive(1, 64);
  CHECK_FALSE(b.opens(1));
  b.warp_ended();
  CHECK_FALSE(b.opens(1));  // an exit does not arrive for a counted barrier
  b.arrive(1, 64);
  CHECK(b.opens(1));
  CHECK_FALSE(b.opens(0));  // barriers are independent
}

TEST_CASE("opening hands out the waiters with the reduction's sums") {
  CtaBarriers b;
  b.reset(2, 32);
  b.park(2, {0, 7, 0x0000ffff}, 3);
  b.park(2, {0, 7, 0xffff0000}, 4);
  b.arrive(2, 0);
  b.park(2, {1, 7, 0xffffffff}, 32);
  b.arrive(2, 0);
  REQUIRE(b.opens(2));
  const auto opened = b.open(2);
  CHECK(opened.waiters.size() == 3);
  CHECK(opened.threads == 64);
  CHECK(opened.threads_true == 39);
  CHECK(b.waiters(2).empty());
}

TEST_CASE("barriers that may open are those at which a warp has arrived") {
  CtaBarriers b;
  b.reset(2, 32);
  CHECK(b.arrived() == 0);
  b.park(3, {0, 7, ~0u}, 0);
  CHECK(b.arrived() == 0);  // parked lanes, others of the warp run
  b.arrive(3, 0);
  b.arrive(5, 64);
  CHECK(b.arrived() == (1u << 3 | 1u << 5));
  b.warp_ended();
  REQUIRE(b.opens(3));
  auto opened = b.open(3);
  CHECK(opened.waiters.size() == 1);
  b.done_with(std::move(opened));
  CHECK(b.arrived() == 1u << 5);
  b.park(3, {1, 9, 1u}, 0);
  CHECK(b.waiters(3).size() == 1);  // none of those before
  b.reset(1, 32);
  CHECK(b.arrived() == 0);
  CHECK(b.waiters(3).empty());
  CHECK_FALSE(b.opens(5));
}

TEST_CASE("an empty barrier is not open, even when no warp is left") {
  CtaBarriers b;
  b.reset(1, 32);
  b.warp_ended();
  CHECK_FALSE(b.opens(0));
}
