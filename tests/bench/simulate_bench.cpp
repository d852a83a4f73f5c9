// Warp instructions simulated a second, one host thread: an arithmetic loop, a shared-memory
// reduction, a global-memory copy, a tiled matrix multiplication, each on a chip that the host's
// caches hold almost (V100) and on a larger one (H200); with the whole cycle model on, without
// timing, and without counters as well. On the H200 as machine code, too: machine/*.cubin are the
// same kernels through ptxas 13 -arch=sm_90, with .target sm_90.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
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

enum class Code { Ptx, Machine };

SessionOptions session_options(const std::string& kernel, const std::string& arch, Code code) {
  const std::string source(SIMT_SOURCE_DIR), ir = source + "/tests/bench/" + kernel + ".ir";
  SessionOptions options;
  options.file = ir;
  options.config_dir = source + "/configs";
  options.arch = arch;
  if (code == Code::Ptx) return options;
  options.file = source + "/tests/bench/machine/" + kernel + ".cubin";
  std::ifstream in(ir);
  options.overrides = parse_header({std::istreambuf_iterator<char>(in), {}});
  options.overrides.checks.clear();  // they name the parameters of the PTX
  for (ArgSpec& arg : options.overrides.args) arg.name.clear();
  return options;
}

void simulate_kernel(benchmark::State& state, const SessionOptions& options, const Mode& mode) {
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

void add(const std::string& name, const SessionOptions& options, const Mode& mode) {
  benchmark::RegisterBenchmark(name.c_str(), simulate_kernel, options, mode)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string arch : {"v100", "h200"})
    for (const std::string kernel :
         {"arithmetic", "shared_reduction", "global_copy", "tiled_multiply"})
      for (const Mode& mode : kModes) {
        add(kernel + "/" + arch + mode.suffix, session_options(kernel, arch, Code::Ptx), mode);
        if (arch == "h200")
          add(kernel + "/" + arch + "/machine" + mode.suffix,
              session_options(kernel, arch, Code::Machine), mode);
      }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
