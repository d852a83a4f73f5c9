// What advice on memory promises beside what following it brings: conflicts, sectors, atomics.
#include <algorithm>

#include "tests/views/advice_gain.h"

using namespace simt;
using namespace simt::gains;

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

TEST_CASE("gain: constants that differ between lanes") {
  check_expected({"kernels/constant_divergent.ir"}, "different constants",
                 {"kernels/constant_uniform.ir"});
  check_expected({"kernels/constant_walk.ir"}, "different constants",
                 {"kernels/constant_walk.ir", {"step u32 = 0"}});
}

TEST_CASE("gain: reductions of one line of the source are one change") {
  const Kernel kernel{"tests/views/kernels/one_total.ir"};
  check_close(kernel, "update one word", {"tests/views/kernels/one_total_mended.ir"});
  const Ran ran(kernel);
  CHECK(ran.advice.front().further == std::vector<unsigned>{33, 32, 31});
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

TEST_CASE("gain: reductions for which no warp waits, but the launch does") {
  const auto kernel = [](const std::string& mask, unsigned grid) {
    Kernel out{"tests/views/kernels/sum_of_all.ir", {"mask u32 = " + mask}, grid};
    out.arch = "h200";
    return out;
  };
  // Few warps are gone before L2 has added up their lanes; many have loads behind them.
  for (const unsigned grid : {132U, 640U}) {
    check_close(kernel("0", grid), "32 lanes update one word", kernel("31", grid));
    check_close(kernel("0", grid), "32 lanes update one word", kernel("255", grid));
  }
  const std::string warps = "reductions on global memory wait for each other";
  check_at_most(kernel("31", 640), warps, kernel("255", 640));
  CHECK(Ran(kernel("31", 640)).gain(warps) < 90);
  // What is left to a block each is no queue.
  const Ran blocks(kernel("255", 132));
  for (const Advice& a : blocks.advice) CHECK_THAT(a.title, !Contains("reduction"));
}

TEST_CASE("gain: atomics that warps' ends wait for") {
  const std::string file = "tests/views/kernels/block_sums.ir";
  const Kernel many{file}, few{file, {"each u32 = 4"}, 128};
  check_at_most(many, "atomics on global memory wait for each other", few);
  const Ran ran(many);
  CHECK_THAT(ran.about("atomics on global memory").text, Contains("let fewer blocks do more"));
  for (const Advice& a : ran.advice) CHECK_THAT(a.title, !Contains("drain"));
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
