#include <catch2/catch.hpp>

#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;

namespace {

std::unique_ptr<DivergenceModel> its(FirstSide first = FirstSide::FewerLanes,
                                     bool interleave = false) {
  return make_divergence_model(DivergenceKind::Its, first, interleave);
}
unsigned low_four(Pc, unsigned lane) {
  return lane < 4;
}
unsigned odd(Pc, unsigned lane) {
  return lane & 1u;
}
using Lines = std::vector<std::string>;

/// 0: cas; 1: back to 0 while it failed (yields), joins at 2; 2: critical; 3: unlock; 4: exit.
Code spin_lock() {
  Code code;
  code.work();
  code.branch(0, 2).yields = true;
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
  code.branch(1, 3).yields = true;
  code.jump(5);
  code.work();
  code.work();
  code.emit(Kind::Exit);
  return code;
}

}  // namespace

TEST_CASE("independent: if/else without yield rejoins all lanes at Z") {
  for (const FirstSide first :
       {FirstSide::FallThrough, FirstSide::Taken, FirstSide::FewerLanes, FirstSide::MoreLanes}) {
    auto model = its(first);
    const Code code = if_else();
    MiniWarp m(code, *model, low_four);
    m.start();
    m.run();
    CHECK(m.steps[4] == Step{4, kFullWarp});
    CHECK(m.steps.size() == 6);
    CHECK(m.divergent == 1);
    CHECK(model->finished());
  }
}

TEST_CASE("independent: the side with fewer lanes first, a tie to the fall-through side") {
  const auto second_step = [](LaneMask taken) {
    auto model = its();
    const Code code = if_else();
    MiniWarp m(code, *model, [&](Pc, unsigned lane) { return taken >> lane & 1u; });
    m.start();
    m.step();
    return model->current()->pc;
  };
  CHECK(second_step(0x1) == 3);
  CHECK(second_step(0xfffe) == 3);
  CHECK(second_step(0xffff) == 1);
  CHECK(second_step(0x1ffff) == 1);
}

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
              "barrier 0: lanes 1-31 rejoin at pc 2, arrived: none, yielded: 1-31"});
}

TEST_CASE("independent: without a yield the same lock hangs, as Turing does") {
  auto model = its();
  Code code = spin_lock();
  code.insts[1].yields = false;
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  m.run(1000);
  CHECK(m.trace[0].size() == 2);
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_for == 0xfffffffe);
  CHECK(model->describe() ==
        Lines{"path 0: parked, lane 0 at pc 2 until lanes 1-31 arrive, inside barrier 0",
              "path 1: running, lanes 1-31 at pc 0, inside barrier 0",
              "barrier 0: lanes 0-31 rejoin at pc 2, arrived: 0"});
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
  code.branch(0, 2).yields = true;  // all lanes wait together, twice
  code.branch(5, 6);                // 2: if/else
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

TEST_CASE("independent: the exits of a loop share one barrier") {
  auto model = its();
  Code code;
  code.work();
  code.branch(0, 2);
  code.emit(Kind::Exit);
  std::array<unsigned, 32> trips{};
  MiniWarp m(code, *model, [&](Pc, unsigned lane) { return ++trips[lane] <= lane; });
  m.start();
  std::size_t longest = 0;
  while (m.step()) longest = std::max(longest, model->describe().size());
  CHECK(m.divergent == 31);
  CHECK(m.steps.back() == Step{2, kFullWarp});
  CHECK(longest == 33);  // 31 parked, one running, one barrier
}

TEST_CASE("independent: nested barriers with one target open one into the other") {
  // 0: outer, joins at 5. The call at 4 has 5, the join point, as its return point.
  auto model = its();
  Code code;
  code.branch(5, 5);
  code.branch(3, 4);
  code.work();
  code.work();
  code.call(6);
  code.emit(Kind::Exit);
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 8 : lane < 16; });
  m.start();
  m.run();
  CHECK(m.steps.back() == Step{5, kFullWarp});
}

TEST_CASE("independent: barriers of two call levels with the same target stay apart") {
  // f: 2 done? to 5, joins at 5; 3 work; 4 calls f, returning to 5. Lane n recurses n times.
  auto model = its();
  Code code;
  code.call(2);
  code.emit(Kind::Exit);
  code.branch(5, 5);
  code.work();
  code.call(2);
  code.emit(Kind::Ret);
  MiniWarp* machine = nullptr;
  MiniWarp m(code, *model, [&](Pc, unsigned lane) { return machine->depth(lane) > lane; });
  machine = &m;
  m.start();
  m.run_to(1);
  CHECK(m.divergent == 31);  // the branch of levels 0 to 30, and no return
  CHECK(*model->current() == Path{1, kFullWarp});
  CHECK(model->describe() == Lines{"path 0: running, lanes 0-31 at pc 1"});
}

