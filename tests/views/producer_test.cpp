// Waits stand before the instruction that waits: which one it waits for, and which line has most.
#include "sim/views/producer.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/views/json.h"
#include "sim/views/source.h"
#include "tests/views/sample.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

struct Waiting {
  Program program = sample::program();
  ArchConfig arch = sample::arch();
  RunResult run = sample::run();

  Waiting() {
    run.worst[0] = run.worst[1] = {};
    sample::lasts(run, 2400);
    arch.dram.bytes_per_second = 1e12;
  }
  Subject subject() const { return {program, arch, run, {}}; }
  void stall(Pc pc, Stall stall, std::uint64_t cycles) {
    std::uint64_t& there = run.lines[pc].stall[static_cast<std::size_t>(stall)];
    run.counters[stall] += cycles - there;
    there = cycles;
  }
};

}  // namespace

TEST_CASE(
    "producer: the last instruction before that writes what is read, of those one waits for") {
  Waiting w;
  w.program.code[0].writes.push_back(3);
  w.program.code[1].reads.push_back(3);
  const Producers producers(w.subject());
  CHECK(producers.of(1, Stall::long_scoreboard) == 0);
  CHECK(producers.of(1, Stall::short_scoreboard) == kNoPc);
  CHECK(producers.of(1, Stall::barrier) == kNoPc);
  CHECK(producers.of(2, Stall::long_scoreboard) == kNoPc);
  w.program.code[0].memory.space = StateSpace::Shared;
  CHECK(Producers(w.subject()).of(1, Stall::short_scoreboard) == 0);
}

TEST_CASE("producer: in a loop it may stand behind") {
  Waiting w;
  w.program.code[1].reads.push_back(5);
  w.program.code[2].kind = Kind::ReadSpecial;
  w.program.code[2].writes.push_back(5);
  CHECK(Producers(w.subject()).of(1, Stall::short_scoreboard) == 2);
}

TEST_CASE("producer: of machine code the one that set the barrier that is waited for") {
  Waiting w;
  w.program.issue_control.resize(4);
  w.program.code[0].kind = Kind::Alu;  // as a special register that is read and unpacked
  w.program.code[0].writes.push_back(5);
  w.program.issue_control[0].result = 1;
  w.program.code[1].reads.push_back(5);
  w.program.issue_control[1].waits = 1 << 1;
  w.program.code[3].kind = Kind::ReadSpecial;
  w.program.code[3].writes.push_back(5);
  w.program.issue_control[3].result = 1;
  CHECK(Producers(w.subject()).of(1, Stall::short_scoreboard) == 0);
  // What has waited for it since waits no more.
  w.program.issue_control[2].waits = 1 << 1;
  w.program.code[2].kind = Kind::Alu;
  CHECK(Producers(w.subject()).of(2, Stall::short_scoreboard) == kNoPc);
}

TEST_CASE("producer: none that was never executed") {
  Waiting w;
  w.program.code[1].reads.push_back(5);
  for (const Pc pc : {0u, 2u}) {
    w.program.code[pc].kind = Kind::ReadSpecial;
    w.program.code[pc].writes.push_back(5);
  }
  w.run.lines[0].executed = 0;
  CHECK(Producers(w.subject()).of(1, Stall::short_scoreboard) == 2);
}

TEST_CASE("producer: the source page names its line") {
  Waiting w;
  w.program.code[0].writes.push_back(3);
  w.program.code[1].reads.push_back(3);
  const std::string page = render_source(w.subject(), collect_source(w.subject()), Style{});
  CHECK_THAT(page, Contains("long scoreboard (3) ") && Contains("(N): the line whose result"));
}

TEST_CASE("advice on a wait names the line that the source page shows with most of it") {
  Waiting w;
  w.program.debug.lines = {{1, 17, 0}, {1, 18, 0}};
  w.program.code[0].debug_line = w.program.code[1].debug_line = 1;
  w.program.code[2].debug_line = w.program.code[3].debug_line = 2;
  w.stall(1, Stall::long_scoreboard, 2500);
  w.stall(2, Stall::long_scoreboard, 2000);
  w.stall(3, Stall::long_scoreboard, 2000);
  w.run.counters[Counter::warps_active] = 8000;
  w.run.lines[2].splits = 0;
  std::string places;
  for (const Advice& a : collect_report(w.subject()).advice) {
    if (a.title.find("long scoreboard") == std::string::npos) continue;
    places += a.place;
    CHECK_THAT(a.text, Contains("This line has the largest part of that wait, 50%"));
  }
  CHECK(places == "demo.cu:18 (PTX lines 5, 6)");
}

TEST_CASE("producer: JSON names its line") {
  Waiting w;
  w.program.code[0].writes.push_back(3);
  w.program.code[1].reads.push_back(3);
  w.stall(1, Stall::long_scoreboard, 5000);
  const auto json = nlohmann::json::parse(render_json(w.subject(), {}, ""));
  for (const auto& line : json["lines"]) {
    const bool waits = line["line"] == w.program.code[1].loc.line;
    REQUIRE(line.contains("waits_for") == waits);
    if (!waits) continue;
    CHECK(line["waits_for"] == nlohmann::json::array({{{"stall", "long_scoreboard"},
                                                       {"line", w.program.code[0].loc.line},
                                                       {"source", "demo.cu:17"}}}));
  }
}
