// Additions, multiplications, minimum and maximum, what counts bits.
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

using enum OpClass;

void mov(Lowering& in) {
  in.alu(Lanes::mov);
  in.computes(Operation::Move, ScalarType::B32);
  in.write_register();
  in.read_field(Field::Wide);
  if (!in.uniform && in.word.take(72, 4) != 15) in.refuse("moves for some lanes of a quad");
}

void iadd3(Lowering& in) {
  in.alu(Lanes::iadd3);
  in.computes(Operation::Add, ScalarType::B32);
  in.set(kExtended, in.word.flag(74));
  in.set(kNegateA, in.word.flag(72));
  in.negation(in.b_field(), kNegateB);
  in.negation(in.c_field(), kNegateC);
  in.write_register();
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
  // Without .X they are there, and are not read.
  in.read_predicate(87, 90);
  in.read_predicate(77, 80);
}

void viadd(Lowering& in) {
  if (in.word.flag(73)) {
    in.alu(Lanes::packed);
    in.inst.op_class = IntAdd;
    in.set(kPairs);
    in.number(kFunctionAt, kSumOf);
    in.negation(Field::Wide, kNegateB);
    in.write_register();
    in.read_field(Field::A);
    in.read_field(Field::Wide);
    in.read_constant(0);
    return in.read_true();
  }
  in.alu(Lanes::iadd3);
  in.computes(Operation::Add, ScalarType::B32);
  in.negation(Field::Wide, kNegateB);
  in.write_register();
  in.write_slot(kNoSlot);
  in.write_slot(kNoSlot);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_constant(0);
}

void imad(Lowering& in) {
  in.alu(Lanes::imad);
  in.computes(Operation::MultiplyAdd, ScalarType::B32);
  in.word.ignore(73, 1);  // the low half has no sign
  in.set(kExtended, in.word.flag(74));
  in.negation(in.c_field(), kNegateC);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
  in.read_predicate(87, 90);
  in.word.ignore(81, 3);
}

void imad_wide(Lowering& in) {
  in.alu(Lanes::imad_wide);
  in.set(kSigned, in.word.flag(73));
  in.set(kExtended, in.word.flag(74));
  in.negation(in.c_field(), kNegateC);
  in.write_register(Width::Pair);
  in.write_predicate(81);
  in.read_field(Field::A);
  in.read_field(in.b_field());
  if (in.c_field() == Field::Wide && in.wide_is_immediate()) in.refuse("an immediate 64-bit sum");
  in.read_field(in.c_field(), Width::Pair);
  in.read_predicate(87, 90);
}

void imad_high(Lowering& in) {
  in.alu(Lanes::imad_high);
  in.set(kSigned, in.word.flag(73));
  in.set(kExtended, in.word.flag(74));
  in.negation(in.c_field(), kNegateC);
  in.write_register();
  in.write_predicate(81);
  in.read_field(Field::A);
  in.read_field(in.b_field());
  if (in.c_field() == Field::Wide && in.wide_is_immediate()) in.refuse("an immediate 64-bit sum");
  in.read_field(in.c_field(), Width::Pair);
  in.read_predicate(87, 90);
}

void lea(Lowering& in) {
  const bool high = in.word.flag(80);
  in.alu(high ? Lanes::lea_high : Lanes::lea);
  in.computes(Operation::Add, ScalarType::B32);
  in.number(kAmountAt, in.word.take(75, 5));
  in.set(kSigned, in.word.flag(73));
  const bool extended = in.word.flag(74);
  in.set(kExtended, extended);
  const bool negated = in.word.flag(72);
  // Of the lower half the shifted number is negated: a difference has the carry of one
  // (tests/programs/wide_sums.cu). Nobody has seen ptxas turn it for .X, nor of the upper half.
  if (negated && (high || extended)) in.refuse("a negated operand that is shifted");
  in.set(kNegateA, negated);
  in.negation(Field::Wide, kNegateB);
  in.write_register();
  in.write_predicate(81);
  in.write_slot(kNoSlot);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  if (high)
    in.read_field(Field::C);
  else
    in.read_constant(0);
  in.word.ignore(64, 8);
  in.read_predicate(87, 90);
}

void iabs(Lowering& in) {
  in.alu(Lanes::iabs);
  in.write_register();
  in.read_field(Field::Wide);
}

