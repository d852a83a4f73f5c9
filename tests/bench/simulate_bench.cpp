// Warp instructions simulated a second, one host thread: an arithmetic loop, a shared-memory
// reduction, a global-memory copy, a tiled matrix multiplication, each on a chip that the host's
// caches hold almost (V100) and on a larger one (H200); with the whole cycle model on, without
// timing, and without counters as well.
#include <benchmark/benchmark.h>

#include <string>

#include "tools/driver/session.h"

namespace {

using namespace simt;

struct Mode {
  const char* suffix;  ///< of the benchmark's name
  bool timing, counters;
};
constexpr Mode kModes[] = {
    {"", true, true}, {"/timing off", false, true}, {"/timing off, counters off", false, false}};

RunResult run(Session& session, const Mode& mode) {
  RunOptions options;
  options.timing = mode.timing;
  options.counters = mode.counters;
  return session.run(options);
}

void simulate_kernel(benchmark::State& state, const std::string& kernel, const std::string& arch,
                     const Mode& mode) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/bench/" + kernel + ".ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = arch;
  Session counted(options);
  const std::uint64_t instructions = run(counted, kModes[1]).counters[Counter::inst_executed];
  std::uint64_t runs = 0, cycles = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Session session(options);
    session.bind();
    state.ResumeTiming();
    const RunResult result = run(session, mode);
    if (result.status != RunStatus::Finished) state.SkipWithError(result.explanation.c_str());
    cycles += result.cycles_elapsed;
    ++runs;
  }
  state.counters["warp_inst/s"] =
      benchmark::Counter(static_cast<double>(runs * instructions), benchmark::Counter::kIsRate);
  if (mode.timing)
    state.counters["cycles/s"] =
        benchmark::Counter(static_cast<double>(cycles), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string arch : {"v100", "h200"})
    for (const std::string kernel :
         {"arithmetic", "shared_reduction", "global_copy", "tiled_multiply"})
      for (const Mode& mode : kModes)
        benchmark::RegisterBenchmark((kernel + "/" + arch + mode.suffix).c_str(), simulate_kernel,
                                     kernel, arch, mode)
            ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
