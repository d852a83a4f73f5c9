// A device with two small kernels, and what was launched on it.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "sim/program/gpu.h"

namespace simt::program {

struct Rig {
  /// step: *x = *x * a + b. wait_loop: `n` rounds of a dependent multiplication, then as step.
  static constexpr const char* kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry step(.param .u64 x, .param .u32 a, .param .u32 b) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<4>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [a];
  ld.param.u32 %r2, [b];
  ld.global.u32 %r3, [%rd1];
  mad.lo.u32 %r3, %r3, %r1, %r2;
  st.global.u32 [%rd1], %r3;
  ret;
}
.visible .entry empty() {
  ret;
}
.visible .entry slow(.param .u64 x, .param .u32 n) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<4>;
  .reg .pred %p;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [n];
  ld.global.u32 %r3, [%rd1];
LOOP:
  mad.lo.u32 %r3, %r3, 3, 1;
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p, %r1, 0;
  @%p bra LOOP;
  st.global.u32 [%rd1], %r3;
  ret;
}
)";

  explicit Rig(bool timing = true, const std::string& arch = "volta")
      : options(with(timing, arch)),
        gpu(0, options,
            [this](LaunchRecord&& record) {
              if (!keep_results) record.result = {};
              launches.push_back(std::move(record));
            }),
        module(gpu.load("test", kPtx)) {}

  std::uint64_t word(std::uint32_t value) {
    const std::uint64_t at = gpu.memory().allocate(4, "word");
    std::memcpy(gpu.memory().bytes_at(at, 4), &value, 4);
    return at;
  }
  std::uint32_t value(std::uint64_t at) {
    std::uint32_t out = 0;
    std::memcpy(&out, gpu.memory().bytes_at(at, 4), 4);
    return out;
  }

  LaunchRequest step(std::uint64_t x, std::uint32_t a, std::uint32_t b) {
    return request("step", x, {a, b});
  }
  LaunchRequest empty() { return {module.kernel("empty"), {1, 1, 1}, {32, 1, 1}, 0, {}, false}; }
  LaunchRequest slow(std::uint64_t x, std::uint32_t rounds) { return request("slow", x, {rounds}); }

  ExecOptions options;
  bool keep_results = true;  ///< of `launches`: some 100 KB each
  std::vector<LaunchRecord> launches;
  Gpu gpu;
  LoadedModule& module;

 private:
  static ExecOptions with(bool timing, const std::string& arch) {
    ExecOptions out;
    out.arch = arch;
    out.config_dir = SIMT_SOURCE_DIR "/configs";
    out.timing = timing;
    return out;
  }
  LaunchRequest request(const std::string& kernel, std::uint64_t x,
                        const std::vector<std::uint32_t>& words) {
    LaunchRequest out{module.kernel(kernel), {1, 1, 1}, {1, 1, 1}, 0, {}, false};
    out.params.resize(out.kernel->program.param_bytes);
    std::memcpy(out.params.data(), &x, 8);
    std::memcpy(out.params.data() + 8, words.data(), 4 * words.size());
    return out;
  }
};

}  // namespace simt::program
