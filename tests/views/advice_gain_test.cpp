// What advice promises beside what following it brings: both kernels are run.
#include <catch2/catch.hpp>

#include <numeric>

#include "sim/views/advice.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

struct Kernel {
  std::string file;  ///< below the repository
  std::vector<std::string> args = {};
  unsigned grid = 0, block = 0;  ///< 0: the header's
  bool as_compiled = false;
  std::string arch = "v100";
};

struct Ran {
  explicit Ran(const Kernel& kernel)
      : session(options(kernel)),
        run(session.run({})),
        advice(advise({session.program(), session.arch(), run, {}})) {
    INFO(kernel.file);
    REQUIRE(run.status == RunStatus::Finished);
  }

  static SessionOptions options(const Kernel& kernel) {
    SessionOptions out;
    out.file = std::string(SIMT_SOURCE_DIR) + "/" + kernel.file;
    out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
    out.arch = kernel.arch;
    out.as_compiled = kernel.as_compiled;
    for (const std::string& arg : kernel.args) out.overrides.args.push_back(parse_arg(arg, true));
    if (kernel.grid != 0) out.overrides.grid = Dim3{kernel.grid, 1, 1};
    if (kernel.block != 0) out.overrides.block = Dim3{kernel.block, 1, 1};
    return out;
  }

  /// Percent that all advice with these words promises.
  double gain(const std::string& words) const {
    double sum = 0;
    for (const Advice& a : advice)
      if (a.title.find(words) != std::string::npos) sum += a.gain;
    return sum;
  }
  const Advice& about(const std::string& words) const {
    for (const Advice& a : advice)
      if (a.title.find(words) != std::string::npos) return a;
    FAIL("no advice on " << words);
    return advice.front();
  }
  double cycles() const { return static_cast<double>(run.cycles_elapsed); }

  Session session;
  RunResult run;
  std::vector<Advice> advice;
};

double measured(const Ran& before, const Kernel& after) {
  return 100 * (1 - Ran(after).cycles() / before.cycles());
}

/// Half to one and a half times what it brings, and a point more or less.
void check_expected(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double estimate = ran.gain(words), brought = measured(ran, after);
  INFO(before.file << ", " << words << ": estimate " << estimate << "%, brought " << brought
                   << "%");
  CHECK(estimate >= 0.5 * brought - 1);
  CHECK(estimate <= 1.5 * brought + 1);
}

/// Within three tenths of what it brings, and a point.
void check_close(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double estimate = ran.gain(words), brought = measured(ran, after);
  INFO(before.file << ", " << words << ": estimate " << estimate << "%, brought " << brought
                   << "%");
  CHECK(estimate >= 0.7 * brought - 1);
  CHECK(estimate <= 1.3 * brought + 1);
}

/// It brings no more than that, but for a point.
void check_at_most(const Kernel& before, const std::string& words, const Kernel& after) {
  const Ran ran(before);
  const double brought = measured(ran, after);
  INFO(before.file << ", " << words << ": at most " << ran.gain(words) << "%, brought " << brought);
  CHECK(ran.about(words).kind == GainKind::AtMost);
  CHECK(brought > 0);
  CHECK(ran.gain(words) >= brought - 1);
}

}  // namespace

TEST_CASE("gain: bank conflicts") {
  check_expected({"kernels/bank_column.ir"}, "bank conflict", {"kernels/bank_column_padded.ir"});
  const Kernel packed{"kernels/bank_walk.ir"};
  for (const char* stride : {"2", "4", "8", "32"}) {
    const std::vector<std::string> args{std::string("stride u32 = ") + stride};
    check_expected({"kernels/bank_walk.ir", args}, "bank conflict", packed);
    // A warp alone on its scheduler waits for its own wavefronts.
    check_expected({"kernels/bank_walk.ir", args, 80, 32}, "bank conflict",
                   {"kernels/bank_walk.ir", {}, 80, 32});
  }
}

TEST_CASE("gain: work that falls on one sub-partition") {
  const auto some = [](const char* factor) {
    return Kernel{"tests/views/kernels/some_warps.ir", {std::string("factor u32 = ") + factor}};
  };
  check_at_most(some("8"), "sub-partitions", some("1"));
  const Ran one(some("8")), even(some("1"));
  CHECK(one.gain("sub-partitions") <= measured(one, some("1")) + 10);
  CHECK_THAT(one.about("sub-partitions").title, Contains("one of 4 sub-partitions issues 9"));
  for (const Advice& a : one.advice) CHECK_THAT(a.title, !Contains("issue slots"));
  CHECK(even.gain("sub-partitions") == 0);
  // A block of two warps on an SM, one of which has the work: nobody else is on its scheduler.
  const Kernel lone{"tests/views/kernels/lone_warps.ir"};
  CHECK(Ran(lone).gain("sub-partitions") == 0);
  // Three warps on four schedulers do not get in each other's way.
  CHECK(Ran({"kernels/vector_add.ir", {}, 0, 96}).gain("sub-partitions") == 0);
}

