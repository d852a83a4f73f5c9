// Independent threads: which side runs first, and where lanes that diverged reconverge.
#include <catch2/catch.hpp>

#include "tests/divergence/independent.h"

using namespace simt;
using namespace simt::mini;

TEST_CASE("independent: if/else without yield reconverges all lanes at Z") {
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

TEST_CASE("independent: lanes that return apart reconverge after the call") {
  auto model = its();
  Code code;
  code.call(3);
  code.work();
  code.emit(Kind::Exit);
  code.emit(Kind::Ret, true);  // 3: some return early
  code.work();
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return static_cast<unsigned>(lane < 20); });
  m.start();
  m.run_to(1);
  CHECK(m.divergent == 1);
  CHECK(*model->current() == Path{1, kFullWarp});
}

TEST_CASE("independent: lanes that call different functions through a register stay apart") {
  auto model = its();
  const Code code = call_of_two();
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return static_cast<unsigned>(lane < 4); });
  m.start();
  m.run();
  CHECK(std::count(m.steps.begin(), m.steps.end(), Step{1, 0xF}) == 1);
  CHECK(std::count(m.steps.begin(), m.steps.end(), Step{1, ~LaneMask{0xF}}) == 1);
}

TEST_CASE("independent: lanes that call through a register within a branch reconverge after it") {
  auto model = its();
  Code code;
  code.branch(3, 3);
  code.indexed(Kind::Call, {5, 7}, 2);
  code.work();
  code.work();
  code.emit(Kind::Exit);
  code.work();
  code.emit(Kind::Ret);
  code.work();
  code.emit(Kind::Ret);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) {
    return static_cast<unsigned>(pc == 0 ? lane < 8 : lane < 20);
  });
  m.start();
  m.run();
  CHECK(std::count(m.steps.begin(), m.steps.end(), Step{2, 0xFFF00}) == 1);
  CHECK(m.steps.back() == Step{4, kFullWarp});
}

TEST_CASE("independent: a table branch runs its sides and reconverges") {
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
