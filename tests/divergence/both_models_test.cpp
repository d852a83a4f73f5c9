// What the two models must agree on.
#include <catch2/catch.hpp>

#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;

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

TEST_CASE("recursion does not join at another call's level") {
  // f: 2 done? to 5, joins at 5; 3 work; 4 calls f, returning to 5. Lane n calls itself n times.
  Code code;
  code.call(2);
  code.emit(Kind::Exit);
  code.branch(5, 5);
  code.work();
  code.call(2);
  code.emit(Kind::Ret);
  for (const DivergenceKind kind : {DivergenceKind::Stack, DivergenceKind::Its}) {
    auto model = make_divergence_model(kind, FirstSide::FewerLanes);
    MiniWarp* machine = nullptr;
    MiniWarp m(code, *model, [&](Pc, unsigned lane) { return machine->depth(lane) > lane; });
    machine = &m;
    m.start();
    m.run_to(1);
    CHECK(m.divergent == 31);  // the branch of levels 0 to 30, and no return
    CHECK(*model->current() == Path{1, kFullWarp});
    CHECK(model->describe().size() == 1);
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK(std::count(m.trace[lane].begin(), m.trace[lane].end(), Pc{3}) == lane);
  }
}
