// Warp instructions simulated a second, one host thread (H200 model): an arithmetic loop, a
// shared-memory reduction, a global-memory copy; with the whole cycle model on, and without timing.
#include <benchmark/benchmark.h>

#include "tools/driver/session.h"

namespace {

using namespace simt;

void run_kernel(benchmark::State& state, const std::string& file, bool timing) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/bench/" + file;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.arch = "h200";
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
void simulate_kernel(benchmark::State& state, const std::string& file) {
  run_kernel(state, file, true);
}
void without_timing(benchmark::State& state, const std::string& file) {
  run_kernel(state, file, false);
}

BENCHMARK_CAPTURE(simulate_kernel, arithmetic, std::string("arithmetic.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_kernel, shared_reduction, std::string("shared_reduction.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_kernel, global_copy, std::string("global_copy.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(without_timing, arithmetic, std::string("arithmetic.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(without_timing, shared_reduction, std::string("shared_reduction.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(without_timing, global_copy, std::string("global_copy.ir"))
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
