// Reconvergence points, back edges and yields.
#include <catch2/catch.hpp>

#include "isa/analysis/cfg.h"
#include "isa/analysis/loops.h"
#include "program_support.h"

using namespace simt;

namespace {
// The only branch of the line, and where its lanes meet as a line of the body; 0: at the end.
void check_meets(const Program& program, std::uint32_t line, std::uint32_t meets) {
  const Inst& inst = program.code[at_line(program, line)];
  INFO("branch in line " << line);
  REQUIRE((inst.kind == Kind::Branch || inst.kind == Kind::BranchIndexed));
  CHECK(inst.flow.reconverge == (meets == 0 ? kNoPc : at_line(program, meets)));
}
bool yields(const std::string& body) {
  const Program program = kernel(body);
  bool any = false;
  for (const Inst& inst : program.code) {
    any = any || inst.flow.yields;
    CHECK((!inst.flow.yields || inst.flow.back_edge));
  }
  return any;
}
}  // namespace

TEST_CASE("if-then and if-then-else meet after the sides") {
  const Program p = kernel(
      "@%p1 bra L;\nmov.u32 %r1, 1;\nL: mov.u32 %r2, 1;\n"
      "@%p1 bra E;\nmov.u32 %r1, 1;\nbra J;\nE: mov.u32 %r1, 2;\nJ: ret;");
  check_meets(p, 1, 3);
  check_meets(p, 4, 8);
  check_meets(p, 6, 8);
  CHECK_FALSE(p.code[at_line(p, 1)].flow.back_edge);
}

TEST_CASE("a loop's exit meets after the loop, and its backward branch is a back edge") {
  const Program p = kernel("L: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 5;\n@%p1 bra L;\nret;");
  check_meets(p, 3, 4);
  CHECK(p.code[at_line(p, 3)].flow.back_edge);
  CHECK_FALSE(p.code[at_line(p, 3)].flow.yields);
}

TEST_CASE("a guarded exit parts nobody, sides that both end have no meeting point") {
  const Program guarded = kernel("@%p1 bra L;\n@%p2 exit;\nmov.u32 %r1, 1;\nL: ret;");
  check_meets(guarded, 1, 4);
  const Program apart = kernel("@%p1 bra L;\nst.global.u32 [%rd1], 1;\nret;\nL: ret;");
  check_meets(apart, 1, 0);
}

TEST_CASE("a side that ends in exit or trap does not keep the others from meeting") {
  const Program p = kernel(
      "@%p1 bra J;\n@%p2 bra K;\ntrap;\nK: mov.u32 %r1, 1;\nJ: st.global.u32 [%rd1], 1;\nret;");
  check_meets(p, 1, 5);
  check_meets(p, 2, 4);
  const Program all = kernel("@%p1 bra J;\ntrap;\nJ: exit;");
  check_meets(all, 1, 0);
}

TEST_CASE("an endless loop has no meeting point outside and breaks nothing") {
  const Program p = kernel("@%p1 bra B;\nA: bra A;\nB: bra B;");
  check_meets(p, 1, 0);
  CHECK(p.code[at_line(p, 2)].flow.back_edge);
  const Program inner = kernel("L: @%p1 bra M;\nmov.u32 %r1, 1;\nM: bra L;");
  check_meets(inner, 1, 3);
}

TEST_CASE("an indexed branch meets where its targets join") {
  const Program p = kernel(
      "T: .branchtargets A, B, C;\nbrx.idx %r1, T;\nA: bra J;\nB: mov.u32 %r1, 1;\nbra J;\n"
      "C: mov.u32 %r1, 2;\nJ: ret;");
  check_meets(p, 2, 7);
}

TEST_CASE("a rotated loop, whose closing edge falls through, marks its backward branch") {
  const Program p =
      kernel("bra C;\nB: add.u32 %r1, %r1, 1;\nC: setp.lt.u32 %p1, %r1, 5;\n@%p1 bra B;\nret;");
  CHECK(p.code[at_line(p, 4)].flow.back_edge);
  CHECK_FALSE(p.code[at_line(p, 1)].flow.back_edge);
}

