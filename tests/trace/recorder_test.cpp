#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/assembler/issue_info.h"
#include "sim/trace/last_issues.h"
#include "sim/trace/producers.h"
#include "sim/trace/steps.h"
#include "sim/trace/where_stopped.h"
#include "tests/trace/recorded.h"

using namespace simt;
using namespace simt::trace;
using simt::test::record;
using simt::test::Recorded;

namespace {

std::array<std::uint64_t, kNumStalls> cycles_by_state(const Recording& r) {
  std::array<std::uint64_t, kNumStalls> out{};
  for (const WaitRecord& w : r.waits) out[static_cast<std::size_t>(w.reason)] += w.to - w.from;
  return out;
}

}  // namespace

TEST_CASE("a recording of the whole run holds what the counters count") {
  const char* kernel = GENERATE("if_else.ir", "bank_column.ir", "reduce_naive.ir",
                                "producer_consumer.ir", "loop_trips.ir");
  const char* arch = GENERATE("volta", "pascal");
  CAPTURE(kernel, arch);
  const Recorded r =
      record(kernel, arch, test::whole_run(), std::string(kernel) == "reduce_naive.ir" ? 3 : 0);
  if (r.run.status != RunStatus::Finished) return;  // producer_consumer hangs on a stack
  CHECK(r.recording.issues.size() == r.run.counters[Counter::inst_executed]);
  CHECK(cycles_by_state(r.recording) == r.run.counters.stall);
  CHECK(r.recording.warps.size() == r.run.counters[Counter::warps_launched]);
  CHECK_FALSE(r.recording.cut);
  std::uint64_t lanes = 0, splits = 0;
  for (const IssueRecord& i : r.recording.issues) {
    lanes += count_lanes(i.executed);
    splits += i.targets > 1;
  }
  CHECK(lanes == r.run.counters[Counter::thread_inst_executed_pred_on]);
  CHECK(splits == r.run.counters[Counter::branch_splits]);
}

TEST_CASE("the steps of a warp follow each other without a gap, each with its instruction") {
  const Recorded r = record("bank_column.ir", "volta");
  const StepIndex index(r.recording);
  std::size_t issues = 0;
  for (std::uint32_t w = 0; w < r.recording.warps.size(); ++w) {
    std::uint64_t at = r.recording.warps[w].from;
    for (const Step& step : index.of(w)) {
      REQUIRE(step.issue != nullptr);
      CHECK(step.issue->pc == step.pc());
      for (const WaitRecord& wait : step.waits) {
        CHECK(wait.from == at);
        at = wait.to;
        if (wait.reason == Stall::selected) CHECK(wait.from == step.issue->cycle);
      }
      ++issues;
    }
    CHECK(at == r.recording.warps[w].to);
  }
  CHECK(issues == r.recording.issues.size());
}

TEST_CASE("the state after an instruction leads to the next instruction of the warp") {
  const char* arch = GENERATE("volta", "pascal");
  const Recorded r = record("loop_trips.ir", arch);
  std::vector<const IssueRecord*> last(r.recording.warps.size());
  std::size_t checked = 0;
  for (const IssueRecord& i : r.recording.issues) {
    if (const IssueRecord* before = last[i.warp]; before != nullptr) {
      const DivergenceView& view = r.recording.states[before->state];
      const bool found = std::any_of(view.paths.begin(), view.paths.end(), [&](const PathView& p) {
        return p.state == LaneState::Active && p.path == Path{i.pc, i.path};
      });
      CHECK(found);
      ++checked;
    }
    last[i.warp] = &i;
  }
  CHECK(checked > 30);
  CHECK(r.recording.states.size() < r.recording.issues.size());
}

TEST_CASE("a limit keeps the first instructions in time, whatever SM they are of") {
  trace::Window window = test::whole_run();
  const Recorded all = record("reduce_naive.ir", "volta", window, 5);
  window.max_issues = 700;
  const Recorded some = record("reduce_naive.ir", "volta", window, 5);
  CHECK(some.recording.cut);
  CHECK(some.recording.issues.size() > 500);  // what other SMs did later than the cut is trimmed
  CHECK(some.recording.issues.size() < all.recording.issues.size());
  for (std::size_t i = 0; i < some.recording.issues.size(); ++i) {
    CHECK(some.recording.issues[i].cycle == all.recording.issues[i].cycle);
    CHECK(some.recording.issues[i].pc == all.recording.issues[i].pc);
  }
  CHECK(all.recording.issues[some.recording.issues.size()].cycle >= some.recording.to);
}

