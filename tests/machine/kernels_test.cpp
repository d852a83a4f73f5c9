// Every kernel of kernels/ as the machine code that ptxas makes of it: the checks hold, and memory
// is what the PTX leaves, bit for bit. Both engines.
#include <cstring>
#include <fstream>
#include <iterator>

#include "isa/cuda/command.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

std::vector<std::byte> memory_of(Session& session) {
  std::vector<std::byte> all;
  for (const BoundArg& arg : session.launch().args) {
    if (!arg.spec.is_buffer || arg.space != StateSpace::Global) continue;
    const std::byte* const from = session.memory().find(arg.address, arg.bytes);
    all.insert(all.end(), from, from + arg.bytes);
  }
  return all;
}

struct Ran {
  RunStatus status = RunStatus::Finished;
  std::vector<std::byte> memory;
  std::string failed;  ///< a check
  std::string refused;
};
Ran run(const std::string& kernel, const std::string& arch, bool machine, bool timing) try {
  SessionOptions options = options_of({.kernel = kernel, .arch = arch});
  options.machine_code = machine;
  options.timing = timing;
  Session session(options);
  RunOptions how;
  how.timing = timing;
  Ran out;
  out.status = session.run(how).status;
  out.memory = memory_of(session);
  if (out.status != RunStatus::Finished) return out;
  for (const Verdict& v : session.check())
    if (!v.result.passed) out.failed += v.check.text + ": " + v.result.message;
  return out;
} catch (const SessionError& e) {
  Ran out;
  out.refused = e.what();
  return out;
}

void compare(const std::string& arch) {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  for (const std::string& kernel : kernel_files()) {
    if (kernel == "spin_lock") continue;  // below
    const Ran ptx = run(kernel, arch, false, false);
    for (const bool timing : {false, true}) {
      const Ran machine = run(kernel, arch, true, timing);
      INFO(kernel << " on " << arch << (timing ? ", with time" : ""));
      CHECK(machine.refused.empty());
      CHECK(machine.status == ptx.status);
      CHECK(machine.failed == ptx.failed);
      if (ptx.status != RunStatus::Finished) continue;
      const bool same = machine.memory == ptx.memory;
      CHECK(same);
    }
  }
}

}  // namespace

TEST_CASE("every kernel gives as machine code of sm_90 what its PTX gives") {
  compare("h200");
}
TEST_CASE("every kernel gives as machine code of sm_75 what its PTX gives") {
  compare("t4");
}
TEST_CASE("every kernel gives as machine code of sm_80 what its PTX gives") {
  compare("a100");
}
TEST_CASE("every kernel gives as machine code of sm_86 what its PTX gives") {
  compare("rtx3090");
}
TEST_CASE("every kernel gives as machine code of sm_89 what its PTX gives") {
  compare("rtx4090");
}

// They measure: only what they compute is asked here. All of their opcodes are supported.
TEST_CASE("microbenchmarks run as machine code of sm_90") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  for (const std::string& kernel : kernel_files("micro/")) {
    const Ran machine = run(kernel, "h200", true, false);
    INFO(kernel << ": " << machine.refused);
    CHECK(machine.refused.empty());
    CHECK(machine.status == RunStatus::Finished);
  }
}

// What ptxas makes for sm_60 has no YIELD: it hangs on an H200 (measured). For sm_70 it has one.
TEST_CASE("the verdict on a lock in a warp is that of its machine code") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  const bool timing = GENERATE(false, true);
  CHECK(run("spin_lock", "h200", true, timing).status == RunStatus::Deadlock);

  SessionOptions options = options_of({.kernel = "spin_lock", .arch = "h200"});
  std::ifstream in(options.file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.replace(text.find(".target sm_60"), 13, ".target sm_70");
  const cuda::TemporaryFolder folder;
  options.file = (folder.path() / "lock.ir").string();
  cuda::write_file(options.file, text);
  options.machine_code = true;
  Session session(options);
  RunOptions how;
  how.timing = timing;
  const RunResult result = session.run(how);
  CHECK(result.status == RunStatus::Finished);
  CHECK(result.counters[Counter::branch_divergent] == 31);
  for (const Verdict& v : session.check()) CHECK(v.result.passed);
}