TEST_CASE("gain: conflicts keep everybody from the load/store stages") {
  const auto kernel = [](const std::string& name, const std::string& arg, unsigned grid = 0) {
    return Kernel{"tests/views/kernels/" + name + ".ir", {arg}, grid};
  };
  // Warps wait for values that come behind other warps' wavefronts, too, and with their stores.
  for (const unsigned grid : {0u, 16u})
    check_close(kernel("transpose", "pitch u32 = 32", grid), "bank conflict",
                kernel("transpose", "pitch u32 = 33", grid));
  check_close(kernel("tiles_by_column", "pitch u32 = 16"), "bank conflict",
              kernel("tiles_by_column", "pitch u32 = 17"));
  // Warps that wait for nothing in shared memory wait for their next load behind the reductions.
  check_close(kernel("shared_maximum", "step u32 = 0"), "update one word",
              kernel("shared_maximum", "step u32 = 4"));
  // What memory hides costs little.
  const Ran hidden(kernel("strided_copy", "step u32 = 32"));
  CHECK(hidden.gain("bank conflict") <= 12);
}

TEST_CASE("gain: sectors that packed lanes would not touch") {
  const auto copy = [](unsigned stride, unsigned grid) {
    return Kernel{"kernels/copy_stride.ir",
                  {"stride u32 = " + std::to_string(stride), "in u32[2097152] = iota(0,1)",
                   "out u32[262144] = zero"},
                  grid};
  };
  for (const unsigned grid : {1u, 64u, 1024u})  // latency, both, bandwidth
    for (const unsigned stride : {2u, 4u, 8u})
      check_expected(copy(stride, grid), "sectors where", copy(1, grid));
  // What another access brought into L1 costs little.
  check_expected({"kernels/array_of_structures.ir"}, "sectors where",
                 {"kernels/structure_of_arrays.ir"});
  CHECK_THAT(Ran({"kernels/array_of_structures.ir"}).about("sectors where").text,
             Contains("L1 has most of them"));
}

TEST_CASE("gain: stores that leave L1 with another store to their sectors cost little") {
  // Each lane has 32 bytes: two stores of 16, each to half of a sector.
  const Kernel apart{"tests/views/kernels/copy_32_bytes.ir", {"step u32 = 2"}},
      packed{"tests/views/kernels/copy_32_bytes.ir", {"step u32 = 1"}};
  // Parts of sectors that leave alone keep slices of L2 longer, which the estimate does not see.
  const Ran ran(apart);
  CHECK(measured(ran, packed) < 5);
  const Advice& both = ran.about("touches 32 sectors where 16 would do");
  CHECK_THAT(both.title, Contains("each global access (") && Contains("2 stores"));
  CHECK_THAT(both.text, Contains("stores leave it together with another store"));
  CHECK(both.gain < 5);
}

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
  const Kernel rows{"tests/views/kernels/halo.ir"}, packed{rows.file, {"packed u32 = 1"}};
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

TEST_CASE("gain: constants that differ between lanes") {
  check_expected({"kernels/constant_divergent.ir"}, "different constants",
                 {"kernels/constant_uniform.ir"});
  check_expected({"kernels/constant_walk.ir"}, "different constants",
                 {"kernels/constant_walk.ir", {"step u32 = 0"}});
}

TEST_CASE("gain: empty lanes") {
  const std::vector<std::string> args{"out f32[614400] = zero", "rounds u32 = 16"};
  check_expected({"kernels/sides_by_warp.ir", args, 12800, 48}, "empty lanes",
                 {"kernels/sides_by_warp.ir", args, 9600, 64});
}

TEST_CASE("gain: waits are bounded by what hiding them brings") {
  check_at_most({"kernels/latency_ilp_1.ir"}, "cycles: wait", {"kernels/latency_ilp_2.ir"});
  check_at_most({"docs/lessons/exercises/break_the_chain.ir"}, "cycles: wait",
                {"docs/lessons/solutions/break_the_chain.ir"});
  const std::vector<std::string> args{"in f32[700000] = const(1)", "out f32[327680] = zero"};
  check_at_most({"kernels/occupancy_65.ir", args, 640}, "occupancy",
                {"kernels/occupancy_64.ir", args, 640});
}

