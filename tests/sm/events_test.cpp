// What an observer is told: each instruction has a number, each result and each wait names its
// instruction, each access its shape and the level of memory that serves it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <vector>

#include "sim/assembler/issue_info.h"
#include "sim/exec/outcome.h"
#include "sim/sm/count/tally.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

struct Access {
  std::uint64_t issue;
  Pc pc;
  StateSpace space;
  Kind kind;
  unsigned sectors, wavefronts, passes;
  MemoryLevel level;
  unsigned l1_hits;
};
struct Issue {
  WarpId warp;
  WarpPlace place;
  Pc pc;
  Pipe pipe;
  std::uint64_t cycle;
  unsigned accesses;
};
struct Result {
  Pc pc;
  std::uint64_t ready;
  MemoryLevel level;
};
struct Wait {
  std::uint64_t behind;
  Pc pc;
  Stall reason;
};

struct Watch : Observer {
  void on_issue(const IssueEvent& e, const Outcome& out, const WarpState&) override {
    CHECK(e.id.sm == e.warp.sm);
    CHECK(issues
              .emplace(e.id.number,
                       Issue{e.warp, e.place, e.pc, e.cost.pipe, e.cycle, out.num_access})
              .second);
  }
  void on_access(const AccessEvent& e) override {
    CHECK(e.issue.number == issues.rbegin()->first);
    const StateSpace space = e.access.space;
    const bool global = space == StateSpace::Global || space == StateSpace::Local;
    accesses.push_back(
        {e.issue.number, e.pc, space, e.access.kind, global ? e.shape.global.num_sectors : 0,
         space == StateSpace::Shared ? e.shape.shared.wavefronts : 0,
         space == StateSpace::Const ? e.shape.constant_passes : 0, e.level, e.l1_hits});
  }
  void on_result(IssueId issue, const WarpId& warp, Pc pc, std::uint64_t ready,
                 MemoryLevel level) override {
    CHECK(issues.at(issue.number).pc == pc);
    CHECK(issues.at(issue.number).warp.warp == warp.warp);
    CHECK(ready >= issues.at(issue.number).cycle);
    CHECK(results.emplace(issue.number, Result{pc, ready, level}).second);
  }
  void on_stall(std::uint64_t, std::uint64_t, const WarpId&, Pc pc, Stall reason,
                IssueId behind) override {
    waits.push_back({behind.number, pc, reason});
  }
  void on_warp_start(std::uint64_t, const WarpId& warp, WarpPlace place) override {
    places[warp.warp] = place;
  }
  std::map<std::uint64_t, Issue> issues;  // by number
  std::map<std::uint64_t, Result> results;
  std::vector<Access> accesses;
  std::vector<Wait> waits;
  std::map<std::uint32_t, WarpPlace> places;

  std::vector<Access> of(StateSpace space, Kind kind) const {
    std::vector<Access> out;
    for (const Access& a : accesses)
      if (a.space == space && a.kind == kind) out.push_back(a);
    return out;
  }
};

/// Two warps load what is in device memory, each for itself, load it again, go through shared
/// memory with a stride of two words, and store.
constexpr const char* kTwoWarps = R"(
.const .b32 table[4] = {1, 2, 3, 4};
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .b32 %t, %a, %b, %c, %d, %o;
  .reg .b64 %in, %out, %w;
  .shared .b32 room[128];
  mov.u32 %t, %tid.x;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  mul.wide.u32 %w, %t, 4;
  add.s64 %in, %in, %w;
  add.s64 %out, %out, %w;
  ld.global.u32 %a, [%in];
  add.u32 %a, %a, 1;
  bar.sync 0;
  ld.global.u32 %b, [%in];
  add.u32 %b, %b, %a;
  shl.b32 %o, %t, 3;
  mov.u32 %d, room;
  add.u32 %o, %o, %d;
  st.shared.u32 [%o], %b;
  bar.sync 0;
  ld.shared.u32 %c, [%o];
  and.b32 %t, %t, 3;
  shl.b32 %t, %t, 2;
  mov.u32 %d, table;
  add.u32 %d, %d, %t;
  ld.const.u32 %d, [%d];
  add.u32 %c, %c, %d;
  st.global.u32 [%out], %c;
  ret;
})";

Watch watched() {
  Session s = test::open(
      {"//! grid 1\n//! block 64\n//! arg in u32[64] = iota(0,1)\n//! arg out u32[64] = zero\n",
       kTwoWarps});
  Watch watch;
  RunOptions options;
  options.observer = &watch;
  REQUIRE(s.run(options).status == RunStatus::Finished);
  return watch;
}

}  // namespace

