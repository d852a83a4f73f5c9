#include <catch2/catch.hpp>

#include "sim/sm/rules/deadlock.h"
#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;

namespace {

/// 0: load; 1: back to 0 while the flag is not set, joins at 2; 2: exit.
Code spin() {
  Code code;
  code.emit(Kind::Load);
  code.branch(0, 2);
  code.emit(Kind::Exit);
  return code;
}

/// A warp with registers of its own and a spinning program.
struct MockWarp {
  explicit MockWarp(DivergenceKind kind = DivergenceKind::Stack)
      : model(make_divergence_model(kind, FirstSide::FallThrough)) {
    state.registers.resize(64);
    machine.start(0xff);
  }
  /// A window of one instruction; true when the detector says that nothing can ever happen.
  bool step(DeadlockDetector& detector, std::uint64_t key, unsigned runnable) {
    const Pc pc = model->current()->pc;
    machine.step();
    progress = false;
    if (on_step) on_step(pc);
    const bool stuck =
        detector.watching() && detector.observe(key, pc, code.insts[pc], machine.outcome(), state,
                                                *model, [=] { return runnable; });
    detector.window(1, progress);
    return stuck && !progress;
  }
  void count_in_register(int at) {
    state.registers[static_cast<std::size_t>(at)] = static_cast<std::byte>(
        std::to_integer<int>(state.registers[static_cast<std::size_t>(at)]) + 1);
  }

  Code code = spin();
  std::unique_ptr<DivergenceModel> model;
  WarpState state;
  MiniWarp machine{code, *model, [this](Pc, unsigned lane) { return !set && lane != 0; }};
  std::function<void(Pc)> on_step;  ///< may set `progress`
  bool set = false, progress = false;
};

/// Instructions until the deadlock is proven; 0: not within the limit.
unsigned proven_after(DeadlockDetector& detector, MockWarp& warp, unsigned limit = 10000,
                      unsigned runnable = 1) {
  for (unsigned i = 1; i <= limit; ++i) {
    if (warp.step(detector, 7, runnable)) return i;
  }
  return 0;
}

}  // namespace

TEST_CASE("deadlock: one spinning warp is proven stuck, after the patience and not before") {
  DeadlockDetector detector(100);
  detector.resident(1);
  MockWarp warp;
  // 101 instructions exceed the patience; the second visit of the back edge after them is in 104.
  CHECK(proven_after(detector, warp) == 104);
}

TEST_CASE("deadlock: patience grows with the resident warps") {
  DeadlockDetector detector(100);
  detector.resident(4);
  detector.resident(-1);
  MockWarp warp;
  CHECK(proven_after(detector, warp) == 304);
}

TEST_CASE("deadlock: it watches when more instructions than the patience brought nothing") {
  DeadlockDetector detector(100);
  detector.resident(2);
  CHECK_FALSE(detector.watching());
  detector.window(150, false);
  detector.window(50, false);
  CHECK_FALSE(detector.watching());
  detector.window(1, false);
  CHECK(detector.watching());
  detector.resident(-1);
  CHECK(detector.watching());
  detector.window(1, true);
  CHECK_FALSE(detector.watching());
  detector.window(100, false);
  CHECK_FALSE(detector.watching());
  detector.window(1, false);
  CHECK(detector.watching());
}

TEST_CASE("deadlock: a new warp asks for more patience") {
  DeadlockDetector detector(100);
  detector.resident(1);
  detector.window(101, false);
  CHECK(detector.watching());
  detector.resident(1);
  CHECK_FALSE(detector.watching());
}

TEST_CASE("deadlock: progress starts the proof anew") {
  DeadlockDetector detector(100);
  detector.resident(1);
  MockWarp warp;
  for (int i = 0; i < 103; ++i) CHECK_FALSE(warp.step(detector, 7, 1));
  CHECK(detector.watching());
  detector.window(1, true);
  CHECK_FALSE(detector.watching());
  CHECK(proven_after(detector, warp) == 105);  // 103 steps ended one step before the back edge
}

TEST_CASE("deadlock: a change between two visits of a state is not overlooked") {
  DeadlockDetector detector(0);
  detector.resident(1);
  MockWarp warp;
  warp.on_step = [&](Pc pc) { warp.progress = pc == 0; };
  CHECK(proven_after(detector, warp) == 0);
}

