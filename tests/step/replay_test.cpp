// Going forward and back is exact, and stepping is running: on every kernel, both divergence
// models.
#include <algorithm>
#include <random>

#include "tests/step/stepping.h"

using namespace simt;
using test::Stepping;

namespace {

/// Enough for divergence, barriers and memory answers of each kernel to have happened.
constexpr std::uint64_t kInstructions = 4000;
constexpr unsigned kPlaces = 3;

SessionOptions options_of(const std::string& kernel, DivergenceKind kind) {
  SessionOptions options = test::options_of({.kernel = kernel});
  options.divergence = kind;
  return options;
}

void check_same(const RunResult& a, const RunResult& b) {
  CHECK(a.status == b.status);
  CHECK(a.explanation == b.explanation);
  CHECK(a.fault_pc == b.fault_pc);
  CHECK(a.counters == b.counters);
  CHECK(a.lines == b.lines);
  CHECK(a.cycles_elapsed == b.cycles_elapsed);
}

void check_stepping_is_running(const SessionOptions& options) {
  RunOptions limits;
  limits.max_instructions = kInstructions;
  Session session(options);
  const RunResult expected = session.run(limits);

  Stepping s(options, {0, kInstructions});
  std::uint64_t steps = 0;
  s.stepper.run([&](const StepEvent& e, const Machine&) {
    ++steps;
    return e.number % 997 == 0;
  });
  while (!s.stepper.ended())
    s.stepper.run([&](const StepEvent& e, const Machine&) {
      ++steps;
      return e.number % 997 == 0;
    });
  check_same(s.stepper.result(), expected);
  CHECK(steps == expected.counters[Counter::inst_executed]);
  const auto& stepped = s.stepper.machine().memory.allocations();
  const auto& run = session.memory().allocations();
  REQUIRE(stepped.size() == run.size());
  for (std::size_t i = 0; i < run.size(); ++i)
    CHECK(std::ranges::equal(stepped[i].data, run[i].data));
}

void check_back_is_exact(const SessionOptions& options) {
  Stepping s(options, {0, kInstructions});
  s.stepper.run([](const StepEvent&, const Machine&) { return false; });
  const std::uint64_t all = s.stepper.machine().history.issued();
  std::mt19937_64 random(all);
  for (unsigned place = 0; place < kPlaces; ++place) {
    const std::uint64_t from = random() % all,
                        by = 1 + random() % std::min<std::uint64_t>(all - from, 500);
    INFO(from << " forward and back by " << by);
    s.stepper.go_to(from);
    REQUIRE(s.stepper.event().number == from);
    const std::uint64_t before = s.digest();
    s.forward(by);
    REQUIRE(s.stepper.event().number == from + by);
    const std::uint64_t there = s.digest();
    CHECK(there != before);
    s.stepper.go_to(from);
    CHECK(s.digest() == before);
    s.stepper.go_to(from + by);
    CHECK(s.digest() == there);
  }
}

}  // namespace

TEST_CASE("every kernel: N steps forward and N back give the same state, and stepping is running") {
  const auto kind = GENERATE(DivergenceKind::Its, DivergenceKind::Stack);
  for (const std::string& kernel : test::kernel_files()) {
    INFO(kernel << (kind == DivergenceKind::Its ? ", its" : ", stack"));
    const SessionOptions options = options_of(kernel, kind);
    check_stepping_is_running(options);
    check_back_is_exact(options);
  }
}

TEST_CASE("an SM's instructions are counted by themselves") {
  Stepping s(test::options_of({.kernel = "copy_stride"}));
  s.stepper.go_to(3u, 7);
  CHECK(s.stepper.event().id.sm == 3);
  CHECK(s.stepper.event().on_sm == 7);
  const std::uint64_t there = s.digest(), number = s.stepper.event().number;
  s.stepper.go_to(3u, 20);
  CHECK(s.stepper.event().on_sm == 20);
  s.stepper.go_to(3u, 7);
  CHECK(s.stepper.event().number == number);
  CHECK(s.digest() == there);
  s.stepper.go_to(3u, 1'000'000);
  CHECK(s.stepper.ended());
  CHECK(s.stepper.result().status == RunStatus::Finished);
}

TEST_CASE("what a kernel prints is passed on once, however often it is replayed") {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/print.ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  Session session(options);
  session.bind();
  const StepSubject subject{session.program(), session.arch(), session.launch(),
                            session.signature(), session.memory()};
  std::string printed;
  Stepper stepper(subject, {}, [&](std::string_view text) { printed += text; });
  for (int i = 0; i < 3; ++i) {
    stepper.run([](const StepEvent&, const Machine&) { return false; });
    CHECK(printed == "thread 2 has 2\nthread 3 has 3\nthread 4 has 4\n");
    stepper.go_to(2);
  }
}

TEST_CASE("a launch that no SM can hold has no machine and says why") {
  SessionOptions options = test::options_of({.kernel = "vector_add"});
  options.overrides.dynamic_shared = 10'000'000;
  Stepping s(options);
  CHECK(!s.stepper.has_machine());
  CHECK(s.stepper.ended());
  CHECK(s.stepper.result().explanation.find("cannot be launched") != std::string::npos);
}

TEST_CASE("a test that throws ends the run: going on throws again, and does not wait for ever") {
  test::Stepping s(options_of("if_else", DivergenceKind::Stack), {});
  RunThread thread(s.subject, {});
  const StopTest broken = [](const StepEvent&, const Machine&) -> bool {
    throw std::runtime_error("no such register");
  };
  CHECK_THROWS_WITH(thread.resume(broken), "no such register");
  CHECK_THROWS_WITH(thread.resume(broken), "no such register");
}