TEST_CASE("each instruction that issues has a number, its warp's place and its pipe") {
  const Watch watch = watched();
  REQUIRE(!watch.issues.empty());
  CHECK(watch.issues.begin()->first == 1);
  CHECK(watch.issues.rbegin()->first == watch.issues.size());
  std::set<std::uint32_t> partitions;
  std::map<Pc, Pipe> pipe;
  std::uint64_t last = 0;
  for (const auto& [number, issue] : watch.issues) {
    CHECK(issue.cycle >= last);
    last = issue.cycle;
    CHECK(issue.place.slot == watch.places.at(issue.warp.warp).slot);
    CHECK(issue.place.partition == watch.places.at(issue.warp.warp).partition);
    CHECK(issue.place.slot % 4 == issue.place.partition);
    partitions.insert(issue.place.partition);
    pipe[issue.pc] = issue.pipe;
  }
  CHECK(partitions.size() == 2);
  for (const Access& a : watch.of(StateSpace::Global, Kind::Load)) CHECK(pipe[a.pc] == Pipe::Lsu);
}

TEST_CASE("each access comes with its shape and with the level that serves it") {
  const Watch watch = watched();
  std::map<std::uint64_t, unsigned> count;
  for (const Access& a : watch.accesses) ++count[a.issue];
  for (const auto& [number, issue] : watch.issues) CHECK(count[number] == issue.accesses);

  const auto loads = watch.of(StateSpace::Global, Kind::Load);
  REQUIRE(loads.size() == 4);
  for (const Access& a : loads) {
    CHECK(a.sectors == 4);
    const bool again = a.pc == std::max(loads.front().pc, loads.back().pc);
    CHECK(a.level == (again ? MemoryLevel::L1 : MemoryLevel::L2));
    CHECK(a.l1_hits == (again ? 4 : 0));
  }
  const auto stores = watch.of(StateSpace::Global, Kind::Store);
  REQUIRE(stores.size() == 2);
  for (const Access& a : stores) CHECK(a.level == MemoryLevel::L2);
  for (const Kind kind : {Kind::Load, Kind::Store}) {
    const auto shared = watch.of(StateSpace::Shared, kind);
    REQUIRE(shared.size() == 2);
    for (const Access& a : shared) {
      CHECK(a.wavefronts == 2);
      CHECK(a.level == MemoryLevel::Shared);
    }
  }
  const auto constants = watch.of(StateSpace::Const, Kind::Load);
  REQUIRE(constants.size() == 2);
  for (const Access& a : constants) {
    CHECK(a.passes == 4);
    CHECK(a.level >= MemoryLevel::ConstantL1);
  }
}

TEST_CASE("each result names its instruction, also when it comes from L2") {
  const Watch watch = watched();
  CHECK(watch.results.size() == watch.issues.size());
  for (const Access& a : watch.accesses) {
    INFO("pc " << a.pc);
    if (watch.issues.at(a.issue).accesses != 1) continue;
    // What goes beyond L1 is known with the answer: here nothing is in L2 before.
    const bool goes_on = a.kind == Kind::Load && a.level == MemoryLevel::L2;
    CHECK(watch.results.at(a.issue).level == (goes_on ? MemoryLevel::DeviceMemory : a.level));
  }
}

TEST_CASE("a wait at a barrier and for stores names the instruction that has issued") {
  const Watch watch = watched();
  unsigned behind = 0;
  for (const Wait& w : watch.waits) {
    const bool held = w.reason == Stall::barrier || w.reason == Stall::drain;
    CHECK((w.behind != 0) == held);
    if (!held) continue;
    ++behind;
    CHECK(watch.issues.at(w.behind).pc == w.pc);
  }
  CHECK(behind >= 4);
}

TEST_CASE("the access of an instruction that faults has its shape and no issue") {
  struct Faults : Observer {
    void on_issue(const IssueEvent& e, const Outcome&, const WarpState&) override {
      last = e.id.number;
    }
    void on_fault(std::uint64_t, const WarpId&, const KernelFault&, const Outcome& out,
                  const DivergenceModel&) override {
      expected = out.num_access;
    }
    void on_access(const AccessEvent& e) override {
      if (e.issue.number != 0) return;
      CHECK(expected == 1);  // after on_fault
      CHECK(e.level == MemoryLevel::None);
      sectors.push_back(e.shape.global.num_sectors);
    }
    std::uint64_t last = 0;
    unsigned expected = 0;
    std::vector<unsigned> sectors;
  };
  Session s = test::open({"//! grid 1\n//! block 32\n//! arg out u32[4] = zero\n", R"(
.visible .entry k(.param .u64 out)
{
  .reg .b32 %t;
  .reg .b64 %out, %w;
  mov.u32 %t, %tid.x;
  ld.param.u64 %out, [out];
  mul.wide.u32 %w, %t, 4;
  add.s64 %out, %out, %w;
  st.global.u32 [%out], %t;
  ret;
})"});
  Faults faults;
  RunOptions options;
  options.observer = &faults;
  REQUIRE(s.run(options).status == RunStatus::Fault);
  CHECK(faults.last == 4);
  CHECK(faults.sectors == std::vector<unsigned>{4});
}
