// Each policy on small ready sets: who issues, in order.
#include "sim/sm/scheduler/scheduler.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace simt;

namespace {
constexpr std::uint64_t kAges[] = {3, 2, 1, 0, 9, 8, 7, 6, 5, 4};

// Issues `steps` times with a constant ready set.
std::vector<unsigned> run(SchedulerKind kind, WarpSet ready, unsigned steps) {
  auto scheduler = make_scheduler(kind);
  std::vector<unsigned> order;
  for (unsigned i = 0; i < steps; ++i) {
    const unsigned slot = scheduler->pick(ready, kAges);
    scheduler->issued(slot);
    order.push_back(slot);
  }
  return order;
}
}  // namespace

TEST_CASE("loose round robin takes ready slots in turn and wraps") {
  CHECK(run(SchedulerKind::Lrr, 0b1011, 5) == std::vector<unsigned>{0, 1, 3, 0, 1});
}

TEST_CASE("oldest first takes the lowest age whatever issued before") {
  CHECK(run(SchedulerKind::Oldest, 0b1111, 3) == std::vector<unsigned>{3, 3, 3});
  CHECK(run(SchedulerKind::Oldest, 0b0111, 2) == std::vector<unsigned>{2, 2});
}

TEST_CASE("greedy then oldest stays with a warp while it is ready") {
  auto s = make_scheduler(SchedulerKind::Gto);
  CHECK(s->pick(0b0011, kAges) == 1);  // nothing issued yet: the oldest
  s->issued(1);
  CHECK(s->pick(0b1111, kAges) == 1);  // still ready, though 3 is older
  CHECK(s->pick(0b1101, kAges) == 3);  // stalled: the oldest takes over
}

TEST_CASE("greedy then round robin stays with a warp while it is ready, then takes the next") {
  auto s = make_scheduler(SchedulerKind::Grr);
  CHECK(s->pick(0b0110, kAges) == 1);
  s->issued(1);
  CHECK(s->pick(0b1111, kAges) == 1);
  CHECK(s->pick(0b1101, kAges) == 2);
  CHECK(s->pick(0b0001, kAges) == 0);
}

TEST_CASE("two-level stays within a group of eight until none of it is ready") {
  auto s = make_scheduler(SchedulerKind::TwoLevel);
  s->issued(0);
  CHECK(s->pick(0b11'0000'0110, kAges) == 1);
  s->issued(1);
  CHECK(s->pick(0b11'0000'0110, kAges) == 2);
  s->issued(2);
  CHECK(s->pick(0b11'0000'0000, kAges) == 8);
  s->issued(8);
  CHECK(s->pick(0b11'0000'0110, kAges) == 9);
}
