// Products of matrices, and what brings them: HMMA, IMMA, DMMA, LDSM, STSM, MOVM. Registers hold
// what those of mma, ldmatrix, stmatrix and movmatrix do, one after the other.
#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

struct Shape {
  std::uint8_t m, n, k;
};
/// Registers of 32 bits of each operand.
struct Counts {
  unsigned result, a, b;
};

void read_all(Lowering& in, unsigned first, unsigned count) {
  const auto n = static_cast<unsigned>(in.word.take(first, 8));
  for (unsigned i = 0; i < count; ++i) in.read_general(n == RegisterSpace::kZero ? n : n + i);
}
void write_all(Lowering& in, unsigned count) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  for (unsigned i = 0; i < count; ++i)
    if (n == RegisterSpace::kZero)
      in.write_slot(kNoSlot);
    else
      in.write_general(n + i, 1);
}

void product(Lowering& in, OpClass op_class, Shape shape) {
  in.inst.kind = Kind::Matrix;
  in.inst.op_class = op_class;
  in.inst.memory.matrix.m = shape.m;
  in.inst.memory.matrix.n = shape.n;
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

void hmma(Lowering& in) {
  const bool wide = in.word.flag(75), quarter = in.word.flag(78), single = in.word.flag(76);
  const auto element = in.word.take(82, 2);  // f16, bf16, tf32
  const bool tf32 = element == 2;
  if ((wide && quarter) || element == 3 || (wide && tf32) || (quarter && !tf32) ||
      (element != 0 && !single))
    in.refuse("a reserved shape or type");
  constexpr ScalarType kTypes[] = {ScalarType::F16, ScalarType::BF16, ScalarType::TF32};
  const bool large = wide || (tf32 && !quarter);
  const std::uint8_t k = tf32 ? (quarter ? 4 : 8) : (wide ? 16 : 8);
  const OpClass of_single = large ? OpClass::MatrixF32 : OpClass::MatrixF32Small;
  const OpClass of_half = large ? OpClass::MatrixF16 : OpClass::MatrixF16Small;
  product(in, single ? of_single : of_half, {16, 8, k});
  types(in, single ? ScalarType::F32 : ScalarType::F16, kTypes[element], kTypes[element]);
  operands(in, {single ? 4U : 2U, large ? 4U : 2U, large ? 2U : 1U});
}

void imma(Lowering& in) {
  const auto shape = in.word.take(75, 1) | in.word.take(85, 2) << 1;
  if (in.word.take(83, 2) != 0) in.refuse("4-bit integers");
  if (!in.word.flag(74)) in.refuse("a reserved order");
  const bool eight_rows = shape == 0, large = shape == 5;
  if (!eight_rows && !large && shape != 4) in.refuse("a reserved shape");
  const ScalarType a = in.word.flag(76) ? ScalarType::S8 : ScalarType::U8;
  const ScalarType b = in.word.flag(78) ? ScalarType::S8 : ScalarType::U8;
  in.inst.op.mode.satfinite = in.word.flag(82);
  const std::uint8_t m = eight_rows ? 8 : 16, k = large ? 32 : 16;
  product(in, large ? OpClass::MatrixInt : OpClass::MatrixIntSmall, {m, 8, k});
  types(in, ScalarType::S32, a, b);
  operands(in, {eight_rows ? 2U : 4U, large ? 4U : eight_rows ? 1U : 2U, large ? 2U : 1U});
}

void dmma(Lowering& in) {
  if (in.word.take(76, 2) != 0) in.refuse("a product of 16 rows in double precision");
  if (in.word.take(78, 2) != 0) in.refuse("a rounding mode");
  product(in, OpClass::MatrixF64, {8, 8, 4});
  types(in, ScalarType::F64, ScalarType::F64, ScalarType::F64);
  in.inst.dst_bytes = in.inst.src_bytes = 8;
  const auto to = static_cast<unsigned>(in.word.take(16, 8));
  const auto sum = static_cast<unsigned>(in.word.take(64, 8));
  const auto second = [](unsigned n) { return n == RegisterSpace::kZero ? n : n + 2; };
  in.write_general(to, 2);
  in.write_general(second(to), 2);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), 2);
  in.read_general(static_cast<unsigned>(in.word.take(32, 8)), 2);
  in.read_general(sum, 2);
  in.read_general(second(sum), 2);
}

/// Rows of matrices in shared memory.
unsigned rows(Lowering& in, Kind kind) {
  in.inst.kind = kind;
  in.inst.op_class = OpClass::Memory;
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
  in.inst.op_class = OpClass::Shuffle;
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  in.write_general(static_cast<unsigned>(in.word.take(16, 8)), 1);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
}

constexpr Rule kMatrixRules[] = {
    {0x037, "IMMA", OpClass::MatrixInt, imma},
    {0x03a, "MOVM", OpClass::Shuffle, movm},
    {0x03b, "LDSM", OpClass::Memory, ldsm},
    {0x03c, "HMMA", OpClass::MatrixF32, hmma},
    {0x03f, "DMMA", OpClass::MatrixF64, dmma, false, 80},
    {0x044, "STSM", OpClass::Memory, stsm, false, 90},
};

}  // namespace

std::span<const Rule> matrix_rules() {
  return kMatrixRules;
}

}  // namespace simt::machine
