// Conversions between integers and floating-point numbers, and among the latter.
#include <array>

#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

using enum OpClass;

ScalarType integer_type(unsigned log_bytes, bool is_signed) {
  constexpr std::array kTypes{ScalarType::U8,  ScalarType::S8,  ScalarType::U16, ScalarType::S16,
                              ScalarType::U32, ScalarType::S32, ScalarType::U64, ScalarType::S64};
  return kTypes[2 * log_bytes + (is_signed ? 1 : 0)];
}
ScalarType float_type(Lowering& in, unsigned first) {
  constexpr std::array kTypes{ScalarType::F16, ScalarType::F32, ScalarType::F64, ScalarType::BF16};
  const auto which = in.word.take(first, 3);
  if (which == 0 || which > kTypes.size()) in.refuse("a reserved format");
  return kTypes[which - 1];
}
unsigned size_at(Lowering& in, unsigned first) {
  return static_cast<unsigned>(in.word.take(first, 2));
}
Width width_of(ScalarType type) {
  return size_of(type) == 8 ? Width::Pair : Width::Word;
}

/// Which part of a register a source of fewer bits is.
void part_of_source(Lowering& in) {
  const unsigned bytes = size_of(in.inst.op.type2);
  if (bytes < 4) in.number(kAmountAt, bytes * in.word.take(60, bytes == 1 ? 2 : 1));
}
void operands(Lowering& in) {
  part_of_source(in);
  in.write_register(width_of(in.inst.op.type));
  in.read_field(Field::Wide, width_of(in.inst.op.type2));
}
void start(Lowering& in, Lanes lanes) {
  in.alu(lanes);
  in.inst.op.operation = Operation::Convert;
}
void i2f(Lowering& in) {
  in.inst.op.type2 = integer_type(size_at(in, 84), in.word.flag(74));
  in.inst.op.type = float_type(in, 75);
  start(in, Lanes::i2f);
  in.rounding(78);
  operands(in);
}
void i2fp(Lowering& in) {
  i2f(in);
}
void f2i(Lowering& in) {
  in.inst.op.type = integer_type(size_at(in, 75), in.word.flag(72));
  in.inst.op.type2 = float_type(in, 84);
  start(in, Lanes::f2i);
  // .NTZ: a NaN becomes zero; else the least number. As PTX has it: zero but of 64 bits, and of
  // double precision (isa/core/lanes).
  const bool to_zero = in.word.flag(77);
  const bool expected = size_of(in.inst.op.type) < 8 && in.inst.op.type2 != ScalarType::F64;
  if (to_zero != expected) in.refuse("a form of conversion that ptxas does not make");
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}
void f2f(Lowering& in) {
  in.inst.op.type = float_type(in, 75);
  in.inst.op.type2 = float_type(in, 84);
  start(in, Lanes::f2f);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}
void frnd(Lowering& in) {
  in.inst.op.type = float_type(in, 75);
  in.inst.op.type2 = float_type(in, 84);
  if (in.inst.op.type != in.inst.op.type2) in.refuse("two formats");
  start(in, Lanes::frnd);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}

// To 8 or 16 bits.
ScalarType narrow_type(Lowering& in) {
  return integer_type(in.word.flag(77) ? 1 : 0, in.word.flag(76));
}
void i2i(Lowering& in) {
  in.inst.op.type = narrow_type(in);
  in.inst.op.type2 = ScalarType::S32;
  start(in, Lanes::i2i);
  in.inst.op.mode.sat = true;
  operands(in);
}
void pack(Lowering& in, Lanes lanes) {
  in.inst.op.type = narrow_type(in);
  start(in, lanes);
  if (size_of(in.inst.op.type) == 2 && in.word.peek(64, 8) != RegisterSpace::kZero)
    in.refuse("three operands for one word");
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
}
void i2ip(Lowering& in) {
  if (in.target.since(Generation::Hopper)) in.word.ignore(74, 2);
  in.inst.op.type2 = ScalarType::S32;
  in.inst.op.mode.sat = true;
  pack(in, Lanes::i2ip);
}
void f2ip(Lowering& in) {
  in.inst.op.type2 = ScalarType::F32;
  if (!in.word.flag(74)) in.refuse("a form of conversion that ptxas does not make");  // .NTZ
  in.rounding(78);
  pack(in, Lanes::f2ip);
}

