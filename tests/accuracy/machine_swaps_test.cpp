// Additions to shared memory that are loops around a compare-and-swap, as machine code: what an
// H100 counted for tests/hardware/swaps/swaps.cu (one block of 32; nvcc 13.0, two launches alike),
// and which lane found what.
#include <catch2/catch.hpp>
#include <cstring>

#include "sim/views/metrics.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/machine_code.h"

using namespace simt;
using namespace simt::accuracy;

namespace {

struct Case {
  const char* kernel;
  const char* type;                ///< of the elements, in the kernel's name and as a launch has it
  int mul, shift, stride, mask;    ///< where lanes add
  double warp_inst;                ///< smsp__inst_executed.sum
  double swaps, loads, conflicts;  ///< wavefronts of atomics and of loads; conflicts of the loads
};

constexpr const char* kFloat = "_Z7add_oneIfEviiiiPT_Pj";
constexpr const char* kDouble = "_Z7add_oneIdEviiiiPT_Pj";
constexpr const char* kHalf = "_Z7add_oneI6__halfEviiiiPT_Pj";

const std::vector<Case> kCases = {
    {kFloat, "f32", 0, 0, 1, 4095, 867, 64, 32, 0},
    {kFloat, "f32", 1, 0, 1, 4095, 681, 2, 1, 0},
    {kFloat, "f32", 1, 0, 32, 4095, 867, 64, 528, 496},
    {kFloat, "f32", 1, 0, 2, 4095, 687, 4, 3, 1},
    {kFloat, "f32", 1, 0, 4, 4095, 699, 8, 10, 6},
    {kFloat, "f32", 1, 1, 1, 4095, 687, 4, 2, 0},
    {kFloat, "f32", 1, 2, 1, 4095, 699, 8, 4, 0},
    {kFloat, "f32", 1, 0, 1, 3, 723, 16, 8, 0},
    {kFloat, "f32", 17, 0, 1, 63, 681, 2, 1, 0},
    {kDouble, "f64", 0, 0, 1, 4095, 899, 96, 32, 0},
    {kDouble, "f64", 1, 0, 1, 4095, 682, 4, 2, 0},
    {kDouble, "f64", 1, 0, 16, 4095, 787, 64, 272, 242},
    {kDouble, "f64", 1, 0, 2, 4095, 689, 8, 6, 2},
    {kDouble, "f64", 1, 1, 1, 4095, 689, 8, 2, 0},
    {kDouble, "f64", 1, 0, 1, 3, 731, 24, 12, 0},
    {kHalf, "f16", 0, 0, 1, 4095, 912, 1056, 1, 0},
    {kHalf, "f16", 1, 0, 1, 4095, 702, 6, 1, 0},
    {kHalf, "f16", 1, 0, 2, 4095, 695, 2, 1, 0},
    {kHalf, "f16", 1, 0, 64, 4095, 695, 64, 32, 31},
};

int element(const Case& c, int lane) {
  return (((lane * c.mul) >> c.shift) * c.stride) & c.mask;
}

SessionOptions options_for(const Case& c, bool timing) {
  SessionOptions o = options_of("h200", "tests/hardware/machine/swaps.fatbin");
  std::string header = std::string("//! kernel ") + c.kernel + "\n//! grid 1\n//! block 32\n";
  for (const int value : {c.mul, c.shift, c.stride, c.mask})
    header += "//! arg u32 = " + std::to_string(value) + "\n";
  o.overrides =
      parse_header(header + "//! arg " + c.type + "[32] = zero\n//! arg u32[32] = zero\n");
  o.timing = timing;
  return o;
}

/// The 32 values that lanes found, as the bytes of an argument.
std::vector<std::byte> bytes_of(Session& session, std::size_t arg) {
  const BoundArg& a = session.launch().args.at(arg);
  const std::byte* const data = session.memory().find(a.address, a.bytes);
  return {data, data + a.bytes};
}

std::vector<std::byte> encoded(const Case& c, unsigned value) {
  const auto bytes = [](auto v) {
    std::vector<std::byte> out(sizeof v);
    std::memcpy(out.data(), &v, sizeof v);
    return out;
  };
  if (c.kernel == kFloat) return bytes(static_cast<float>(value));
  if (c.kernel == kDouble) return bytes(static_cast<double>(value));
  const std::uint16_t halves[] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700};
  if (value < 8) return bytes(halves[value]);
  unsigned exponent = 0;
  while ((value >> exponent) > 1) ++exponent;
  return bytes(
      static_cast<std::uint16_t>((exponent + 15) << 10 | ((value << (10 - exponent)) & 0x3ff)));
}

/// Lanes on one element come in the order of their numbers.
std::vector<std::byte> expected(const Case& c) {
  std::vector<std::byte> out;
  for (int lane = 0; lane < 32; ++lane) {
    unsigned before = 0;
    for (int other = 0; other < lane; ++other) before += element(c, other) == element(c, lane);
    const std::vector<std::byte> one = encoded(c, before);
    out.insert(out.end(), one.begin(), one.end());
  }
  return out;
}

}  // namespace

TEST_CASE("machine code: lanes of shared memory's compare-and-swap loops as an H100 serves them") {
  const bool timing = GENERATE(true, false);
  for (const Case& c : kCases) {
    INFO(c.kernel << " " << c.mul << " " << c.shift << " " << c.stride << " " << c.mask
                  << (timing ? "" : ", --timing off"));
    const auto session = session_of(options_for(c, timing));
    REQUIRE(session != nullptr);
    RunOptions how;
    how.timing = timing;
    const RunResult result = session->run(how);
    REQUIRE(result.status == RunStatus::Finished);
    const bool same = bytes_of(*session, 4) == expected(c);
    CHECK(same);
    const Measured m{result, session->arch(), &session->program()};
    CHECK(value_of("smsp__inst_executed.sum", m) == c.warp_inst);
    const std::string shared = "_pipe_lsu_mem_shared", waves = "l1tex__data_pipe_lsu_wavefronts";
    CHECK(value_of(waves + "_mem_shared_op_atom.sum", m) == c.swaps);
    CHECK(value_of(waves + "_mem_shared_op_ld.sum", m) == c.loads);
    CHECK(value_of("l1tex__data_bank_conflicts" + shared + "_op_ld.sum", m) == c.conflicts);
  }
}