TEST_CASE("independent: lanes that return apart, and divergent callees, rejoin behind the call") {
  auto model = its();
  Code code;
  code.indexed(Kind::Call, {3, 6}, 1);
  code.work();
  code.emit(Kind::Exit);
  code.emit(Kind::Ret, true);  // 3: some return early
  code.work();
  code.emit(Kind::Ret);
  code.work();
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) {
    return pc == 0 ? static_cast<unsigned>(lane < 4) : static_cast<unsigned>(lane < 20);
  });
  m.start();
  m.run_to(1);
  CHECK(m.divergent == 2);
  CHECK(*model->current() == Path{1, kFullWarp});
}

TEST_CASE("independent: a table branch runs its sides and rejoins") {
  auto model = its();
  Code code;
  code.indexed(Kind::BranchIndexed, {1, 3, 5, 5}, 5);
  code.work();
  code.jump(5);
  code.work();
  code.jump(5);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane % 4; });
  m.start();
  m.run_to(5);
  CHECK(m.steps ==
        std::vector<Step>{
            {0, kFullWarp}, {1, 0x11111111}, {2, 0x11111111}, {3, 0x22222222}, {4, 0x22222222}});
  CHECK(model->current()->lanes == kFullWarp);
}

TEST_CASE("independent: the barrier does not wait for lanes that exit") {
  auto model = its();
  Code code;
  code.branch(2, 3);  // one arm only lets some of its lanes end
  code.emit(Kind::Exit);
  code.emit(Kind::Exit, true);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 8 : lane < 4; });
  m.start();
  m.step();
  m.step();
  CHECK(model->exited() == 0xf);
  m.run();
  CHECK(model->finished());
  CHECK(m.steps.back().lanes == 0xf0);
}

TEST_CASE("independent: a warp-level instruction waits until its named lanes are there") {
  auto model = its();
  Code code;
  code.branch(3, 4);  // lanes 0-3 work at 3, the others come straight to the sync
  code.work();
  code.jump(4);
  code.work();
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  code.insts[0].reconverge = kNoPc;  // nothing but the sync brings them together
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  m.step();
  REQUIRE(*model->current() == Path{4, 0xf});
  CHECK_FALSE(model->converge(kFullWarp));
  CHECK(model->lane(2).state == LaneState::WarpSync);
  CHECK(model->lane(2).waits_at == 4);
  CHECK(model->lane(2).waits_for == 0xfffffff0);
  CHECK(model->describe() == Lines{"path 0: parked, lanes 0-3 at pc 4 until lanes 4-31 execute it",
                                   "path 1: running, lanes 4-31 at pc 1"});
  m.run();
  CHECK(m.steps[m.steps.size() - 2] == Step{4, kFullWarp});
  CHECK(model->finished());
}

TEST_CASE("independent: a sync inside a region takes its lanes out of the region's barriers") {
  // Lanes 0-3 take the arm 3; both arms of the inner branch at 1 come to the sync at 4 before the
  // join point 5 of the outer one; the sync names lanes of both regions.
  auto model = its();
  Code code;
  code.branch(3, 6);
  code.branch(3, 5);
  code.work();
  code.emit(Kind::WarpSync);
  code.work();
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 4 : lane < 8; });
  m.start();
  m.run_to(4);
  CHECK(model->describe() == Lines{"path 0: running, lanes 0-31 at pc 4, inside barrier 0",
                                   "barrier 0: lanes 0-31 rejoin at pc 6, arrived: none"});
  m.run();
  CHECK(model->finished());
  const auto sync = std::find_if(m.steps.begin(), m.steps.end(), [](Step s) { return s.pc == 3; });
  CHECK(*sync == Step{3, kFullWarp});
  CHECK(m.steps.back() == Step{6, kFullWarp});
}

TEST_CASE("independent: a named lane that exits is no longer waited for") {
  auto model = its();
  Code code;
  code.branch(2);
  code.emit(Kind::Exit);
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  REQUIRE(model->current()->pc == 2);
  CHECK_FALSE(model->converge(kFullWarp));
  m.step();
  CHECK(*model->current() == Path{2, 0xf});
  CHECK(model->converge(kFullWarp));
}

TEST_CASE("independent: two groups sync on their own masks") {
  auto model = its();
  Code code;
  code.branch(2);
  code.emit(Kind::WarpSync);
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, odd);
  m.start();
  m.step();
  CHECK(model->converge(model->current()->lanes));
}