TEST_CASE("a window of cycles on one SM shows exactly what happens there") {
  trace::Window window;
  window.sms = {1};
  window.from = 600;
  window.to = 900;
  const Recorded all = record("reduce_naive.ir", "volta", test::whole_run(), 5);
  const Recorded part = record("reduce_naive.ir", "volta", window, 5);
  std::size_t expected = 0;
  for (const IssueRecord& i : all.recording.issues)
    expected += i.cycle >= 600 && i.cycle < 900 && all.recording.warps[i.warp].sm == 1;
  REQUIRE(expected > 10);
  CHECK(part.recording.issues.size() == expected);
  for (const WarpRecord& w : part.recording.warps) CHECK(w.sm == 1);
  std::vector<std::uint64_t> covered(part.recording.warps.size());
  for (const WaitRecord& w : part.recording.waits) {
    CHECK(w.from >= 600);
    CHECK(w.to <= 900);
    covered[w.warp] += w.to - w.from;
  }
  for (std::size_t w = 0; w < covered.size(); ++w) {
    const WarpRecord& warp = part.recording.warps[w];
    CHECK(covered[w] ==
          std::min<std::uint64_t>(warp.to, 900) - std::max<std::uint64_t>(warp.from, 600));
  }
}

TEST_CASE("results are ready after their instruction issued, a load's takes its latency") {
  const Recorded r = record("reduce_v2.ir", "volta", trace::Window{0, kOpen, {0}, 3000}, 400);
  std::size_t loads = 0;
  for (const IssueRecord& i : r.recording.issues) {
    const Inst& inst = r.session.program().code[i.pc];
    if (i.ready != 0) CHECK(i.ready >= i.cycle);
    if (inst.kind != Kind::Load || inst.memory.space != StateSpace::Global || i.ready == 0)
      continue;
    CHECK(i.ready - i.cycle >= r.session.arch().l1.latency);
    ++loads;
  }
  CHECK(loads > 50);
}

TEST_CASE("a wait for a register is a wait for the instruction that writes it") {
  const Recorded r = record("reduce_v2.ir", "volta", trace::Window{0, kOpen, {0}, 3000}, 400);
  const Program& program = r.session.program();
  const std::vector<Dependence> all = waited_for(r.recording, program);
  const StepIndex index(r.recording);
  std::size_t loads = 0;
  for (std::uint32_t w = 0; w < r.recording.warps.size(); ++w) {
    for (const Step& step : index.of(w)) {
      if (step.issue == nullptr) continue;
      const auto consumer = static_cast<std::uint32_t>(step.issue - r.recording.issues.data());
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const Dependence& d) { return d.consumer == consumer; });
      for (const WaitRecord& wait : step.waits) {
        if (wait.reason != Stall::long_scoreboard || step.issue->cycle < wait.from) continue;
        REQUIRE(found != all.end());
        const IssueRecord& producer = r.recording.issues[found->producer];
        CHECK(program.code[producer.pc].kind == Kind::Load);
        CHECK(producer.warp == w);
        CHECK(producer.cycle < step.issue->cycle);
        CHECK(producer.ready >= wait.to);
        ++loads;
      }
    }
  }
  CHECK(loads > 10);
}

TEST_CASE("a fault is recorded after all that issued, with the addresses of all its lanes") {
  const Recorded r = record("reduce_v2_faulty.ir", "volta");
  REQUIRE(r.run.status == RunStatus::Fault);
  std::vector<const IssueRecord*> faults;
  for (const IssueRecord& i : r.recording.issues)
    if (i.fault_lane >= 0) faults.push_back(&i);
  REQUIRE_FALSE(faults.empty());
  CHECK(r.recording.issues.size() - faults.size() == r.run.counters[Counter::inst_executed]);
  CHECK(faults[0]->pc == r.run.fault_pc);
  CHECK(faults[0]->fault_lane == 0);
  REQUIRE(faults[0]->num_access == 1);
  const MemoryAccess& access = r.recording.accesses[faults[0]->first_access].access;
  CHECK(access.space == StateSpace::Shared);
  CHECK(access.lanes == ~LaneMask{0});
  CHECK(access.address[0] >= 512);  // a warp that stores its words after an array of 512 bytes
  CHECK(access.address[0] % 128 == 0);
  CHECK(access.address[31] == access.address[0] + 124);
}

