#include <catch2/catch.hpp>
#include <cstring>

#include "isa/core/print.h"
#include "program_support.h"
#include "sim/exec/executor.h"

using namespace simt;

namespace {

std::string listing(const Program& program) {
  std::string text;
  for (Pc pc = 0; pc < program.code.size(); ++pc) text += print_inst(program, pc) + "\n";
  return text;
}
std::string converted(const std::string& body) {
  return listing(kernel(body, true));
}
bool converts(const std::string& body) {
  return count_kind(kernel(body, true), Kind::Branch) == 0;
}
std::string side(int length) {
  std::string text;
  for (int i = 0; i < length; ++i) text += "add.u32 %r1, %r1, " + std::to_string(i) + ";\n";
  return text;
}
const std::string kLoad = "ld.global.u32 %r2, [%rd1];\n";
std::string side_that_loads(int length) {
  return kLoad + side(length - 1);
}
std::string if_then(const std::string& then_side, const std::string& jump = "bra") {
  return "@%p1 " + jump + " L;\n" + then_side + "L: bar.sync 0;\n";
}
std::string if_else(const std::string& then_side, const std::string& else_side) {
  return "@%p1 bra E;\n" + then_side + "bra J;\nE: " + else_side + "J: bar.sync 0;\n";
}
const std::string kByLane = "mov.u32 %r9, %tid.x;\nsetp.lt.u32 %p1, %r9, 9;\n";
const std::string kByBlock = "mov.u32 %r9, %ctaid.x;\nsetp.lt.u32 %p1, %r9, 9;\n";
// Of a body in a loop: how many branches are left beside the loop's own.
unsigned left_in_loop(const std::string& body) {
  return count_kind(kernel("mov.u32 %r7, 0;\nM: bar.sync 0;\n" + body +
                               "add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p2, %r7, 9;\n@%p2 bra M;\nret;",
                           true),
                    Kind::Branch) -
         1;
}

// Runs each lane of one warp alone, so that no divergence model is needed; returns the words that
// the kernel stored at `out`.
std::vector<std::byte> run(const Program& program) {
  GlobalMemory memory;
  const std::uint64_t out = memory.allocate(4096, "out");
  LaunchState launch;
  launch.block = {32, 1, 1};
  launch.params.resize(program.param_bytes);
  std::memcpy(launch.params.data(), &out, sizeof out);
  Executor executor(program, launch);
  GlobalPort port(memory);
  CtaState cta;
  WarpState warp;
  executor.start_warp(warp, cta, 0, 0, 0);
  Outcome outcome;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const LaneMask self = LaneMask{1} << lane;
    Pc pc = program.functions[0].entry;
    for (int steps = 0; steps < 10'000; ++steps) {
      executor.execute(pc, self, warp, {}, port, outcome);
      if ((outcome.exited & self) != 0) break;
      REQUIRE(outcome.num_targets == 1);
      pc = outcome.targets[0].pc;
    }
  }
  const std::byte* bytes = memory.find(out, 4096);
  return {bytes, bytes + 4096};
}

// A random body of nested and sequential branches over %r1..%r8, with guarded instructions.
class RandomBody {
 public:
  explicit RandomBody(std::uint32_t seed) : state_(seed) {}
  std::string make() {
    text_ = "mov.u32 %r1, %tid.x;\n";
    for (unsigned i = 2; i <= 8; ++i) line("mul.lo.u32 " + reg(i) + ", %r1, " + number(97));
    for (unsigned i = 1; i <= 4; ++i) line("setp.gt.u32 " + pred(i) + ", " + any() + ", 40");
    sequence(3);
    text_ +=
        "mov.u32 %r20, %tid.x;\nmul.wide.u32 %rd2, %r20, 32;\nld.param.u64 %rd1, [out];\n"
        "add.u64 %rd1, %rd1, %rd2;\n";
    for (unsigned i = 1; i <= 8; ++i)
      line("st.global.u32 [%rd1+" + std::to_string(4 * (i - 1)) + "], " + reg(i));
    return text_ + "ret;";
  }

