// Opcode and operand patterns: what the instruction table accepts and what it tells about the rest.
#include <catch2/catch.hpp>
#include <set>
#include <string_view>
#include <vector>

#include "isa/ptx/rows/op_table.h"
#include "tests/ops/opcode_text.h"

namespace simt {
namespace {

OpMatch match(std::string_view opcode) {
  return match_opcode(test::parts_of(opcode));
}

}  // namespace

TEST_CASE("every row's pattern compiles and its operands parse") {
  for (const OpInfo& op : op_table()) {
    INFO(op.opcode);
    CHECK_NOTHROW(ops_named(mnemonic_of(op)));
    const bool atomic = op.kind == Kind::Atomic || op.kind == Kind::Reduction;
    if (!atomic) CHECK((op.kind == Kind::Alu) == (op.lanes != nullptr));
    CHECK_FALSE(op.section.empty());
    CHECK(op.machine_insts >= 1);
    unsigned optional = 0;
    for (const OperandSpec& spec : parse_operands(op.operands)) {
      CHECK_FALSE(spec.name.empty());
      optional += spec.optional ? 1 : 0;
    }
    CHECK(optional <= 1);
  }
}

TEST_CASE("every heading of the rows says what its instructions do, once") {
  std::set<std::string_view> used, described;
  for (const OpInfo& op : op_table()) used.insert(op.section);
  for (const SectionInfo& s : sections()) {
    INFO(s.heading);
    CHECK(described.insert(s.heading).second);
    CHECK_FALSE(s.text.empty());
  }
  CHECK(used == described);
}

TEST_CASE("suffixes become modifiers and types") {
  const auto m = match("setp.lt.and.ftz.f32");
  REQUIRE(m.form);
  CHECK(m.form->type() == ScalarType::F32);
  CHECK(m.form->has(Mod::lt));
  CHECK(m.form->has(Mod::and_));
  CHECK(m.form->has(Mod::ftz));
  CHECK_FALSE(m.form->has(Mod::gt));

  const auto two = match("set.eq.f32.u32");
  REQUIRE(two.form);
  CHECK(two.form->type() == ScalarType::F32);
  CHECK(two.form->types[1] == ScalarType::U32);

  const auto shared = match("ld.shared::cta.v4.u32");
  REQUIRE(shared.form);
  CHECK(shared.form->has(Mod::shared));
  CHECK(shared.form->has(Mod::cta_sub));
  CHECK_FALSE(shared.form->has(Mod::cta));
  CHECK(shared.form->vector_width() == 4);
}

TEST_CASE("the first part that fits no row is reported") {
  CHECK(match("frobnicate.u32").bad_part == 0);
  CHECK(match("add.f99").bad_part == 1);
  CHECK(match("setp.lt.u33").bad_part == 2);
  CHECK(match("mul.lo.u32.sat").bad_part == 3);
  CHECK(match("ld.global.v3.u32").bad_part == 2);
  CHECK(match("setp.lt").bad_part == 2);  // a part is missing: one past the end
  CHECK(match("setp.hi.s32").bad_part == 2);
  CHECK_FALSE(match("").form);
  CHECK_FALSE(match_opcode({}).form);
}

TEST_CASE("an opcode is taken as ptxas takes it") {
  // Orders seen in nvcc's output and in libcu++; each was checked against ptxas 13.0.
  for (const auto* opcode : {"ld.volatile.global.u32",
                             "ld.global.volatile.u32",
                             "ld.relaxed.gpu.global.u32",
                             "ld.global.relaxed.gpu.u32",
                             "ld.acquire.sys.global.b64",
                             "ld.global.nc.L1::no_allocate.v4.f32",
                             "ld.global.L1::no_allocate.L2::128B.nc.f32",
                             "st.release.sys.global.u32",
                             "atom.global.sys.add.u32",
                             "atom.add.release.gpu.global.u32",
                             "atom.add.noftz.global.f16x2",
                             "atom.global.noftz.add.f16x2",
                             "atom.shared::cta.cas.b32",
                             "red.release.gpu.global.add.u64",
                             "vote.ballot.sync.b32",
                             "vote.sync.ballot.b32",
                             "match.any.sync.b64",
                             "match.sync.any.b64",
                             "barrier.cta.sync.aligned",
                             "barrier.sync.aligned",
                             "bar.red.popc.u32",
                             "bar.warp.sync",
                             "fence.sc.cta",
                             "fence.cta.sc",
                             "add.s32.sat",
                             "bfind.s64.shiftamt",
                             "prmt.b32.f4e",
                             "prmt.f4e.b32",
                             "setp.lt.ftz.and.f32",
                             "setp.lt.and.ftz.f32",
                             "cvta.to.shared.u64"}) {
    INFO(opcode);
    CHECK(match(opcode).form);
  }
  for (const auto* opcode :
       {"mul.u32.lo", "setp.lt.b32", "setp.hi.s32", "and.u32", "add.sat.u32", "popc.u32", "shl.s32",
        "min.relu.s16", "selp.pred", "bfi.u32", "bar.sync.warp", "shf.l.b32", "atom.exch.u32",
        "atom.add.s64", "ld.f16", "ld.global.global.u32", "exit.uni", "mul.wide.u64"}) {
    INFO(opcode);
    CHECK_FALSE(match(opcode).form);
  }
}

TEST_CASE("operand patterns") {
  const auto specs = parse_operands("d|p:pred, a, b:u32?, c:wide, [e], #f, dv, label");
  REQUIRE(specs.size() == 8);
  using enum OperandSpec::Shape;
  CHECK(specs[0].written);
  CHECK(specs[0].dual_predicate);
  CHECK(specs[0].name == "d");
  CHECK(specs[0].type == "pred");
  CHECK(specs[1].shape == Value);
  CHECK_FALSE(specs[1].written);
  CHECK(specs[1].type == "t");
  CHECK(specs[2].optional);
  CHECK(specs[4].shape == Address);
  CHECK(specs[5].shape == Immediate);
  CHECK(specs[6].shape == Vector);
  CHECK(specs[6].written);
  CHECK(specs[7].shape == Label);
  CHECK(parse_operands("").empty());

  OpForm form;
  for (const ScalarType type :
       {ScalarType::S32, ScalarType::F16, ScalarType::BF16, ScalarType::F64})
    form.types.push_back(type);
  CHECK(specs[1].resolve(form) == ScalarType::S32);
  CHECK(specs[3].resolve(form) == ScalarType::S64);
  CHECK(specs[0].resolve(form) == ScalarType::Pred);
  CHECK(parse_operands("a:t2")[0].resolve(form) == ScalarType::F16);
  const auto matrix = parse_operands("dv4, av4:t2, bv2:t3, cv4:t4, e:t5");
  CHECK(matrix[2].resolve(form) == ScalarType::BF16);
  CHECK(matrix[3].resolve(form) == ScalarType::F64);
  CHECK(matrix[4].resolve(form) == ScalarType::None);
}

}  // namespace simt
