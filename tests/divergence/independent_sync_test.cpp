// Independent threads: warp-level instructions and CTA barriers as meeting points.
#include <array>
#include <catch2/catch.hpp>

#include "tests/divergence/independent.h"

using namespace simt;
using namespace simt::mini;

namespace {

unsigned odd(Pc, unsigned lane) {
  return lane & 1u;
}
/// bar.sync, or barrier.sync, which is not .aligned.
Inst& barrier(Code& code, bool aligned) {
  Inst& inst = code.emit(Kind::BarSync);
  if (aligned) inst.op.aligned = true;
  return inst;
}

}  // namespace

TEST_CASE("independent: a warp-level instruction waits until its named lanes are there") {
  auto model = its();
  Code code;
  code.branch(3, 4);  // lanes 0-3 work at 3, the others come straight to the sync
  code.work();
  code.jump(4);
  code.work();
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  code.insts[0].flow.reconverge = kNoPc;  // nothing but the sync brings them together
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  m.step();
  REQUIRE(*model->current() == Path{4, 0xf});
  CHECK_FALSE(model->converge(kFullWarp, code.insts[4]));
  CHECK(model->lane(2).state == LaneState::WarpSync);
  CHECK(model->lane(2).waits_at == 4);
  CHECK(model->lane(2).waits_for == 0xfffffff0);
  CHECK(model->describe() == Lines{"path 0: parked, lanes 0-3 at pc 4 until lanes 4-31 execute it",
                                   "path 1: running, lanes 4-31 at pc 1"});
  m.run();
  CHECK(m.steps[m.steps.size() - 2] == Step{4, kFullWarp});
  CHECK(model->finished());
}

TEST_CASE("independent: lanes that need each other alone do not let go who waits for more") {
  // Lanes 0-3 wait for all at 6; 4-11 at 4 and the others at 2 for each other first.
  auto model = its();
  Code code;
  code.branch(6);
  code.branch(4);
  code.emit(Kind::WarpSync);
  code.jump(5);
  code.emit(Kind::WarpSync);
  code.work();
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  for (Pc pc : {Pc{0}, Pc{1}}) code.insts[pc].flow.reconverge = kNoPc;
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 4 : lane < 12; });
  m.named = {{2, kFullWarp << 4}, {4, kFullWarp << 4}};
  m.start();
  m.run();
  CHECK(model->finished());
  CHECK(m.steps[m.steps.size() - 2] == Step{6, kFullWarp});
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
                                   "barrier 0: lanes 0-31 reconverge at pc 6, arrived: none"});
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
  CHECK_FALSE(model->converge(kFullWarp, code.insts[2]));
  m.step();
  CHECK(*model->current() == Path{2, 0xf});
  CHECK(model->converge(kFullWarp, code.insts[2]));
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
  CHECK(model->converge(model->current()->lanes, code.insts[1]));
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

TEST_CASE("independent: a CTA barrier before a join point is passed before the join") {
  auto model = its();
  Code code;
  code.branch(2, 2);
  code.emit(Kind::BarSync);
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  m.step();
  CHECK(model->at_barrier() == 0xfffffff0);
  // Lanes 0-3 waited for the others, which wait at the barrier now: they go on without them.
  CHECK(*model->current() == Path{2, 0xf});
  model->release_barrier(0xfffffff0);
  CHECK(model->describe()[1] == "path 1: ready, lanes 4-31 at pc 2");
}

TEST_CASE("independent: lanes that return early are not held for those at a CTA barrier") {
  // if (lane < 4) return; barrier; ret: the branch and the barrier's lanes would meet at the ret.
  for (const bool aligned : {false, true}) {
    auto model = its();
    Code code;
    code.branch(3, 3);
    barrier(code, aligned);
    code.work();
    code.emit(Kind::Exit);
    MiniWarp m(code, *model, low_four);
    m.start();
    m.run();
    CHECK(model->exited() == 0xf);
    CHECK(model->at_barrier() == 0xfffffff0);
    CHECK(model->live() == 0xfffffff0);
    model->release_barrier();
    m.run();
    CHECK(model->finished());
  }
}

TEST_CASE("independent: lanes leave a loop of barriers one by one") {
  auto model = its();
  Code code;
  barrier(code, true);
  code.branch(0, 2);
  code.emit(Kind::Exit);
  std::array<unsigned, kMaxWarpSize> trips{};
  MiniWarp m(code, *model, [&](Pc, unsigned lane) { return trips[lane]++ < lane % 8; });
  m.start();
  for (unsigned round = 0; round < 8; ++round) {
    m.run();
    CHECK(count_lanes(model->at_barrier()) == 32 - 4 * round);
    CHECK(model->at_barrier() == model->live());
    model->release_barrier();
  }
  m.run();
  CHECK(model->finished());
}

TEST_CASE("independent: an aligned barrier has all lanes of the warp at one instruction") {
  // if (lane < 4) { barrier } else { barrier }: an H200 never leaves it; barrier.sync does.
  for (const bool aligned : {false, true}) {
    auto model = its();
    Code code;
    code.branch(3, 4);
    barrier(code, aligned);
    code.jump(4);
    barrier(code, aligned);
    code.emit(Kind::Exit);
    MiniWarp m(code, *model, low_four);
    m.start();
    m.run();
    CHECK(model->current() == nullptr);
    CHECK(model->at_barrier() == (aligned ? 0 : kFullWarp));
    CHECK(model->lane(0).waits_for == (aligned ? 0xfffffff0 : 0));
    CHECK(model->lane(0).waits_at == 3);
    CHECK(model->lane(4).waits_at == 1);
  }
}

TEST_CASE("independent: warp-level instructions of one opcode meet at different places") {
  auto model = its();
  Code code;
  code.branch(3, 4);
  code.emit(Kind::WarpSync);
  code.jump(4);
  code.emit(Kind::WarpSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  CHECK_FALSE(model->converge(kFullWarp, code.insts[3]));
  REQUIRE(*model->current() == Path{1, 0xfffffff0});
  CHECK(model->converge(kFullWarp, code.insts[1]));
  const std::vector<Meeting> met = model->take_meetings();
  REQUIRE(met.size() == 2);
  CHECK(met[0].path == Path{3, 0xf});
  CHECK(met[1].path == Path{1, 0xfffffff0});
  CHECK((met[0].together == kFullWarp && met[1].together == kFullWarp));
  CHECK(model->take_meetings().empty());
  m.run();
  CHECK(model->finished());
  CHECK(m.steps.back() == Step{4, kFullWarp});  // they reconverge after it
}

TEST_CASE("independent: a warp-level instruction of another opcode is no meeting place") {
  auto model = its();
  Code code;
  code.branch(3, 4);
  code.emit(Kind::WarpSync);
  code.jump(4);
  code.emit(Kind::WarpSync).op.vote = VoteMode::Ballot;
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(model->current() == nullptr);
  CHECK(model->live() == kFullWarp);
}

TEST_CASE("independent: lanes whose guard is false wait at an aligned barrier, at others not") {
  for (const bool aligned : {false, true}) {
    auto model = its();
    Code code;
    barrier(code, aligned).guard = kGuarded;
    code.work();
    code.emit(Kind::Exit);
    MiniWarp m(code, *model, low_four);
    m.start();
    m.step();
    CHECK(model->at_barrier() == (aligned ? kFullWarp : 0xf));
    m.run();
    CHECK(model->live() == (aligned ? kFullWarp : 0xf));
  }
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