// F2FP: to formats of 16 bits and fewer, and from those of 8.
ScalarType byte_pair(bool e4m3) {
  return e4m3 ? ScalarType::E4M3x2 : ScalarType::E5M2x2;
}
void f2fp_rounding(Lowering& in) {
  const auto rounding = in.word.take(79, 3);
  if (rounding != 0 && rounding != 3) in.refuse("a rounding");
  if (rounding == 3) in.inst.op.mode.rounding = Rounding::Zero;
}
void f2fp_start(Lowering& in, Lanes lanes, ScalarType to, ScalarType from) {
  start(in, lanes);
  in.inst.op.type = to;
  in.inst.op.type2 = from;
  in.inst.op.mode.relu = in.word.flag(75);
}
/// One operand, B: that at A is RZ.
void only_b(Lowering& in) {
  if (in.word.take(24, 8) != RegisterSpace::kZero) in.refuse("a second operand");
}
void pack_halves(Lowering& in) {
  const bool bfloat = in.word.flag(76);
  f2fp_start(in, Lanes::f2fp, bfloat ? ScalarType::BF16x2 : ScalarType::F16x2, ScalarType::F32);
  in.set(kBfloat, bfloat);
  in.inst.op.mode.satfinite = in.word.flag(77);
  // .MERGE_C: of B alone, beside the lower half of C. Seen by what ptxas makes of two conversions
  // of sm_86 (tests/programs/half_constants.cu): it takes that half from above afterwards.
  const bool merged = in.word.flag(78);
  if (merged && in.word.peek(24, 8) != RegisterSpace::kZero) in.refuse("a second operand");
  if (!merged) in.word.ignore(64, 8);
  f2fp_rounding(in);
  in.signs(Field::A, kNegateA, kAbsoluteA);
  in.signs(Field::Wide, kNegateB, kAbsoluteB);
  in.write_register();
  in.read_field(Field::A);
  in.read_field(Field::Wide);
  if (merged) in.read_field(Field::C);
}
void pack_tf32(Lowering& in) {
  f2fp_start(in, Lanes::tf32, ScalarType::TF32, ScalarType::F32);
  if (!in.word.flag(76) || !in.word.flag(78)) in.refuse("a form of packing");
  f2fp_rounding(in);
  only_b(in);
  in.write_register();
  in.read_field(Field::Wide);
  in.word.ignore(64, 8);
}
void unpack_bytes(Lowering& in) {
  f2fp_start(in, Lanes::halves_of_bytes, ScalarType::F16x2, byte_pair(in.word.flag(73)));
  if (!in.word.flag(74)) in.refuse("a form of packing");
  in.set(kHigh, in.word.flag(88));
  only_b(in);
  in.write_register();
  in.read_field(Field::Wide);
  in.word.ignore(64, 8);
}
void pack_bytes(Lowering& in) {
  const bool of_halves = in.word.flag(73), singles = in.word.flag(78);
  if (of_halves == singles) in.refuse("a form of packing");
  f2fp_start(in, singles ? Lanes::bytes : Lanes::bytes_of_halves, byte_pair(in.word.flag(76)),
             singles ? ScalarType::F32 : ScalarType::F16x2);
  if (!in.word.flag(77)) in.refuse("8-bit floats without .SATFINITE");
  in.write_register();
  if (singles)
    in.read_field(Field::A);
  else
    only_b(in);
  in.read_field(Field::Wide);
  in.read_field(Field::C);
}
void f2fp(Lowering& in) {
  const bool wide = in.word.flag(86), merged = in.word.flag(87), other = in.word.flag(89);
  if (in.word.flag(90) != merged || (merged && (wide || other)) || (wide && !other))
    in.refuse("a form of packing");
  if (merged) return pack_bytes(in);
  if (wide) return pack_tf32(in);
  return other ? unpack_bytes(in) : pack_halves(in);
}

constexpr Rule kConversionRules[] = {
    {0x038, "I2I", Convert, i2i},       {0x039, "I2IP", ConvertFast, i2ip},
    {0x03e, "F2FP", ConvertFast, f2fp}, {0x043, "F2IP", ConvertFast, f2ip},
    {0x045, "I2FP", ConvertFast, i2fp}, {0x104, "F2F", Convert, f2f},
    {0x105, "F2I", Convert, f2i},       {0x106, "I2F", Convert, i2f},
    {0x107, "FRND", Convert, frnd},     {0x110, "F2F", Convert64, f2f},
    {0x111, "F2I", Convert64, f2i},     {0x112, "I2F", Convert64, i2f},
    {0x113, "FRND", Convert64, frnd},
};

}  // namespace

std::span<const Rule> conversion_rules() {
  return kConversionRules;
}

}  // namespace simt::machine
