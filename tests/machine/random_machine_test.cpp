// Kernels made at random: their machine code leaves the memory that the PTX leaves, and both
// leave what a GPU left. SIMT_RANDOM_MACHINE says how many, from which seed on and on which
// architecture ("2000", "2000:500", "2000:1:h200"); else a few on several.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "isa/cuda/command.h"
#include "tests/kernels/random_program.h"
#include "tests/kernels/run_kernel.h"
#include "tests/skip.h"
#include "tests/views/gzip_text.h"

using namespace simt;
using namespace simt::test;

namespace {

struct Left {
  RunStatus status = RunStatus::Finished;
  std::string why;
  std::vector<std::vector<std::byte>> memory;
};

SessionOptions options_for(const std::string& file, const std::string& arch) {
  SessionOptions options;
  options.file = file;
  options.arch = arch;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return options;
}

Left run(SessionOptions options, bool timing) try {
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

/// FNV-1a, as tools/hardware/random_words.cpp takes it of a device's memory.
std::string digest(const Left& left) {
  if (left.status != RunStatus::Finished) return left.why;
  std::uint64_t digest = 14695981039346656037u;
  for (const auto& buffer : left.memory)
    for (const std::byte byte : buffer)
      digest = (digest ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211u;
  return fmt::format("{:016x}", digest);
}

/// What an H100 left of a seed's kernel: the code of ptxas -O0, and that of -O3.
struct Recorded {
  std::string unoptimized, optimized;
  bool changed() const { return unoptimized != optimized; }
};

/// By seed (tests/hardware/random/README.md).
std::map<std::uint64_t, Recorded> recorded() {
  std::map<std::uint64_t, Recorded> out;
  std::istringstream in(gzip_text("tests/hardware/random/h100.txt.gz"));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::uint64_t seed = 0;
    Recorded left;
    words >> seed >> left.unoptimized;
    if (!(words >> left.optimized)) left.optimized = left.unoptimized;
    out[seed] = left;
  }
  REQUIRE(out.size() == 2000);
  return out;
}

struct Asked {
  std::uint64_t first = 1, end = 13;
  std::string arch;  ///< empty: several in turn
};
Asked asked() {
  const char* const value = std::getenv("SIMT_RANDOM_MACHINE");
  if (value == nullptr) return {};
  std::istringstream text(value);
  std::string count, first = "1";
  Asked out;
  std::getline(text, count, ':');
  std::getline(text, first, ':');
  std::getline(text, out.arch);
  out.first = std::stoull(first);
  out.end = out.first + std::stoull(count);
  return out;
}

/// `left`: what an H100 left of the seed's kernel, where it is known.
void compare(std::uint64_t seed, const std::string& arch, const Recorded& left) {
  if (left.changed() && arch != "h200") return;
  const cuda::TemporaryFolder folder;
  const std::string file = (folder.path() / "random.ir").string();
  cuda::write_file(file, RandomProgram(seed).text());
  INFO("seed " << seed << " on " << arch);
  SessionOptions options = options_for(file, arch);
  const Left ptx = run(options, false);
  REQUIRE(ptx.status == RunStatus::Finished);
  options.machine_code = true;
  const Left machine = run(options, seed % 5 == 0);
  INFO(machine.why);
  REQUIRE(machine.status == RunStatus::Finished);
  CHECK(digest(machine) == (left.changed() ? left.optimized : digest(ptx)));
}

}  // namespace

TEST_CASE("random kernels: machine code leaves the memory of the PTX") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  constexpr const char* kArchs[] = {"h200", "t4", "a100", "rtx4090"};
  const Asked all = asked();
  const auto device = recorded();
  const auto left = [&](std::uint64_t seed) {
    const auto at = device.find(seed);
    return at == device.end() ? Recorded{} : at->second;
  };
  for (std::uint64_t seed = all.first; seed < all.end; ++seed)
    compare(seed, all.arch.empty() ? kArchs[seed % 4] : all.arch, left(seed));
  compare(53, "t4", left(53));  // a return under two predicates
  compare(20, "t4", left(20));  // a branch to a uniform register's address
}

// Seed 192: two branches on one predicate, the second into a loop that changes it. From -O1 on
// ptxas 13.0 takes it for true in every round, and leaves out what its branch in the loop jumps
// over. Why it changes the others was not looked for.
TEST_CASE("random kernels that ptxas changes: machine code leaves what an H100 left") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  std::size_t changed = 0;
  for (const auto& [seed, left] : recorded()) {
    if (!left.changed()) continue;
    ++changed;
    compare(seed, "h200", left);
  }
  CHECK(changed == 30);
}

TEST_CASE("random kernels: PTX leaves the memory that an H100 left") {
  const cuda::TemporaryFolder folder;
  const SessionOptions options = options_for((folder.path() / "random.ir").string(), "h200");
  const std::uint64_t every = std::getenv("SIMT_RANDOM_MACHINE") != nullptr ? 1 : 10;
  for (const auto& [seed, left] : recorded()) {
    if (seed % every != 0) continue;
    cuda::write_file(options.file, RandomProgram(seed).text());
    INFO("seed " << seed);
    CHECK(digest(run(options, false)) == left.unoptimized);
  }
}
