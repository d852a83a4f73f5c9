#include <catch2/catch.hpp>

#include <array>

#include "sim/explain/deadlock_text.h"
#include "sim/explain/spin_condition.h"
#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;
using Catch::Matchers::Contains;

namespace {

constexpr Slot kOld = 64, kZero = 128, kPredicate = 0;
constexpr RegId kOldReg = 0, kPredicateReg = 1;

/// line 14: cas; line 15: setp.ne old, 0; line 16: bra line 14, joins at line 17; 17: st; 18: exit
struct LockProgram {
  Code code;
  Program program;
  explicit LockProgram(Relation relation = Relation::NotEqual, bool negated = false,
                       bool bound_left = false) {
    Inst& cas = code.emit(Kind::Atomic);
    cas.memory.atomic = AtomicOp::Cas;
    cas.dst = {kOld};
    cas.writes = {kOldReg};
    Inst& setp = code.emit(Kind::Alu);
    setp.op.type = ScalarType::S32;
    setp.op.operation = Operation::Compare;
    setp.op.relation = relation;
    setp.dst = {kPredicate};
    setp.src = {bound_left ? kZero : kOld, bound_left ? kOld : kZero};
    setp.reads = {kOldReg};
    setp.writes = {kPredicateReg};
    Inst& again = code.branch(0, 3);
    again.guard_negated = negated;
    again.guard_reg = kPredicateReg;
    code.work();
    code.emit(Kind::Exit);
    program.constants.push_back({kZero, ScalarType::S32, 0xffffffff});
    program.registers = {{"%old", ScalarType::S32, kOld, 0},
                         {"%p", ScalarType::Pred, kPredicate, 0}};
    finish();
  }
  void finish() {
    program.code = code.insts;
    for (Pc pc = 0; pc < program.code.size(); ++pc) program.code[pc].loc = {14 + pc, 1};
  }
  std::string awaited() const { return awaited_change(program, *innermost_loop(program, 0), 0); }
};

StuckWarp warp_of(const DivergenceModel& model, unsigned index = 0) {
  StuckWarp warp;
  warp.paths = &model;
  warp.index_in_cta = index;
  return warp;
}

}  // namespace

TEST_CASE("what a loop waits for is read off its comparison") {
  CHECK(LockProgram(Relation::NotEqual).awaited() == "become -1");
  CHECK(LockProgram(Relation::Equal).awaited() == "differ from -1");
  CHECK(LockProgram(Relation::NotEqual, true).awaited() == "differ from -1");
  CHECK(LockProgram(Relation::Less).awaited() == "be at least -1");
  CHECK(LockProgram(Relation::Less, true).awaited() == "be less than -1");
  CHECK(LockProgram(Relation::Less, false, true).awaited() == "be at most -1");  // -1 < old goes on
  CHECK(LockProgram(Relation::Greater, false, true).awaited() == "be at least -1");
}

TEST_CASE("a comparison with another register, or none, is left unnamed") {
  LockProgram p;
  p.program.constants.clear();
  CHECK(p.awaited() == "change");
  p.program.code[1] = Inst{};
  CHECK(p.awaited() == "change");
}

TEST_CASE("the exit branch of a loop with its test at the top tells what it waits for") {
  // 0: ld; 1: setp.eq; 2: @p bra 4 (out); 3: bra 0; 4: exit
  LockProgram p(Relation::Equal);
  p.program.code[2].target = 4;
  p.program.code[3] = Inst{};
  p.program.code[3].kind = Kind::Branch;
  p.program.code[3].target = 0;
  const auto loop = innermost_loop(p.program, 1);
  REQUIRE(loop);
  CHECK(loop->head == 0);
  CHECK(loop->back_edge == 3);
  CHECK(p.awaited() == "become -1");
}