TEST_CASE("a lane in the middle faults: the lanes before it keep their addresses") {
  const Recorded r = record("misaligned.ir", "volta");
  REQUIRE(r.run.status == RunStatus::Fault);
  const IssueRecord& fault = r.recording.issues.back();
  REQUIRE(fault.fault_lane >= 0);
  REQUIRE(fault.num_access == 1);
  CHECK(r.recording.accesses[fault.first_access].access.lanes == fault.executed);
}

namespace {

IssueEvent issued_in(std::uint64_t cycle, std::uint32_t sm) {
  static const IssueInfo cost{};
  return {cycle, {sm, 1}, {sm, 0, 0}, {}, 0, cost};
}

}  // namespace

TEST_CASE("the cycle from which on the last instructions issued") {
  const WarpState state{};
  LastIssues last({0}, 3);
  Outcome outcome;
  outcome.clear(1);
  CHECK(last.from() == 0);
  for (const std::uint64_t cycle : {10U, 20U, 30U, 40U, 50U})
    last.on_issue(issued_in(cycle, 0), outcome, state);
  last.on_issue(issued_in(99, 1), outcome, state);  // of another SM
  CHECK(last.from() == 30);
}

TEST_CASE("a recording of the beginning and the end has nothing of what lies between") {
  const Recorded whole = record("bank_column.ir", "volta");
  const auto& all = whole.recording.issues;
  trace::Window window = test::whole_run();
  window.head = all[all.size() / 4].cycle;
  window.from = all[all.size() / 2].cycle;
  const Recorded parts = record("bank_column.ir", "volta", window);
  const auto outside = [&](std::uint64_t cycle) {
    return cycle < window.head || cycle >= window.from;
  };
  std::size_t expected = 0;
  for (const IssueRecord& i : all) expected += outside(i.cycle);
  CHECK(parts.recording.issues.size() == expected);
  CHECK(expected < all.size());
  for (const IssueRecord& i : parts.recording.issues) CHECK(outside(i.cycle));
  std::uint64_t cycles = 0, expected_cycles = 0;
  for (const WaitRecord& w : parts.recording.waits) cycles += w.to - w.from;
  for (const WaitRecord& w : whole.recording.waits)
    for (std::uint64_t c = w.from; c < w.to; ++c) expected_cycles += outside(c);
  CHECK(cycles == expected_cycles);
  CHECK(parts.recording.from == 0);
  CHECK(parts.recording.has_gap());
}

TEST_CASE("the first and the last instructions of a run are found") {
  LastIssues last({}, 3);
  const Outcome out{};
  const WarpState state{};
  for (std::uint64_t cycle = 10; cycle < 10 + 2 * LastIssues::kHead; ++cycle)
    last.on_issue(issued_in(cycle, 0), out, state);
  CHECK(last.head() == 10 + LastIssues::kHead);
  CHECK(last.from() == 10 + 2 * LastIssues::kHead - 3);
}

TEST_CASE(
    "the SM on which a run stopped is known, and where it faulted though it is not recorded") {
  WhereStopped stopped;
  CHECK_FALSE(stopped.sm());
  for (const std::uint32_t sm : {7U, 4U, 2U}) stopped.on_warp_start(0, {sm, sm, 0}, {});
  stopped.on_warp_end(5, {2, 2, 0});
  CHECK(stopped.sm() == 4);  // the first that still has warps

  const Recorded r =
      record("../tests/player/fault_elsewhere.ir", "volta", trace::Window{0, kOpen, {0}, 0});
  REQUIRE(r.run.status == RunStatus::Fault);
  REQUIRE(r.recording.fault);
  CHECK(r.recording.fault->cta == 2);
  CHECK(r.recording.fault->sm != 0);
}
