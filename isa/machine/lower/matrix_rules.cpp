// Products of matrices, and what brings them: HMMA, QMMA, IMMA, BMMA, DMMA, LDSM, STSM, MOVM.
// Registers hold what those of mma, ldmatrix, stmatrix and movmatrix do, one after the other.
#include <algorithm>

#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

struct Shape {
  std::uint16_t m, n, k;
};
/// Registers of 32 bits of each operand.
struct Counts {
  unsigned result, a, b;
};

void read_all(Lowering& in, unsigned first, unsigned count) {
  const auto n = static_cast<unsigned>(in.word.take(first, 8));
  for (unsigned i = 0; i < count; ++i) in.read_general(in.following(n, i));
}
void write_all(Lowering& in, unsigned count) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  for (unsigned i = 0; i < count; ++i)
    if (n == RegisterSpace::kZero)
      in.write_slot(kNoSlot);
    else
      in.write_general(in.following(n, i), 1);
}

void product(Lowering& in, OpClass op_class, Shape shape) {
  in.inst.kind = Kind::Matrix;
  in.inst.op_class = op_class;
  in.inst.memory.matrix.m = static_cast<std::uint8_t>(shape.m);
  in.inst.memory.matrix.n = static_cast<std::uint8_t>(shape.n);
  in.inst.memory.matrix.k = shape.k;
}
void types(Lowering& in, ScalarType sum, ScalarType a, ScalarType b) {
  Semantics& op = in.inst.op;
  op.type = sum;
  op.type2 = a;
  op.more_types.push_back(b);
  op.more_types.push_back(sum);
}
void operands(Lowering& in, const Counts& counts) {
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  write_all(in, counts.result);
  read_all(in, 24, counts.a);
  read_all(in, 32, counts.b);
  read_all(in, 64, counts.result);
}

/// The metadata of a sparse A, and which lanes hold it.
void metadata(Lowering& in) {
  in.inst.memory.matrix.sparse = true;
  in.read_general(static_cast<unsigned>(in.word.take(40, 8)));
  in.inst.imm = static_cast<std::int64_t>(in.word.take(48, 2));
}

void hmma(Lowering& in) {
  const bool sparse = in.word.flag(73);
  const bool wide = in.word.flag(75), other = in.word.flag(78), single = in.word.flag(76);
  const auto element = in.word.take(82, 2);  // f16, bf16, tf32
  const bool tf32 = element == 2, quarter = other && !sparse;
  const bool is_known = sparse ? other ? wide && !tf32 : wide || tf32
                               : !(wide && (quarter || tf32)) && (!quarter || tf32);
  if (!is_known || element == 3 || (element != 0 && !single)) in.refuse("a reserved shape or type");
  constexpr ScalarType kTypes[] = {ScalarType::F16, ScalarType::BF16, ScalarType::TF32};
  const bool large = sparse ? other || (tf32 && wide) : wide || (tf32 && !quarter);
  const unsigned of_halves = large ? 16 : 8;
  const unsigned k = (tf32 ? of_halves / 2 : of_halves) * (sparse ? 2 : 1);
  const OpClass of_single = large ? OpClass::MatrixF32 : OpClass::MatrixF32Small;
  const OpClass of_half = large ? OpClass::MatrixF16 : OpClass::MatrixF16Small;
  product(in, single ? of_single : of_half, {16, 8, static_cast<std::uint16_t>(k)});
  types(in, single ? ScalarType::F32 : ScalarType::F16, kTypes[element], kTypes[element]);
  const unsigned of_a = large ? 4 : 2;
  operands(in, {single ? 4U : 2U, of_a, sparse ? of_a : of_a / 2});
  if (sparse) metadata(in);
}

/// Of 8-bit floats, sm_89.
void qmma(Lowering& in) {
  const bool large = in.word.flag(75), sparse = in.word.flag(76), single = in.word.flag(77);
  const bool a_has_more = in.word.flag(78), b_has_more = in.word.flag(79);
  if (!in.word.flag(74) || in.word.flag(80) != sparse || (sparse && large))
    in.refuse("a reserved shape");
  const bool four = large || sparse;
  const OpClass of_single = four ? OpClass::MatrixF32 : OpClass::MatrixF32Small;
  const OpClass of_half = four ? OpClass::MatrixF16 : OpClass::MatrixF16Small;
  product(in, single ? of_single : of_half,
          {16, 8,
           static_cast<std::uint16_t>(sparse  ? 64
                                      : large ? 32
                                              : 16)});
  types(in, single ? ScalarType::F32 : ScalarType::F16,
        a_has_more ? ScalarType::E5M2 : ScalarType::E4M3,
        b_has_more ? ScalarType::E5M2 : ScalarType::E4M3);
  operands(in, {single ? 4U : 2U, four ? 4U : 2U, sparse ? 4U : large ? 2U : 1U});
  if (sparse) metadata(in);
}

/// A shape of IMMA by the number in its word, and what it is of.
struct IntegerShape {
  unsigned number;
  bool half_bytes, sparse;
  Shape shape;
};
constexpr IntegerShape kIntegerShapes[] = {
    {0, false, false, {8, 8, 16}}, {4, false, false, {16, 8, 16}}, {5, false, false, {16, 8, 32}},
    {2, true, false, {8, 8, 32}},  {5, true, false, {16, 8, 32}},  {6, true, false, {16, 8, 64}},
    {5, false, true, {16, 8, 32}}, {6, false, true, {16, 8, 64}},  {6, true, true, {16, 8, 64}},
    {7, true, true, {16, 8, 128}},
};
/// Operands of integers or bits, from the shape: registers of 32 bits.
void integer_operands(Lowering& in, Shape shape, unsigned bits) {
  const bool sparse = in.inst.memory.matrix.sparse;
  const unsigned per = 32 * (32 / bits), of_a = shape.m * shape.k / per / (sparse ? 2 : 1);
  operands(in, {shape.m * shape.n / 32U, of_a, shape.k * shape.n / per});
}
OpClass integer_class(Shape shape, unsigned bits, bool sparse) {
  return shape.m * shape.k * bits / (sparse ? 2 : 1) > 2048 ? OpClass::MatrixInt
                                                            : OpClass::MatrixIntSmall;
}

