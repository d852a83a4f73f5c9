// Time of the lane functions of single instructions for a full warp, without a model around them:
// build/tests/bench/bench_lanes.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <string>

#include "isa/core/inst.h"
#include "isa/ptx/rows/op_table.h"
#include "tests/ops/opcode_text.h"

namespace {

using namespace simt;

struct Measured {
  const char* opcode;
  std::uint8_t dst_bytes, src_bytes;
};
constexpr Measured kOperations[] = {
    {"add.u32", 4, 4},
    {"fma.rn.f32", 4, 4},
    {"setp.lt.s32", 4, 4},
    {"setp.lt.f32", 4, 4},
    {"setp.ne.u64", 4, 8},
    {"setp.lt.f64", 4, 8},
    {"set.lt.u32.s32", 4, 4},
    {"cvt.rn.f32.s32", 4, 4},
    {"cvt.sat.u8.s32", 4, 4},
    {"cvt.sat.s16.s32", 2, 4},
    {"cvt.u32.u8", 4, 4},
    {"cvt.rzi.u8.f32", 4, 4},
    {"cvt.rni.s32.f32", 4, 4},
    {"cvt.rm.f32.s64", 4, 8},
    {"cvt.rz.f16.f32", 2, 4},
    {"cvt.rni.s64.f64", 8, 8},
    {"cvt.rzi.sat.f64.f64", 8, 8},
    {"mul.lo.s32", 4, 4},
    {"mad.lo.s32", 4, 4},
    {"mul.hi.u32", 4, 4},
    {"mul.wide.u32", 8, 4},
    {"shl.b32", 4, 4},
    {"shr.s32", 4, 4},
    {"xor.b32", 4, 4},
    {"min.s32", 4, 4},
    {"add.s64", 8, 8},
    {"mul.rn.f32", 4, 4},
    {"add.rz.f32", 4, 4},
    {"min.f32", 4, 4},
    {"div.rn.f32", 4, 4},
    {"sqrt.rn.f32", 4, 4},
    {"rcp.approx.ftz.f32", 4, 4},
    {"sin.approx.f32", 4, 4},
    {"ex2.approx.f32", 4, 4},
    {"fma.rn.f64", 8, 8},
    {"div.rn.f64", 8, 8},
    {"selp.b32", 4, 4},
    {"neg.f32", 4, 4},
    {"fma.rn.ftz.f32", 4, 4},
    {"add.rn.f64", 8, 8},
    {"rsqrt.approx.f32", 4, 4},
};

void run(benchmark::State& state, const Measured& operation) {
  constexpr std::size_t kSlot = 256;
  alignas(64) static std::array<std::byte, 8 * kSlot> file;
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<std::byte>(i * 7 % 64);
  const OpMatch match = match_opcode(test::parts_of(operation.opcode));
  if (!match.form) return state.SkipWithError("no such opcode");
  Inst inst = inst_of(*match.form);
  inst.dst_bytes = operation.dst_bytes;
  inst.src_bytes = operation.src_bytes;
  inst.dst = {0};
  for (unsigned i = 0; i < 3; ++i) inst.src.push_back(static_cast<Slot>((i + 2) * kSlot));
  for (auto _ : state) {
    inst.lanes(inst, Registers{file.data(), nullptr}, ~LaneMask{0});
    benchmark::ClobberMemory();
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const Measured& operation : kOperations)
    benchmark::RegisterBenchmark(operation.opcode, run, operation);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
