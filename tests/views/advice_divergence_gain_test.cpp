// What advice on branches promises beside what following it brings.
#include <algorithm>

#include "tests/views/advice_gain.h"

using namespace simt;
using namespace simt::gains;

TEST_CASE("gain: lanes that diverge") {
  check_expected({"kernels/sides_by_lane.ir"}, "branch splits warps", {"kernels/sides_by_warp.ir"});
  check_expected({"kernels/branch_by_lane.ir"}, "branch splits warps",
                 {"kernels/branch_by_warp.ir"});
  CHECK(Ran({"kernels/sides_by_warp.ir"}).gain("branch splits") == 0);
  // One warp alone: whole warps take a side only where there are more.
  CHECK(Ran({"kernels/if_else.ir"}).about("branch splits").kind == GainKind::Later);
  // Lanes could share the trips of the longest.
  CHECK(Ran({"kernels/loop_trips.ir"}).about("leave the loop").kind == GainKind::AtMost);
  // One warp of each block parts at a time: no other choice of lanes saves anything.
  CHECK(Ran({"kernels/reduce_halving_stride.ir"}).gain("branch splits") == 0);
}

TEST_CASE("gain: what lanes that diverge cost is a bound where warps wait for memory") {
  const std::string file = "tests/views/kernels/sides_after_load.ir";
  const Ran apart({file}), together({file, {"shift=5"}});
  const Advice& advice = apart.about("branch splits warps");
  const double brought = 100 * (1 - together.cycles() / apart.cycles());
  INFO("promised " << advice.gain << "%, brought " << brought << "%");
  CHECK(advice.gain >= brought);
  CHECK(advice.gain <= brought + 5);
  CHECK_THAT(advice.text, Contains("in the place of threadIdx.x % 2"));
  // Only of a condition that goes by a thread's index.
  CHECK_THAT(Ran({"tests/views/kernels/sides_by_value.ir"}).about("branch splits warps").text,
             Contains("goes by values that lanes read") && !Contains("threadIdx"));
  CHECK(advice.kind == GainKind::AtMost);
}

TEST_CASE("gain: a branch that somebody has to part at gets no advice") {
  // One lane writes its warp's or block's result.
  for (const char* kernel : {"warp_result", "rare_branch"}) {
    const Ran ran({std::string("tests/views/kernels/") + kernel + ".ir"});
    INFO(kernel);
    CHECK(ran.run.counters[Counter::branch_splits] > 0);
    const bool told = std::any_of(ran.advice.begin(), ran.advice.end(), [](const Advice& a) {
      return a.title.find("branch splits") != std::string::npos;
    });
    CHECK(told == (std::string(kernel) == "rare_branch"));
  }
}

TEST_CASE("gain: the dearest branch comes first, and is told by the executions that part") {
  const Ran ran({"tests/views/kernels/rare_branch.ir"});
  std::vector<Advice> found;
  for (const Advice& a : ran.advice)
    if (a.title.find("branch splits") != std::string::npos) found.push_back(a);
  REQUIRE(!found.empty());
  // 640 warps, each twice in 64 rounds, with every eighth lane.
  CHECK(found[0].title == "branch splits warps in 1,280 of 40,960 executions");
  CHECK_THAT(
      found[0].text,
      Contains("Where it does (in 640 of 640 warps), 4 of 32 lanes take the side with fewer "
               "lanes. On average these are at most 32 threads of a block at a time, in at most 8 "
               "warps: consecutive threads in 1 warp could do their work, as far as it "
               "needs nothing that only their own registers hold."));
}

TEST_CASE("gain: lanes that part at a nested branch are not the outer one's") {
  const Kernel rows{"tests/views/kernels/halo.ir", {}, 0, 0, false, "t4"};
  const Kernel packed{rows.file, {"packed u32 = 1"}, 0, 0, false, "t4"};
  check_at_most(rows, "branch splits warps in 832 of 832", packed);
  const Ran ran(rows);
  CHECK(ran.gain("branch splits warps in 832 of 832") > 2);
  CHECK_THAT(ran.about("branch splits warps in 832 of 832").text,
             Contains("The others wait for them at the next barrier."));
  CHECK(ran.gain("branch splits warps in 64 of 832") < 2);  // the edge of the grid
}

TEST_CASE("gain: lanes that wait in an inner loop are not the outer one's") {
  const Ran ran({"tests/views/kernels/nested_loops.ir"});
  std::vector<unsigned> lines;
  for (const Advice& a : ran.advice)
    if (a.title.find("lanes leave the loop") != std::string::npos) lines.push_back(a.line);
  CHECK(lines == std::vector<unsigned>{31});
}

TEST_CASE("gain: each kind of split is told for what it is") {
  const auto text = [](const std::string& kernel, const std::string& words) {
    return Ran({"kernels/" + kernel + ".ir"}).about(words).text;
  };
  CHECK_THAT(text("sides_by_lane", "branch splits"),
             Contains("Both sides run") && Contains("the same for 32 consecutive threads"));
  CHECK_THAT(text("reduce_growing_stride", "branch splits"),
             Contains("Lanes that skip") && !Contains("Both sides"));
  for (const char* lock : {"spin_lock", "mutex_fair", "linked_list"})
    CHECK_THAT(text(lock, "wait for each other"),
               Contains("one lane act for its warp") && !Contains("consecutive threads"));
}

TEST_CASE("gain: nobody can take over lanes at the border of a picture") {
  for (const Advice& a : Ran({"kernels/blur.ir"}).advice)
    CHECK_THAT(a.text, !Contains("consecutive threads"));
}

TEST_CASE("gain: a comparison with the border of the work is no choice of lanes") {
  std::vector<Advice> found;
  for (const char* kernel : {"odd_picture", "border"})
    for (const Advice& a : Ran({std::string("tests/views/kernels/") + kernel + ".ir"}).advice)
      if (a.title.find("branch splits") != std::string::npos) found.push_back(a);
  REQUIRE(found.size() == 3);  // in the first kernel two, the dearest first
  for (const Advice& a : found) {
    CHECK_THAT(a.title, Contains("branch splits warps at the border of the work in "));
    CHECK_THAT(a.text, Contains("there is nothing to gain") && !Contains("threadIdx.x / 32"));
    CHECK(a.kind == GainKind::Later);
    CHECK(a.gain == 0);
  }
  CHECK(found[0].share >= found[1].share);
}

// Of two warps that part in one block 32 lanes go one way: whole warps still spare the other one.
TEST_CASE("advice: warps of whole sides spare the shorter side's time") {
  const Ran parted({"tests/player/late_split.ir"});
  const Advice& advice = parted.about("branch splits warps");
  CHECK(advice.kind == GainKind::Expected);
  CHECK(advice.gain > 8);  // without the odd side the launch takes 26% less
  CHECK(advice.gain < 26);
}

TEST_CASE("advice: what one lane of each warp loads, lanes of one warp could load") {
  const Ran ran({"tests/views/kernels/halo_column.ir"});
  const Advice& advice = ran.about("branch splits warps");
  CHECK_THAT(advice.text, Contains("in 8 warps: consecutive threads in 1 warp"));
}