TEST_CASE("gain: blocks that all run at once are not held back by what others would need") {
  const std::vector<std::string> args{"in f32[700000] = const(1)", "out f32[327680] = zero"};
  const Ran one({"kernels/occupancy_65.ir", args, 80});
  REQUIRE(one.run.launch.waves_per_sm == 1);
  CHECK(one.about("occupancy").kind == GainKind::Later);
  CHECK_THAT(one.about("occupancy").text, Contains("run at once as it is"));
  CHECK(Ran({"kernels/occupancy_65.ir", args, 160}).about("occupancy").kind == GainKind::AtMost);
}

TEST_CASE("gain: reductions of one line of the source are one change") {
  const Kernel kernel{"tests/views/kernels/one_total.ir"};
  check_close(kernel, "update one word", {"tests/views/kernels/one_total_mended.ir"});
  const Ran ran(kernel);
  CHECK(ran.advice.front().further == std::vector<unsigned>{33, 32, 31});
}

TEST_CASE("gain: more blocks than SMs of a small launch stand after the kernel") {
  const Ran ran({"kernels/bank_column.ir"});
  REQUIRE(ran.advice.size() >= 3);
  CHECK_THAT(ran.advice[0].title, Contains("32-way bank conflict"));
  const Advice& blocks = ran.about("1 block for 80 SMs");
  CHECK(blocks.kind == GainKind::Open);
  CHECK(blocks.gain == 0);
  CHECK_THAT(blocks.text, Contains("take no longer") && Contains("where more blocks share"));
  CHECK(gain_text(blocks) == "Est. speedup: depends on the change");
  CHECK(ran.about("no instruction").kind == GainKind::Later);
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

TEST_CASE("gain: all advice together promises no more than the launch") {
  for (const char* name :
       {"bank_column", "bank_walk", "copy_stride", "array_of_structures", "sides_by_lane",
        "spin_lock", "linked_list", "loop_trips", "local_array_divergent", "constant_walk",
        "matmul_tiled", "reduce_growing_stride", "latency_ilp_1", "occupancy_65",
        "producer_consumer", "points_apart", "color_to_grey", "blur"}) {
    const Ran ran({std::string("kernels/") + name + ".ir"});
    INFO(name);
    double sum = 0;
    for (const Advice& a : ran.advice) {
      CHECK(a.gain >= 0);
      CHECK((a.kind != GainKind::Later || a.gain == 0));
      sum += a.gain;
    }
    CHECK(sum <= 100 + 1e-9);
    // What gains less than can be told is in no order. What limits the launch comes before what
    // gains less than a fifth. Bounds on what warps wait for come after changes.
    const auto gain = [](const Advice& a) {
      if (a.kind == GainKind::Open && a.share >= 30) return std::min(a.share, 20.0);
      return a.gain < 0.1 ? 0 : a.gain;
    };
    const auto later = [&](const Advice& a) {
      return gain(a) < 2 || (a.kind == GainKind::AtMost && a.shown == Shown::Wait);
    };
    CHECK(
        std::is_sorted(ran.advice.begin(), ran.advice.end(), [&](const Advice& a, const Advice& b) {
          return later(a) != later(b) ? later(b) : gain(a) > gain(b);
        }));
  }
}

TEST_CASE("gain: how it is written") {
  Advice a;
  a.gain = 41.7;
  CHECK(gain_text(a) == "Est. speedup: 42%");
  a.kind = GainKind::AtMost;
  CHECK(gain_text(a) == "Est. speedup: at most 42%");
  a.gain = 0.31;
  CHECK(gain_text(a) == "Est. speedup: at most 0.3%");
  a.gain = 0.98;
  CHECK(gain_text(a) == "Est. speedup: at most 1%");
  a.gain = 0.01;
  CHECK(gain_text(a) == "Est. speedup: below 0.1%");
}

TEST_CASE("gain: none where the assembler takes the lanes on one word together") {
  Kernel kernel{"tests/views/kernels/shared_count.ir"};
  kernel.arch = "h200";
  const Ran written(kernel);
  const Advice& a = written.about("32 lanes update one word of count");
  CHECK(a.kind == GainKind::Later);
  CHECK(a.gain == 0);
  CHECK(a.packs.empty());  // no what-if run
  CHECK_THAT(a.text, Contains("the assembler combines the lanes on one word by itself") &&
                         !Contains("Combine values"));
  Kernel as_compiled = kernel;
  as_compiled.as_compiled = true;
  CHECK(Ran(as_compiled).gain("update one word") == 0);
}

TEST_CASE("gain: the exercise of lesson 6 pays for who solves it") {
  const Ran before({"docs/lessons/exercises/interleave.ir"});
  CHECK(measured(before, {"docs/lessons/solutions/interleave.ir"}) > 25);
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

TEST_CASE("gain: atomics on one word of global memory") {
  const auto kernel = [](const std::string& step, const std::string& one = "0") {
    return Kernel{"tests/views/kernels/global_sum.ir", {"step u32 = " + step, "one u32 = " + one}};
  };
  // Combined in registers first, a lane of each warp adds.
  check_close(kernel("0"), "lanes update one word of global memory", kernel("0", "1"));
  const Ran same(kernel("0"));
  CHECK_THAT(same.about("32 lanes update one word").text,
             Contains("one after another") && Contains("Combine values first"));
  CHECK(same.about("32 lanes update one word").kind == GainKind::Expected);
  for (const Advice& a : same.advice) CHECK_THAT(a.text, !Contains("More resident warps"));
  // One lane of each of 512 warps, four times.
  CHECK_THAT(Ran(kernel("0", "1")).about("2,048 atomics on global memory wait").text,
             Contains("the same few words") && Contains("On average a warp waits"));
  // One atomic waits for no other.
  Kernel alone{"tests/views/kernels/one_atomic.ir"};
  alone.arch = "h200";
  for (const Advice& a : Ran(alone).advice) CHECK_THAT(a.title, !Contains("atomic"));
  // Each lane has its own word: nothing waits in a queue.
  for (const Advice& a : Ran(kernel("4")).advice)
    CHECK_THAT(a.title, !Contains("global memory wait for each other") && !Contains("update one"));
}

TEST_CASE("gain: atomics that warps' ends wait for") {
  const std::string file = "tests/views/kernels/block_sums.ir";
  const Kernel many{file}, few{file, {"each u32 = 4"}, 128};
  check_at_most(many, "atomics on global memory wait for each other", few);
  const Ran ran(many);
  CHECK_THAT(ran.about("atomics on global memory").text, Contains("let fewer blocks do more"));
  for (const Advice& a : ran.advice) CHECK_THAT(a.title, !Contains("drain"));
}

TEST_CASE("gain: a few blocks in a last wave of their own") {
  const auto kernel = [](unsigned blocks) {
    return Kernel{"tests/views/kernels/rounds.ir", {}, blocks};
  };
  const unsigned places = 80 * 8;  // of 256 threads
  check_at_most(kernel(places + 1), "in a last wave of its own", kernel(places));
  const Ran one(kernel(places + 1));
  CHECK(one.about("last wave").title == "1 of 641 blocks runs in a last wave of its own");
  CHECK_THAT(one.about("last wave").text, Contains("at most 640 blocks"));
  for (const unsigned blocks : {places, places / 2, 2 * places - 1})
    for (const Advice& a : Ran(kernel(blocks)).advice) CHECK_THAT(a.title, !Contains("last wave"));
}

namespace {
std::vector<Advice> advice_on(const std::string& kernel, const std::string& arch, bool compiled,
                              unsigned block) {
  SessionOptions o =
      Ran::options({"tests/views/kernels/" + kernel + ".ir", {}, 0, block, compiled});
  o.arch = arch;
  Session session(o);
  const RunResult run = session.run({});
  return advise({session.program(), session.arch(), run, {}});
}
}  // namespace

TEST_CASE("serialized additions stand before lanes that are empty") {
  const std::string kernel = GENERATE("one_word", "one_word_float");
  const std::string arch = GENERATE("v100", "t4", "h200");
  const bool compiled = GENERATE(false, true);
  const unsigned block = GENERATE(31u, 32u);
  CAPTURE(kernel, arch, compiled, block);
  const std::vector<Advice> advice = advice_on(kernel, arch, compiled, block);
  const bool combined = kernel == "one_word";  // integers, by the assembler
  for (const Advice& a : advice) {
    CHECK_FALSE((a.kind == GainKind::Expected && a.gain < 0.1));
    if (combined && compiled)
      CHECK_THAT(a.title, !Contains("lanes update one word"));
    else
      CHECK_THAT(a.title, !Contains("1 empty lanes"));
  }
  if (combined && compiled) return;
  const auto word = std::find_if(advice.begin(), advice.end(), [](const Advice& a) {
    return a.title.find("lanes update one word of global memory") != std::string::npos;
  });
  REQUIRE(word != advice.end());
  if (!combined) {
    CHECK(word == advice.begin());
    CHECK(word->gain > 50);
    return;
  }
  // It gains nothing, and what gains hardly more may stand before it.
  for (auto before = advice.begin(); before != word; ++before) CHECK(before->gain < 0.2);
  CHECK(word->kind == GainKind::Later);
  CHECK_THAT(word->text, Contains("the assembler combines the lanes on one word by itself"));
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
