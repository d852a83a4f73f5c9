// Matrix products of a warp and the loads and stores around them (PTX ISA 9.7.14). Executed by
// sim/exec/matrix. Not modelled: mma.m8n8k4 of f16 (Volta's), wmma of 4-bit integers and bits,
// wgmma, tcgen05; ldmatrix and stmatrix of 8-bit elements.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace matrix_rows {

using enum Kind;
constexpr OpClass kMemory = OpClass::Memory;
using OpClass::MatrixF16, OpClass::MatrixF16Small, OpClass::MatrixF32, OpClass::MatrixF32Small;
using OpClass::MatrixF64, OpClass::MatrixInt, OpClass::MatrixIntSmall;

// clang-format off
#define SHARED "{.shared|.shared::cta}"
#define ROWS(name, count) name ".sync.aligned.m8n8." count "{.trans}" SHARED ".b16"
#define MMA(shape) "mma.sync.aligned." shape ".row.col"
#define BYTES "{.satfinite}.s32(.s8|.u8)(.s8|.u8).s32"
#define HALF_BYTES "{.satfinite}.s32(.s4|.u4)(.s4|.u4).s32"
#define BITS ".s32.b1.b1.s32(.xor|.and).popc"
#define BYTE_FLOATS(sum) sum "(.e4m3|.e5m2)(.e4m3|.e5m2)" sum

// Operands of mma: registers of the result, A, B, the sum.
#define F32_SUMS_SMALL "dv4, av2:b32, bv1:b32, cv4"
#define F32_SUMS "dv4, av4:b32, bv2:b32, cv4"
#define F16_SUMS_SMALL "dv2:b32, av2:b32, bv1:b32, cv2:b32"
#define F16_SUMS "dv2:b32, av4:b32, bv2:b32, cv2:b32"


// Sparse: `k` of the registers of A and B, the metadata and which lanes hold it.
#define SPARSE(shape, types, operands, op_class) \
    {"mma(.sp|.sp::ordered_metadata).sync.aligned." shape ".row.col" types, operands ", e:b32, #f", Matrix, op_class, nullptr, "mma.sp"}
#define SPARSE_SMALL "av2:b32, bv2:b32"
#define SPARSE_LARGE "av4:b32, bv4:b32"

// Of wmma: loads of A and B, of the sum, stores of the result.
#define PLACE "{.global|.shared|.shared::cta}"
#define LOAD(part, shape, type, operands) \
    {"wmma.load." part ".sync.aligned(.row|.col)." shape PLACE type, operands ", [a], b:u32?", MatrixLoad, kMemory, nullptr, "wmma.load"}
#define FACTORS(shape, type, in_a, in_b) \
    LOAD("a", shape, type, in_a), LOAD("b", shape, type, in_b)
#define SUMS(shape, type, in_sum, out_sum) \
    LOAD("c", shape, type, in_sum), \
    {"wmma.store.d.sync.aligned(.row|.col)." shape PLACE type, "[a], " out_sum ", c:u32?", MatrixStore, kMemory, nullptr, "wmma.store"}
#define SUMS_F16(shape) SUMS(shape, ".f16", "dv4:b32", "bv4:b32")
#define SUMS_F32(shape) SUMS(shape, ".f32", "dv8", "bv8")
#define SUMS_S32(shape) SUMS(shape, ".s32", "dv8", "bv8")
// A product in each order of its factors' elements in memory, which do not matter in registers.
// ptxas makes several of it; `chain` of them wait for each other.
#define ORDERED(orders, shape, types, operands, op_class, insts, chain) \
    {"wmma.mma.sync.aligned." orders "." shape types, operands, Matrix, op_class, nullptr, "wmma.mma", insts, false, OtherInsts{0, 0, 0, 0, 0, chain}}
#define WMMA(shape, types, operands, op_class, insts, chain) \
    ORDERED("row.row", shape, types, operands, op_class, insts, chain), \
    ORDERED("row.col", shape, types, operands, op_class, insts, chain), \
    ORDERED("col.row", shape, types, operands, op_class, insts, chain), \
    ORDERED("col.col", shape, types, operands, op_class, insts, chain)
#define HALVES(shape) \
    FACTORS(shape, ".f16", "dv8:b32", "dv8:b32"), \
    WMMA(shape, ".f16.f16", "dv4:b32, av8:b32, bv8:b32, cv4:b32", MatrixF16, 2, 1), \
    WMMA(shape, ".f32.f32", "dv8, av8:b32, bv8:b32, cv8", MatrixF32, 2, 1), \
    WMMA(shape, ".f32.f16", "dv8, av8:b32, bv8:b32, cv4:b32", MatrixF32, 2, 1), \
    WMMA(shape, ".f16.f32", "dv4:b32, av8:b32, bv8:b32, cv8:t2", MatrixF32, 2, 1)