TEST_CASE("code that jumps into a loop is one irreducible loop with a marked branch") {
  const Program p = kernel(
      "@%p1 bra B;\nA: add.u32 %r1, %r1, 1;\nB: add.u32 %r1, %r1, 2;\nsetp.lt.u32 %p2, %r1, 9;\n"
      "@%p2 bra A;\nret;");
  CHECK(p.code[at_line(p, 5)].flow.back_edge);
  const Loops found(build_cfg(p, p.functions[0]));
  const auto& loops = found.all();
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].header == kNoNode);
  CHECK(loops[0].blocks.size() == 2);
}

TEST_CASE("nested loops: the innermost comes first") {
  const Program p = kernel(
      "O: mov.u32 %r1, 0;\nI: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 5;\n@%p1 bra I;\n"
      "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 5;\n@%p2 bra O;\nret;");
  const Loops found(build_cfg(p, p.functions[0]));
  const auto& loops = found.all();
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].blocks.size() == 1);
  CHECK(loops[1].blocks.size() == 3);
  CHECK(found.innermost(1, 1) == &loops[0]);
  CHECK(found.innermost(0, 2) == &loops[1]);
  CHECK(found.innermost(0, 3) == nullptr);
}

TEST_CASE("loops that wait on memory yield") {
  const std::string tail = "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;\nret;";
  CHECK(yields("L: atom.global.cas.b32 %r1, [%rd1], 0, 1;\n" + tail));
  CHECK(yields("L: ld.volatile.global.u32 %r1, [%rd1];\n" + tail));
  CHECK(yields("L: ld.acquire.gpu.global.u32 %r1, [%rd1];\n" + tail));
  CHECK(yields("L: ld.relaxed.gpu.global.u32 %r1, [%rd1];\nnot.b32 %r1, %r1;\n" + tail));
  CHECK(yields("L: ld.global.u32 %r1, [%rd1];\n" + tail));
  CHECK(yields("L: ld.shared.u32 %r1, [%rd1+4];\n" + tail));
  // The test may stand above the unconditional backward branch.
  CHECK(
      yields("L: ld.volatile.global.u32 %r1, [%rd1];\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra E;\n"
             "bra L;\nE: ret;"));
  CHECK(
      yields("L: ld.volatile.global.u32 %r1, [%rd1];\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 exit;\n"
             "bra L;"));
}

TEST_CASE("loops that end by themselves do not yield") {
  const std::string tail = "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;\nret;";
  // A walk along a list, an array, a stack variable; a barrier in the loop; a result not tested.
  CHECK_FALSE(
      yields("L: ld.global.u64 %rd1, [%rd1];\nsetp.ne.u64 %p1, %rd1, 0;\n@%p1 bra L;\nret;"));
  CHECK_FALSE(yields("L: ld.global.u32 %r1, [%rd1];\nadd.u64 %rd1, %rd1, 4;\n" + tail));
  CHECK_FALSE(yields("L: ld.local.u32 %r1, [%rd1];\n" + tail));
  CHECK_FALSE(yields("L: ld.shared.u32 %r1, [%rd1];\nbar.sync 0;\n" + tail));
  CHECK_FALSE(yields("L: atom.global.add.u32 %r2, [%rd1], 1;\nadd.u32 %r1, %r1, -1;\n" + tail));
  // for (i = 0; i < *n; ++i): the bound is read again, but the loop counts.
  CHECK_FALSE(
      yields("L: ld.global.u32 %r2, [%rd1];\nadd.u32 %r1, %r1, 1;\n"
             "setp.lt.u32 %p1, %r1, %r2;\n@%p1 bra L;\nret;"));
}

TEST_CASE("each function is annotated in its own frame") {
  const Program p = compiled(kHeader +
                             ".func f() { .reg .pred %p<2>; @%p1 bra L; trap; L: ret; }\n"
                             ".entry k() { .reg .pred %p<2>; @%p1 bra L; call f, (); L: ret; }");
  REQUIRE(p.functions.size() == 2);
  CHECK(p.code[p.functions[0].entry].flow.reconverge == p.functions[0].end - 1);
  CHECK(p.code[p.functions[1].entry].flow.reconverge == p.functions[1].end - 1);
}