TEST_CASE("the innermost of nested loops is taken, and none outside of loops") {
  Program program;
  program.code.resize(8);
  const auto loop = [&](Pc from, Pc to) {
    program.code[from].kind = Kind::Branch;
    program.code[from].target = to;
  };
  loop(4, 2);
  loop(6, 0);
  CHECK(innermost_loop(program, 3)->head == 2);
  CHECK(innermost_loop(program, 5)->head == 0);
  CHECK(innermost_loop(program, 1)->back_edge == 6);
  CHECK_FALSE(innermost_loop(program, 7));
}

TEST_CASE("explanation of a spin lock inside one warp of the stack model") {
  LockProgram p;
  p.program.constants[0].value = 0;
  auto model = make_divergence_model(DivergenceKind::Stack, FirstSide::FallThrough);
  MiniWarp m(p.code, *model, [](Pc, unsigned lane) { return lane != 0; });
  m.start();
  for (int i = 0; i < 300; ++i) m.step();
  StuckWarp warp = warp_of(*model);
  warp.reads.push_back({0, 0xfffffffe, "lock", "1"});
  const DeadlockText text = explain_deadlock(p.program, std::array{warp});
  CHECK(text.pc == 0);
  CHECK(
      text.text ==
      "deadlock: every warp that can run comes back to the same state and no memory value changes\n"
      "  block (0,0,0) warp 0:\n"
      "    lanes 1-31 loop at line 14 waiting for [lock] to become 0; it is 1\n"
      "    lane 0, which has left the loop, is parked at the reconvergence point line 17 until "
      "lanes 1-31 leave it too; parked, it cannot change what the loop waits for");
}

TEST_CASE("explanation of a side that never gets its turn") {
  // Lanes 0-3 would set the flag at 3; the others spin on the side that runs first.
  Code code;
  code.branch(3, 4);
  code.emit(Kind::Load);
  code.jump(1);
  code.work();
  code.emit(Kind::Exit);
  Program program;
  program.code = code.insts;
  for (Pc pc = 0; pc < 5; ++pc) program.code[pc].loc = {pc + 1, 1};
  for (const DivergenceKind kind : {DivergenceKind::Stack, DivergenceKind::Its}) {
    auto model = make_divergence_model(kind, FirstSide::FallThrough);
    MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane < 4; });
    m.start(0xff);
    for (int i = 0; i < 9; ++i) m.step();
    StuckWarp warp = warp_of(*model);
    warp.reads.push_back({1, 0xf0, "flag", "0"});
    CHECK(explain_deadlock(program, std::array{warp}).text ==
          "deadlock: every warp that can run comes back to the same state and no memory value "
          "changes\n"
          "  block (0,0,0) warp 0:\n"
          "    lanes 4-7 loop at line 2 waiting for [flag] to change; it is 0\n"
          "    lanes 0-3 wait for a turn at line 4: the path that runs never gives way");
  }
}

TEST_CASE("explanation of a barrier that some lanes never reach") {
  Code code;
  code.branch(2);
  code.emit(Kind::BarSync);
  code.emit(Kind::BarSync);
  code.emit(Kind::Exit);
  Program program;
  program.code = code.insts;
  for (Pc pc = 0; pc < 4; ++pc) program.code[pc].loc = {pc + 9, 1};
  auto model = make_divergence_model(DivergenceKind::Its, FirstSide::FewerLanes);
  MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane < 16; });
  m.start();
  m.run();
  auto other = make_divergence_model(DivergenceKind::Its, FirstSide::FewerLanes);
  MiniWarp n(code, *other, [](Pc, unsigned) { return 1; });
  n.start();
  n.run();
  const std::array warps{warp_of(*model), warp_of(*other, 1), warp_of(*other, 2),
                         warp_of(*other, 3)};
  const DeadlockText text = explain_deadlock(program, warps);
  CHECK(text.pc == 2);
  CHECK(text.text ==
        "deadlock: no warp can run, all wait\n"
        "  block (0,0,0) warp 0:\n"
        "    lanes 0-15 wait at the barrier at line 11\n"
        "    lanes 16-31 wait at the barrier at line 10\n"
        "  block (0,0,0) warp 1 and 2 more warps like it:\n"
        "    lanes 0-31 wait at the barrier at line 11");
}

