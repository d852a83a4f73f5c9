// What all advice together promises, what its estimates bound, and how they are written.
#include <algorithm>

#include "tests/views/advice_gain.h"

using namespace simt;
using namespace simt::gains;

TEST_CASE("gain: waits are bounded by what hiding them brings") {
  check_at_most({"kernels/latency_ilp_1.ir"}, "cycles: wait", {"kernels/latency_ilp_2.ir"});
  check_at_most({"docs/lessons/exercises/break_the_chain.ir"}, "cycles: wait",
                {"docs/lessons/solutions/break_the_chain.ir"});
  const std::vector<std::string> args{"in f32[700000] = const(1)", "out f32[327680] = zero"};
  check_at_most({"kernels/occupancy_65.ir", args, 640, 0, false, "h200"}, "occupancy",
                {"kernels/occupancy_64.ir", args, 640, 0, false, "h200"});
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

TEST_CASE("gain: the exercise of lesson 6 pays for who solves it") {
  const Ran before({"docs/lessons/exercises/interleave.ir"});
  CHECK(measured(before, {"docs/lessons/solutions/interleave.ir"}) > 25);
}
