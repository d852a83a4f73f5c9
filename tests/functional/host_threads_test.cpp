// Whatever the number of host threads: the same memory, counters and words.
#include "sim/functional/order.h"
#include "tests/functional/engines.h"
#include "tests/kernels/same_access.h"

using namespace simt;
using namespace simt::test;

namespace {

void check_threads(const SessionOptions& session, RunStatus status) {
  INFO(session.file << " on " << session.arch);
  const Ended one = run_engine(session, {}, false);
  REQUIRE(one.result.status == status);
  for (const unsigned threads : {2u, 3u, 8u}) {
    INFO(threads << " threads");
    RunOptions options;
    options.threads = threads;
    const Ended other = run_engine(session, options, false);
    CHECK(other.result.status == status);
    CHECK(other.result.explanation == one.result.explanation);
    CHECK(other.result.fault_pc == one.result.fault_pc);
    CHECK(other.result.counters == one.result.counters);
    CHECK(other.result.lines == one.result.lines);
    CHECK(std::equal(other.result.worst.begin(), other.result.worst.end(), one.result.worst.begin(),
                     one.result.worst.end(), test::same_access));
    CHECK(other.result.splits == one.result.splits);
    CHECK(other.printed == one.printed);
    if (status == RunStatus::Finished) CHECK(other.memory == one.memory);
  }
}
void check_threads(const Run& run, RunStatus status = RunStatus::Finished) {
  check_threads(options_of(run), status);
}

bool order_shows(const std::string& kernel) {
  return functional::order_shows(Session(options_of({kernel, "volta"})).program());
}

}  // namespace

TEST_CASE("functional threads: copies, tiles, reductions and locks") {
  for (const char* arch : {"pascal", "h200"})
    for (const char* kernel : {"vector_add", "copy_stride", "matmul_tiled", "reduce_v2",
                               "reduce_shuffle", "reduce_sum", "local_array_divergent"})
      check_threads(Run{kernel, arch});
  check_threads(Run{"spin_lock", "volta", "6", "64"});
  check_threads(Run{"producer_consumer", "volta", "5"});
}

TEST_CASE("functional threads: the same fault of many, and the same deadlock") {
  check_threads(Run{"misaligned", "volta", "40"}, RunStatus::Fault);
  check_threads(Run{"reduce_v2_faulty", "h200"}, RunStatus::Fault);
  check_threads(Run{"spin_lock", "pascal", "6"}, RunStatus::Deadlock);
}

TEST_CASE("functional threads: what kernels print, in the order of blocks") {
  SessionOptions print = options_of({"", "volta"});
  print.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/print.ir";
  print.overrides.grid = Dim3{200, 1, 1};
  check_threads(print, RunStatus::Finished);
  const Ended ended = run_engine(print, {}, false);
  CHECK(std::count(ended.printed.begin(), ended.printed.end(), '\n') > 200);
}

TEST_CASE("functional threads: where the order of blocks shows they take turns on one thread") {
  CHECK_FALSE(order_shows("vector_add"));
  CHECK_FALSE(order_shows("matmul_tiled"));
  CHECK_FALSE(order_shows("reduce_v2"));  // integers, added up without looking
  CHECK(order_shows("spin_lock"));
  CHECK(order_shows("producer_consumer"));
}
