// Single and double precision, halves, the special function unit.
#include <bit>
#include <cmath>

#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

using enum OpClass;

void single_mode(Lowering& in) {
  in.inst.op.mode.sat = in.word.flag(77);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
}
void a_signs(Lowering& in) {
  in.signs(Field::A, kNegateA, kAbsoluteA);
}

void fadd(Lowering& in) {
  in.alu(Lanes::fadd);
  in.computes(Operation::Add, ScalarType::F32);
  single_mode(in);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}
// .NDV, for a quad whose lanes are all there, changes nothing that it computes.
void fswzadd(Lowering& in) {
  in.alu(Lanes::fswzadd);
  in.computes(Operation::Add, ScalarType::F32);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.word.ignore(77, 1);
  in.number(kTableAt, in.word.take(32, 8));
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::C);
}
void fmul(Lowering& in) {
  const auto scale = static_cast<unsigned>(in.word.take(84, 3));
  constexpr unsigned kNoScale = 4;
  in.alu(scale == kNoScale ? Lanes::fmul : Lanes::fmul_scaled);
  in.computes(Operation::Multiply, ScalarType::F32);
  single_mode(in);
  if (in.word.flag(76)) in.refuse(".FMZ");
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  if (scale != kNoScale)  // .D8 to .M8
    in.read_constant(std::bit_cast<std::uint32_t>(std::ldexp(1.0F, static_cast<int>(scale) - 4)));
}
void fma(Lowering& in, Width width) {
  a_signs(in);
  in.signs(in.b_field(), kNegateB, kAbsoluteB);
  in.signs(in.c_field(), kNegateC, kAbsoluteC);
  in.write_register(width);
  in.read_field(Field::A, width);
  in.read_field(in.b_field(), width);
  in.read_field(in.c_field(), width);
}
void ffma(Lowering& in) {
  in.alu(Lanes::ffma);
  in.computes(Operation::MultiplyAdd, ScalarType::F32);
  single_mode(in);
  if (in.word.flag(76)) in.refuse(".FMZ");
  fma(in, Width::Word);
}

void fmnmx(Lowering& in) {
  in.alu(Lanes::fmnmx);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.inst.op.mode.nan = in.word.flag(81);
  in.inst.op.mode.xorsign = in.word.flag(82);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}
