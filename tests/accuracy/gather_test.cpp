// Sectors that leave L1 when several stores go to the same ones, beside what an H100 counted
// (tests/hardware/gather): one SM, by the number of its warps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "sim/views/metrics.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/measured.h"

using namespace simt;
using namespace simt::accuracy;

namespace {

struct Case {
  std::string kernel;
  unsigned grid = 0, block = 0;
  int rows = 0;
  double cycles = 0, stored = 0, written = 0;
};

std::vector<Case> cases() {
  std::ifstream in(std::string(SIMT_SOURCE_DIR) + "/tests/hardware/gather/gather.csv");
  std::string line;
  std::getline(in, line);
  std::vector<Case> out;
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    Case c;
    fields >> c.kernel >> c.grid >> c.block >> c.rows >> c.cycles >> c.stored >> c.written;
    out.push_back(c);
  }
  return out;
}

std::unique_ptr<Session> session_for(const Case& c) {
  SessionOptions o = options_of("h100", "tests/hardware/machine/gather.fatbin");
  o.overrides =
      parse_header("//! kernel " + c.kernel + "\n//! grid " + std::to_string(c.grid) +
                   "\n//! block " + std::to_string(c.block) +
                   "\n//! arg f32[8650752] = zero\n//! arg s32 = " + std::to_string(c.rows) + "\n");
  return std::make_unique<Session>(o);
}

}  // namespace

TEST_CASE("stores to the same sectors leave together as on an H100") {
  unsigned compared = 0;
  for (const Case& c : cases()) {
    if (c.grid != 1) continue;
    CAPTURE(c.kernel, c.block, c.rows);
    const auto session = session_for(c);
    RunResult result = finished(*session, c.kernel);
    const Measured m{result, session->arch(), &session->program()};
    REQUIRE(value_of("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", m) == c.stored);
    const double written = value_of("lts__t_sectors_srcunit_tex_op_write.sum", m);
    CHECK(std::abs(written - c.written) / c.stored <= 0.26);
    CHECK(std::abs(value_of("sm__cycles_active.max", m) / c.cycles - 1) <= 0.32);
    ++compared;
  }
  CHECK(compared == 24);
}
