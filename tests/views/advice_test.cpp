// Advice: what is found in known access patterns, and what is not said where nothing is wrong.
#include "sim/views/advice.h"

#include <catch2/catch.hpp>

#include "sample.h"
#include "sim/views/padding.h"

using namespace simt;
using Catch::Matchers::Contains;
using sample::strided;

namespace {

std::vector<Advice> advice_of(const RunResult& run) {
  const Program program = sample::program();
  ArchConfig arch = sample::arch();
  arch.dram.bytes_per_second = 1e12;  // not what holds the run back
  return advise({program, arch, run, {}});
}
const Advice* titled(const std::vector<Advice>& all, const std::string& words) {
  for (const Advice& a : all)
    if (a.title.find(words) != std::string::npos) return &a;
  return nullptr;
}
/// The sample in less time: what warps wait for is more than a thousandth of it.
RunResult busy_run() {
  RunResult run = sample::run();
  sample::lasts(run, 2400);
  run.lines[2].splits = 12;
  return run;
}
const Advice* on_line(const std::vector<Advice>& all, unsigned line) {
  for (const Advice& a : all)
    if (a.line == line) return &a;
  return nullptr;
}

}  // namespace

TEST_CASE("321 the smallest pad that removes a conflict") {
  const ArchConfig arch = sample::arch();
  const auto pad = [&](std::uint64_t stride) {
    const auto best =
        best_pad({{strided(StateSpace::Shared, Kind::Load, 0, stride), 1}}, 0, arch, 0);
    return best ? std::optional(best->pad) : std::nullopt;
  };
  // A column of [32][32] words: one word after every row of 32.
  REQUIRE(pad(128));
  CHECK(pad(128)->row == 128);
  CHECK(pad(128)->bytes == 4);
  // Every second word: one word after every 32.
  REQUIRE(pad(8));
  CHECK(pad(8)->row == 128);
  // A column of [32][64].
  REQUIRE(pad(256));
  CHECK(pad(256)->row == 256);
  CHECK(pad(256)->bytes == 4);
  // A column of [64][16]: of paddings that leave none, one that makes longer rows is declared.
  REQUIRE(pad(64));
  CHECK(pad(64)->row == 128);
  const auto rows = best_pad({{strided(StateSpace::Shared, Kind::Load, 0, 64), 1}}, 0, arch, 0, 64);
  REQUIRE(rows);
  CHECK(rows->pad.row == 64);
  CHECK(rows->pad.bytes == 4);
}

TEST_CASE("what explains most of the waiting comes first") {
  const auto first = [](Stall most) {
    RunResult run = busy_run();
    run.lines[1].wavefronts = most == Stall::short_scoreboard ? 5120 : 64;
    run.lines[1].conflicts = run.lines[1].wavefronts - run.lines[1].wavefronts_ideal;
    StallCycles& stall = run.lines[1].stall;
    stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 100;
    stall[static_cast<std::size_t>(Stall::short_scoreboard)] = 100;
    stall[static_cast<std::size_t>(most)] = 50000;
    return advice_of(run).front().title;
  };
  CHECK_THAT(first(Stall::long_scoreboard), Contains("global load touches 32 sectors"));
  CHECK_THAT(first(Stall::short_scoreboard), Contains("32-way bank conflict"));
}

TEST_CASE("323 each fault of the sample is named with its line") {
  const std::vector<Advice> all = advice_of(busy_run());
  const Advice* global = on_line(all, 3);
  REQUIRE(global);
  CHECK(global->title == "global load touches 32 sectors where 4 would do");
  CHECK_THAT(global->text,
             Contains("128 bytes apart for elements of 4") && Contains("448 of 512 sectors"));
  const Advice* bank = titled(all, "bank conflict");
  REQUIRE(bank);
  CHECK(bank->line == 4);
  CHECK(bank->title == "32-way bank conflict on tile (store)");
  CHECK_THAT(
      bank->text,
      Contains("Bank 0 is asked for 32 words (lanes 0, 1, 2, 3, ... of warp 0 in block 0)") &&
          Contains("32 wavefronts where 1 would do") && Contains("rows of 33 instead of 32"));
  const Advice* branch = on_line(all, 5);
  REQUIRE(branch);
  CHECK_THAT(branch->title, Contains("12 of 16 executions"));
  const Advice* launch = on_line(all, 0);
  REQUIRE(launch);
  CHECK_THAT(launch->title, Contains("occupancy 50%, limited by shared memory"));
  const Advice* wait = titled(all, "80% of warps' cycles: long scoreboard (a value from global");
  REQUIRE(wait);
  CHECK(wait->line == 4);
  // All together promise no more than there is, the largest first; what is a bound on a wait comes
  // after them.
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all[i].gain;
    const bool bound = all[i].kind == GainKind::AtMost && all[i].shown == Shown::Wait;
    if (i > 0 && !bound) CHECK(all[i - 1].gain >= all[i].gain);
    CHECK(bound == (&all[i] == wait));
  }
  CHECK(sum <= 100);
  CHECK(wait->gain > bank->gain);
  CHECK(wait > bank);
}

TEST_CASE("324 a good run gets no advice but what limits it") {
  RunResult run = sample::run();
  run.lines[0].sectors = run.lines[0].sectors_ideal;
  run.lines[1].wavefronts = run.lines[1].wavefronts_ideal;
  run.lines[1].conflicts = 0;
  run.lines[2].splits = 0;
  run.worst[0] = run.worst[1] = {};
  run.launch.occupancy.fraction = 1;
  sample::lasts(run, 24576);
  run.counters[Stall::long_scoreboard] = 0;
  CHECK(advice_of(run).empty());
  const Program program = sample::program();
  const ArchConfig arch = sample::arch();
  CHECK_THAT(render_details(collect_report({program, arch, run, {}}), Style{}, true),
             Contains("Advice\n  Nothing stands out"));
  run.counters[Counter::issue_active] = 600;
  const std::vector<Advice> all = advice_of(run);
  REQUIRE(all.size() == 1);
  CHECK(all[0].title == "94% of issue slots used: limited by its number of instructions");
  CHECK(gain_text(all[0]) == "Est. speedup: depends on the change");
}

TEST_CASE("325 shifted neighbours, partial warps and too few blocks") {
  RunResult run = sample::run();
  run.worst[0].access = strided(StateSpace::Global, Kind::Load, 0x7f0000000004, 4);
  run.worst[0].cost = 5;
  run.lines[0].sectors = 80;
  run.launch.block = {48, 1, 1};
  run.launch.grid = {2, 1, 1};
  run.counters[Counter::padded_lanes] = 32;
  const std::vector<Advice> all = advice_of(run);
  CHECK_THAT(on_line(all, 3)->text, Contains("start 4 bytes into a sector"));
  std::string launch;
  for (const Advice& a : all)
    if (a.line == 0) launch += a.title + ". " + a.text + "\n";
  CHECK_THAT(launch, Contains("16 empty lanes") && Contains("32 lanes of the launch") &&
                         Contains("2 blocks for 4 SMs"));
}

TEST_CASE("326 lanes that share an address are no excess") {
  RunResult run = sample::run();
  run.lines[0].sectors = 16;
  run.counters[Counter::global_sectors] = 16;
  const std::vector<Advice> all = advice_of(run);
  CHECK(on_line(all, 3) == nullptr);
  const ArchConfig arch = sample::arch();
  CHECK(value_of("derived__memory_l2_theoretical_sectors_global_excessive", {run, arch}) == 0);
}