#define BFLOATS(shape, a, b) \
    FACTORS(shape, ".bf16", "dv" a ":b32", "dv" b ":b32"), \
    WMMA(shape, ".f32.bf16.bf16.f32", "dv8, av" a ":b32, bv" b ":b32, cv8", MatrixF32, 2, 1)
#define INTEGERS(shape, type, a, b) \
    FACTORS(shape, type, "dv" a ":b32", "dv" b ":b32"), \
    WMMA(shape, ".s32" type type ".s32{.satfinite}", "dv8, av" a ":b32, bv" b ":b32, cv8", MatrixIntSmall, 2, 1)

constexpr OpInfo kRows[] = {
    {ROWS("ldmatrix", "x1"), "dv1:b32, [a]", MatrixLoad, kMemory, nullptr, "ldmatrix"},
    {ROWS("ldmatrix", "x2"), "dv2:b32, [a]", MatrixLoad, kMemory, nullptr, "ldmatrix"},
    {ROWS("ldmatrix", "x4"), "dv4:b32, [a]", MatrixLoad, kMemory, nullptr, "ldmatrix"},
    {ROWS("stmatrix", "x1"), "[a], bv1:b32", MatrixStore, kMemory, nullptr, "stmatrix"},
    {ROWS("stmatrix", "x2"), "[a], bv2:b32", MatrixStore, kMemory, nullptr, "stmatrix"},
    {ROWS("stmatrix", "x4"), "[a], bv4:b32", MatrixStore, kMemory, nullptr, "stmatrix"},
    {"movmatrix.sync.aligned.m8n8.trans.b16", "d:b32, a:b32", Matrix, OpClass::Shuffle, nullptr, "movmatrix"},

    {MMA("m16n8k8") ".f32.f16.f16.f32", F32_SUMS_SMALL, Matrix, MatrixF32Small, nullptr, "mma.m16n8k8"},
    {MMA("m16n8k8") ".f16.f16.f16.f16", F16_SUMS_SMALL, Matrix, MatrixF16Small, nullptr, "mma.m16n8k8"},
    {MMA("m16n8k8") ".f32.bf16.bf16.f32", F32_SUMS_SMALL, Matrix, MatrixF32Small, nullptr, "mma.m16n8k8"},
    {MMA("m16n8k16") ".f32.f16.f16.f32", F32_SUMS, Matrix, MatrixF32, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k16") ".f16.f16.f16.f16", F16_SUMS, Matrix, MatrixF16, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k16") ".f32.bf16.bf16.f32", F32_SUMS, Matrix, MatrixF32, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k4") ".f32.tf32.tf32.f32", F32_SUMS_SMALL, Matrix, MatrixF32Small, nullptr, "mma.m16n8k4"},
    {MMA("m16n8k8") ".f32.tf32.tf32.f32", F32_SUMS, Matrix, MatrixF32, nullptr, "mma.m16n8k8"},
    {MMA("m8n8k4") ".f64.f64.f64.f64", "dv2, av1, bv1, cv2", Matrix, MatrixF64, nullptr, "mma.m8n8k4"},
    {MMA("m8n8k16") BYTES, "dv2, av1:b32, bv1:b32, cv2", Matrix, MatrixIntSmall, nullptr, "mma.m8n8k16"},
    {MMA("m16n8k16") BYTES, F32_SUMS_SMALL, Matrix, MatrixIntSmall, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k32") BYTES, F32_SUMS, Matrix, MatrixInt, nullptr, "mma.m16n8k32"},
    {MMA("m8n8k32") HALF_BYTES, "dv2, av1:b32, bv1:b32, cv2", Matrix, MatrixIntSmall, nullptr, "mma.m8n8k32"},
    {MMA("m16n8k32") HALF_BYTES, F32_SUMS_SMALL, Matrix, MatrixIntSmall, nullptr, "mma.m16n8k32"},
    {MMA("m16n8k64") HALF_BYTES, F32_SUMS, Matrix, MatrixInt, nullptr, "mma.m16n8k64"},
    {MMA("m8n8k128") BITS, "dv2, av1:b32, bv1:b32, cv2", Matrix, MatrixIntSmall, nullptr, "mma.m8n8k128"},
    {MMA("m16n8k128") BITS, F32_SUMS_SMALL, Matrix, MatrixIntSmall, nullptr, "mma.m16n8k128"},
    {MMA("m16n8k256") BITS, F32_SUMS, Matrix, MatrixInt, nullptr, "mma.m16n8k256"},
    {MMA("m16n8k16") BYTE_FLOATS(".f32"), F32_SUMS_SMALL, Matrix, MatrixF32Small, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k16") BYTE_FLOATS(".f16"), F16_SUMS_SMALL, Matrix, MatrixF16Small, nullptr, "mma.m16n8k16"},
    {MMA("m16n8k32") BYTE_FLOATS(".f32"), F32_SUMS, Matrix, MatrixF32, nullptr, "mma.m16n8k32"},
    {MMA("m16n8k32") BYTE_FLOATS(".f16"), F16_SUMS, Matrix, MatrixF16, nullptr, "mma.m16n8k32"},
    {MMA("m16n8k4") ".f64.f64.f64.f64", "dv4, av2, bv1, cv4", Matrix, MatrixF64, nullptr, "mma.m16n8k4"},
    {MMA("m16n8k8") ".f64.f64.f64.f64", "dv4, av4, bv2, cv4", Matrix, MatrixF64, nullptr, "mma.m16n8k8"},
    {MMA("m16n8k16") ".f64.f64.f64.f64", "dv4, av8, bv4, cv4", Matrix, MatrixF64, nullptr, "mma.m16n8k16"},

    SPARSE("m16n8k16", ".f32.f16.f16.f32", "dv4, " SPARSE_SMALL ", cv4", MatrixF32Small),
    SPARSE("m16n8k16", ".f16.f16.f16.f16", "dv2:b32, " SPARSE_SMALL ", cv2:b32", MatrixF16Small),
    SPARSE("m16n8k16", ".f32.bf16.bf16.f32", "dv4, " SPARSE_SMALL ", cv4", MatrixF32Small),
    SPARSE("m16n8k32", ".f32.f16.f16.f32", "dv4, " SPARSE_LARGE ", cv4", MatrixF32),
    SPARSE("m16n8k32", ".f16.f16.f16.f16", "dv2:b32, " SPARSE_LARGE ", cv2:b32", MatrixF16),
    SPARSE("m16n8k32", ".f32.bf16.bf16.f32", "dv4, " SPARSE_LARGE ", cv4", MatrixF32),
    SPARSE("m16n8k8", ".f32.tf32.tf32.f32", "dv4, " SPARSE_SMALL ", cv4", MatrixF32Small),
    SPARSE("m16n8k16", ".f32.tf32.tf32.f32", "dv4, " SPARSE_LARGE ", cv4", MatrixF32),
    SPARSE("m16n8k32", BYTES, "dv4, " SPARSE_SMALL ", cv4", MatrixIntSmall),
    SPARSE("m16n8k64", BYTES, "dv4, " SPARSE_LARGE ", cv4", MatrixInt),
    SPARSE("m16n8k64", HALF_BYTES, "dv4, " SPARSE_SMALL ", cv4", MatrixIntSmall),
    SPARSE("m16n8k128", HALF_BYTES, "dv4, " SPARSE_LARGE ", cv4", MatrixInt),
    SPARSE("m16n8k64", BYTE_FLOATS(".f32"), "dv4, " SPARSE_LARGE ", cv4", MatrixF32),

    HALVES("m16n16k16"), HALVES("m32n8k16"), HALVES("m8n32k16"),
    BFLOATS("m16n16k16", "4", "4"), BFLOATS("m32n8k16", "8", "2"), BFLOATS("m8n32k16", "2", "8"),
    INTEGERS("m16n16k16", ".s8", "2", "2"), INTEGERS("m32n8k16", ".s8", "4", "1"), INTEGERS("m8n32k16", ".s8", "1", "4"),
    INTEGERS("m16n16k16", ".u8", "2", "2"), INTEGERS("m32n8k16", ".u8", "4", "1"), INTEGERS("m8n32k16", ".u8", "1", "4"),
    SUMS_F16("m16n16k16"), SUMS_F16("m32n8k16"), SUMS_F16("m8n32k16"),
    SUMS_F32("m16n16k16"), SUMS_F32("m32n8k16"), SUMS_F32("m8n32k16"),
    SUMS_S32("m16n16k16"), SUMS_S32("m32n8k16"), SUMS_S32("m8n32k16"),
    FACTORS("m16n16k8", ".tf32", "dv4:b32", "dv4:b32"), SUMS_F32("m16n16k8"),
    WMMA("m16n16k8", ".f32.tf32.tf32.f32", "dv8, av4:b32, bv4:b32, cv8", MatrixF32Small, 4, 2),
    FACTORS("m8n8k4", ".f64", "dv1", "dv1"), SUMS("m8n8k4", ".f64", "dv2", "bv2"),
    WMMA("m8n8k4", ".f64.f64.f64.f64{.rn}", "dv2, av1, bv1, cv2", MatrixF64, 1, 1),
};
// clang-format on

}  // namespace matrix_rows
}  // namespace

std::span<const OpInfo> matrix_ops() {
  return matrix_rows::kRows;
}

}  // namespace simt