void imma(Lowering& in) {
  const auto number = in.word.take(75, 1) | in.word.take(85, 2) << 1;
  const auto widths = in.word.take(83, 2);  // of A and of B
  const bool sparse = in.word.flag(72), half_bytes = widths == 3;
  const auto* const known = std::ranges::find_if(kIntegerShapes, [&](const IntegerShape& s) {
    return s.number == number && s.half_bytes == half_bytes && s.sparse == sparse;
  });
  if (known == std::end(kIntegerShapes) || (widths != 0 && !half_bytes))
    in.refuse("a reserved shape");
  if (!in.word.flag(74)) in.refuse("a reserved order");
  const auto type = [&](bool is_signed) {
    return half_bytes  ? is_signed ? ScalarType::S4 : ScalarType::U4
           : is_signed ? ScalarType::S8
                       : ScalarType::U8;
  };
  const ScalarType a = type(in.word.flag(76)), b = type(in.word.flag(78));
  in.inst.op.mode.satfinite = in.word.flag(82);
  product(in, integer_class(known->shape, bits_of(a), sparse), known->shape);
  types(in, ScalarType::S32, a, b);
  in.inst.memory.matrix.sparse = sparse;
  integer_operands(in, known->shape, bits_of(a));
  if (sparse) metadata(in);
}

/// Of bits, whose ones are counted.
void bmma(Lowering& in) {
  constexpr Shape kShapes[] = {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}};
  const auto number = in.word.take(75, 2);
  if (number == std::size(kShapes) || !in.word.flag(74) || !in.word.flag(80))
    in.refuse("a reserved shape");
  in.inst.op.combine = in.word.flag(78) ? Combine::And : Combine::Xor;
  product(in, integer_class(kShapes[number], 1, false), kShapes[number]);
  types(in, ScalarType::S32, ScalarType::B1, ScalarType::B1);
  integer_operands(in, kShapes[number], 1);
}

void read_doubles(Lowering& in, unsigned first, unsigned count) {
  const auto n = static_cast<unsigned>(in.word.take(first, 8));
  for (unsigned i = 0; i < count; ++i) in.read_general(in.following(n, 2 * i), 2);
}
void dmma(Lowering& in) {
  constexpr Shape kShapes[] = {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}};
  const Shape shape = kShapes[in.word.take(76, 2)];
  if (in.word.take(78, 2) != 0) in.refuse("a rounding mode");
  product(in, OpClass::MatrixF64, shape);
  types(in, ScalarType::F64, ScalarType::F64, ScalarType::F64);
  in.inst.dst_bytes = in.inst.src_bytes = 8;
  const unsigned sums = shape.m / 4U;
  const auto to = static_cast<unsigned>(in.word.take(16, 8));
  for (unsigned i = 0; i < sums; ++i) in.write_general(in.following(to, 2 * i), 2);
  read_doubles(in, 24, shape.m * shape.k / 32U);
  read_doubles(in, 32, shape.k * shape.n / 32U);
  read_doubles(in, 64, sums);
}

/// Rows of matrices in shared memory.
unsigned rows(Lowering& in, Kind kind) {
  in.inst.kind = kind;
  in.inst.memory.space = StateSpace::Shared;
  in.inst.memory.type = ScalarType::B128;
  in.inst.op.type = ScalarType::B16;
  in.inst.dst_bytes = 4;
  const auto mode = in.word.take(78, 2), number = in.word.take(72, 2);
  if (mode > 1 || number == 3) in.refuse("elements of other than 16 bits");
  in.inst.memory.matrix.transposed = mode == 1;
  in.inst.memory.matrix.matrices = static_cast<std::uint8_t>(1U << number);
  return in.inst.memory.matrix.matrices;
}
void ldsm(Lowering& in) {
  write_all(in, rows(in, Kind::MatrixLoad));
  narrow_address(in, 32, false);
}
void stsm(Lowering& in) {
  const unsigned matrices = rows(in, Kind::MatrixStore);
  narrow_address(in, 64, false);
  read_all(in, 32, matrices);
}

void movm(Lowering& in) {
  if (in.word.take(78, 2) != 0) in.refuse("elements of other than 16 bits");
  in.inst.kind = Kind::Matrix;
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  in.write_general(static_cast<unsigned>(in.word.take(16, 8)), 1);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
}

constexpr Rule kMatrixRules[] = {
    {0x037, "IMMA", OpClass::MatrixInt, imma}, {0x03a, "MOVM", OpClass::Shuffle, movm},
    {0x03b, "LDSM", OpClass::Memory, ldsm},    {0x03c, "HMMA", OpClass::MatrixF32, hmma},
    {0x03d, "BMMA", OpClass::MatrixInt, bmma}, {0x03f, "DMMA", OpClass::MatrixF64, dmma},
    {0x044, "STSM", OpClass::Memory, stsm},    {0x07a, "QMMA", OpClass::MatrixF32, qmma},
};

}  // namespace

std::span<const Rule> matrix_rules() {
  return kMatrixRules;
}

}  // namespace simt::machine