 private:
  unsigned random(unsigned below) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % below;
  }
  static std::string reg(unsigned i) { return "%r" + std::to_string(i); }
  static std::string pred(unsigned i) { return "%p" + std::to_string(i); }
  std::string any() { return reg(1 + random(8)); }
  std::string number(unsigned below) { return std::to_string(random(below)); }
  std::string guard() {
    return random(3) != 0 ? ""
                          : std::string(random(2) != 0 ? "@!" : "@") + pred(1 + random(4)) + " ";
  }
  void line(const std::string& inst) { text_ += inst + ";\n"; }
  void simple() {
    if (random(4) == 0)
      line(guard() + "setp.lt.u32 " + pred(1 + random(4)) + ", " + any() + ", " + number(200));
    else
      line(guard() + "add.u32 " + any() + ", " + any() + ", " + number(50));
  }
  void sequence(unsigned depth) {
    for (unsigned n = 1 + random(3); n-- > 0;) {
      if (depth > 0 && random(2) == 0)
        branch(depth - 1);
      else
        simple();
    }
  }
  void branch(unsigned depth) {
    const std::string label = std::to_string(labels_++);
    const std::string head = std::string(random(2) != 0 ? "@!" : "@") + pred(1 + random(4));
    const bool has_else = random(2) == 0;
    line(head + " bra " + (has_else ? "E" : "J") + label);
    sequence(depth);
    if (has_else) {
      line("bra J" + label);
      text_ += "E" + label + ": ";
      sequence(depth);
    }
    text_ += "J" + label + ": ";
    simple();
  }
  std::uint32_t state_;
  unsigned labels_ = 0;
  std::string text_;
};

}  // namespace

TEST_CASE("if-then becomes predicated instructions") {
  CHECK(converted("setp.eq.u32 %p1, %r1, 3;\n@%p1 bra L;\nadd.u32 %r2, %r2, 1;\n"
                  "st.global.u32 [%rd1], %r2;\nL: add.u32 %r3, %r3, 1;\nret;") ==
        "setp.eq.u32 %p1, %r1, 3\nadd.u32 %r3, %r3, 1\n@!%p1 add.u32 %r2, %r2, 1\n"
        "@!%p1 st.global.u32 [%rd1], %r2\nret\n");
}

TEST_CASE("if-then-else: both sides, each with its sense") {
  CHECK(converted("@!%p1 bra E;\nmov.u32 %r2, 1;\nbra.uni J;\nE: mov.u32 %r2, 2;\n"
                  "J: add.u32 %r3, %r3, 1;\nret;") ==
        "@%p1 mov.u32 %r2, 1\n@!%p1 mov.u32 %r2, 2\nadd.u32 %r3, %r3, 1\nret\n");
}

TEST_CASE("a branch to a bare return becomes a predicated return") {
  CHECK(converted("@%p1 bra L;\n" + side(21) + "bar.sync 0;\nL: ret;").substr(0, 9) ==
        "@%p1 ret\n");
}

TEST_CASE("a branch over a jump turns round") {
  const Program p = kernel(
      "@%p1 bra A;\nbra B;\nA: " + side(21) + "bar.sync 0;\nB: add.u32 %r1, %r1, 1;\nret;", true);
  CHECK(count_kind(p, Kind::Branch) == 1);
  CHECK(p.code[0].guard_negated);
  CHECK(p.code[0].target == 23);
  CHECK(p.code[0].flow.reconverge == 23);
}

TEST_CASE("a guarded instruction in a side gets both conditions") {
  const std::string text = converted(
      "@%p1 bra L;\n@!%p2 add.u32 %r2, %r2, 1;\n@!%p2 add.u32 %r3, %r3, 1;\n"
      "setp.eq.u32 %p2, %r2, 7;\n@%p2 add.u32 %r4, %r4, 1;\nL: bar.sync 0;\nret;");
  INFO(text);
  // One conjunction serves two instructions; %p2 is written, so the last one needs its own.
  CHECK(text.find("and.pred") == 0);
  CHECK(text.find("and.pred", 1) != std::string::npos);
  CHECK(text.find("and.pred", text.find("and.pred", 1) + 1) == std::string::npos);
  CHECK(text.find("bra") == std::string::npos);
}

