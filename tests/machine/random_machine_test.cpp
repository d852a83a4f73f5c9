// Kernels made at random: their machine code leaves the memory that the PTX leaves. How many, and
// from which on, SIMT_RANDOM_MACHINE says ("2000", "2000:500").
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "isa/cuda/command.h"
#include "tests/kernels/random_program.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

struct Left {
  RunStatus status = RunStatus::Finished;
  std::string why;
  std::vector<std::vector<std::byte>> memory;
};

Left run(const std::string& file, const std::string& arch, bool machine, bool timing) try {
  SessionOptions options;
  options.file = file;
  options.arch = arch;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.machine_code = machine;
  options.timing = timing;
  Session session(options);
  RunOptions how;
  how.timing = timing;
  how.max_cycles = 10'000'000;
  const RunResult result = session.run(how);
  Left out{result.status, result.explanation, {}};
  for (const BoundArg& arg : session.launch().args) {
    const std::byte* const data = session.memory().find(arg.address, arg.bytes);
    out.memory.emplace_back(data, data + arg.bytes);
  }
  return out;
} catch (const SessionError& e) {
  return {RunStatus::Fault, e.what(), {}};
}

std::pair<std::uint64_t, std::uint64_t> seeds() {
  const char* const asked = std::getenv("SIMT_RANDOM_MACHINE");
  const std::string text = asked == nullptr ? "12" : asked;
  const std::size_t colon = text.find(':');
  const std::uint64_t first = colon == std::string::npos ? 1 : std::stoull(text.substr(colon + 1));
  return {first, first + std::stoull(text)};
}

}  // namespace

TEST_CASE("random kernels: machine code leaves the memory of the PTX") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  const cuda::TemporaryFolder folder;
  const std::string file = (folder.path() / "random.ir").string();
  constexpr const char* kArchs[] = {"h200", "t4", "a100", "rtx4090"};
  const auto [first, end] = seeds();
  for (std::uint64_t seed = first; seed < end; ++seed) {
    cuda::write_file(file, RandomProgram(seed).text());
    const std::string arch = kArchs[seed % 4];
    INFO("seed " << seed << " on " << arch);
    const Left ptx = run(file, arch, false, false);
    REQUIRE(ptx.status == RunStatus::Finished);
    const bool timing = seed % 5 == 0;
    const Left machine = run(file, arch, true, timing);
    INFO(machine.why);
    CHECK(machine.status == RunStatus::Finished);
    const bool same = machine.memory == ptx.memory;
    CHECK(same);
  }
}
