#include <catch2/catch.hpp>

#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;

namespace {

std::unique_ptr<DivergenceModel> stack(FirstSide first = FirstSide::FallThrough) {
  return make_divergence_model(DivergenceKind::Stack, first);
}

/// 0: work; 1: branch back to 0 while the lane decides so, joins at 2; 2: exit.
Code loop() {
  Code code;
  code.work();
  code.branch(0, 2).flow.back_edge = true;
  code.emit(Kind::Exit);
  return code;
}

}  // namespace

TEST_CASE("a warp without lanes has ended before it starts") {
  auto model = stack();
  model->start(0, 0);
  CHECK(model->current() == nullptr);
  CHECK(model->finished());
}

TEST_CASE("stack: if/else runs the fall-through side, then the taken side, then Z together") {
  auto model = stack();
  const Code code = if_else();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(m.steps == std::vector<Step>{{0, kFullWarp},
                                     {1, 0xfffffff0},
                                     {2, 0xfffffff0},
                                     {3, 0xf},
                                     {4, kFullWarp},
                                     {5, kFullWarp}});
  CHECK(m.divergent == 1);
  CHECK(model->finished());
  CHECK(model->exited() == kFullWarp);
}

TEST_CASE("stack: the first side belongs to the architecture") {
  const auto second_step = [](FirstSide first, LaneMask taken) {
    auto model = stack(first);
    const Code code = if_else();
    MiniWarp m(code, *model, [&](Pc, unsigned lane) { return taken >> lane & 1u; });
    m.start();
    m.step();
    return model->current()->pc;
  };
  CHECK(second_step(FirstSide::FallThrough, 0xf) == 1);
  CHECK(second_step(FirstSide::Taken, 0xf) == 3);
  CHECK(second_step(FirstSide::FewerLanes, 0xf) == 3);
  CHECK(second_step(FirstSide::FewerLanes, 0x1ffff) == 1);
  CHECK(second_step(FirstSide::FewerLanes, 0xffff) == 1);  // a tie
  CHECK(second_step(FirstSide::MoreLanes, 0xf) == 1);
  CHECK(second_step(FirstSide::MoreLanes, 0x1ffff) == 3);
  CHECK(second_step(FirstSide::MoreLanes, 0xffff) == 1);
}

TEST_CASE("stack: a one-armed if parks the lanes that skip it") {
  auto model = stack();
  Code code;
  code.branch(2, 2);
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  REQUIRE(*model->current() == Path{1, 0xfffffff0});
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_at == 2);
  CHECK(model->lane(0).waits_for == 0xfffffff0);
  CHECK(model->lane(4).state == LaneState::Active);
  m.step();
  CHECK(*model->current() == Path{2, kFullWarp});
}

TEST_CASE("stack: the exits of a loop do not grow the stack") {
  auto model = stack();
  const Code code = loop();
  std::array<unsigned, 32> trips{};
  MiniWarp m(code, *model, [&](Pc, unsigned lane) { return ++trips[lane] <= lane; });
  m.start();
  std::size_t deepest = 0;
  while (m.step()) deepest = std::max(deepest, model->describe().size());
  CHECK(deepest == 2);
  CHECK(m.divergent == 31);
  CHECK(m.steps.back() == Step{2, kFullWarp});
}

TEST_CASE("stack: describe and lane views of a spin lock that can never end") {
  auto model = stack();
  const Code code = loop();
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start(0xffff);
  for (int i = 0; i < 101; ++i) m.step();
  CHECK(m.divergent == 1);
  CHECK(model->describe() ==
        std::vector<std::string>{"1: running, lanes 1-15 at pc 1, reconverges at pc 2",
                                 "0: parked, lanes 0-15 at pc 2"});
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->lane(0).waits_for == 0xfffe);
  CHECK(model->lane(16).state == LaneState::Padded);

  const std::uint64_t before = model->fingerprint();
  m.step();
  CHECK(model->fingerprint() != before);
  m.step();
  CHECK(model->fingerprint() == before);
}

TEST_CASE("stack: describe names lines when it knows the program") {
  Program program;
  program.code.resize(3);
  program.code[2].loc.line = 17;
  auto model = make_divergence_model(DivergenceKind::Stack, FirstSide::FallThrough);
  model->runs(&program);
  model->start(2, 3);
  CHECK(model->describe() == std::vector<std::string>{"0: running, lanes 0-1 at line 17"});
}

TEST_CASE("stack: a side that waits for its turn is not parked") {
  auto model = stack();
  const Code code = if_else();
  MiniWarp m(code, *model, low_four);
  m.start(0xff);
  m.step();
  CHECK(model->lane(0).state == LaneState::Ready);
  CHECK(model->lane(0).pc == 3);
  CHECK(model->describe() ==
        std::vector<std::string>{"2: running, lanes 4-7 at pc 1, reconverges at pc 4",
                                 "1: waiting, lanes 0-3 at pc 3, reconverges at pc 4",
                                 "0: parked, lanes 0-7 at pc 4"});
}

TEST_CASE("stack: a predicated exit clears its lanes everywhere") {
  auto model = stack();
  Code code;
  code.branch(3, 4);            // 0: lanes 0-3 to 3
  code.emit(Kind::Exit, true);  // 1: some of lanes 4-31 end
  code.jump(4);
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 4 : lane < 8; });
  m.start();
  m.step();
  m.step();
  CHECK(model->exited() == 0xf0);
  CHECK(*model->current() == Path{2, 0xffffff00});
  m.run_to(4);
  CHECK(model->current()->lanes == 0xffffff0f);
}

