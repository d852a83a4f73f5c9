// The registers of an instruction as the scoreboard is asked for them are those of the instruction.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "sim/sm/parts/scoreboard.h"

using namespace simt;

TEST_CASE("the scoreboard answers the same for an instruction and for its registers side by side") {
  constexpr unsigned kRegisters = 24;
  std::mt19937 random(3);
  const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const auto any = [&] { return static_cast<RegId>(pick(kRegisters)); };
  for (int i = 0; i < 5000; ++i) {
    Scoreboard scoreboard;
    scoreboard.reset(kRegisters);
    for (unsigned n = pick(20); n > 0; --n)
      scoreboard.produce(any(), pick(8) == 0 ? kNever : pick(12),
                         pick(2) == 0 ? Stall::wait : Stall::short_scoreboard);
    Inst inst;
    for (unsigned n = pick(8); n > 0; --n) inst.reads.insert(any());
    for (unsigned n = pick(5); n > 0; --n) inst.writes.insert(any());
    if (pick(2) == 0) inst.reads.insert(inst.guard_reg = any());
    const ScoreboardUse use(inst);
    REQUIRE(use.fits());
    CHECK(use.guard() == inst.guard_reg);
    CHECK(std::vector(use.written().begin(), use.written().end()) ==
          std::vector(inst.writes.begin(), inst.writes.end()));
    const unsigned extra = pick(3);
    const Scoreboard::Ready a = scoreboard.ready(inst, extra), b = scoreboard.ready(use, extra);
    CHECK(a.at == b.at);
    CHECK(a.reason == b.reason);
  }
}

TEST_CASE("an instruction with many registers says that they do not fit") {
  Inst reads, writes;
  for (RegId reg = 0; reg < 13; ++reg) reads.reads.push_back(reg);
  for (RegId reg = 0; reg < 5; ++reg) writes.writes.push_back(reg);
  CHECK_FALSE(ScoreboardUse(reads).fits());
  CHECK_FALSE(ScoreboardUse(writes).fits());
  CHECK(ScoreboardUse(Inst()).fits());
}
