// What an H200 computed for single PTX instructions (tests/hardware/values, tests/ops/data), by
// the machine code of the kernels that recorded it: tests/hardware/machine/values.fatbin.
#include <fmt/format.h>
#include <zlib.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>

#include "isa/container/machine_code.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "sim/config/arch.h"
#include "sim/launch/simulate.h"

using namespace simt;

namespace {

/// Words of a thread, before and behind.
constexpr std::size_t kWords = 8, kMostThreads = 1024;
using Words = std::array<std::uint64_t, kWords>;

struct Case {
  std::string text;
  Words in{}, out{};
  std::size_t outputs = 0;
};
using Cases = std::map<std::string, std::vector<Case>>;  ///< by opcode

/// The table of integers has the carry flag of a subtraction as PTX has it, the kernels a borrow.
void turn_carries(const std::string& opcode, Case& c, std::size_t inputs) {
  if (!opcode.starts_with("sub")) return;
  if (opcode.starts_with("subc.")) c.in.at(inputs - 1) ^= 1;
  if (opcode.find(".cc.") != std::string::npos) c.out.at(c.outputs - 1) ^= 1;
}

void read_cases(const std::string& path, Cases& cases) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  REQUIRE(file != nullptr);
  char line[256];
  while (gzgets(file.get(), line, sizeof line) != nullptr) {
    Case c{.text = line};
    std::istringstream words(c.text);
    std::string opcode, word;
    words >> opcode;
    std::size_t inputs = 0;
    while (words >> word && word != "->") c.in.at(inputs++) = std::stoull(word, nullptr, 16);
    while (words >> word) c.out.at(c.outputs++) = std::stoull(word, nullptr, 16);
    turn_carries(opcode, c, inputs);
    cases[opcode].push_back(std::move(c));
  }
}

std::string kernel_of(const std::string& opcode) {
  std::string name = "k_" + opcode;
  std::ranges::replace(name, '.', '_');
  return name;
}

class Recorded {
 public:
  Recorded()
      : cubin_(machine_code_of(SIMT_SOURCE_DIR "/tests/hardware/machine/values.fatbin").at(0)),
        arch_(load_arch("h200", SIMT_SOURCE_DIR "/configs")) {}

  /// The first case that is not what the GPU gave; why it cannot run; or nothing.
  std::string check(const std::string& opcode, std::span<const Case> cases) {
    const auto code = std::ranges::find(cubin_.code, kernel_of(opcode), &CubinCode::name);
    if (code == cubin_.code.end()) return "there is no kernel";
    try {
      const Program program = machine::lower(machine::image_of(cubin_, *code));
      std::string wrong;
      for (std::size_t from = 0; from < cases.size() && wrong.empty(); from += kMostThreads)
        wrong = run(program, cases.subspan(from, std::min(kMostThreads, cases.size() - from)));
      return wrong;
    } catch (const std::runtime_error& e) {
      return e.what();
    }
  }

 private:
  std::string run(const Program& program, std::span<const Case> cases) {
    GlobalMemory memory;
    const std::size_t bytes = cases.size() * sizeof(Words);
    const std::uint64_t buffers[] = {memory.allocate(bytes, "in"), memory.allocate(bytes, "out")};
    for (std::size_t i = 0; i < cases.size(); ++i)
      std::memcpy(memory.find(buffers[0] + i * sizeof(Words), sizeof(Words)), cases[i].in.data(),
                  sizeof(Words));
    LaunchState state;
    state.block = {static_cast<std::uint32_t>(cases.size()), 1, 1};
    state.num_sms = arch_.sm.count;
    state.params.resize(program.param_bytes);
    std::memcpy(state.params.data(), buffers, sizeof buffers);
    for (const Variable& v : program.variables) {
      if (v.space != StateSpace::Const) continue;
      state.constants.resize(std::max<std::size_t>(state.constants.size(), v.address + v.bytes));
      std::ranges::copy(v.initial,
                        state.constants.begin() + static_cast<std::ptrdiff_t>(v.address));
    }
    RunOptions how;
    how.timing = false;
    const RunResult result = simulate(program, arch_, state, memory, how);
    if (result.status != RunStatus::Finished) return result.explanation;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Words out;
      std::memcpy(out.data(), memory.find(buffers[1] + i * sizeof out, sizeof out), sizeof out);
      for (std::size_t n = 0; n < cases[i].outputs; ++n)
        if (out[n] != cases[i].out[n]) return fmt::format("{}: {:x}", cases[i].text, out[n]);
    }
    return "";
  }

  Cubin cubin_;
  ArchConfig arch_;
};

}  // namespace

TEST_CASE("machine code gives what an H200 gave for each instruction") {
  Cases cases;
  read_cases(SIMT_SOURCE_DIR "/tests/hardware/values/float.txt.gz", cases);
  read_cases(SIMT_SOURCE_DIR "/tests/hardware/values/float_nan.txt.gz", cases);
  read_cases(SIMT_SOURCE_DIR "/tests/ops/data/h200_integer.txt", cases);
  Recorded recorded;
  for (const auto& [opcode, all] : cases) {
    const std::string wrong = recorded.check(opcode, all);
    INFO(opcode << ": " << wrong);
    CHECK(wrong.empty());
  }
  CHECK(cases.size() == 1938);
}