TEST_CASE("independent: lanes at a CTA barrier merge when it opens") {
  auto model = its();
  Code code;
  code.branch(2);  // joins nowhere
  code.work();
  code.emit(Kind::BarSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(model->current() == nullptr);
  CHECK_FALSE(model->finished());
  CHECK(model->at_barrier() == kFullWarp);
  CHECK(model->lane(5).waits_at == 2);
  CHECK(model->describe() == Lines{"path 0: at CTA barrier, lanes 0-3 at pc 3",
                                   "path 1: at CTA barrier, lanes 4-31 at pc 3"});
  model->release_barrier();
  CHECK(*model->current() == Path{3, kFullWarp});
}

TEST_CASE("independent: a CTA barrier in front of a join point is passed before the join") {
  auto model = its();
  Code code;
  code.branch(2, 2);
  code.emit(Kind::BarSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(model->at_barrier() == 0xfffffff0);
  CHECK(model->lane(0).state == LaneState::Converging);
  model->release_barrier(0xfffffff0);
  CHECK(*model->current() == Path{2, kFullWarp});
}

TEST_CASE("independent: lanes whose guard is false do not wait at the CTA barrier") {
  auto model = its();
  Code code;
  code.emit(Kind::BarSync, true);
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  CHECK(model->at_barrier() == 0xf);
  CHECK(*model->current() == Path{1, 0xfffffff0});
  m.run();
  CHECK(model->live() == 0xf);
  model->release_barrier();
  CHECK(*model->current() == Path{1, 0xf});
}

TEST_CASE("independent: interleaving rotates after every instruction") {
  auto model = its(FirstSide::FallThrough, true);
  const Code code = if_else();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(m.steps == std::vector<Step>{{0, kFullWarp},
                                     {3, 0xf},
                                     {1, 0xfffffff0},
                                     {2, 0xfffffff0},
                                     {4, kFullWarp},
                                     {5, kFullWarp}});
}

TEST_CASE("independent: a spinning path repeats its fingerprint, a clone does not follow") {
  auto model = its();
  Code code = spin_lock();
  code.insts[1].yields = false;
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  for (int i = 0; i < 10; ++i) m.step();
  auto copy = model->clone();
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
  code.jump(1).yields = true;
  code.work();
  code.jump(3).yields = true;
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run(9);
  std::vector<Pc> pcs;
  for (const Step& step : m.steps) pcs.push_back(step.pc);
  CHECK(pcs == std::vector<Pc>{0, 3, 4, 1, 2, 3, 4, 1, 2});
}

TEST_CASE("the reductions of the lessons: 95 and 5 divergent branches in a block of 512") {
  const auto divergent = [](DivergenceKind kind, bool growing) {
    unsigned total = 0;
    for (unsigned warp = 0; warp < 16; ++warp) {
      // Per round: 0: branch over the addition, joins at 2; 1: addition; 2: barrier.
      Code code;
      for (unsigned round = 0; round < 9; ++round) {
        const Pc join = code.here() + 2;
        code.branch(join, join);
        code.work();
        code.work();
      }
      code.emit(Kind::Exit);
      auto model = make_divergence_model(kind, FirstSide::FewerLanes);
      MiniWarp m(code, *model, [&](Pc pc, unsigned lane) {
        const unsigned thread = warp * 32 + lane, stride = 1u << pc / 3;
        return growing ? thread % (2 * stride) != 0 : thread >= 256 / stride;
      });
      m.start();
      m.run();
      total += m.divergent;
    }
    return total;
  };
  for (const DivergenceKind kind : {DivergenceKind::Stack, DivergenceKind::Its}) {
    CHECK(divergent(kind, true) == 95);
    CHECK(divergent(kind, false) == 5);
  }
}

TEST_CASE("independent: a lane that yielded is waited for again once it has passed a barrier") {
  // 0: even lanes to 5, joins at 6; 1: load; 2: back to 1 (yields), joins at 3; 3: CTA barrier;
  // 4: jump 6; 5: CTA barrier; 6: Z. Odd lanes go round once or twice.
  auto model = its(FirstSide::FallThrough);
  Code code;
  code.branch(5, 6);
  code.work();
  code.branch(1, 3).yields = true;
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
  model->release_barrier(0x55555555);
  CHECK(model->current() == nullptr);
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_for == 0xaaaaaaaa);
  model->release_barrier();
  m.run_to(6);
  CHECK(model->current()->lanes == kFullWarp);
}
