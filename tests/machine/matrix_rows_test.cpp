// ldmatrix, stmatrix and movmatrix of PTX and of machine code against an H100: registers, memory,
// and what ncu counted of the banks (tests/hardware/tensor/rows.txt).
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>

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

struct Row {
  std::string kernel;
  unsigned pattern = 0;
  std::uint64_t registers = 0, memory = 0, wavefronts = 0, conflicts = 0;
  bool stores() const { return kernel.starts_with("st"); }
};
std::vector<Row> recorded_rows() {
  std::vector<Row> all;
  std::istringstream lines(tensor_file("rows.txt"));
  std::string name, form, registers, memory;
  Row row;
  while (lines >> name >> form >> row.pattern >> registers >> memory >> row.wavefronts >>
         row.conflicts) {
    std::ranges::replace(form, '.', '_');
    row.kernel = name + "_" + form;
    row.registers = std::stoull(registers, nullptr, 16);
    row.memory = std::stoull(memory, nullptr, 16);
    all.push_back(row);
  }
  return all;
}

/// Where the lanes' rows lie: some distance apart, swizzled, or by chance.
std::array<std::uint32_t, 32> offsets_of(unsigned pattern) {
  constexpr std::uint32_t kApart[] = {16, 32, 48, 64, 80, 128, 144, 256, 0, 272};
  std::array<std::uint32_t, 32> out{};
  tensor::Random random{pattern};
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t row = lane % 8, matrix = lane / 8;
    out[lane] = pattern < 10    ? lane * kApart[pattern]
                : pattern == 10 ? row * 16
                : pattern == 11 ? matrix * 16
                : pattern == 12 ? row * 128 + (row ^ matrix) * 16
                                : static_cast<std::uint32_t>(random() % 1024) * 16;
  }
  return out;
}

struct Ran {
  std::vector<std::uint32_t> registers = std::vector<std::uint32_t>(128);
  std::vector<std::uint16_t> memory = std::vector<std::uint16_t>(8192);
  Counters totals;
};
Ran run(const Program& program, unsigned pattern, bool timing) {
  static const ArchConfig arch = load_arch("h100", SIMT_SOURCE_DIR "/configs");
  const auto offsets = offsets_of(pattern);
  Ran ran;
  GlobalMemory memory;
  const std::array<std::uint64_t, 3> buffers{memory.allocate(128, "offsets"),
                                             memory.allocate(512, "registers"),
                                             memory.allocate(16384, "memory")};
  std::memcpy(memory.find(buffers[0], 128), offsets.data(), 128);
  LaunchState state;
  state.block = {32, 1, 1};
  state.num_sms = arch.sm.count;
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), buffers.data(), sizeof buffers);
  RunOptions how;
  how.timing = timing;
  const RunResult result = simulate(program, arch, state, memory, how);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  std::memcpy(ran.registers.data(), memory.find(buffers[1], 512), 512);
  std::memcpy(ran.memory.data(), memory.find(buffers[2], 16384), 16384);
  ran.totals = result.counters;
  return ran;
}

template <class T>
std::uint64_t digest(const std::vector<T>& words) {
  std::uint64_t sum = 0;
  for (const T word : words) sum = tensor::digest(sum, word);
  return sum;
}

void check_row(const Row& row, const Program& program, bool timing) {
  CAPTURE(row.kernel, row.pattern, timing);
  const Ran ran = run(program, row.pattern, timing);
  CHECK(digest(ran.registers) == row.registers);
  if (row.stores()) CHECK(digest(ran.memory) == row.memory);
  // 256 loads or stores of the kernel stand beside it.
  const Counters& c = ran.totals;
  CHECK(c[Counter::shared_ld_wavefronts] == (row.stores() ? 256 : row.wavefronts));
  CHECK(c[Counter::shared_st_wavefronts] == 256 + (row.stores() ? row.wavefronts : 0));
  CHECK(c[Counter::shared_ld_conflicts] == (row.stores() ? 0 : row.conflicts));
  CHECK(c[Counter::shared_st_conflicts] == (row.stores() ? row.conflicts : 0));
  CHECK(c[Counter::shared_ld_requests] == (row.stores() ? 256 : 0));
  CHECK(c[Counter::shared_st_requests] == 256);
  CHECK(c[Counter::ldsm_inst] == (row.stores() ? 0 : 1));
}

class RowKernels {
 public:
  RowKernels() : text_("rows") {
    cubins_ = machine_code_of(SIMT_SOURCE_DIR "/tests/hardware/machine/matrix_rows.fatbin");
  }
  Program ptx(const std::string& name) { return text_.program(name); }
  Program machine(const std::string& name) {
    const auto code = std::ranges::find(cubins_[0].code, name, &CubinCode::name);
    REQUIRE(code != cubins_[0].code.end());
    return machine::lower(machine::image_of(cubins_[0], *code));
  }

 private:
  TensorText text_;
  std::vector<Cubin> cubins_;
};

}  // namespace

TEST_CASE("rows of matrices are what an H100 has") {
  RowKernels kernels;
  const std::vector<Row> rows = recorded_rows();
  CHECK(rows.size() == 192);
  for (const Row& row : rows) {
    check_row(row, kernels.ptx(row.kernel), false);
    check_row(row, kernels.ptx(row.kernel), true);
    check_row(row, kernels.machine(row.kernel), false);
  }
}

TEST_CASE("columns and rows exchanged") {
  RowKernels kernels;
  for (const Program& program : {kernels.ptx("movmatrix"), kernels.machine("movmatrix")}) {
    const Ran ran = run(program, 0, false);
    // Lane l had l twice: element (l / 4, l % 4 * 2) of the matrix, and the one beside it.
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t column = lane / 4, row = lane % 4 * 2;
      const auto of = [&](std::uint32_t r) { return r * 4 + column / 2; };
      CHECK(ran.registers[lane] == (of(row) | of(row + 1) << 16));
    }
  }
}
