// Independent threads: loops that wait on memory yield, so that lanes at a barrier go on without
// the ones that spin.
#include <catch2/catch.hpp>

#include "tests/divergence/independent.h"

using namespace simt;
using namespace simt::mini;

namespace {

/// 0: cas; 1: back to 0 while it failed (yields), joins at 2; 2: critical; 3: unlock; 4: exit.
Code spin_lock() {
  Code code;
  code.work();
  code.branch(0, 2).flow.yields = true;
  code.work();
  code.work();
  code.emit(Kind::Exit);
  return code;
}

/// The lock that spin_lock() takes: one lane gets it in each attempt of a path that finds it free.
struct Lock {
  int holder = -1;
  unsigned operator()(Pc, unsigned lane) {  // 1: failed
    if (holder < 0) holder = static_cast<int>(lane);
    return static_cast<int>(lane) != holder;
  }
};

/// The measured kernel: odd lanes spin on a flag that even lanes set on the other side.
/// 0: even lanes to 4, joins at 5; 1: load; 2: back to 1 (yields), joins at 3; 3: jump 5; 4: set;
/// 5: Z; 6: exit.
Code flag_between_sides() {
  Code code;
  code.branch(4, 5);
  code.work();
  code.branch(1, 3).flow.yields = true;
  code.jump(5);
  code.work();
  code.work();
  code.emit(Kind::Exit);
  return code;
}

}  // namespace

TEST_CASE("independent: a spin lock inside one warp finishes with 31 divergent branches") {
  auto model = its();
  const Code code = spin_lock();
  Lock lock;
  MiniWarp m(code, *model, std::ref(lock));
  m.start();
  std::vector<LaneMask> critical;
  while (m.step()) {
    if (m.steps.back().pc == 2) critical.push_back(m.steps.back().lanes);
    if (m.steps.back().pc == 3) lock.holder = -1;
  }
  CHECK(model->finished());
  CHECK(m.divergent == 31);
  REQUIRE(critical.size() == 32);  // one lane at a time, each once
  LaneMask all = 0;
  for (const LaneMask lanes : critical) {
    CHECK(count_lanes(lanes) == 1);
    all |= lanes;
  }
  CHECK(all == kFullWarp);
}

TEST_CASE("independent: the winner passes the barrier while the others spin, yielded") {
  auto model = its();
  const Code code = spin_lock();
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  m.step();
  m.step();
  CHECK(*model->current() == Path{2, 1});
  CHECK(model->describe() ==
        Lines{"path 0: running, lane 0 at pc 2",
              "path 1: ready, lanes 1-31 at pc 0, inside barrier 0",
              "barrier 0: lanes 1-31 reconverge at pc 2, arrived: none, yielded: 1-31"});
}

TEST_CASE("independent: without a yield the same lock hangs, as Turing does") {
  auto model = its();
  Code code = spin_lock();
  code.insts[1].flow.yields = false;
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  m.run(1000);
  CHECK(m.trace[0].size() == 2);
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_for == 0xfffffffe);
  CHECK(model->describe() ==
        Lines{"path 0: parked, lane 0 at pc 2 until lanes 1-31 arrive, inside barrier 0",
              "path 1: running, lanes 1-31 at pc 0, inside barrier 0",
              "barrier 0: lanes 0-31 reconverge at pc 2, arrived: 0"});
}

TEST_CASE("independent: lanes that spin on a flag of the other side leave the halves apart at Z") {
  auto model = its();
  const Code code = flag_between_sides();
  bool flag = false;
  MiniWarp m(code, *model, [&](Pc pc, unsigned lane) { return pc == 0 ? lane % 2 == 0 : !flag; });
  m.start();
  std::vector<LaneMask> at_z;
  while (m.step()) {
    if (m.steps.back().pc == 4) flag = true;
    if (m.steps.back().pc == 5) at_z.push_back(m.steps.back().lanes);
  }
  CHECK(model->finished());
  CHECK(at_z == std::vector<LaneMask>{0x55555555, 0xaaaaaaaa});
}

TEST_CASE("independent: syncwarp at Z brings the halves together") {
  auto model = its();
  Code code = flag_between_sides();
  code.insts[5].kind = Kind::WarpSync;
  bool flag = false;
  MiniWarp m(code, *model, [&](Pc pc, unsigned lane) { return pc == 0 ? lane % 2 == 0 : !flag; });
  m.start();
  while (m.step()) {
    if (m.steps.back().pc == 4) flag = true;
  }
  CHECK(model->finished());
  CHECK(m.steps[m.steps.size() - 2] == Step{5, kFullWarp});
  CHECK(m.steps.back() == Step{6, kFullWarp});
}

TEST_CASE("independent: lanes that yielded in an earlier loop are waited for in later branches") {
  auto model = its();
  Code code;
  code.work();
  code.branch(0, 2).flow.yields = true;  // all lanes wait together, twice
  code.branch(5, 6);                     // 2: if/else
  code.work();
  code.jump(6);
  code.work();
  code.emit(Kind::Exit);
  unsigned rounds = 0;
  MiniWarp m(code, *model, [&](Pc pc, unsigned lane) {
    return pc == 1 ? rounds++ < 64 : static_cast<unsigned>(lane < 4);
  });
  m.start();
  m.run();
  CHECK(m.steps.back() == Step{6, kFullWarp});
}

TEST_CASE("independent: a spinning path repeats its fingerprint, a copy does not follow") {
  auto model = its();
  Code code = spin_lock();
  code.insts[1].flow.yields = false;
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  for (int i = 0; i < 10; ++i) m.step();
  auto copy = copy_of(*model);
  m.step();
  CHECK(copy->fingerprint() != model->fingerprint());
  m.step();
  CHECK(copy->fingerprint() == model->fingerprint());
}

TEST_CASE("independent: yielding paths take turns") {
  // Two sides that both wait on memory: each goes round its loop once before the other.
  auto model = its();
  Code code;
  code.branch(3);
  code.work();
  code.jump(1).flow.yields = true;
  code.work();
  code.jump(3).flow.yields = true;
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run(9);
  std::vector<Pc> pcs;
  for (const Step& step : m.steps) pcs.push_back(step.pc);
  CHECK(pcs == std::vector<Pc>{0, 3, 4, 1, 2, 3, 4, 1, 2});
}

TEST_CASE("independent: a lane that yielded is waited for again once it has passed a barrier") {
  // 0: even lanes to 5, joins at 6; 1: load; 2: back to 1 (yields), joins at 3; 3: CTA barrier;
  // 4: jump 6; 5: CTA barrier; 6: Z. Odd lanes go round once or twice.
  auto model = its(FirstSide::FallThrough);
  Code code;
  code.branch(5, 6);
  code.work();
  code.branch(1, 3).flow.yields = true;
  code.emit(Kind::BarSync);
  code.jump(6);
  code.emit(Kind::BarSync);
  code.work();
  code.emit(Kind::Exit);
  std::array<unsigned, 32> trips{};
  MiniWarp m(code, *model, [&](Pc pc, unsigned lane) {
    if (pc == 0) return lane % 2 == 0;
    return ++trips[lane] < (lane % 4 == 1 ? 2u : 3u);
  });
  m.start();
  m.run();
  REQUIRE(model->at_barrier() == kFullWarp);
  model->release_barrier();
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_for == 0xaaaaaaaa);
  m.run_to(6);
  CHECK(model->current()->lanes == kFullWarp);
}
