// Machine code whose arithmetic computes at once: the same results, counters and times.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/assembler/pipeline.h"
#include "tools/driver/session.h"

using namespace simt;

namespace {

SessionOptions reduction(unsigned sm, bool keep_registers) {
  SessionOptions o;
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/reduce_sum_" + std::to_string(sm) +
           ".cubin";
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  o.keep_registers = keep_registers;
  o.overrides.grid = Dim3{4};
  o.overrides.block = Dim3{256};
  o.overrides.dynamic_shared = 1024;
  o.overrides.args = {parse_arg("f32[1000]=iota(1,1)", false), parse_arg("f32[4]=zero", false),
                      parse_arg("s32:1000", false)};
  return o;
}

bool computes_at_once(const Program& program) {
  return std::ranges::any_of(program.code, [](const Inst& inst) { return inst.run.length > 1; });
}

std::vector<float> sums_of(Session& session) {
  std::vector<float> sums(4);
  const std::size_t bytes = sums.size() * sizeof(float);
  std::memcpy(sums.data(), session.memory().find(session.launch().args[1].address, bytes), bytes);
  return sums;
}

}  // namespace

TEST_CASE(
    "machine code: arithmetic that stands together computes at once, and nothing else changes") {
  for (const unsigned sm : {75u, 90u})
    for (const bool timing : {true, false}) {
      CAPTURE(sm, timing);
      Session one_by_one(reduction(sm, true)), at_once(reduction(sm, false));
      CHECK_FALSE(computes_at_once(one_by_one.program()));
      CHECK(computes_at_once(at_once.program()));
      RunOptions options;
      options.timing = timing;
      const RunResult a = one_by_one.run(options), b = at_once.run(options);
      CHECK(a.status == RunStatus::Finished);
      CHECK(a.counters == b.counters);
      CHECK(a.lines == b.lines);
      CHECK(a.cycles_elapsed == b.cycles_elapsed);
      CHECK(sums_of(one_by_one)[0] == 32896);
      CHECK(sums_of(one_by_one) == sums_of(at_once));
    }
}

TEST_CASE("machine code: where a branch to an address in registers leads is not known") {
  Session session(reduction(90, true));
  Program program = session.program();
  Inst jump;
  jump.kind = Kind::BranchTo;
  program.code.back() = jump;
  hide_registers(program);
  CHECK_FALSE(computes_at_once(program));
}
