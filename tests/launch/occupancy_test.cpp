// Occupancy rules against vectors computed with NVIDIA's calculator and against hardware reports.
#include "sim/launch/occupancy.h"

#include <catch2/catch.hpp>

using namespace simt;
using Catch::Matchers::Contains;

namespace {

const std::string kConfigs = std::string(SIMT_SOURCE_DIR) + "/configs";

const ArchConfig& arch(const std::string& name) {
  static std::map<std::string, ArchConfig> loaded;
  auto it = loaded.find(name);
  if (it == loaded.end()) it = loaded.emplace(name, load_arch(name, kConfigs)).first;
  return it->second;
}

/// One device for each compute capability of the vectors.
const char* const kDevices[] = {"k40", "gtx980", "p100",    "gtx1080", "v100",
                                "t4",  "a100",   "rtx3090", "rtx4060", "h200"};

OccupancyInput input(unsigned threads, unsigned registers, unsigned fixed = 0,
                     unsigned dynamic = 0) {
  OccupancyInput in;
  in.threads_per_cta = threads;
  in.registers_per_thread = registers;
  in.static_shared = fixed;
  in.dynamic_shared = dynamic;
  in.max_carveout = true;
  return in;
}
Occupancy of(const char* name, const OccupancyInput& in) {
  return occupancy(arch(name), in);
}

}  // namespace

TEST_CASE("what a launch asks of an SM: a kernel without a barrier instruction takes one barrier") {
  Program program;
  program.registers_per_thread = 40;
  program.shared.static_bytes = 1024;
  const OccupancyInput plain = occupancy_input(program, 96, 512);
  CHECK(plain.threads_per_cta == 96);
  CHECK(plain.registers_per_thread == 40);
  CHECK(plain.static_shared == 1024);
  CHECK(plain.dynamic_shared == 512);
  CHECK(plain.barriers == 1);
  program.barriers_used = 5;
  CHECK(occupancy_input(program, 96, 512).barriers == 5);
}