TEST_CASE("deadlock: a loop that counts in a register is not stuck") {
  DeadlockDetector detector(10);
  detector.resident(1);
  MockWarp warp;
  int n = 0;
  warp.on_step = [&](Pc pc) {
    if (pc == 0) warp.count_in_register(n++ / 255 % 60);
  };
  CHECK(proven_after(detector, warp) == 0);
}

TEST_CASE("deadlock: a cycle that begins late and is long is found") {
  DeadlockDetector detector(10);
  detector.resident(1);
  MockWarp warp;
  int n = 0;
  warp.on_step = [&](Pc pc) {
    if (pc != 0) return;
    ++n;
    warp.state.registers[0] = static_cast<std::byte>(n < 100 ? n : 100 + n % 37);
  };
  const unsigned at = proven_after(detector, warp);
  CHECK(at > 200);
  CHECK(at < 1000);
}

TEST_CASE("deadlock: a warp that reads the clock in its loop is never taken to repeat") {
  DeadlockDetector detector(10);
  detector.resident(1);
  MockWarp warp;
  warp.code.insts[0].kind = Kind::ReadSpecial;
  CHECK(proven_after(detector, warp) == 0);
}

TEST_CASE("deadlock: every warp that can run has to repeat") {
  DeadlockDetector detector(10);
  detector.resident(2);
  MockWarp stuck, busy;
  int n = 0;
  busy.on_step = [&](Pc pc) {
    if (pc == 0 && n < 250) busy.count_in_register(n++ % 64);
  };
  bool proven = false;
  unsigned steps = 0;
  for (; steps < 5000 && !proven; ++steps) {
    proven = stuck.step(detector, 1, 2) || busy.step(detector, 2, 2);
    if (n < 250) REQUIRE_FALSE(proven);
  }
  CHECK(proven);
  CHECK(steps > 500);
}

TEST_CASE("deadlock: the proof is asked for again when another warp has blocked meanwhile") {
  DeadlockDetector detector(10);
  detector.resident(2);
  MockWarp warp;
  CHECK(proven_after(detector, warp, 200, 2) == 0);
  CHECK(proven_after(detector, warp, 1000, 1) > 0);
}

TEST_CASE("deadlock: different call frames are different states") {
  DeadlockDetector detector(0);
  detector.resident(1);
  MockWarp warp;
  warp.on_step = [&](Pc pc) {
    if (pc == 0) warp.state.frames[3].push_back({1, 0, 0, {}});
  };
  CHECK(proven_after(detector, warp, 200) == 0);
}

TEST_CASE("deadlock: under independent threads the state of all paths counts") {
  DeadlockDetector detector(50);
  detector.resident(1);
  MockWarp warp(DivergenceKind::Its);
  CHECK(proven_after(detector, warp) > 50);
}

TEST_CASE("deadlock: the last reads of each lane are kept, strong ones before weak ones") {
  DeadlockDetector detector(0);
  detector.resident(1);
  auto model = make_divergence_model(DivergenceKind::Stack, FirstSide::FallThrough);
  model->start(0, 0xff);
  WarpState state;
  const auto read = [&](Pc pc, LaneMask lanes, std::uint64_t address, MemoryOrder order,
                        Kind kind = Kind::Load) {
    Inst inst;
    inst.kind = kind;
    inst.memory.order = order;
    Outcome out;
    out.clear(lanes);
    out.access[0].kind = kind;
    out.access[0].space = StateSpace::Global;
    out.access[0].lanes = lanes;
    out.access[0].address.fill(address);
    out.num_access = 1;
    detector.observe(1, pc, inst, out, state, *model, [] { return 9u; });
  };
  read(1, 0xff, 64, MemoryOrder::Weak);
  read(2, 0x0f, 128, MemoryOrder::Volatile);
  read(3, 0xff, 192, MemoryOrder::Weak);
  read(4, 0xff, 256, MemoryOrder::Weak, Kind::Store);
  const std::vector<LastRead>& reads = detector.last_reads(1);
  REQUIRE(reads.size() == 2);
  CHECK(reads[0].pc == 2);
  CHECK(reads[0].lanes == 0x0f);
  CHECK(reads[0].address[0] == 128);
  CHECK(reads[1].pc == 3);
  CHECK(reads[1].lanes == 0xf0);
  CHECK(detector.last_reads(2).empty());
}
