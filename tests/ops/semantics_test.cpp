// What opcodes mean in the fields that everything after the front end reads.
#include <catch2/catch.hpp>

#include "isa/core/made.h"
#include "tests/ops/lane_harness.h"

namespace simt {
namespace {

Semantics of(std::string_view opcode) {
  return semantics_of(test::form_of(opcode));
}
Relation relation(std::string_view opcode) {
  return of(opcode).relation;
}
bool is(std::string_view opcode, Operation operation) {
  return of(opcode).is(operation);
}

}  // namespace

TEST_CASE("semantics: what is computed") {
  CHECK(is("add.s32", Operation::Add));
  CHECK(is("sub.f32", Operation::Subtract));
  CHECK(is("mad.lo.s32", Operation::MultiplyAdd));
  CHECK(is("fma.rn.f32", Operation::MultiplyAdd));
  CHECK(is("cvta.to.global.u64", Operation::ConvertAddress));
  CHECK(is("xor.b32", Operation::Xor));
  CHECK(is("set.lt.u32.f32", Operation::Compare));
  CHECK(is("add.cc.u32", Operation::Other));
  CHECK(is("trap", Operation::Other));
  CHECK(is("brkpt", Operation::Breakpoint));
  CHECK(of("cvt.rn.f32.s64").type == ScalarType::F32);
  CHECK(of("cvt.rn.f32.s64").type2 == ScalarType::S64);
}

TEST_CASE("semantics: relations, however they are spelled") {
  CHECK(relation("setp.lt.s32") == Relation::Less);
  CHECK(relation("setp.lo.u32") == Relation::Less);
  CHECK(relation("setp.hs.u32") == Relation::GreaterEqual);
  CHECK(relation("setp.geu.f32") == Relation::GreaterEqualOrNan);
  CHECK(relation("setp.num.f32") == Relation::Ordered);
  CHECK(relation("mul.lo.u32") == Relation::None);
  const Combine combined = of("setp.eq.and.s32").combine;
  CHECK(combined == Combine::And);
}

TEST_CASE("semantics: rounding and bounds") {
  CHECK(of("add.rz.ftz.sat.f32").mode ==
        FloatMode{.rounding = Rounding::Zero, .ftz = true, .sat = true});
  CHECK(of("cvt.rpi.f32.f32").mode.rounding == Rounding::Up);
  CHECK(of("add.f32").mode == FloatMode{});
  CHECK(of("div.full.f32").approximate);
  CHECK(of("rcp.approx.f32").approximate);
  CHECK_FALSE(of("div.rn.f32").approximate);
}

TEST_CASE("semantics: who takes part") {
  CHECK(of("bar.sync").aligned);
  CHECK(of("barrier.sync.aligned").aligned);
  CHECK_FALSE(of("barrier.sync").aligned);
  CHECK_FALSE(of("bar.warp.sync").aligned);
  CHECK(of("vote.sync.uni.pred").sync);
  CHECK_FALSE(of("vote.uni.pred").sync);
  const auto vote = [](std::string_view opcode) -> VoteMode { return of(opcode).vote; };
  CHECK(vote("vote.sync.uni.pred") == VoteMode::Uniform);
  CHECK(vote("match.sync.all.b32") == VoteMode::All);
  const auto scope = [](std::string_view opcode) -> Scope { return of(opcode).scope; };
  CHECK(scope("membar.cta") == Scope::Cta);
  CHECK(scope("membar.gl") == Scope::Gpu);
  CHECK(scope("fence.sc.sys") == Scope::System);
  CHECK(scope("fence.acq_rel.cluster") == Scope::Gpu);
  CHECK(of("shfl.sync.bfly.b32") != of("shfl.sync.up.b32"));
}

TEST_CASE("semantics: what passes make is what the rows have") {
  const auto same = [](const Inst& made, std::string_view opcode) {
    const Inst row = inst_of(test::form_of(opcode));
    CHECK(made.op == row.op);
    CHECK(made.kind == row.kind);
    CHECK(made.op_class == row.op_class);
    CHECK(made.expansion.insts == row.expansion.insts);
    CHECK(made.expansion.others.sum() == row.expansion.others.sum());
    CHECK(made.lanes != nullptr);
  };
  Inst inst;
  make_and_of_predicates(inst);
  same(inst, "and.pred");
  make_logic_table(inst);
  same(inst, "lop3.b32");
}

}  // namespace simt
