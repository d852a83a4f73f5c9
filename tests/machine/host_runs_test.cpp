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

/// Kernels of the benchmarks, which copy constants and compute results of constants.
SessionOptions benchmark(const std::string& name, bool keep_registers) {
  const std::string folder = std::string(SIMT_SOURCE_DIR) + "/tests/bench/machine/";
  SessionOptions o;
  o.file = folder + name + ".cubin";
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  o.keep_registers = keep_registers;
  o.overrides.grid = Dim3{5};
  o.overrides.block = Dim3{80};
  if (name == "global_copy") o.overrides.args = {parse_arg("f32[400]=iota(1,1)", false)};
  o.overrides.args.push_back(parse_arg("f32[400]=zero", false));
  return o;
}

template <class F>
bool some_instruction(const Session& session, F f) {
  return std::ranges::any_of(session.program().code, f);
}

bool computes_at_once(const Program& program) {
  return std::ranges::any_of(program.code, [](const Inst& inst) { return inst.run.length > 1; });
}

std::vector<std::byte> last_buffer(Session& session) {
  std::vector<std::byte> bytes(400 * sizeof(float));
  const std::uint64_t at = session.launch().args.back().address;
  std::memcpy(bytes.data(), session.memory().find(at, bytes.size()), bytes.size());
  return bytes;
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

TEST_CASE("machine code: copies of constants, results of constants and zeros change nothing else") {
  const auto copies = [](const Inst& inst) { return inst.run.copies_constant; };
  for (const std::string name : {"arithmetic", "global_copy"})
    for (const bool timing : {true, false}) {
      CAPTURE(name, timing);
      Session one_by_one(benchmark(name, true)), at_once(benchmark(name, false));
      CHECK_FALSE(some_instruction(one_by_one, copies));
      CHECK(some_instruction(at_once, copies));
      CHECK(at_once.program().slots.zeroed[0].begin > 0);
      RunOptions options;
      options.timing = timing;
      const RunResult a = one_by_one.run(options), b = at_once.run(options);
      CHECK(a.status == RunStatus::Finished);
      CHECK(a.counters[Counter::const_requests] > 0);
      CHECK(a.counters == b.counters);
      CHECK(a.lines == b.lines);
      CHECK(a.cycles_elapsed == b.cycles_elapsed);
      CHECK(last_buffer(one_by_one) == last_buffer(at_once));
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
