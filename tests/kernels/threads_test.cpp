// Whatever the number of host threads, with or without idle cycles skipped, watched or not, and
// with registers in shared or in own slots: the same counters, bytes in memory and words.
#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/kernels/run_kernel.h"
#include "tests/kernels/same_access.h"

using namespace simt;
using test::Run;

namespace {

/// Everything that a run shows.
struct Seen {
  RunResult result;
  std::vector<std::vector<std::byte>> memory;
  std::string printed;
};

Seen run(const SessionOptions& session_options, RunOptions options) {
  Seen seen;
  options.print = [&](std::string_view text) { seen.printed += text; };
  Session session(session_options);
  seen.result = session.run(options);
  for (const Allocation& a : session.memory().allocations())
    seen.memory.emplace_back(a.data.begin(), a.data.end());
  return seen;
}

void check_same(const Seen& a, const Seen& b) {
  CHECK(a.result.status == b.result.status);
  CHECK(a.result.explanation == b.result.explanation);
  CHECK(a.result.fault_pc == b.result.fault_pc);
  CHECK(a.result.counters == b.result.counters);
  CHECK(a.result.lines == b.result.lines);
  CHECK(a.result.cycles_elapsed == b.result.cycles_elapsed);
  CHECK(a.result.sms == b.result.sms);
  CHECK(std::equal(a.result.worst.begin(), a.result.worst.end(), b.result.worst.begin(),
                   b.result.worst.end(), test::same_access));
  CHECK(a.memory == b.memory);
  CHECK(a.printed == b.printed);
}

void copy_counts(const RunResult& from, RunResult& to) {
  to.counters = from.counters;
  to.lines = from.lines;
  to.sms = from.sms;
  to.worst = from.worst;
  to.cycles_elapsed = from.cycles_elapsed;
}

/// Runs with one thread, requires `status`, and compares with other numbers of threads and with
/// every cycle stepped.
Seen check_threads(const SessionOptions& session, RunStatus status, const RunOptions& base = {}) {
  const Seen one = run(session, base);
  INFO(session.file << " on " << session.arch << ": " << one.result.explanation);
  REQUIRE(one.result.status == status);
  RunOptions options = base;
  for (const unsigned threads : {2u, 3u, 8u}) {
    INFO(threads << " threads");
    options.threads = threads;
    check_same(one, run(session, options));
  }
  INFO("every cycle");
  options.skip_idle = false;
  check_same(one, run(session, options));
  INFO("somebody watches");  // instructions then go another way through the SM
  Observer nobody;
  options = base;
  options.observer = &nobody;
  Seen watched = run(session, options);
  if (status == RunStatus::Fault) {
    // What SMs had counted ahead of a fault (Sm::run) they have counted; watched, or with a limit
    // of instructions, they stay together.
    options.observer = nullptr;
    options.max_instructions = 1'000'000'000'000;
    check_same(run(session, options), watched);
    copy_counts(one.result, watched.result);
  }
  check_same(one, watched);
  INFO("a slot for each register");
  SessionOptions apart = session;
  apart.keep_registers = true;
  check_same(one, run(apart, base));
  return one;
}
Seen check_threads(const Run& kernel, RunStatus status, const RunOptions& options = {}) {
  return check_threads(test::options_of(kernel), status, options);
}

SessionOptions test_file(const std::string& path, const std::string& arch) {
  SessionOptions o = test::options_of({"", arch});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/" + path;
  return o;
}

}  // namespace

TEST_CASE("threads: reductions, atomics, tiles and locks") {
  const std::string arch = GENERATE("pascal", "volta", "h200");
  check_threads(Run{"reduce_v2", arch, "96"}, RunStatus::Finished);
  check_threads(Run{"reduce_shuffle", arch, "200"}, RunStatus::Finished);
  check_threads(Run{"matmul_tiled", arch}, RunStatus::Finished);
  check_threads(Run{"copy_stride", arch}, RunStatus::Finished);
  if (arch == "pascal") return;
  check_threads(Run{"spin_lock", arch, "6", "64"}, RunStatus::Finished);
  check_threads(Run{"producer_consumer", arch, "5"}, RunStatus::Finished);
}

TEST_CASE("threads: the same, as an assembler would convert it") {
  for (const char* kernel :
       {"reduce_v2", "reduce_shuffle", "matmul_tiled", "if_else", "loop_trips"}) {
    Run run{kernel, "h200"};
    run.as_compiled = true;
    check_threads(run, RunStatus::Finished);
  }
}

// Other paths of the warp issue between two instructions of a run.
TEST_CASE("threads: the same where paths take turns after every instruction") {
  for (const char* kernel : {"if_else", "loop_trips", "reduce_eliminate_divergence", "spin_lock"}) {
    SessionOptions session = test::options_of(Run{kernel});
    session.arch = std::string(SIMT_SOURCE_DIR) + "/tests/kernels/interleave.json";
    session.overrides.grid = Dim3{3, 1, 1};
    check_threads(session, RunStatus::Finished);
  }
}

TEST_CASE("threads: CTAs that race through memory") {
  const std::string arch = GENERATE("pascal", "volta", "h200");
  const Seen seen = check_threads(test_file("kernels/race.ir", arch), RunStatus::Finished);
  CHECK(seen.result.sms_used() > 30);
}

TEST_CASE("threads: what kernels print, in one order") {
  SessionOptions print = test_file("golden/inputs/print.ir", "volta");
  print.overrides.grid = Dim3{12, 1, 1};
  const Seen seen = check_threads(print, RunStatus::Finished);
  CHECK(std::count(seen.printed.begin(), seen.printed.end(), '\n') > 12);
}

TEST_CASE("threads: the same fault of many") {
  check_threads(Run{"misaligned", "volta", "40"}, RunStatus::Fault);
  check_threads(Run{"reduce_v2_faulty", "h200"}, RunStatus::Fault);
}

TEST_CASE("threads: the same deadlock, and the same words about it") {
  const Seen seen = check_threads(Run{"spin_lock", "pascal", "6"}, RunStatus::Deadlock);
  CHECK(seen.result.explanation.find("deadlock") != std::string::npos);
  check_threads(Run{"producer_consumer", "pascal", "3"}, RunStatus::Deadlock);
}

TEST_CASE("shared slots: every file of microbenchmarks") {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(SIMT_SOURCE_DIR) + "/kernels/micro")) {
    SessionOptions session = test::options_of({"", "h200"});
    session.file = entry.path();
    session.sms = 2;
    RunOptions options;
    options.max_instructions = 20'000;
    std::ifstream in(session.file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Diagnostics diags(session.file, text);
    const auto module = parse_module(diags);
    REQUIRE(module);
    for (const std::string& kernel : kernel_names(*module)) {
      INFO(session.file << " " << kernel);
      session.overrides.kernel = kernel;
      session.overrides.grid = Dim3{2, 1, 1};
      SessionOptions apart = session;
      apart.keep_registers = true;
      check_same(run(session, options), run(apart, options));
    }
  }
}

TEST_CASE("threads: a limit stops at the same place") {
  RunOptions options;
  for (const std::uint64_t cycles : {1u, 100u, 999u}) {
    options.max_cycles = cycles;
    check_threads(Run{"reduce_v2", "volta", "96"}, RunStatus::Limit, options);
  }
  options.max_cycles = 0;
  options.max_instructions = 5000;
  check_threads(Run{"reduce_v2", "volta", "96"}, RunStatus::Limit, options);
}