void imnmx(Lowering& in) {
  in.alu(Lanes::imnmx);
  in.set(kSigned, in.word.flag(73));
  in.word.ignore(81, 6);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

// 73: pairs; 76: clamped. Of words that are not clamped `lanes` is the faster function.
void packed_type(Lowering& in, Lanes lanes, PackedFunction function, bool is_signed) {
  const bool pairs = in.word.flag(73), relu = in.word.flag(76);
  in.alu(pairs || relu ? Lanes::packed : lanes);
  in.set(kSigned, is_signed);
  if (!pairs && !relu) return;
  in.set(kPairs, pairs);
  in.set(kRelu, relu);
  in.number(kFunctionAt, function);
}
void vimnmx(Lowering& in) {
  packed_type(in, Lanes::imnmx, kExtremeOfTwo, in.word.flag(72));
  in.drop_predicate(81);
  in.drop_predicate(84);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  if (in.inst.lanes == lanes_of(Lanes::packed)) in.read_constant(0);
  in.read_predicate(87, 90);
}
void three(Lowering& in, Lanes lanes, PackedFunction function, bool is_signed) {
  packed_type(in, lanes, function, is_signed);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
  in.read_predicate(87, 90);
}
void vimnmx3(Lowering& in) {
  three(in, Lanes::imnmx3, kExtremeOfThree, in.word.flag(72));
}
void viaddmnmx(Lowering& in) {
  in.negation(in.b_field(), kNegateB);
  three(in, Lanes::iadd_mnmx, kExtremeOfSum, in.word.flag(72));
}

void flo(Lowering& in) {
  in.alu(Lanes::flo);
  in.set(kSigned, in.word.flag(73));
  in.set(kPositions, in.word.flag(74));
  if (!in.wide_is_immediate()) in.set(kInvertA, in.word.flag(63));
  in.drop_predicate(81);
  in.write_register();
  in.read_field(Field::Wide);
}
void popc(Lowering& in) {
  in.alu(Lanes::popc);
  if (!in.wide_is_immediate()) in.set(kInvertA, in.word.flag(63));
  in.write_register();
  in.read_field(Field::Wide);
}
void brev(Lowering& in) {
  in.alu(Lanes::brev);
  in.write_register();
  in.read_field(Field::Wide);
}
void two(Lowering& in, Lanes lanes) {
  in.alu(lanes);
  in.set(kWrap, in.word.flag(75));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}
void bmsk(Lowering& in) {
  two(in, Lanes::bmsk);
}
void sgxt(Lowering& in) {
  two(in, Lanes::sgxt);
  in.set(kSigned, in.word.flag(73));
}

void one_of_three(Lowering& in) {
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}
void idp(Lowering& in) {
  const bool pairs = in.word.flag(76), upper = in.word.flag(77);
  in.alu(pairs ? Lanes::idp2 : Lanes::idp);
  if (upper && !pairs) in.refuse("a reserved form");
  in.set(kHigh, upper);
  in.number(kFunctionAt, in.word.take(73, 2));
  if (in.word.flag(75)) in.refuse("a negated sum");
  one_of_three(in);
}
void vabsdiff(Lowering& in) {
  in.alu(Lanes::vabsdiff);
  in.set(kSigned, in.word.flag(73));
  in.drop_predicate(81);
  one_of_three(in);
}
void vabsdiff4(Lowering& in) {
  in.alu(Lanes::vabsdiff4);
  in.set(kSigned, in.word.flag(73));
  in.set(kWide, in.word.flag(75));
  in.drop_predicate(81);
  one_of_three(in);
}

constexpr Rule kIntegerRules[] = {
    {0x002, "MOV", Move, mov},
    {0x00f, "VIMNMX3", Compare, vimnmx3},
    {0x010, "IADD3", IntAdd, iadd3},
    {0x011, "LEA", IntAdd, lea},
    {0x013, "IABS", IntAdd, iabs},
    {0x014, "VABSDIFF", IntAdd, vabsdiff},
    {0x015, "VABSDIFF4", IntAdd, vabsdiff4},
    {0x017, "IMNMX", Compare, imnmx},
    {0x01a, "SGXT", BitField, sgxt},
    {0x01b, "BMSK", BitField, bmsk},
    {0x024, "IMAD", IntMul, imad},
    {0x025, "IMAD.WIDE", IntMulHigh, imad_wide},
    {0x026, "IDP", IntMul, idp},
    {0x027, "IMAD.HI", IntMulHigh, imad_high},
    {0x036, "VIADD", IntMul, viadd},
    {0x046, "VIADDMNMX", Compare, viaddmnmx},
    {0x048, "VIMNMX", Compare, vimnmx},
    {0x082, "UMOV", Move, mov, true},
    {0x090, "UIADD3", IntAdd, iadd3, true},
    {0x091, "ULEA", IntAdd, lea, true},
    {0x09b, "UBMSK", BitField, bmsk, true},
    {0x0a4, "UIMAD", IntMul, imad, true},
    {0x0a5, "UIMAD.WIDE", IntMulHigh, imad_wide, true},
    {0x0bd, "UFLO", Popc, flo, true},
    {0x0be, "UBREV", Popc, brev, true},
    {0x0bf, "UPOPC", Popc, popc, true},
    {0x100, "FLO", Popc, flo},
    {0x101, "BREV", Popc, brev},
    {0x109, "POPC", Popc, popc},
};

}  // namespace

std::span<const Rule> integer_rules() {
  return kIntegerRules;
}

}  // namespace simt::machine
