// Launches that are looked at: --html, --trace and --sanitize.
#include <catch2/catch.hpp>
#include <filesystem>

#include "sim/program/launch_watch.h"
#include "tests/program/rig.h"

using namespace simt;
using namespace simt::program;

TEST_CASE("a file of several has the launch's number before its extension") {
  CHECK(numbered("out.html", 3) == "out.3.html");
  CHECK(numbered("a.b/out", 0) == "a.b/out.0");
  CHECK(numbered("/tmp/.hidden", 1) == "/tmp/.hidden.1");
}

TEST_CASE("what is looked at computes the same, alone on its device") {
  ExecOptions options;
  options.config_dir = SIMT_SOURCE_DIR "/configs";
  options.sanitize = true;
  options.launch_skip = 1;
  options.launch_count = 1;
  std::vector<LaunchRecord> launches;
  std::vector<bool> watched;
  Gpu gpu(0, options, [&](LaunchRecord&& record) {
    watched.push_back(record.watch != nullptr);
    if (record.watch) CHECK(record.watch->findings().empty());
    launches.push_back(std::move(record));
  });
  LoadedModule& module = gpu.load("test", Rig::kPtx);
  const std::uint64_t at = gpu.memory().allocate(4, "word");
  const std::uint32_t words[] = {2, 1};
  for (int i = 0; i < 3; ++i) {
    LaunchRequest step{module.kernel("step"), {1, 1, 1}, {1, 1, 1}, 0, {}, false};
    step.params.resize(step.kernel->program.param_bytes);
    std::memcpy(step.params.data(), &at, sizeof at);
    std::memcpy(step.params.data() + 8, words, sizeof words);
    gpu.launch(gpu.default_stream(), step);
  }
  gpu.synchronize();
  CHECK(watched == std::vector<bool>{false, true, false});
  std::uint32_t value = 0;
  std::memcpy(&value, gpu.memory().bytes_at(at, 4), 4);
  CHECK(value == 7);  // 0, 1, 3, 7
  CHECK(launches[1].start_ns >= launches[0].end_ns);
  CHECK(launches[2].start_ns >= launches[1].end_ns);
  CHECK(launches[1].end_ns - launches[1].start_ns == Approx(launches[1].result.seconds() * 1e9));
}