TEST_CASE("nested branches convert from the inside out") {
  CHECK(
      converts("@%p1 bra L;\n@%p2 bra M;\nadd.u32 %r1, %r1, 1;\nM: add.u32 %r2, %r2, 1;\n"
               "L: bar.sync 0;\nret;"));
}

// The figures are those at which ptxas 13 keeps a branch (sm_75, sm_80, sm_86, sm_89, sm_90).
TEST_CASE("a side has at most eight instructions, in loops and outside") {
  CHECK(converts(kByLane + if_then(side(8)) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_then(side(9)) + "ret;"));
  CHECK(converts(kByLane + if_else(side(8), side(8)) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_else(side(9), side(1)) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_else(side(1), side(9)) + "ret;"));
  CHECK(left_in_loop(kByLane + if_then(side(8))) == 0);
  CHECK(left_in_loop(kByLane + if_then(side(9))) == 1);
}

TEST_CASE("of a branch that is uniform, or said to be, a side has at most six") {
  CHECK(converts(kByBlock + if_then(side(6)) + "ret;"));
  CHECK_FALSE(converts(kByBlock + if_then(side(7)) + "ret;"));
  CHECK(converts(kByLane + if_then(side(6), "bra.uni") + "ret;"));
  CHECK_FALSE(converts(kByLane + if_then(side(7), "bra.uni") + "ret;"));
  CHECK(left_in_loop(kByBlock + if_then(side(6))) == 0);
  CHECK(left_in_loop(kByBlock + if_then(side(7))) == 1);
  const std::string by_round = "and.b32 %r8, %r7, 1;\nsetp.eq.u32 %p1, %r8, 0;\n";
  CHECK(left_in_loop(by_round + if_then(side(7))) == 1);
}

TEST_CASE("with a load both sides have at most 20, the jump between them among these") {
  for (const std::string& condition : {kByLane, kByBlock}) {
    CHECK(converts(condition + if_then(side_that_loads(20)) + "ret;"));
    CHECK_FALSE(converts(condition + if_then(side_that_loads(21)) + "ret;"));
    CHECK(left_in_loop(condition + if_then(side_that_loads(20))) == 0);
    CHECK(left_in_loop(condition + if_then(side_that_loads(21))) == 1);
  }
  CHECK(converts(kByLane + if_else(side_that_loads(9), side(10)) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_else(side_that_loads(10), side(10)) + "ret;"));
  CHECK(converts(kByLane + if_else(side(1), side_that_loads(18)) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_else(side(1), side_that_loads(19)) + "ret;"));
}

TEST_CASE("loads that all lanes could execute make no side longer") {
  const auto with = [](const std::string& load) {
    return kByLane + if_then(load + side(8)) + "ret;";
  };
  CHECK_FALSE(converts(with("ld.shared.u32 %r2, [%r3];\n")));
  CHECK_FALSE(converts(with("ld.const.u32 %r2, [%rd1];\n")));
  CHECK(converts(with("ld.local.u32 %r2, [%r3];\n")));
  CHECK(converts(with("ld.u32 %r2, [%rd1];\n")));
}

TEST_CASE("copies of registers are free, and what becomes several instructions counts as such") {
  std::string copies;
  for (int i = 0; i < 30; ++i) copies += "mov.u32 %r3, %r4;\n";
  CHECK(converts(kByLane + if_then(side(8) + copies) + "ret;"));
  CHECK_FALSE(converts(kByLane + if_then(side(8) + "mov.u32 %r3, 7;\n") + "ret;"));
  CHECK_FALSE(converts(kByLane + if_then(side_that_loads(20) + "mov.u32 %r3, %r4;\n") + "ret;"));
  CHECK_FALSE(converts(kByLane + if_then("rem.u32 %r3, %r4, %r5;\n") + "ret;"));
  // A constant that goes into an address is none.
  CHECK(converts(kByLane +
                 if_then(side(7) + "add.s32 %r3, %r4, -4;\nst.shared.u32 [%r3+64], %r1;\n") +
                 "ret;"));
}

