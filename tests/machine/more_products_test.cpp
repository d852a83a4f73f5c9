// Products of 8-bit floats, 4-bit integers, bits, doubles of 16 rows, and sparse ones, of PTX and
// of machine code, against an H100 (tests/hardware/tensor/more_products.txt.gz).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <sstream>

#include "isa/container/machine_code.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "isa/ptx/frontend.h"
#include "sim/assembler/pipeline.h"
#include "sim/config/arch.h"
#include "sim/launch/machine_state.h"
#include "sim/launch/simulate.h"
#include "tests/machine/matrix_cases.h"
#include "tests/machine/sparse_cases.h"
#include "tests/machine/tensor_text.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

constexpr unsigned kWarps = 32;

using Digests = std::map<std::string, std::uint64_t>;

Digests recorded() {
  Digests out;
  std::istringstream lines(tensor_file("more_products.txt.gz"));
  for (std::string name, digest; lines >> name >> digest;)
    out[name] = std::stoull(digest, nullptr, 16);
  return out;
}
/// FNV-1a.
std::uint64_t digest_of(const std::vector<std::byte>& bytes) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const std::byte b : bytes)
    digest = (digest ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3;
  return digest;
}

/// What the kernel leaves in its last buffer.
std::vector<std::byte> results(const Program& program, const MoreProduct& p,
                               const ArchConfig& arch) {
  GlobalMemory memory;
  std::vector<std::uint64_t> addresses;
  const auto operands = operands_of(p, kWarps);
  for (const auto& bytes : operands) {
    addresses.push_back(memory.allocate(bytes.size(), "operand"));
    std::ranges::copy(bytes, memory.find(addresses.back(), bytes.size()));
  }
  std::vector<std::byte> out(operands[2].size());
  addresses.push_back(memory.allocate(out.size(), "result"));
  LaunchState state;
  set_machine(state, arch);
  state.grid = {kWarps, 1, 1};
  state.block = {32, 1, 1};
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), addresses.data(), 8 * addresses.size());
  RunOptions how;
  how.timing = false;
  const RunResult result = simulate(program, arch, state, memory, how);
  INFO(p.name << ": " << result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  std::memcpy(out.data(), memory.find(addresses.back(), out.size()), out.size());
  return out;
}

ArchConfig arch_named(const std::string& name) {
  return load_arch(name, SIMT_SOURCE_DIR "/configs");
}

/// The kernels that ptxas has for a target, with their head.
std::string kernels_for(const std::string& target) {
  constexpr std::string_view kKernel = ".visible .entry";
  std::string text = tensor_file("more_products.ptx.gz");
  text.replace(text.find("sm_90"), 5, "sm_" + target);
  std::string kept = text.substr(0, text.find(kKernel));
  for (std::size_t at = text.find(kKernel), next = 0; at != text.npos; at = next) {
    next = text.find(kKernel, at + 1);
    const std::string kernel = text.substr(at, next - at);
    const auto has = [&](const char* what) { return kernel.find(what) != kernel.npos; };
    if (((has("e4m3") || has("e5m2")) && target < "89") || (has(".f64") && target < "90")) continue;
    kept += kernel;
  }
  return kept;
}
Cubin assembled(const std::string& target) {
  const cuda::TemporaryFolder folder;
  const auto ptx = folder.path() / "more.ptx", cubin = folder.path() / "more.cubin";
  cuda::write_file(ptx, kernels_for(target));
  const auto done = cuda::run_command({cuda::find_program("ptxas"), "-O3", "-arch=sm_" + target,
                                       ptx.string(), "-o", cubin.string()});
  INFO(done.output);
  REQUIRE(done.exit_code == 0);
  return machine_code_of(cubin.string()).at(0);
}

}  // namespace

TEST_CASE("PTX multiplies 8-bit floats, bits and sparse matrices as an H100 does") {
  const ArchConfig arch = arch_named("h100");
  TensorText text("more_products");
  const Digests wanted = recorded();
  CHECK(wanted.size() == 104);
  for (const auto& [name, digest] : wanted) {
    CAPTURE(name);
    CHECK(digest_of(results(text.program(name), more_product(name), arch)) == digest);
  }
}

TEST_CASE("so does the machine code of sm_90") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  const ArchConfig arch = arch_named("h100");
  const Cubin cubin = assembled("90");
  for (const auto& [name, digest] : recorded()) {
    CAPTURE(name);
    const auto code = std::ranges::find(cubin.code, name, &CubinCode::name);
    REQUIRE(code != cubin.code.end());
    const Program program = machine::lower(machine::image_of(cubin, *code));
    CHECK(digest_of(results(program, more_product(name), arch)) == digest);
  }
}

TEST_CASE("machine code of sm_80 and sm_89 multiplies as PTX does on these architectures") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  TensorText text("more_products");
  for (const auto& [target, name_of_arch, least] :
       {std::tuple{"80", "a100", 80u}, {"89", "rtx4090", 100u}}) {
    const ArchConfig arch = arch_named(name_of_arch);
    const Cubin cubin = assembled(target);
    CHECK(cubin.code.size() >= least);
    for (const CubinCode& code : cubin.code) {
      CAPTURE(target, code.name);
      const Program program = machine::lower(machine::image_of(cubin, code));
      const MoreProduct p = more_product(code.name);
      CHECK(results(program, p, arch) == results(text.program(code.name), p, arch));
    }
  }
}

TEST_CASE("what the kernels of more_products.ptx read, for a GPU", "[.][record]") {
  const char* const folder = std::getenv("SIMT_SIM_OPERANDS");
  REQUIRE(folder != nullptr);
  for (const auto& [name, digest] : recorded()) {
    const auto operands = operands_of(more_product(name), kWarps);
    for (std::size_t i = 0; i < operands.size(); ++i)
      cuda::write_file(std::filesystem::path(folder) / (name + '.' + "abcm"[i]),
                       {reinterpret_cast<const char*>(operands[i].data()), operands[i].size()});
  }
}
