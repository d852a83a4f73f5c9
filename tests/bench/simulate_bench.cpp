// Warp instructions simulated a second, one host thread, the whole cycle model on (H200 model):
// an arithmetic loop, a shared-memory reduction, a global-memory copy.
#include <benchmark/benchmark.h>

#include "tools/driver/session.h"

namespace {

using namespace simt;

void simulate_kernel(benchmark::State& state, const std::string& file) {
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
    const RunResult result = session.run({});
    if (result.status != RunStatus::Finished) state.SkipWithError(result.explanation.c_str());
    instructions += result.counters[Counter::inst_executed];
    cycles += result.cycles_elapsed;
  }
  state.counters["warp_inst/s"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
  state.counters["cycles/s"] =
      benchmark::Counter(static_cast<double>(cycles), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(simulate_kernel, arithmetic, std::string("arithmetic.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_kernel, shared_reduction, std::string("shared_reduction.ir"))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_kernel, global_copy, std::string("global_copy.ir"))
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