void fsel(Lowering& in) {
  in.alu(Lanes::fsel);
  in.inst.op.mode.ftz = in.word.flag(80);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

void comparison(Lowering& in) {
  const auto how = in.word.take(74, 2);
  if (how > kWithXor) in.refuse("a reserved combination");
  in.number(kFunctionAt, how << 4 | in.word.take(76, 4));
}
void fsetp(Lowering& in) {
  in.alu(Lanes::fsetp);
  in.inst.op.mode.ftz = in.word.flag(80);
  comparison(in);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}
void fset(Lowering& in) {
  in.alu(Lanes::fset);
  in.inst.op.mode.ftz = in.word.flag(80);
  comparison(in);
  in.set(kSingle);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

// The second operand of DADD stands where a third one would, if it is a register.
Field second_double(const Lowering& in) {
  return in.form == 1 ? Field::C : Field::Wide;
}
void dadd(Lowering& in) {
  in.alu(Lanes::dadd);
  in.computes(Operation::Add, ScalarType::F64);
  in.rounding(78);
  a_signs(in);
  in.signs(second_double(in), kNegateB, kAbsoluteB);
  in.write_register(Width::Pair);
  in.read_field(Field::A, Width::Pair);
  in.read_field(second_double(in), Width::Pair);
}
void dmul(Lowering& in) {
  in.alu(Lanes::dmul);
  in.computes(Operation::Multiply, ScalarType::F64);
  in.rounding(78);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register(Width::Pair);
  in.read_field(Field::A, Width::Pair);
  in.read_field(Field::Wide, Width::Pair);
}
void dfma(Lowering& in) {
  in.alu(Lanes::dfma);
  in.computes(Operation::MultiplyAdd, ScalarType::F64);
  in.rounding(78);
  fma(in, Width::Pair);
}
// .MIN and .MAX stand where comparisons have never and always.
void dsetp(Lowering& in) {
  const auto which = in.word.peek(76, 4);
  if (which == 0 || which == 15) {
    in.alu(Lanes::dsetp_extreme);
    if (in.word.take(74, 2) != 0) in.refuse("a combination");
    in.number(kFunctionAt, in.word.take(76, 4) == 0 ? 0 : 1);
  } else {
    in.alu(Lanes::dsetp);
    comparison(in);
  }
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A, Width::Pair);
  in.read_field(Field::Wide, Width::Pair);
  in.read_predicate(87, 90);
}

void mufu_half(Lowering& in, std::uint64_t function, bool bfloat) {
  if (function != 2 && function != 9) in.refuse("a function on halves");  // EX2, TANH
  in.alu(Lanes::mufu_half);
  in.number(kFunctionAt, function);
  in.set(kBfloat, bfloat);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  in.set(kHigh, in.word.flag(60));
  in.write_register();
  in.read_field(Field::Wide);
}
void mufu(Lowering& in) {
  const auto function = in.word.take(74, 6);
  const auto format =
      in.target.since(Generation::Hopper) ? in.word.take(72, 2) : in.word.take(73, 1);
  if (format != 0) return mufu_half(in, function, format == 2);
  if (function > 9) in.refuse("a reserved function");
  const bool high = function == 6 || function == 7;
  in.alu(high ? Lanes::mufu_high : Lanes::mufu);
  in.number(kFunctionAt, function);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  in.write_register();
  in.read_field(Field::Wide);
}
void fchk(Lowering& in) {
  in.alu(Lanes::fchk);
  a_signs(in);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_predicate(81);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}

// Halves: which of a pair an operand gives, in two bits for each.
void selection(Lowering& in, unsigned operand, unsigned first) {
  const auto which = in.word.take(first, 2);
  if (which == 1) in.refuse("a reserved selection of halves");
  in.number(kFunctionAt, which << (2 * operand));
}
void half_mode(Lowering& in) {
  in.inst.op.mode.sat = in.word.flag(77);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.set(kBfloat, in.word.flag(85));
}
void second_half(Lowering& in) {
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  if (!in.wide_is_immediate()) selection(in, 1, 60);
}
// Of sm_75: one operand in single precision, the other -0: rounded toward zero into both halves.
// cvt.rz.f16.f32 becomes that, and a number that the compiler knows, rounded as it was asked for.
constexpr unsigned kSingleSource = 1;
void half_of_single(Lowering& in, Field single) {
  const bool first = single == Field::A;
  in.alu(Lanes::f2fp);
  in.word.ignore(first ? 74 : 60, 2);
  in.inst.op.mode.rounding = Rounding::Zero;
  const bool zero = first ? in.form == 1 && in.word.take(32, 8) == RegisterSpace::kZero
                          : in.word.take(24, 8) == RegisterSpace::kZero;
  const bool negative = in.word.flag(first ? 63 : 72);
  in.word.ignore(first ? 60 : 73, 3);  // which half of the zero, and its absolute value
  if (!zero || !negative) in.refuse("a sum of single precision and halves");
  const bool negates = in.word.flag(first ? 72 : 63), absolute = in.word.flag(first ? 73 : 62);
  in.set(kNegateA, negates);
  in.set(kNegateB, negates);
  in.set(kAbsoluteA, absolute);
  in.set(kAbsoluteB, absolute);
  in.write_register();
  in.read_field(single);
  in.read_field(single);
}
void hadd2(Lowering& in) {
  if (in.target.before(Generation::Ampere) && in.word.peek(74, 2) == kSingleSource)
    return half_of_single(in, Field::A);
  if (in.target.before(Generation::Ampere) && !in.wide_is_immediate() &&
      in.word.peek(60, 2) == kSingleSource)
    return half_of_single(in, Field::Wide);
  in.alu(Lanes::hadd2);
  in.computes(Operation::Add, ScalarType::F16x2);
  half_mode(in);
  in.set(kSingle, in.word.flag(78));
  a_signs(in);
  selection(in, 0, 74);
  second_half(in);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}
void hmul2(Lowering& in) {
  in.alu(Lanes::hmul2);
  in.computes(Operation::Multiply, ScalarType::F16x2);
  half_mode(in);
  if (in.word.flag(76)) in.refuse(".FMZ");
  a_signs(in);
  selection(in, 0, 74);
  second_half(in);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
}
// Form 2 has an immediate third operand.
void hfma2(Lowering& in) {
  in.alu(Lanes::hfma2);
  in.computes(Operation::MultiplyAdd, ScalarType::F16x2);
  half_mode(in);
  if (in.word.flag(76)) {
    if (!in.inst.op.mode.ftz || in.target.before(Generation::Hopper)) in.refuse(".FMZ");
    in.inst.op.mode.ftz = false;  // both: .OOB
    in.set(kInBounds);
  }
  if (in.word.flag(78)) in.refuse(".F32");
  in.inst.op.mode.relu = in.word.flag(79);
  if (in.inst.op.mode.relu) in.expect_true(87, 90);
  a_signs(in);
  selection(in, 0, 74);
  const bool wide_is_c = in.c_field() == Field::Wide;
  in.signs(Field::Wide, wide_is_c ? kNegateC : kNegateB, wide_is_c ? kAbsoluteC : kAbsoluteB);
  if (!in.wide_is_immediate()) selection(in, wide_is_c ? 2 : 1, 60);
  in.set(wide_is_c ? kAbsoluteB : kAbsoluteC, in.word.flag(83));
  in.set(wide_is_c ? kNegateB : kNegateC, in.word.flag(84));
  selection(in, wide_is_c ? 1 : 2, 81);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(in.b_field());
  in.read_field(in.c_field());
}
void hfma2_mma(Lowering& in) {
  hfma2(in);
  in.inst.op.matrix_unit = true;
}
void hsetp2(Lowering& in) {
  in.alu(Lanes::hsetp2);
  in.set(kBfloat, in.word.flag(65));
  in.number(kSecondTableAt, in.word.take(69, 2));
  in.set(kAnd, in.word.flag(71));
  in.number(kTableAt, in.word.take(76, 4));
  in.inst.op.mode.ftz = in.word.flag(80);
  a_signs(in);
  selection(in, 0, 74);
  second_half(in);
  in.write_predicate(81);
  in.write_predicate(84);
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}
void hset2(Lowering& in) {
  in.alu(Lanes::hset2);
  in.set(kBfloat, in.word.flag(65));
  in.number(kSecondTableAt, in.word.take(69, 2));
  in.set(kSingle, in.word.flag(71));
  in.number(kTableAt, in.word.take(76, 4));
  in.inst.op.mode.ftz = in.word.flag(80);
  a_signs(in);
  selection(in, 0, 74);
  second_half(in);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}
void hmnmx2(Lowering& in) {
  in.alu(Lanes::hmnmx2);
  in.set(kBfloat, in.word.flag(85));
  FloatMode& mode = in.inst.op.mode;
  mode.ftz = in.word.flag(80);
  mode.nan = in.word.flag(81);
  mode.xorsign = in.word.flag(82);
  a_signs(in);
  selection(in, 0, 74);
  second_half(in);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_predicate(87, 90);
}

constexpr Rule kFloatRules[] = {
    {0x008, "FSEL", Compare, fsel},
    {0x009, "FMNMX", Compare, fmnmx},
    {0x00a, "FSET", Compare, fset},
    {0x00b, "FSETP", Compare, fsetp},
    {0x020, "FMUL", Fp32, fmul},
    {0x021, "FADD", Fp32, fadd},
    {0x022, "FSWZADD", Fp32, fswzadd},
    {0x023, "FFMA", Fp32, ffma},
    {0x028, "DMUL", Fp64, dmul},
    {0x029, "DADD", Fp64, dadd},
    {0x02a, "DSETP", Fp64, dsetp},
    {0x02b, "DFMA", Fp64, dfma},
    {0x030, "HADD2", Fp16, hadd2},
    {0x031, "HFMA2", Fp16, hfma2},
    {0x032, "HMUL2", Fp16, hmul2},
    {0x034, "HSETP2", Compare, hsetp2},
    {0x035, "HFMA2.MMA", Fp16, hfma2_mma},
    {0x033, "HSET2", Compare, hset2},
    {0x040, "HMNMX2", Compare, hmnmx2},
    {0x102, "FCHK", Sfu, fchk},
    {0x108, "MUFU", Sfu, mufu},
};

}  // namespace

std::span<const Rule> float_rules() {
  return kFloatRules;
}

}  // namespace simt::machine