TEST_CASE("stack: when one side exits whole, the other goes on") {
  auto model = stack();
  Code code;
  code.branch(2);  // joins nowhere: the fall-through side ends
  code.emit(Kind::Exit);
  code.work();
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run();
  CHECK(m.steps == std::vector<Step>{{0, kFullWarp}, {1, 0xfffffff0}, {2, 0xf}, {3, 0xf}});
  CHECK(model->finished());
}

TEST_CASE("stack: a table branch runs its sides in order and reconverges") {
  auto model = stack();
  Code code;
  code.indexed(Kind::BranchIndexed, {1, 3, 5}, 5);
  code.work();
  code.jump(5);
  code.work();
  code.jump(5);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane % 3; });
  m.start();
  m.run_to(5);
  const LaneMask zero = 0x49249249, one = 0x92492492;
  CHECK(m.steps == std::vector<Step>{{0, kFullWarp}, {1, zero}, {2, zero}, {3, one}, {4, one}});
  CHECK(model->current()->lanes == kFullWarp);
}

TEST_CASE("stack: lanes that return apart reconverge at the return point") {
  auto model = stack();
  Code code;
  code.call(2);
  code.emit(Kind::Exit);
  code.branch(5);  // 2: the function; joins only at its end
  code.work();
  code.emit(Kind::Ret);
  code.work();
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run_to(1);
  CHECK(model->current()->lanes == kFullWarp);
  CHECK(model->describe().size() == 1);
}

TEST_CASE("stack: lanes that return from inside a branch reconverge at the return point") {
  auto model = stack();
  Code code;
  code.call(2);
  code.emit(Kind::Exit);
  code.branch(5, 5);           // 2: the function
  code.emit(Kind::Ret, true);  // 3: of the lanes that come here, some leave
  code.work();
  code.work();  // 5
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 2 ? lane < 4 : lane % 2; });
  m.start();
  m.run_to(1);
  const LaneMask upper = 0xfffffff0, stay = 0x55555550;
  CHECK(
      m.steps ==
      std::vector<Step>{
          {0, kFullWarp}, {2, kFullWarp}, {3, upper}, {4, stay}, {5, stay | 0xf}, {6, stay | 0xf}});
  CHECK(model->current()->lanes == kFullWarp);
  CHECK(model->describe().size() == 1);
}

TEST_CASE("stack: divergent callees reconverge after the call") {
  auto model = stack();
  const Code code = call_of_two();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.run_to(1);
  CHECK(m.divergent == 1);
  CHECK(model->current()->lanes == kFullWarp);
}

TEST_CASE("stack: a warp-level instruction needs its named lanes together") {
  const Inst sync{};
  auto model = stack();
  const Code code = if_else();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  CHECK(model->converge(0xfffffff0, sync));
  CHECK(model->converge(0x30, sync));
  try {
    model->converge(kFullWarp, sync);
    FAIL("no fault");
  } catch (const KernelFault& fault) {
    CHECK(
        fault.what() ==
        std::string("this instruction names lanes 0-31 but only lanes 4-31 of them execute it: it "
                    "requires convergence on this architecture; lanes 0-3 are waiting for a turn "
                    "at pc 3"));
    CHECK(fault.pc == 1);
    CHECK(fault.lane == 4);
  }
  m.run_to(3);
  CHECK_THROWS_WITH(model->converge(0x11, sync),
                    Catch::Contains("lane 4 is parked at the reconvergence "
                                    "point pc 4"));
}

TEST_CASE("stack: exited lanes need not converge") {
  auto model = stack();
  Code code;
  code.emit(Kind::Exit, true);
  code.work();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  CHECK(model->converge(kFullWarp, Inst{}));
}

TEST_CASE("stack: a barrier before the join point is passed before the join") {
  auto model = stack();
  Code code;
  code.branch(2, 2);
  code.emit(Kind::BarSync);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  m.step();
  CHECK(model->current() == nullptr);
  CHECK_FALSE(model->finished());
  CHECK(model->at_barrier() == 0xfffffff0);
  CHECK(model->lane(4).state == LaneState::CtaBarrier);
  CHECK(model->lane(4).waits_at == 1);
  CHECK(model->lane(0).state == LaneState::Converging);
  CHECK(model->describe()[0] == "1: at CTA barrier, lanes 4-31 at pc 2, reconverges at pc 2");
  model->release_barrier(0xf);  // others
  CHECK(model->current() == nullptr);
  model->release_barrier();
  CHECK(*model->current() == Path{2, kFullWarp});
  CHECK(model->at_barrier() == 0);
}

TEST_CASE("stack: a barrier whose guard is false everywhere does not delay the join") {
  auto model = stack();
  Code code;
  code.branch(2, 2);
  code.emit(Kind::BarSync, true);
  code.emit(Kind::Exit);
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  m.step();
  CHECK(*model->current() == Path{2, kFullWarp});
}

TEST_CASE("stack: a copy goes its own way") {
  auto model = stack();
  const Code code = if_else();
  MiniWarp m(code, *model, low_four);
  m.start();
  m.step();
  auto copy = copy_of(*model);
  CHECK(copy->fingerprint() == model->fingerprint());
  m.step();
  CHECK(copy->fingerprint() != model->fingerprint());
  CHECK(copy->current()->pc == 1);
}