TEST_CASE("explanation of a warp-level instruction whose named lanes wait elsewhere") {
  Code code;
  code.branch(2, 3);
  code.emit(Kind::WarpSync).spelling = 0;
  code.work();
  Inst& vote = code.emit(Kind::WarpSync);
  vote.op.vote = VoteMode::Ballot;
  vote.spelling = 1;
  code.emit(Kind::Exit);
  code.insts[1].guard = kNoSlot;
  Program program;
  program.text.spellings = {{"", "", "bar.warp.sync", {}}, {"", "", "vote.sync", {}}};
  program.code = code.insts;
  for (Pc pc = 0; pc < 5; ++pc) program.code[pc].loc = {pc + 1, 1};
  code.insts[2].kind = Kind::Exit;
  code.insts[2].guard = kGuarded;
  auto model = make_divergence_model(DivergenceKind::Its, FirstSide::FewerLanes);
  MiniWarp m(code, *model, [](Pc pc, unsigned lane) { return pc == 0 ? lane < 4 : lane < 1; });
  m.start(0xff);
  m.run();
  CHECK(explain_deadlock(program, std::array{warp_of(*model)}).text ==
        "deadlock: no warp can run, all wait\n"
        "  block (0,0,0) warp 0:\n"
        "    lane 0 has exited\n"
        "    lanes 1-3 wait at line 4 (vote.sync) for lanes 4-7\n"
        "    lanes 4-7 wait at line 2 (bar.warp.sync) for lanes 1-3");
}

TEST_CASE("a barrier in a branch: in the words of each model, with a hint") {
  // Lanes 0-15 jump over the barrier at line 10 to the one at line 12.
  Code code;
  code.branch(2, 3);
  code.emit(Kind::BarSync).op.aligned = true;
  code.work();
  code.emit(Kind::BarSync).op.aligned = true;
  code.emit(Kind::Exit);
  Program program;
  program.code = code.insts;
  for (Pc pc = 0; pc < 5; ++pc) program.code[pc].loc = {pc + 9, 1};
  const auto text = [&](DivergenceKind kind, FirstSide first) {
    auto model = make_divergence_model(kind, first);
    MiniWarp m(code, *model, [](Pc, unsigned lane) { return lane < 16; });
    m.start();
    m.run();
    return explain_deadlock(program, std::array{warp_of(*model)}).text;
  };
  const std::string head = "deadlock: no warp can run, all wait\n  block (0,0,0) warp 0:\n    ";
  CHECK(
      text(DivergenceKind::Its, FirstSide::Taken) ==
      head +
          "lanes 0-15 wait at the barrier at line 12 for lanes 16-31\n"
          "    lanes 16-31 wait at the barrier at line 10 for lanes 0-15\n"
          "    hint: bar.sync (__syncthreads) is for all lanes of a warp that have not exited, at "
          "one instruction: lanes 0-15 are at line 12, lanes 16-31 at line 10. Move the barrier "
          "out of the branch");
  auto one = make_divergence_model(DivergenceKind::Its, FirstSide::Taken);
  MiniWarp alone(code, *one, [](Pc, unsigned lane) { return lane == 0; });
  alone.start();
  alone.run();
  CHECK_THAT(explain_deadlock(program, std::array{warp_of(*one)}).text,
             Contains("lane 0 is at line 12, lanes 1-31 at line 10"));
  // The barrier has counted the warp: other warps are what it waits for.
  CHECK(text(DivergenceKind::Stack, FirstSide::Taken) ==
        head +
            "lanes 0-15 are parked at the reconvergence point line 12 until lanes 16-31 "
            "arrive\n"
            "    lanes 16-31 wait at the barrier at line 10");
}
