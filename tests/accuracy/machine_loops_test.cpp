// Paths of a warp that come apart in loops, locks and recursive calls, as machine code: each
// instruction is executed as often as on an H200 (tests/hardware/loops/loops.cu), which tells where
// the paths meet.
#include <catch2/catch.hpp>

#include "sim/ncu/report.h"
#include "sim/ncu/text_file.h"
#include "tests/accuracy/comparisons.h"
#include "tests/accuracy/machine.h"
#include "tests/accuracy/machine_code.h"
#include "tests/accuracy/measured.h"

using namespace simt;
using namespace simt::accuracy;

namespace {

struct Launch {
  std::string kernel;
  std::vector<std::string> args;
};
const std::string kZero = "s32[256] = zero";
const std::vector<Launch> kLaunches = {
    {"cas_count", {kZero, kZero}},
    {"cas_float", {kZero, kZero}},
    {"lock_done", {kZero, kZero, kZero}},
    {"lock_loop", {kZero, kZero, kZero, "u32 = 3"}},
    {"lock_spin", {kZero, kZero, kZero}},
    {"shared_cas", {kZero}},
    {"flag_wait", {kZero, kZero}},
    {"break_loop", {"s32[64] = iota(0,1)", kZero, "u32 = 9"}},
    {"conv", {kZero}},
    {"rec_branch", {kZero}},
};

SessionOptions options_for(const Launch& launch, bool timing) {
  SessionOptions o = options_of("h200", "tests/hardware/machine/loops.fatbin");
  std::string header = "//! kernel " + launch.kernel + "\n//! grid 1\n//! block 32\n";
  for (const std::string& arg : launch.args) header += "//! arg " + arg + "\n";
  o.overrides = parse_header(header);
  o.timing = timing;
  return o;
}

}  // namespace

TEST_CASE("machine code: where the paths of loops, locks and recursive calls meet on an H200") {
  const std::string file = "loops_source.csv.gz";
  const ncu::Report report = ncu::read_report(ncu::read_text_file(hardware_file(file)), file);
  const bool timing = GENERATE(false, true);
  for (const Launch& launch : kLaunches) {
    INFO(launch.kernel << (timing ? "" : ", --timing off"));
    const auto session = session_of(options_for(launch, timing));
    REQUIRE(session != nullptr);
    RunOptions how;
    how.timing = timing;
    const RunResult result = session->run(how);
    REQUIRE(result.status == RunStatus::Finished);
    const std::vector<ncu::SourceRow> rows = instructions_of(report, launch.kernel);
    REQUIRE(rows.size() == result.lines.size());
    for (std::size_t pc = 0; pc < rows.size(); ++pc) {
      const Executions& here = result.lines[pc];
      INFO(rows[pc].text << ": " << here.executed << " " << here.thread_executed);
      CHECK(equal_executions(rows[pc], here));
    }
  }
}
