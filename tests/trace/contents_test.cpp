#include "sim/trace/contents.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <map>

#include "tests/trace/recorded.h"

using namespace simt;
using simt::test::record;
using simt::test::Recorded;
using trace::ValueRecord;

namespace {

RegId reg_named(const Program& program, const std::string& name) {
  for (std::size_t i = 0; i < program.registers.size(); ++i)
    if (program.registers[i].name == name) return static_cast<RegId>(i);
  FAIL("no register " << name);
  return kNoReg;
}

std::uint32_t word_of(const std::vector<std::byte>& bytes, unsigned lane) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + std::size_t{lane} * 4, 4);
  return word;
}

/// The warp's issue of this ordinal.
const trace::IssueRecord& issue_at(const Recorded& r, std::uint32_t warp, std::uint32_t ordinal) {
  for (const trace::IssueRecord& i : r.recording.issues)
    if (i.warp == warp && i.ordinal == ordinal) return i;
  FAIL("not recorded");
  return r.recording.issues.front();
}

}  // namespace

TEST_CASE("a load leaves its lanes' values at its own instruction") {
  const Recorded r = record("bank_column.ir", "volta");
  const RegId x = reg_named(r.session.program(), "%x");
  std::size_t found = 0;
  for (const ValueRecord& v : r.recording.values) {
    if (v.reg != x) continue;
    ++found;
    CHECK_FALSE(v.before);
    CHECK(r.session.program().code[issue_at(r, v.warp, v.ordinal).pc].kind == Kind::Load);
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK(word_of(r.recording.vectors[v.vector], lane) == lane);
  }
  CHECK(found == 1);
}

TEST_CASE("what an atomic returns later is told at the atomic") {
  // Lane 0 takes the lock (0), the others find it taken (1).
  const Recorded r = record("spin_lock.ir", "volta");
  const RegId old = reg_named(r.session.program(), "%old");
  const auto first = std::find_if(r.recording.values.begin(), r.recording.values.end(),
                                  [&](const ValueRecord& v) { return v.reg == old; });
  REQUIRE(first != r.recording.values.end());
  REQUIRE(first->vector != ValueRecord::kUnknown);
  CHECK(r.session.program().code[issue_at(r, first->warp, first->ordinal).pc].kind == Kind::Atomic);
  const std::vector<std::byte>& held = r.recording.vectors[first->vector];
  CHECK(word_of(held, 0) == 0);
  for (unsigned lane = 1; lane < 32; ++lane) CHECK(word_of(held, lane) == 1);
}

TEST_CASE("the first value of a register is told though it is zero, as what was there") {
  // %k is set to 0, %block is 0 in block 0; a register of an unwritten warp holds zeros as well.
  const Recorded r = record("sides_by_lane.ir", "volta", trace::Window{0, 2000, {0}, 0}, 1);
  const Program& program = r.session.program();
  for (const char* name : {"%k", "%block"}) {
    CAPTURE(name);
    const RegId reg = reg_named(program, name);
    const auto first = std::find_if(r.recording.values.begin(), r.recording.values.end(),
                                    [&](const ValueRecord& v) { return v.reg == reg; });
    REQUIRE(first != r.recording.values.end());
    const Inst& inst = program.code[issue_at(r, first->warp, first->ordinal).pc];
    CHECK(inst.kind != Kind::Branch);
    CHECK(inst.writes[0] == reg);
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK(word_of(r.recording.vectors[first->vector], lane) == 0);
  }
}

TEST_CASE("a load of zero is told at the load") {
  const Recorded r = record("../tests/player/fault_elsewhere.ir", "volta", test::whole_run(), 1);
  const RegId x = reg_named(r.session.program(), "%x");
  const auto first = std::find_if(r.recording.values.begin(), r.recording.values.end(),
                                  [&](const ValueRecord& v) { return v.reg == x; });
  REQUIRE(first != r.recording.values.end());
  REQUIRE(first->vector != ValueRecord::kUnknown);
  CHECK(r.session.program().code[issue_at(r, first->warp, first->ordinal).pc].kind == Kind::Load);
  CHECK(word_of(r.recording.vectors[first->vector], 0) == 0);
}

TEST_CASE("values put together are those that the run ends with") {
  // Every store to global memory writes what its register is recorded to hold.
  const char* kernel = GENERATE("bank_column.ir", "if_else.ir", "loop_trips.ir");
  CAPTURE(kernel);
  Recorded r = record(kernel, "volta");
  const Program& program = r.session.program();
  const BoundArg& out = r.session.launch().args.back();
  std::map<std::pair<std::uint32_t, RegId>, std::uint32_t> held;  // vector by warp and register
  std::size_t compared = 0;
  for (const trace::IssueRecord& i : r.recording.issues) {
    for (const ValueRecord& v : r.recording.values)
      if (v.warp == i.warp && v.ordinal == i.ordinal) held[{v.warp, v.reg}] = v.vector;
    const Inst& inst = program.code[i.pc];
    if (inst.kind != Kind::Store || inst.memory.space != StateSpace::Global) continue;
    const MemoryAccess& access = r.recording.accesses[i.first_access].access;
    const RegId stored = inst.reads[1];
    for_each_lane(access.lanes, [&](unsigned lane) {
      std::uint32_t in_memory = 0;
      const std::byte* data = r.session.memory().find(access.address[lane], 4);
      REQUIRE(data != nullptr);
      std::memcpy(&in_memory, data, 4);
      CHECK(word_of(r.recording.vectors[held.at({i.warp, stored})], lane) == in_memory);
      ++compared;
    });
  }
  CHECK(out.bytes > 0);
  CHECK(compared >= 32);
}

TEST_CASE("shared memory is told as what changed") {
  const Recorded r = record("bank_column.ir", "volta");
  std::vector<std::byte> memory(4096);
  for (const trace::SharedRecord& s : r.recording.shared) {
    CHECK_FALSE(s.before);
    std::copy(s.bytes.begin(), s.bytes.end(), memory.begin() + s.offset);
  }
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(word_of(memory, lane * 32) == lane);
}

TEST_CASE("a window that begins later begins with what was there") {
  const Recorded whole = record("reduce_v2.ir", "volta", trace::Window{0, 3000, {0}, 0}, 4);
  const Recorded late = record("reduce_v2.ir", "volta", trace::Window{1500, 3000, {0}, 0}, 4);
  const RegId tx = reg_named(late.session.program(), "%tx");
  std::size_t before = 0;
  for (const ValueRecord& v : late.recording.values) {
    if (!v.before || v.reg != tx) continue;
    ++before;
    const std::uint32_t warp = late.recording.warps[v.warp].warp;
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK(word_of(late.recording.vectors[v.vector], lane) == warp * 32 + lane);
  }
  CHECK(before > 0);
  // Shared memory of the first block, put together from both windows, is the same.
  const auto state = [](const Recorded& r) {
    std::vector<std::byte> memory(1024);
    for (const trace::SharedRecord& s : r.recording.shared)
      if (r.recording.warps[s.warp].cta == 0)
        std::copy(s.bytes.begin(), s.bytes.end(), memory.begin() + s.offset);
    return memory;
  };
  CHECK(std::any_of(late.recording.shared.begin(), late.recording.shared.end(),
                    [](const trace::SharedRecord& s) { return s.before; }));
  CHECK(state(whole) == state(late));
}

TEST_CASE("hidden registers cannot be recorded") {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/kernels/bank_column.ir";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  const Session session(options);
  CHECK_THROWS_AS(trace::Contents(session.program()), std::invalid_argument);
}