TEST_CASE("active blocks per SM on every compute capability") {
  struct Row {
    unsigned threads, registers, fixed, dynamic;
    unsigned ctas[10];
  };
  const Row rows[] = {
      {256, 32, 0, 0, {8, 8, 8, 8, 8, 4, 8, 6, 6, 8}},
      {256, 33, 0, 0, {6, 6, 6, 6, 6, 4, 6, 6, 6, 6}},
      {256, 64, 0, 0, {4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
      {1024, 64, 0, 0, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {1024, 65, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {32, 32, 0, 0, {16, 32, 32, 32, 32, 16, 32, 16, 24, 32}},
      {96, 40, 0, 0, {16, 16, 16, 16, 16, 10, 16, 16, 16, 16}},
      {160, 40, 0, 0, {9, 9, 10, 9, 9, 6, 9, 9, 9, 9}},
      {352, 48, 0, 0, {3, 3, 3, 3, 3, 2, 3, 3, 3, 3}},
      {128, 255, 0, 0, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
      {192, 168, 0, 0, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
      {288, 80, 0, 0, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
      {672, 96, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
      {800, 72, 0, 0, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
      {1000, 20, 100, 0, {2, 2, 2, 2, 2, 1, 2, 1, 1, 2}},
      {64, 48, 1792, 0, {16, 20, 21, 20, 20, 16, 20, 16, 20, 20}},
      {256, 16, 1024, 0, {8, 8, 8, 8, 8, 4, 8, 6, 6, 8}},
      {256, 32, 16384, 0, {3, 6, 4, 6, 6, 4, 8, 5, 5, 8}},
      {256, 32, 49152, 0, {1, 2, 1, 2, 2, 1, 3, 2, 2, 4}},
      {128, 32, 0, 65536, {0, 0, 0, 0, 1, 1, 2, 1, 1, 3}},
  };
  for (const Row& row : rows)
    for (std::size_t i = 0; i < std::size(kDevices); ++i) {
      INFO(kDevices[i] << ": " << row.threads << " threads, " << row.registers << " registers, "
                       << row.fixed << " + " << row.dynamic << " bytes");
      const Occupancy o =
          of(kDevices[i], input(row.threads, row.registers, row.fixed, row.dynamic));
      CHECK(o.ctas_per_sm == row.ctas[i]);
      CHECK(o.why_not.empty() == (row.ctas[i] != 0));
    }
}

TEST_CASE("each limit by itself") {
  struct Row {
    const char* device;
    OccupancyInput in;
    unsigned registers, shared, warps, ctas, allocated;
  };
  const auto with_carveout = [](OccupancyInput in, unsigned percent, unsigned largest) {
    in.max_carveout = false;
    in.carveout = largest * percent / 100;
    return in;
  };
  const Row rows[] = {
      {"v100", input(256, 32), 8, kUnlimited, 8, 32, 0},
      {"a100", input(256, 32), 8, 164, 8, 32, 1024},
      {"rtx4060", input(256, 32), 8, 100, 6, 24, 1024},
      {"h200", input(256, 32), 8, 228, 8, 32, 1024},
      {"h200", input(256, 33), 6, 228, 8, 32, 1024},
      {"v100", input(64, 48, 1792), 20, 54, 32, 32, 1792},
      {"a100", input(64, 48, 1792), 20, 59, 32, 32, 2816},
      {"rtx4060", input(64, 48, 1792), 20, 36, 24, 24, 2816},
      {"h200", input(64, 48, 1792), 20, 82, 32, 32, 2816},
      {"v100", input(256, 16, 1024), 16, 96, 8, 32, 1024},
      {"a100", input(256, 16, 1024), 16, 82, 8, 32, 2048},
      {"h200", input(256, 16, 1024), 16, 114, 8, 32, 2048},
      {"v100", with_carveout(input(256, 16, 1024), 14, 98304), 16, 16, 8, 32, 1024},
      {"a100", with_carveout(input(256, 16, 1024), 14, 167936), 16, 16, 8, 32, 2048},
      {"rtx4060", with_carveout(input(256, 16, 1024), 14, 102400), 16, 8, 6, 24, 2048},
      {"h200", with_carveout(input(256, 16, 1024), 14, 233472), 16, 16, 8, 32, 2048},
      {"v100", input(256, 32, 16384), 8, 6, 8, 32, 16384},
      {"h200", input(256, 32, 16384), 8, 13, 8, 32, 17408},
      {"a100", input(128, 32, 0, 65536), 16, 2, 16, 32, 66560},
      {"h200", input(1000, 20, 100), 2, 202, 2, 32, 1152},
  };
  for (const Row& row : rows) {
    INFO(row.device << ": " << row.in.threads_per_cta << " threads");
    const Occupancy o = of(row.device, row.in);
    CHECK(o.limit_registers == row.registers);
    CHECK(o.limit_shared == row.shared);
    CHECK(o.limit_warps == row.warps);
    CHECK(o.limit_ctas == row.ctas);
    CHECK(o.shared_allocated_per_cta == row.allocated);
  }
}

TEST_CASE("limits and the driver's carveout as ncu reports them on an H200") {
  struct Row {
    unsigned threads, registers, fixed, dynamic, barriers;
    unsigned by_registers, by_shared, by_warps, by_barriers, carveout;
  };
  const Row rows[] = {
#include "h200_launches.inc"
  };
  for (const Row& row : rows) {
    OccupancyInput in = input(row.threads, row.registers, row.fixed, row.dynamic);
    in.max_carveout = false;
    in.barriers = row.barriers;
    const Occupancy o = of("h200", in);
    INFO("row " << &row - rows << ": " << row.threads << " threads, " << row.fixed << " + "
                << row.dynamic << " bytes");
    CHECK(o.limit_registers == row.by_registers);
    CHECK(o.limit_shared == row.by_shared);
    CHECK(o.limit_warps == row.by_warps);
    CHECK(o.limit_barriers == row.by_barriers);
    CHECK(o.carveout == row.carveout);
  }
}

TEST_CASE("the driver's carveout on CC 8.9") {
  OccupancyInput in = input(64, 48, 1792);
  in.max_carveout = false;
  const Occupancy o = of("rtx4060", in);  // reported: registers 20, shared memory 23, blocks 24
  CHECK(o.limit_registers == 20);
  CHECK(o.carveout == 64 * 1024);
  CHECK(o.limit_shared == 23);
  CHECK(o.ctas_per_sm == 20);
  in = input(1024, 56);
  in.max_carveout = false;
  CHECK(of("rtx4060", in).limit_shared == 8);
}

TEST_CASE("shared memory limits only where the largest carveout does") {
  OccupancyInput in = input(256, 64, 0, 16384);
  in.max_carveout = false;
  const Occupancy chosen = of("v100", in);  // 64 KiB are enough for what registers allow
  CHECK(chosen.carveout == 64 * 1024);
  CHECK(chosen.limit_shared == 4);  // as ncu says it
  CHECK(chosen.limit_shared_largest == 6);
  CHECK(chosen.limiters == std::vector<std::string>{"registers"});
  in.dynamic_shared = 24576;  // 96 KiB hold four
  CHECK(of("v100", in).limiters == std::vector<std::string>{"registers", "shared memory"});
  in.dynamic_shared = 24832;
  CHECK(of("v100", in).limiters == std::vector<std::string>{"shared memory"});
  in.carveout = 64 * 1024;  // asked for: no larger one comes
  in.dynamic_shared = 16384;
  CHECK(of("v100", in).limiters == std::vector<std::string>{"registers", "shared memory"});
}

TEST_CASE("before Volta the largest size is preferred") {
  OccupancyInput in = input(256, 32, 1024);
  in.max_carveout = false;
  CHECK(of("k40", in).carveout == 48 * 1024);
  in.carveout = 16 * 1024;
  CHECK(of("k40", in).limit_shared == 16);
  in.static_shared = 20000;  // does not fit the preferred size
  CHECK(of("k40", in).carveout == 48 * 1024);
}

TEST_CASE("64 and 65 registers on compute capability 6.x") {
  for (const char* device : {"p100", "gtx1080"}) {
    const Occupancy two = of(device, input(512, 64)), one = of(device, input(512, 65));
    CHECK(two.ctas_per_sm == 2);
    CHECK(two.fraction == 0.5);
    CHECK(one.ctas_per_sm == 1);
    CHECK(one.fraction == 0.25);
    CHECK(one.registers_allocated_per_thread == 72);
    CHECK(one.limiters == std::vector<std::string>{"registers"});
  }
}

TEST_CASE("a kernel that cannot launch says why") {
  const auto reason = [](const char* device, const OccupancyInput& in) {
    const Occupancy o = of(device, in);
    CHECK(o.ctas_per_sm == 0);
    CHECK(o.fraction == 0);
    return o.why_not;
  };
  CHECK(reason("h200", input(1025, 16)) == "1025 threads per block exceed the limit of 1024");
  CHECK(reason("h200", input(0, 16)) == "a block needs at least one thread");
  CHECK(reason("h200", input(32, 256)) == "256 registers per thread exceed the limit of 255");
  CHECK_THAT(reason("h200", input(672, 96)),
             Contains("21 warps of 3072 registers") && Contains("24 warps") &&
                 Contains("73728 registers; a block may use 65536"));
  CHECK_THAT(reason("h200", input(32, 16, 49153)), Contains("declare more as dynamic"));
  CHECK_THAT(reason("h200", input(32, 16, 0, 232449)), Contains("exceed 232448"));
  CHECK_THAT(reason("p100", input(32, 16, 0, 49153)), Contains("exceed 49152"));
  OccupancyInput barriers = input(32, 16);
  barriers.barriers = 17;
  CHECK(reason("h200", barriers) == "17 barriers exceed the 16 that a block has");
  CHECK(of("h200", input(32, 16, 0, 232448)).ctas_per_sm == 1);
  CHECK(of("h200", input(32, 255)).why_not.empty());
}

TEST_CASE("sizes near the end of the number range do not wrap around") {
  CHECK(of("h200", input(~0u, ~0u, ~0u, ~0u)).ctas_per_sm == 0);
  CHECK(of("h200", input(32, 32, 49152, ~0u - 1000)).ctas_per_sm == 0);
}

TEST_CASE("CC 6.0 refuses what 6.1 cannot launch") {
  // 18 warps of 3584 registers are 64512; counted as 20 on four sub-partitions they are 71680.
  CHECK(of("p100", input(18 * 32, 112)).ctas_per_sm == 0);
  CHECK(of("gtx1080", input(18 * 32, 112)).ctas_per_sm == 0);
}

TEST_CASE("partial last warps count as whole") {
  CHECK(of("h200", input(33, 32)).warps_per_cta == 2);
  CHECK(of("h200", input(1, 32)).warps_per_sm == 32);
}

TEST_CASE("a teaching warp of 4 lanes takes a warp slot like a whole one") {
  ArchConfig small = arch("v100");
  small.sm.warp_size = 4;
  const Occupancy o = occupancy(small, input(256, 32));
  CHECK(o.warps_per_cta == 64);
  CHECK(o.ctas_per_sm == 1);
  CHECK(o.fraction == 1.0);
  CHECK(o.registers_allocated_per_thread == 32);
  CHECK(occupancy(small, input(260, 32)).ctas_per_sm == 0);
}

TEST_CASE("sweep over block sizes and the best one") {
  const auto sweep = occupancy_sweep(arch("h200"), input(1, 33));
  REQUIRE(sweep.size() == 32);
  CHECK(sweep.front().threads == 32);
  CHECK(sweep.back().threads == 1024);
  CHECK(sweep[7].result.ctas_per_sm == 6);
  CHECK(best_block_size(arch("h200"), input(1, 32)) == 1024);
  CHECK(best_block_size(arch("rtx4060"), input(1, 32)) == 768);
  CHECK(best_block_size(arch("h200"), input(1, 32, 0, 300000)) == 0);
}

TEST_CASE("blocks of more narrow warps than an SM has slots say so") {
  ArchConfig narrow = arch("t4");
  narrow.sm.warp_size = 4;
  const Occupancy o = occupancy(narrow, input(256, 13));
  CHECK(o.ctas_per_sm == 0);
  CHECK(o.why_not == "a block of 256 threads is 64 warps of 4; an SM holds 32");
}
