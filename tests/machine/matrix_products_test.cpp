// Matrix products of PTX and of machine code against an H100, bit by bit: half a million elements
// of every type of mma, 16,384 to 32,768 of every form of wmma (tests/hardware/tensor).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

#include "isa/container/machine_code.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "isa/ptx/frontend.h"
#include "matrix_cases.h"
#include "sim/assembler/pipeline.h"
#include "sim/config/arch.h"
#include "sim/launch/simulate.h"
#include "tests/machine/tensor_text.h"

using namespace simt;
using namespace simt::test;

namespace {

LaunchState launch_of(const ProductCase& c, const ArchConfig& arch) {
  LaunchState state;
  const auto warps = static_cast<std::uint32_t>(c.count);
  state.grid = {c.wmma ? warps : warps / 4, 1, 1};
  state.block = {c.wmma ? 32u : 128u, 1, 1};
  state.num_sms = arch.sm.count;
  state.tensor_fraction_bits = arch.tensor.fraction_bits;
  state.tensor_bytes_at_once = arch.tensor.bytes_at_once;
  return state;
}

/// What the kernel leaves in its last buffer.
std::vector<std::byte> results(const Program& program, const ProductCase& c, const ArchConfig& arch,
                               bool timing) {
  ProductBuffers buffers = buffers_of(c);
  GlobalMemory memory;
  std::vector<std::uint64_t> addresses;
  for (auto* const buffer : {&buffers.a, &buffers.b, &buffers.c, &buffers.d}) {
    addresses.push_back(memory.allocate(buffer->size(), "matrices"));
    std::ranges::copy(*buffer, memory.find(addresses.back(), buffer->size()));
  }
  LaunchState state = launch_of(c, arch);
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), addresses.data(), 8 * addresses.size());
  RunOptions how;
  how.timing = timing;
  const RunResult result = simulate(program, arch, state, memory, how);
  INFO(c.name << ": " << result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  std::memcpy(buffers.d.data(), memory.find(addresses[3], buffers.d.size()), buffers.d.size());
  return buffers.d;
}

/// The groups of 64 matrices whose results are not those of the GPU.
std::vector<int> wrong_groups(const ProductCase& c, const std::vector<std::byte>& d,
                              const std::vector<std::uint64_t>& recorded) {
  std::vector<int> wrong;
  for (int group = 0; group < c.count / 64; ++group)
    if (digest_of(c, d, 64 * group) != recorded.at(static_cast<std::size_t>(group)))
      wrong.push_back(group);
  return wrong;
}

ArchConfig h100() {
  return load_arch("h100", SIMT_SOURCE_DIR "/configs");
}

/// f(case, digests) for each kernel.
template <class F>
void for_each_case(F f) {
  const auto recorded = recorded_digests();
  const std::vector<ProductCase> cases = product_cases();
  CHECK(recorded.size() == cases.size());
  for (const ProductCase& c : cases) {
    CAPTURE(c.name);
    REQUIRE(recorded.contains(c.name));
    f(c, recorded.at(c.name));
  }
}

}  // namespace

TEST_CASE("PTX multiplies matrices as an H100 does") {
  const ArchConfig arch = h100();
  TensorText ptx("products");
  for_each_case([&](const ProductCase& c, const std::vector<std::uint64_t>& recorded) {
    CHECK(wrong_groups(c, results(ptx.program(c.name), c, arch, false), recorded).empty());
  });
}

TEST_CASE("with time matrices are the same") {
  ArchConfig arch = h100();
  TensorText ptx("products");
  for_each_case([&](ProductCase c, const std::vector<std::uint64_t>& recorded) {
    c.count = 64;
    CHECK(wrong_groups(c, results(ptx.program(c.name), c, arch, true), recorded).empty());
  });
}

TEST_CASE("machine code multiplies matrices as an H100 does") {
  const ArchConfig arch = h100();
  const std::vector<Cubin> cubins =
      machine_code_of(SIMT_SOURCE_DIR "/tests/hardware/machine/matrix.fatbin");
  REQUIRE(cubins.size() == 2);
  for (const Cubin& cubin : cubins)
    for_each_case([&](const ProductCase& c, const std::vector<std::uint64_t>& recorded) {
      const auto code = std::ranges::find(cubin.code, c.name, &CubinCode::name);
      REQUIRE(code != cubin.code.end());
      const Program program = machine::lower(machine::image_of(cubin, *code));
      CHECK(wrong_groups(c, results(program, c, arch, false), recorded).empty());
    });
}
