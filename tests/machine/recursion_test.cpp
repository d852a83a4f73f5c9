// The stack of recursive machine code, whose size a cubin does not say.
#include <catch2/catch.hpp>

#include <cstring>

#include "isa/container/machine_code.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "sim/config/arch.h"
#include "sim/launch/simulate.h"

using namespace simt;

namespace {

constexpr std::uint32_t kThreads = 32;

machine::KernelImage fibonacci() {
  for (const Cubin& cubin :
       machine_code_of(SIMT_SOURCE_DIR "/tests/hardware/machine/unseen.fatbin"))
    for (const CubinCode& code : cubin.code)
      if (code.name == "recursive_fibonacci") return machine::image_of(cubin, code);
  FAIL("the kernel is not there");
  return {};
}

machine::KernelImage linked() {
  for (const Cubin& cubin :
       machine_code_of(SIMT_SOURCE_DIR "/tests/machine/cubins/recursion_linked_90.cubin"))
    for (const CubinCode& code : cubin.code)
      if (code.name == "recursion_linked") return machine::image_of(cubin, code);
  FAIL("the kernel is not there");
  return {};
}

struct Ran {
  RunResult result;
  std::vector<std::uint32_t> out;
};
Ran run(const machine::KernelImage& image) {
  const ArchConfig arch = load_arch("h200", SIMT_SOURCE_DIR "/configs");
  const Program program = machine::lower(image);
  GlobalMemory memory;
  const std::uint64_t out = memory.allocate(4 * kThreads, "out");
  LaunchState state;
  state.block = {kThreads, 1, 1};
  state.num_sms = arch.sm.count;
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), &out, sizeof out);
  RunOptions how;
  how.timing = false;
  Ran ran{simulate(program, arch, state, memory, how), std::vector<std::uint32_t>(kThreads)};
  std::memcpy(ran.out.data(), memory.find(out, 4 * kThreads), 4 * kThreads);
  return ran;
}

}  // namespace

TEST_CASE("recursive machine code has the stack of cudaLimitStackSize") {
  for (const machine::KernelImage& image : {fibonacci(), linked()}) {
    INFO(image.name);
    CHECK(image.stack_bytes == 1024);
    const Ran ran = run(image);
    REQUIRE(ran.result.status == RunStatus::Finished);
    const std::vector<std::uint32_t> expected{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    for (std::uint32_t i = 0; i < kThreads; ++i) CHECK(ran.out[i] == expected[i % expected.size()]);
  }
}

TEST_CASE("calls that go deeper than the stack are a fault that says so") {
  machine::KernelImage image = fibonacci();
  image.stack_bytes = 64;  // three calls of 24 bytes do not fit
  const Ran ran = run(image);
  CHECK(ran.result.status == RunStatus::Fault);
  INFO(ran.result.explanation);
  CHECK(ran.result.explanation.find("its stack is full") != std::string::npos);
}
