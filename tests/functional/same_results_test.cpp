// Without time every kernel has the same memory and the same exact counters as in the cycle model,
// under both divergence models; without counters as well, it has the same memory.
#include <map>

#include "tests/functional/engines.h"

using namespace simt;
using namespace simt::test;

namespace {

/// Kernels whose counts depend on when they stop, by how they end under which model.
const std::map<std::string, std::string> kStopEarly{
    {"linked_list", "stack"},     // spins for ever: as long as it is watched
    {"mutex_fair", "stack"},      // likewise
    {"spin_lock", "stack"},       // likewise
    {"reduce_v2_faulty", "any"},  // many threads fault: the first one in time or in number
};

bool stops_early(const std::string& kernel, const std::string& model) {
  const auto found = kStopEarly.find(kernel);
  return found != kStopEarly.end() && (found->second == model || found->second == "any");
}

/// The kernel's own launch, but not more blocks than make a test quick.
SessionOptions quick(const std::string& kernel, const std::string& arch) {
  SessionOptions options = options_of({kernel, arch});
  Dim3 grid = *Session(options).spec().grid;
  while (grid.count() > 200) (grid.y > 1 ? grid.y : grid.x) /= 2;
  options.overrides.grid = grid;
  return options;
}

/// `plain`: the same run with its counters.
void check_uncounted(const SessionOptions& session, const Ended& plain) {
  RunOptions options;
  options.counters = false;
  const Ended uncounted = run_engine(session, options, false);
  INFO("without counters");
  CHECK_FALSE(uncounted.result.counted);
  CHECK(uncounted.result.status == plain.result.status);
  CHECK(uncounted.result.fault_pc == plain.result.fault_pc);
  CHECK(uncounted.result.explanation == plain.result.explanation);
  CHECK(uncounted.printed == plain.printed);
  CHECK(uncounted.memory == plain.memory);
  CHECK(uncounted.result.counters == Counters{});
  for (const LineCounters& line : uncounted.result.lines) CHECK(line == LineCounters{});
}

void check_kernel(const std::string& kernel, const std::string& arch, const std::string& model,
                  bool compiled) {
  SessionOptions session = quick(kernel, arch);
  session.divergence = divergence_kind(model);
  session.as_compiled = compiled;
  INFO(kernel << " on " << arch << ", " << model << (compiled ? ", as compiled" : ""));
  const Ended timed = run_engine(session, {}, true), plain = run_engine(session, {}, false);
  CHECK(timed.result.status == plain.result.status);
  CHECK(timed.result.fault_pc == plain.result.fault_pc);
  CHECK(timed.printed == plain.printed);
  CHECK(plain.result.cycles_elapsed == 0);
  CHECK_FALSE(plain.result.timing);
  if (kernel != "reduce_v2_faulty") {
    CHECK(timed.result.explanation == plain.result.explanation);
    CHECK(timed.memory == plain.memory);
  }
  CHECK((timed.result.status != RunStatus::Finished) ==
        (stops_early(kernel, model) || kernel == "misaligned"));
  if (!stops_early(kernel, model)) check_counts(timed.result, plain.result);
  check_uncounted(session, plain);
}

void check_all(const std::string& model) {
  for (const std::string& kernel : kernel_files()) check_kernel(kernel, "volta", model, false);
}

}  // namespace

TEST_CASE("functional: every kernel as in the cycle model, reconvergence stack") {
  check_all("stack");
}
TEST_CASE("functional: every kernel as in the cycle model, independent threads") {
  check_all("its");
}
TEST_CASE("functional: kernels as compiled, on another machine") {
  for (const char* kernel : {"reduce_v2", "reduce_shuffle", "matmul_tiled", "if_else", "loop_trips",
                             "spin_lock", "local_array_divergent", "constant_walk"})
    check_kernel(kernel, "h200", "its", true);
}
TEST_CASE("functional: kernels on a machine that has the reconvergence stack") {
  for (const char* kernel : {"reduce_v2", "branch_by_lane", "bank_walk", "spin_lock", "sine"})
    check_kernel(kernel, "pascal", "stack", false);
}
TEST_CASE("functional: paths that take turns after every instruction") {
  for (const char* kernel : {"if_else", "loop_trips", "reduce_eliminate_divergence"}) {
    SessionOptions session = options_of(Run{kernel});
    session.arch = std::string(SIMT_SOURCE_DIR) + "/tests/kernels/interleave.json";
    session.overrides.grid = Dim3{3, 1, 1};
    INFO(kernel);
    const Ended timed = run_engine(session, {}, true), plain = run_engine(session, {}, false);
    CHECK(plain.result.status == RunStatus::Finished);
    CHECK(timed.memory == plain.memory);
    check_counts(timed.result, plain.result);
  }
}

TEST_CASE("functional: narrow warps, and blocks that do not fill theirs") {
  for (const unsigned warp_size : {2u, 8u, 32u}) {
    Run run{"reduce_v2", "volta", "5", "96"};
    run.warp_size = warp_size;
    run.keep_checks = false;
    INFO(warp_size);
    const Ended timed = run_engine(options_of(run), {}, true);
    const Ended plain = run_engine(options_of(run), {}, false);
    CHECK(plain.result.status == timed.result.status);
    CHECK(timed.memory == plain.memory);
    check_counts(timed.result, plain.result);
  }
}
