// Every file of kernels/: right under both divergence models, except where it must fail; accepted
// by ptxas where that is installed; and the same bytes in two runs.
#include <cstdlib>
#include <set>

#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"

using namespace simt;

namespace {

std::vector<std::string> kernels() {
  return simt::test::kernel_files();
}

const std::set<std::string> kDeadlockOnStack{"spin_lock", "mutex_fair", "producer_consumer",
                                             "linked_list"};
const std::set<std::string> kFaulty{"misaligned", "reduce_v2_faulty"};

RunStatus expected(const std::string& name, const std::string& arch) {
  if (kFaulty.count(name) == 1) return RunStatus::Fault;
  if (arch == "pascal" && kDeadlockOnStack.count(name) == 1) return RunStatus::Deadlock;
  return RunStatus::Finished;
}

}  // namespace

TEST_CASE("every kernel runs under both models with a right result, or fails as it must") {
  const std::string arch = GENERATE("pascal", "volta");
  for (const std::string& name : kernels()) {
    INFO(name << " on " << arch);
    Session session(simt::test::options_of({name, arch}));
    const RunResult r = session.run({});
    INFO(r.explanation);
    REQUIRE(r.status == expected(name, arch));
    if (r.status != RunStatus::Finished) {
      CHECK_FALSE(r.explanation.empty());
      continue;
    }
    for (const Verdict& v : session.check()) {
      INFO(v.check.text << ": " << v.result.message);
      CHECK(v.result.passed);
    }
  }
}

TEST_CASE("every kernel states what a right result is, unless it is a fault on purpose") {
  for (const std::string& name : kernels()) {
    if (kFaulty.count(name) == 1 || name == "reduce_naive_faulty") continue;
    INFO(name);
    CHECK_FALSE(Session(simt::test::options_of({name})).spec().checks.empty());
  }
}

TEST_CASE("the bank conflicts of the lines are those of the kernel, however lanes are packed") {
  std::vector<std::string> names = kernels();
  names.push_back("../tests/golden/inputs/half_of_doubles");
  for (const std::string& name : names) {
    INFO(name);
    const RunResult r = Session(simt::test::options_of({name})).run({});
    std::uint64_t conflicts = 0;
    for (Pc pc = 0; pc < r.lines.size(); ++pc) {
      conflicts += r.lines[pc].conflicts;
      CHECK(r.lines[pc].conflicts <= r.lines[pc].wavefronts);
    }
    CHECK(conflicts == r.counters[Counter::shared_ld_conflicts] +
                           r.counters[Counter::shared_st_conflicts] +
                           r.counters[Counter::shared_atom_conflicts]);
  }
}

TEST_CASE("stall states balance: each resident warp is in exactly one state in every cycle") {
  for (const char* name : {"vector_add", "reduce_v2", "matmul_tiled", "barrier_throughput"}) {
    Session session(simt::test::options_of({name, "volta"}));
    const RunResult r = session.run({});
    std::uint64_t states = 0, by_line = 0;
    for (std::uint64_t cycles : r.counters.stall) states += cycles;
    for (const LineCounters& line : r.lines)
      for (std::uint64_t cycles : line.stall) by_line += cycles;
    INFO(name);
    CHECK(states == r.counters[Counter::warps_active]);
    CHECK(states == by_line);
    CHECK(r.counters[Counter::issue_active] == r.counters[Counter::inst_executed]);
  }
}

TEST_CASE("skipping idle cycles changes no counter") {
  for (const char* name : {"vector_add", "spin_lock", "reduce_shuffle", "copy_stride"}) {
    RunOptions every_cycle;
    every_cycle.skip_idle = false;
    Session a(simt::test::options_of({name, "volta"})), b(simt::test::options_of({name, "volta"}));
    const RunResult skipped = a.run({}), stepped = b.run(every_cycle);
    INFO(name);
    CHECK(skipped.counters == stepped.counters);
    CHECK(skipped.lines == stepped.lines);
    CHECK(skipped.cycles_elapsed == stepped.cycles_elapsed);
  }
}

TEST_CASE("two runs give the same counters") {
  Session a(simt::test::options_of({"matmul_tiled", "h200"}));
  Session b(simt::test::options_of({"matmul_tiled", "h200"}));
  CHECK(a.run({}).counters == b.run({}).counters);
}

TEST_CASE("if-conversion keeps values and removes the branches of short bodies") {
  for (const std::string& name : kernels()) {
    if (kFaulty.count(name) == 1) continue;
    simt::test::Run run{name};
    run.as_compiled = true;
    run.keep_checks = name != "reduce_naive_faulty";
    simt::test::finish(run);
  }
  simt::test::Run as_compiled{"reduce_halving_stride"};
  as_compiled.as_compiled = true;
  CHECK(simt::test::finish(as_compiled).counters[Counter::branch_divergent] == 0);
}

TEST_CASE("ptxas accepts every kernel") {
  if (std::system("command -v ptxas >/dev/null 2>&1") != 0) SKIP_TEST("ptxas is not installed");
  std::vector<std::string> names = kernels();
  for (const char* folder : {"micro/", "../docs/lessons/exercises/", "../docs/lessons/solutions/"})
    for (const std::string& name : simt::test::kernel_files(folder)) names.push_back(name);
  for (const std::string& name : names) {
    INFO(name);
    const std::string command = "ptxas -arch=sm_90 -o /dev/null '" + std::string(SIMT_SOURCE_DIR) +
                                "/kernels/" + name + ".ir'";
    CHECK(std::system(command.c_str()) == 0);
  }
}
