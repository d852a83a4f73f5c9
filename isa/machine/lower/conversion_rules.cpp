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
ScalarType float_type(Lowering& in, unsigned log_bytes) {
  constexpr std::array kTypes{ScalarType::F16, ScalarType::F32, ScalarType::F64};
  if (log_bytes == 0) in.refuse("a format of 8 bits");
  return kTypes[log_bytes - 1];
}
unsigned size_at(Lowering& in, unsigned first) {
  return static_cast<unsigned>(in.word.take(first, 2));
}
Width width_of(ScalarType type) {
  return size_of(type) == 8 ? Width::Pair : Width::Word;
}

void operands(Lowering& in) {
  in.write_register(width_of(in.inst.op.type));
  in.read_field(Field::Wide, width_of(in.inst.op.type2));
}
void start(Lowering& in, Lanes lanes) {
  const bool wide = size_of(in.inst.op.type) == 8 || size_of(in.inst.op.type2) == 8;
  in.alu(wide ? Convert64 : Convert, lanes);
  in.inst.op.operation = Operation::Convert;
}
// To an integral number: nearest, down, up, towards zero.
void i2f(Lowering& in) {
  in.inst.op.type2 = integer_type(size_at(in, 84), in.word.flag(74));
  in.inst.op.type = float_type(in, size_at(in, 75));
  start(in, Lanes::i2f);
  if (size_of(in.inst.op.type2) < 4) in.number(kAmountAt, in.word.take(60, 2));
  in.rounding(78);
  operands(in);
}
void i2fp(Lowering& in) {
  i2f(in);
  in.inst.op_class = ConvertFast;
}
void f2i(Lowering& in) {
  in.inst.op.type = integer_type(size_at(in, 75), in.word.flag(72));
  in.inst.op.type2 = float_type(in, size_at(in, 84));
  start(in, Lanes::f2i);
  in.word.ignore(77, 1);  // .NTZ: a NaN becomes zero
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}
void f2f(Lowering& in) {
  in.inst.op.type = float_type(in, size_at(in, 75));
  in.inst.op.type2 = float_type(in, size_at(in, 84));
  start(in, Lanes::f2f);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}
void frnd(Lowering& in) {
  in.inst.op.type = in.inst.op.type2 = float_type(in, size_at(in, 84));
  if (size_at(in, 75) + 1 != size_at(in, 84) + 1) in.refuse("two formats");
  start(in, Lanes::frnd);
  in.rounding(78);
  in.inst.op.mode.ftz = in.word.flag(80);
  in.signs(Field::Wide, kNegateA, kAbsoluteA);
  operands(in);
}

constexpr Rule kConversionRules[] = {
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
