// Logic, shifts, selection, comparison of integers, predicates as words.
#include <utility>

#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

using enum OpClass;

/// Of the first two operands, or the second alone; else LogicTable.
Operation operation_of(std::uint64_t table) {
  switch (table) {
    case 0xc0:
      return Operation::And;
    case 0xfc:
      return Operation::Or;
    case 0x3c:
      return Operation::Xor;
    case 0x33:
      return Operation::Not;
    default:
      return Operation::LogicTable;
  }
}
void lop3(Lowering& in) {
  in.alu(Lanes::lop3);
  const std::uint64_t table = in.word.take(72, 8);
  in.computes(operation_of(table), ScalarType::B32);
  in.number(kTableAt, table);
  in.set(kAnd, in.word.flag(80));
  in.write_register();
  in.write_predicate(81);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
  in.read_predicate(87, 90);
}

void plop3(Lowering& in) {
  in.alu(Lanes::plop3);
  in.computes(Operation::LogicTable, ScalarType::Pred);
  in.number(kTableAt, in.word.take(72, 5) << 3 | in.word.take(64, 3));
  in.number(kSecondTableAt, in.word.take(16, 8));
  const bool third_is_uniform = in.word.flag(67);
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_predicate(87, 90);
  in.read_predicate(77, 80);
  in.inst.op.whole_warp = in.uniform;
  const bool uniform = std::exchange(in.uniform, in.uniform || third_is_uniform);
  in.read_predicate(68, 71);
  in.uniform = uniform;
}

void plop3_signs(Lowering& in) {
  in.alu(Lanes::plop3_signs);
  in.number(kTableAt, in.word.take(72, 8));
  in.number(kSecondTableAt, in.word.take(16, 8));
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
}

void shf(Lowering& in) {
  in.alu(Lanes::shf);
  const auto type = in.word.take(73, 2);  // S64, U64, S32, U32
  in.set(kSigned, type % 2 == 0);
  in.set(kWide, type < 2);
  in.set(kWrap, in.word.flag(75));
  const bool right = in.word.flag(76);
  in.computes(right ? Operation::ShiftRight : Operation::ShiftLeft, ScalarType::B32);
  in.set(kRight, right);
  in.set(kHigh, in.word.flag(80));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}

void prmt(Lowering& in) {
  in.alu(Lanes::prmt);
  const auto mode = in.word.take(72, 3);
  if (mode == 7) in.refuse("a reserved mode");
  in.number(kFunctionAt, mode);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}

void sel(Lowering& in) {
  in.alu(Lanes::sel);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

Relation relation_of(std::uint64_t comparison) {
  using enum Relation;
  constexpr Relation kRelations[] = {None,    Less,     Equal,        LessEqual,
                                     Greater, NotEqual, GreaterEqual, None};
  return kRelations[comparison];
}
void isetp(Lowering& in) {
  in.alu(Lanes::isetp);
  in.set(kExtended, in.word.flag(72));
  const bool with_sign = in.word.flag(73);
  in.set(kSigned, with_sign);
  in.computes(Operation::Compare, with_sign ? ScalarType::S32 : ScalarType::U32);
  const auto how = in.word.take(74, 2);
  if (how > kWithXor) in.refuse("a reserved combination");
  const auto comparison = in.word.take(76, 3);
  in.inst.op.relation = relation_of(comparison);
  in.number(kFunctionAt, how << 4 | (comparison == 7 ? std::uint64_t{kTrue} : comparison));
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
  in.read_predicate(68, 71);
  in.inst.op.whole_warp = in.uniform;
}

unsigned byte_of(Lowering& in) {
  return static_cast<unsigned>(in.word.take(76, 2));
}
Slot predicate(Lowering& in, unsigned n) {
  return in.uniform ? in.space().uniform_predicate(n) : in.space().predicate(n);
}
void p2r(Lowering& in) {
  in.alu(Lanes::p2r);
  in.number(kAmountAt, byte_of(in));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_slot(predicate(in, 0));
  for (unsigned i = 1; i < RegisterSpace::kTrue; ++i) in.use_of(predicate(in, i), false);
}
void r2p(Lowering& in) {
  in.alu(Lanes::r2p);
  in.number(kAmountAt, byte_of(in));
  in.inst.op.whole_warp = in.uniform;
  in.write_slot(predicate(in, 0));
  for (unsigned i = 1; i < RegisterSpace::kTrue; ++i) in.use_of(predicate(in, i), true);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}

constexpr Rule kLogicRules[] = {
    {0x003, "P2R", Move, p2r},
    {0x004, "R2P", Move, r2p},
    {0x007, "SEL", Compare, sel},
    {0x00c, "ISETP", Compare, isetp},
    {0x012, "LOP3", Logic, lop3},
    {0x016, "PRMT", Shift, prmt},
    {0x019, "SHF", Shift, shf},
    {0x01c, "PLOP3", Logic, plop3},
    {0x01f, "PLOP3", Logic, plop3_signs},
    {0x083, "UP2UR", Move, p2r, true},
    {0x084, "UR2UP", Move, r2p, true},
    {0x087, "USEL", Compare, sel, true},
    {0x08c, "UISETP", Compare, isetp, true},
    {0x092, "ULOP3", Logic, lop3, true},
    {0x096, "UPRMT", Shift, prmt, true},
    {0x099, "USHF", Shift, shf, true},
    {0x09c, "UPLOP3", Logic, plop3, true},
};

}  // namespace

std::span<const Rule> logic_rules() {
  return kLogicRules;
}

}  // namespace simt::machine
