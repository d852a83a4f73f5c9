// Kernels made at random: what the assembler's transformations, the divergence model, the
// architecture, the scheduler and the number of host threads must not change.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/functional/engines.h"
#include "tests/kernels/random_program.h"
#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

constexpr std::uint64_t kPrograms = 25;

struct Ran {
  RunResult result;
  std::vector<std::vector<std::byte>> memory;
};

Ran run(const std::string& text, const std::string& arch, bool as_compiled, unsigned threads = 1,
        bool timing = true) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("simt_random_" + std::to_string(::getpid()) + ".ir");
  std::ofstream(file) << text;
  SessionOptions options;
  options.file = file.string();
  options.arch = arch;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.as_compiled = as_compiled;
  Session session(options);
  std::filesystem::remove(file);
  RunOptions run_options;
  run_options.threads = threads;
  run_options.timing = timing;
  run_options.max_cycles = 10'000'000;
  Ran ran{session.run(run_options), {}};
  for (const BoundArg& arg : session.launch().args) {
    const std::byte* const data = session.memory().find(arg.address, arg.bytes);
    ran.memory.emplace_back(data, data + arg.bytes);
  }
  return ran;
}

}  // namespace

TEST_CASE("random kernels: the same memory as compiled and as written, on all machines") {
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const std::string text = test::RandomProgram(seed).text();
    const Ran first = run(text, "volta", false);
    INFO(text << "\n" << first.result.explanation);
    REQUIRE(first.result.status == RunStatus::Finished);
    for (const std::string arch : {"pascal", "volta", "h200"})
      for (const bool as_compiled : {false, true}) {
        INFO("seed " << seed << " on " << arch << ", converted " << as_compiled);
        const Ran other = run(text, arch, as_compiled);
        REQUIRE(other.result.status == RunStatus::Finished);
        CHECK(other.memory == first.memory);
        const Ran untimed = run(text, arch, as_compiled, 1, false);
        REQUIRE(untimed.result.status == RunStatus::Finished);
        CHECK(untimed.memory == first.memory);
        test::check_counts(untimed.result, other.result);
      }
    const Ran one = run(text, "h200", true), two = run(text, "h200", true, 2);
    CHECK(one.result.counters == two.result.counters);
    CHECK(one.result.cycles_elapsed == two.result.cycles_elapsed);
    CHECK(one.memory == two.memory);
  }
}
