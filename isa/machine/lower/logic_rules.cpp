// Logic, shifts, selection, comparison of integers, predicates as words.
#include <utility>

#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

using enum OpClass;

void lop3(Lowering& in) {
  in.alu(Logic, Lanes::lop3);
  in.number(kTableAt, in.word.take(72, 8));
  in.set(kAnd, in.word.flag(80));
  in.write_register();
  in.write_predicate(81);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
  in.read_predicate(87, 90);
}

void plop3(Lowering& in) {
  in.alu(Logic, Lanes::plop3);
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
  in.alu(Logic, Lanes::plop3_signs);
  in.number(kTableAt, in.word.take(72, 8));
  in.number(kSecondTableAt, in.word.take(16, 8));
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
}

void shf(Lowering& in) {
  in.alu(Shift, Lanes::shf);
  const auto type = in.word.take(73, 2);  // S64, U64, S32, U32
  in.set(kSigned, type % 2 == 0);
  in.set(kWide, type < 2);
  in.set(kWrap, in.word.flag(75));
  in.set(kRight, in.word.flag(76));
  in.set(kHigh, in.word.flag(80));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}

void prmt(Lowering& in) {
  in.alu(Shift, Lanes::prmt);
  const auto mode = in.word.take(72, 3);
  if (mode == 7) in.refuse("a reserved mode");
  in.number(kFunctionAt, mode);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}

void sel(Lowering& in) {
  in.alu(Compare, Lanes::sel);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

void isetp(Lowering& in) {
  in.alu(Compare, Lanes::isetp);
  in.set(kExtended, in.word.flag(72));
  in.set(kSigned, in.word.flag(73));
  const auto how = in.word.take(74, 2);
  if (how > kWithXor) in.refuse("a reserved combination");
  const auto comparison = in.word.take(76, 3);
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
void p2r(Lowering& in) {
  in.alu(Move, Lanes::p2r);
  in.number(kAmountAt, byte_of(in));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_slot(in.space().predicate(0));
  for (unsigned i = 1; i < RegisterSpace::kTrue; ++i) in.use_of(in.space().predicate(i), false);
}
void r2p(Lowering& in) {
  in.alu(Move, Lanes::r2p);
  in.number(kAmountAt, byte_of(in));
  in.write_slot(in.space().predicate(0));
  for (unsigned i = 1; i < RegisterSpace::kTrue; ++i) in.use_of(in.space().predicate(i), true);
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
