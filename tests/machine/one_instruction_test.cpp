// Kernels of one PTX instruction: what their machine code leaves in memory is what the PTX leaves,
// for random registers and random memory.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

#include "isa/container/machine_code.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "isa/ptx/ast.h"
#include "isa/ptx/frontend.h"
#include "sim/assembler/pipeline.h"
#include "sim/config/arch.h"
#include "sim/launch/simulate.h"
#include "tests/machine/golden_words.h"
#include "tests/machine/one_instruction.h"
#include "tests/skip.h"

using namespace simt;
using namespace simt::test;

namespace {

constexpr unsigned kLanes = 32;

/// How the registers that a kernel loads are filled.
enum class Fill { Random, Small, Ones, Floats };

struct Ran {
  RunStatus status = RunStatus::Finished;
  std::vector<std::byte> memory;
  std::string why;
};

std::vector<std::byte> filled(Fill fill, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> out(kLanes * kBytesOfThread);
  for (std::size_t at = 0; at < out.size(); at += 4) {
    std::uint32_t word = static_cast<std::uint32_t>(random());
    if (fill == Fill::Small) word %= 33;
    if (fill == Fill::Ones) word = ~0u;
    if (fill == Fill::Floats) {  // about 1, and halves about 1
      const auto value = static_cast<float>(word % 4096) / 1024.0F - 2.0F;
      std::memcpy(&word, &value, 4);
      if (at % 32 >= 16) word = 0x3c003c00u ^ (static_cast<std::uint32_t>(random()) & 0x83ff83ffu);
    }
    std::memcpy(out.data() + at, &word, 4);
  }
  return out;
}

Ran run(const Program& program, const ArchConfig& arch, Fill fill, unsigned seed) {
  GlobalMemory memory;
  LaunchState state;
  state.block = {kLanes, 1, 1};
  state.num_sms = arch.sm.count;
  for (const Variable& v : program.variables) {
    if (v.space == StateSpace::Const) {
      state.constants.resize(std::max<std::size_t>(state.constants.size(), v.address + v.bytes));
      std::copy(v.initial.begin(), v.initial.end(),
                state.constants.begin() + static_cast<std::ptrdiff_t>(v.address));
    } else if (v.bytes > 0 && memory.find(v.address, 1) == nullptr) {
      memory.map(v.address, v.bytes, v.name);
      std::copy(v.initial.begin(), v.initial.end(), memory.find(v.address, v.bytes));
    }
  }
  std::vector<std::uint64_t> buffers;
  for (unsigned i = 0; i < 3; ++i) {
    buffers.push_back(memory.allocate(kLanes * kBytesOfThread, "buffer"));
    const std::vector<std::byte> bytes =
        i == 1 ? std::vector<std::byte>(kLanes * kBytesOfThread) : filled(fill, seed + i);
    std::copy(bytes.begin(), bytes.end(), memory.find(buffers[i], bytes.size()));
  }
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), buffers.data(), 24);
  RunOptions how;
  how.max_cycles = 20000;
  how.timing = false;
  const RunResult result = simulate(program, arch, state, memory, how);
  Ran out{result.status, {}, result.explanation};
  for (const unsigned i : {1U, 2U}) {
    const std::byte* const from = memory.find(buffers[i], kLanes * kBytesOfThread);
    out.memory.insert(out.memory.end(), from, from + kLanes * kBytesOfThread);
  }
  return out;
}

struct Tally {
  std::size_t all = 0, ran = 0, compared = 0, agreed = 0;
  std::map<std::string, std::string> refused, differ;  ///< by line: why
};

class Comparison {
 public:
  Comparison(const std::string& target, const std::string& arch, Cubin cubin)
      : all_(one_instructions(target)),
        arch_(load_arch(arch, std::string(SIMT_SOURCE_DIR) + "/configs")),
        cubin_(std::move(cubin)),
        text_(module_of(all_, target)) {}

  Tally run_all() {
    for (const OneInstruction& one : all_) compare(one);
    return std::move(tally_);
  }

