// A program that brings its own issue control: no pass of the assembler decides anything, and time
// follows from what it says.
#include "isa/core/issue_control.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

#include "sim/launch/grid_needs.h"
#include "sim/sm/device.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

using Controls = std::vector<IssueControl>;

/// A kernel of one warp with the given control; `text` before its end.
struct Controlled {
  Controlled(const std::string& text, const std::function<void(Controls&)>& change)
      : session(test::open({"//! grid 1\n//! block 32\n//! arg in u32[32] = iota(1,1)\n"
                            "//! arg out u32[32] = zero\n",
                            ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
                            ".reg .b32 %r<10>; .reg .b64 %d<9>;\n" +
                                text + "ret;\n}\n",
                            "v100"})),
        program(session.program()) {
    program.issue_control.assign(program.code.size(), IssueControl{});
    change(program.issue_control);
  }

  std::uint64_t cycles() {
    BoundLaunch bound = bind(session.spec(), program, memory);
    bound.state.num_sms = session.arch().sm.count;
    const Kernel kernel(program, session.arch());
    const Occupancy occ = occupancy(session.arch(), occupancy_input(program, 32, 0));
    Grid grid(kernel, bound.state, grid_needs(program, session.arch(), occ), session.arch(), 1);
    Device device(session.arch(), {}, memory);
    device.launch(grid, Device::Caches::Empty);
    while (!device.idle()) {
      REQUIRE(device.next_event() != kNever);
      device.run_window(device.window_end(std::max(device.now(), device.next_event())));
    }
    REQUIRE(grid.finished());
    std::uint64_t last = 0;
    for (const auto& on : grid.on_sms())
      if (on != nullptr) last = std::max(last, on->finished_at);
    return last;
  }

  Session session;
  Program program;
  GlobalMemory memory;
};

std::uint64_t cycles(const std::string& text, const std::function<void(Controls&)>& change) {
  return Controlled(text, change).cycles();
}

const std::string kMoves = "mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nmov.u32 %r3, 3;\n";
const std::string kLoad =
    "ld.param.u64 %d1, [in];\nld.global.u32 %r1, [%d1];\nadd.u32 %r2, %r1, 1;\n";

}  // namespace

TEST_CASE("issue control: the next instruction of a warp waits for the stall count") {
  const std::uint64_t one = cycles(kMoves, [](Controls& c) { c[0].stall = c[1].stall = 4; });
  CHECK(cycles(kMoves, [](Controls& c) {
          c[0].stall = 11;
          c[1].stall = 4;
        }) == one + 7);
  CHECK(cycles(kMoves, [](Controls& c) { c[0].stall = c[1].stall = 15; }) == one + 22);
}

TEST_CASE("issue control: who waits for a dependence barrier waits for the load that opens it") {
  // What follows takes 400 cycles: beside the load, or after it.
  std::string text = kLoad;
  for (int i = 0; i < 40; ++i) text += "mov.u32 %r3, 3;\n";
  const auto with = [&](std::uint8_t waits) {
    return cycles(text, [&](Controls& c) {
      c[1].result = 3;
      c[2].waits = waits;
      for (std::size_t pc = 3; pc < c.size() - 1; ++pc) c[pc].stall = 10;
    });
  };
  const std::uint64_t nobody = with(0);
  CHECK(with(1u << 3) > nobody + 300);  // a load from device memory
  CHECK(with(1u << 4) == nobody);
}

TEST_CASE("issue control: control of a part of the program is refused") {
  Controlled kernel(kMoves, [](Controls& c) { c.pop_back(); });
  CHECK_THROWS_WITH(Kernel(kernel.program, kernel.session.arch()),
                    Catch::Contains("issue control for some"));
  Controlled beyond(kMoves, [](Controls& c) { c[0].result = 6; });
  CHECK_THROWS_WITH(Kernel(beyond.program, beyond.session.arch()),
                    Catch::Contains("a dependence barrier that there is not"));
}

TEST_CASE("a dependence barrier opens with the last of the results under way to it") {
  Scoreboard scoreboard;
  scoreboard.reset(ScoreboardUse::kBarrierEntries, true);
  IssueControl waits;
  waits.waits = 1u << 2;
  const ScoreboardUse use(waits);
  scoreboard.produce(2, kNever, Stall::long_scoreboard);
  scoreboard.produce(2, kNever, Stall::long_scoreboard);
  scoreboard.settle(2, 90, Stall::long_scoreboard);
  CHECK(scoreboard.ready(use, 0).at == kNever);
  scoreboard.settle(2, 70, Stall::long_scoreboard);
  CHECK(scoreboard.ready(use, 0).at == 90);
  scoreboard.produce(2, kNever, Stall::long_scoreboard);
  scoreboard.settle(2, 120, Stall::long_scoreboard);
  CHECK(scoreboard.ready(use, 0).at == 120);
}

TEST_CASE("who waits for a dependence barrier waits for operands that are still to be read") {
  Scoreboard scoreboard;
  scoreboard.reset(ScoreboardUse::kBarrierEntries, true);
  IssueControl reads, waits;
  reads.operands = 5;
  waits.waits = 1u << 5;
  scoreboard.produce(ScoreboardUse(reads).operands(), 44, Stall::short_scoreboard);
  CHECK(scoreboard.ready(ScoreboardUse(waits), 0).at == 44);
  const ScoreboardUse reader(reads);
  CHECK(reader.begin() == reader.end());
}