TEST_CASE("sides that must stay branches") {
  const auto around = [](const std::string& inst) {
    return "@%p1 bra L;\n" + inst + "\nL: bar.sync 0;\nret;";
  };
  CHECK_FALSE(converts(around("bar.arrive 0, 64;")));
  CHECK_FALSE(converts(around("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;")));
  CHECK_FALSE(converts(around("exit;")));
  CHECK_FALSE(converts(around("div.rn.f32 %f1, %f2, %f3;")));
  CHECK_FALSE(converts(around("rem.u64 %rd1, %rd2, %rd3;")));
  CHECK_FALSE(converts(around("red.global.add.u32 [%rd1], %r2;")));
  CHECK_FALSE(converts(around("atom.shared.exch.b32 %r1, [%r2], %r3;")));
  CHECK_FALSE(converts(around("setp.eq.u32 %p1, %r1, 2;\nadd.u32 %r1, %r1, 1;")));
  CHECK_FALSE(converts(around("M: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 9;\n@%p2 bra M;")));
  // Somebody jumps into the side.
  CHECK(count_kind(kernel("@%p2 bra M;\nbar.sync 1;\n@%p1 bra L;\nM: add.u32 %r1, %r1, 1;\n"
                          "L: bar.sync 0;\nret;",
                          true),
                   Kind::Branch) == 2);
}

TEST_CASE("a side with bar.sync is predicated where the warp is together") {
  const std::string hammock = "@%p1 bra L;\nbar.sync 0;\nL: add.u32 %r1, %r1, 1;\n";
  CHECK(converts(hammock + "ret;"));
  CHECK_FALSE(converts("M:\n" + hammock + "setp.lt.u32 %p2, %r1, 9;\n@%p2 bra M;\nret;"));
  std::string barriers;
  for (int i = 0; i < 21; ++i) barriers += "bar.sync 1;\n";
  CHECK_FALSE(converts("@%p2 bra N;\n" + hammock + barriers + "N: bar.sync 0;\nret;"));
}

TEST_CASE("branch tables, other functions and loops keep their targets") {
  const Program p = compiled(
      kHeader +
          ".func f() { .reg .u32 %r<4>; .reg .pred %p<2>; @%p1 bra L; add.u32 %r1, %r1, 1;\n"
          "L: bar.sync 0; ret; }\n"
          ".entry k() { .reg .u32 %r<4>; .reg .pred %p<3>; T: .branchtargets A, B;\n"
          "@%p1 bra S; add.u32 %r1, %r1, 1;\nS: brx.idx %r1, T; A: call f, ();\n"
          "B: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 9; @%p2 bra B; ret; }",
      {.as_compiled = true});
  CHECK(p.as_compiled);
  CHECK(listing(p) == "@!%p1 add.u32 %r1, %r1, 1\n" + print_inst(p, 1) + "\n" + print_inst(p, 2) +
                          "\nadd.u32 %r2, %r2, 1\nsetp.lt.u32 %p2, %r2, 9\n" + print_inst(p, 5) +
                          "\nret\n@!%p1 add.u32 %r1, %r1, 1\nbar.sync 0\nret\n");
  CHECK(p.branch_tables.at(0) == std::vector<Pc>{2, 3});
  CHECK(p.code[2].target == 7);
  CHECK(p.code[5].target == 3);
  CHECK(p.code[5].flow.back_edge);
  CHECK(p.functions[0].end == 7);
  CHECK(p.functions[1].entry == 7);
  CHECK(p.functions[1].end == 10);
}

TEST_CASE("random programs compute the same with and without branches") {
  unsigned removed = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const std::string body = RandomBody(seed).make();
    const Program as_written = kernel(body), predicated = kernel(body, true);
    removed += count_kind(as_written, Kind::Branch) - count_kind(predicated, Kind::Branch);
    INFO("seed " << seed << "\n" << body << "\n" << listing(predicated));
    REQUIRE(run(as_written) == run(predicated));
  }
  CHECK(removed > 150);
}
