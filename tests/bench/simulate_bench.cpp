// Warp instructions simulated a second, one host thread: an arithmetic loop, a shared-memory
// reduction, a global-memory copy, a tiled matrix multiplication, each on a chip that the host's
// caches hold almost (V100) and on a larger one (H200); with the whole cycle model on, and without
// timing.
#include <benchmark/benchmark.h>

#include <string>

#include "tools/driver/session.h"

namespace {

using namespace simt;

void simulate_kernel(benchmark::State& state, const std::string& kernel, const std::string& arch,
                     bool timing) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/bench/" + kernel + ".ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = arch;
  std::uint64_t instructions = 0, cycles = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Session session(options);
    session.bind();
    state.ResumeTiming();
    RunOptions run_options;
    run_options.timing = timing;
    const RunResult result = session.run(run_options);
    if (result.status != RunStatus::Finished) state.SkipWithError(result.explanation.c_str());
    instructions += result.counters[Counter::inst_executed];
    cycles += result.cycles_elapsed;
  }
  state.counters["warp_inst/s"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
  if (timing)
    state.counters["cycles/s"] =
        benchmark::Counter(static_cast<double>(cycles), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string arch : {"v100", "h200"})
    for (const std::string kernel :
         {"arithmetic", "shared_reduction", "global_copy", "tiled_multiply"})
      for (const bool timing : {true, false})
        benchmark::RegisterBenchmark((kernel + "/" + arch + (timing ? "" : "/timing off")).c_str(),
                                     simulate_kernel, kernel, arch, timing)
            ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
