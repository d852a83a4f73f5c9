// Which lanes of an atomic are combined first: what ptxas 13.0 made of these kernels for sm_75 and
// sm_90 (VOTEU, REDUX and SHFL before one RED, ATOM or ATOMS).
#include "sim/assembler/aggregate.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

constexpr auto kNone = Aggregation::None, kWhole = Aggregation::WholeWarps,
               kAll = Aggregation::AllWarps;

/// Of the first atomic or reduction.
Aggregation aggregated(const std::string& body, bool redux) {
  const Program p = kernel(body, true, redux);
  for (const Inst& inst : p.code)
    if (inst.kind == Kind::Atomic || inst.kind == Kind::Reduction) return inst.memory.aggregated;
  FAIL("no atomic");
  return kNone;
}

struct Both {
  Aggregation shuffles, redux;  ///< before CC 8.0, and from there on
  bool operator==(const Both&) const = default;
};
Both both(const std::string& body) {
  return {aggregated(body, false), aggregated(body, true)};
}
/// %rd1 is one address, %r1 differs from lane to lane.
Both of(const std::string& update) {
  return both("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n" + update + "\nret;");
}

std::ostream& operator<<(std::ostream& out, const Both& b) {
  return out << static_cast<int>(b.shuffles) << '/' << static_cast<int>(b.redux);
}

}  // namespace

TEST_CASE("one value for one address is multiplied by the lanes that are there") {
  const Both all{kAll, kAll};
  CHECK(of("red.global.add.u32 [%rd1], 1;") == all);
  CHECK(of("red.global.add.s32 [%rd1+8], -3;") == all);
  CHECK(of("ld.param.u32 %r2, [n];\nred.add.u32 [%rd1], %r2;") == all);
  CHECK(of("red.release.gpu.global.add.u32 [%rd1], 1;") == all);
  CHECK(of("red.global.add.u64 [%rd1], 5;") == all);
  CHECK(of("red.shared.add.u32 [16], 2;") == all);
  CHECK(of("atom.global.add.u32 %r2, [%rd1], 1;\nst.global.u32 [%rd1+4], %r2;") == all);
}

TEST_CASE("values that differ are combined by redux, or by shuffles of whole warps") {
  const Both whole{kWhole, kAll};
  CHECK(of("red.global.add.u32 [%rd1], %r1;") == whole);
  CHECK(of("red.global.max.s32 [%rd1], 7;") == whole);
  CHECK(of("red.global.min.u32 [%rd1], %r1;") == whole);
  CHECK(of("red.global.or.b32 [%rd1], %r1;") == whole);
  CHECK(of("red.shared.xor.b32 [16], %r1;") == whole);
  CHECK(of("atom.shared.max.u32 %r2, [16], %r1;") == whole);
}

TEST_CASE("an old value that is read costs a sum of the lanes before") {
  const std::string keep = "\nst.global.u32 [%rd1+4], %r2;";
  CHECK(of("atom.global.add.u32 %r2, [%rd1], %r1;" + keep) == Both{kWhole, kWhole});
  CHECK(of("atom.global.max.u32 %r2, [%rd1], 5;" + keep) == Both{kNone, kNone});
  CHECK(of("atom.global.or.b32 %r2, [%rd1], 5;" + keep) == Both{kNone, kNone});
}

TEST_CASE("what is never combined") {
  const Both none{kNone, kNone};
  CHECK(of("red.global.add.f32 [%rd1], 0f3F800000;") == none);
  CHECK(of("red.global.add.u64 [%rd1], %rd2;") == none);
  CHECK(of("red.global.max.u64 [%rd1], 7;") == none);
  CHECK(of("red.global.inc.u32 [%rd1], 7;") == none);
  CHECK(of("atom.global.exch.b32 %r2, [%rd1], 7;") == none);
  CHECK(of("red.global.add.u32 [%rd2], 1;") == none);
  CHECK(of("red.shared.add.u32 [%r1], 3;") == none);
}

TEST_CASE("lanes that ATOMS.POPC.INC counts are not combined first") {
  CHECK(of("red.shared.add.u32 [16], 1;") == Both{kAll, kNone});
}

TEST_CASE("a branch around an atomic hides nothing, a guard in the text does") {
  const std::string from =
      "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n"
      "setp.gt.u32 %p1, %r1, 30;\n";
  CHECK(both(from + "@%p1 bra l;\ncvta.to.global.u64 %rd2, %rd1;\n"
                    "atom.global.add.u32 %r2, [%rd2], 1;\nl: ret;") == Both{kAll, kAll});
  CHECK(both(from + "@!%p1 red.global.add.u32 [%rd1], 1;\nret;") == Both{kAll, kAll});
  CHECK(both(from + "@!%p1 cvta.to.global.u64 %rd2, %rd1;\n"
                    "@!%p1 red.global.add.u32 [%rd2], 1;\nret;") == Both{kNone, kNone});
}

TEST_CASE("a register that a block uses for several values hides nothing") {
  CHECK(both("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
             "setp.ge.u32 %p1, %r1, 50;\n@%p1 bra l;\nmul.wide.u32 %rd2, %r1, 4;\n"
             "ld.param.u64 %rd3, [out];\nadd.u64 %rd4, %rd1, %rd2;\nld.global.u32 %r3, [%rd4];\n"
             "mul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd3, %rd3, %rd2;\n"
             "red.global.add.u32 [%rd3], %r3;\nl: ret;") == Both{kWhole, kAll});
}

TEST_CASE("as written nothing is combined") {
  const Program p = kernel("ld.param.u64 %rd1, [out];\nred.global.add.u32 [%rd1], 1;\nret;");
  CHECK(p.code[1].memory.aggregated == Aggregation::None);
}