 private:
  std::optional<Program> machine(const OneInstruction& one) {
    const auto code = std::ranges::find(cubin_.code, one.name, &CubinCode::name);
    if (code == cubin_.code.end()) return std::nullopt;
    ++tally_.all;
    try {
      return machine::lower(machine::image_of(cubin_, *code));
    } catch (const std::runtime_error& e) {
      tally_.refused[one.text] = e.what();
      return std::nullopt;
    }
  }
  std::optional<Program> ptx(const OneInstruction& one) {
    Diagnostics diags("one.ptx", module_of({one}, "90"));
    const auto module = parse_module(diags);
    if (!module) return std::nullopt;
    auto program = decode_kernel(*module, one.name, diags);
    if (program) assemble(*program, {.as_compiled = false});
    return program;
  }
  void compare(const OneInstruction& one) {
    const std::optional<Program> code = machine(one);
    if (!code) return;
    ++tally_.ran;
    const std::optional<Program> text = ptx(one);
    if (!text) return;
    unsigned compared = 0;
    std::string why;
    for (const Fill fill : {Fill::Random, Fill::Small, Fill::Ones, Fill::Floats})
      for (unsigned seed = 1; seed < 4; ++seed) {
        const Ran a = run(*text, arch_, fill, seed);
        if (a.status != RunStatus::Finished) continue;
        ++compared;
        const Ran b = run(*code, arch_, fill, seed);
        if (b.status != RunStatus::Finished) {
          why = b.why;
        } else if (a.memory != b.memory) {
          why = difference(a, b, static_cast<unsigned>(fill));
        }
        if (!why.empty()) break;
      }
    if (compared == 0) return;
    ++tally_.compared;
    if (why.empty())
      ++tally_.agreed;
    else
      tally_.differ[one.text] = why;
  }
  static std::string difference(const Ran& a, const Ran& b, unsigned fill) {
    for (std::size_t at = 0; at < a.memory.size(); at += 4) {
      std::uint32_t x = 0, y = 0;
      std::memcpy(&x, a.memory.data() + at, 4);
      std::memcpy(&y, b.memory.data() + at, 4);
      if (x == y) continue;
      char text[100];
      std::snprintf(text, sizeof text, "fill %u, lane %zu + %zu: %08x, machine %08x", fill,
                    at / kBytesOfThread, at % kBytesOfThread, x, y);
      return text;
    }
    return "";
  }

  std::vector<OneInstruction> all_;
  ArchConfig arch_;
  Cubin cubin_;
  std::string text_;
  Tally tally_;
};

Cubin assembled(const std::string& target) {
  const cuda::TemporaryFolder folder;
  const auto ptx = folder.path() / "one.ptx", cubin = folder.path() / "one.cubin";
  cuda::write_file(ptx, module_of(one_instructions(target), target));
  const auto done = cuda::run_command({cuda::find_program("ptxas"), "-O3", "-arch=sm_" + target,
                                       ptx.string(), "-o", cubin.string()});
  INFO(done.output);
  REQUIRE(done.exit_code == 0);
  return machine_code_of(cubin.string()).at(0);
}

/// Where PTX and machine code may differ: time, windows of addresses, operands beyond what PTX
/// defines (ptxas takes more than the eight bits of a position or a length), states of mbarriers of
/// sm_80, which are others.
bool may_differ(const std::string& text) {
  constexpr const char* kOdd[] = {"clock",
                                  "globaltimer",
                                  "%nwarpid",
                                  "cvta.",
                                  "%reserved_smem_offset",
                                  "bfe.s64 =q0,q1,r2",
                                  "bfe.u64 =q0,q1,r2",
                                  "bfi.b64 =q0,q1,q2,r3",
                                  "mbarrier.pending_count"};
  return std::ranges::any_of(kOdd,
                             [&](const char* odd) { return text.find(odd) != std::string::npos; });
}

struct OneTarget {
  const char *target, *arch;
  std::size_t kernels, run;
};
// What is refused is listed in docs/MACHINE_EXECUTION.md.
constexpr OneTarget kOneTargets[] = {
    {"75", "t4", 1377, 1370}, {"80", "a100", 1532, 1525}, {"90", "h200", 1706, 1678}};

}  // namespace

TEST_CASE("one instruction each: machine code leaves what the PTX leaves") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  for (const OneTarget& of : kOneTargets) {
    const Tally tally = Comparison(of.target, of.arch, assembled(of.target)).run_all();
    INFO("sm_" << of.target << ": " << tally.ran << " run, " << tally.compared << " compared, "
               << tally.agreed << " agree");
    std::string refused;
    for (const auto& [text, why] : tally.refused) refused += "\n" + text + ": " + why;
    INFO("refused:" << refused);
    CHECK(tally.all == of.kernels);
    CHECK(tally.ran >= of.run);
    for (const auto& [text, why] : tally.differ) {
      INFO(text << ": " << why);
      CHECK(may_differ(text));
    }
  }
}
