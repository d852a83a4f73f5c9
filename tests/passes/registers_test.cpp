// The register estimate against what ptxas 13.0 reports for the corpus (ptxas -v -arch=..., the
// figures below). ptxas is not needed to run this.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>

#include "program_support.h"

using namespace simt;

namespace {
struct Measured {
  const char *file, *kernel;
  std::uint32_t registers;
};
constexpr Measured kMeasured[] = {
    {"calls_75.ptx", "aggregates", 20},
    {"calls_75.ptx", "pointers", 24},
    {"calls_75.ptx", "prints", 24},
    {"calls_75.ptx", "recursion", 8},
    {"calls_90.ptx", "aggregates", 20},
    {"calls_90.ptx", "pointers", 24},
    {"calls_90.ptx", "prints", 24},
    {"calls_90.ptx", "recursion", 10},
    {"clang_70.ptx", "double_dot", 24},
    {"clang_70.ptx", "smooth", 18},
    {"elementwise_75.ptx", "color_to_grey", 12},
    {"elementwise_75.ptx", "saxpy_grid_stride", 12},
    {"elementwise_75.ptx", "scale4", 14},
    {"elementwise_75.ptx", "vector_add", 12},
    {"elementwise_90.ptx", "color_to_grey", 10},
    {"elementwise_90.ptx", "saxpy_grid_stride", 14},
    {"elementwise_90.ptx", "scale4", 14},
    {"elementwise_90.ptx", "vector_add", 12},
    {"floats_75.ptx", "doubles", 26},
    {"floats_75.ptx", "halves", 16},
    {"floats_75.ptx", "n_body", 39},
    {"floats_75.ptx", "special", 21},
    {"floats_90.ptx", "doubles", 28},
    {"floats_90.ptx", "halves", 16},
    {"floats_90.ptx", "n_body", 32},
    {"floats_90.ptx", "special", 24},
    {"indexed.ptx", "dispatch", 10},
    {"integers_75.ptx", "collatz", 14},
    {"integers_75.ptx", "filter", 55},
    {"integers_75.ptx", "inline_asm", 20},
    {"integers_75.ptx", "mix", 30},
    {"integers_90.ptx", "collatz", 14},
    {"integers_90.ptx", "filter", 40},
    {"integers_90.ptx", "inline_asm", 22},
    {"integers_90.ptx", "mix", 30},
    {"locks_75.ptx", "atomics", 15},
    {"locks_75.ptx", "back_off", 10},
    {"locks_75.ptx", "spin_lock", 8},
    {"locks_75.ptx", "wait_flag", 8},
    {"locks_90.ptx", "atomics", 32},
    {"locks_90.ptx", "back_off", 12},
    {"locks_90.ptx", "spin_lock", 10},
    {"locks_90.ptx", "wait_flag", 10},
    {"matmul_75.ptx", "_Z6matmulILi16ELi1EEvPKfS1_Pfi", 38},
    {"matmul_75.ptx", "_Z6matmulILi16ELi4EEvPKfS1_Pfi", 64},
    {"matmul_90.ptx", "_Z6matmulILi16ELi1EEvPKfS1_Pfi", 32},
    {"matmul_90.ptx", "_Z6matmulILi16ELi4EEvPKfS1_Pfi", 32},
    {"memory_75.ptx", "generic_pointer", 14},
    {"memory_75.ptx", "spaces", 35},
    {"memory_75.ptx", "stencil", 42},
    {"memory_90.ptx", "generic_pointer", 16},
    {"memory_90.ptx", "spaces", 31},
    {"memory_90.ptx", "stencil", 40},
    {"reduce_75.ptx", "ballot_any", 10},
    {"reduce_75.ptx", "histogram", 8},
    {"reduce_75.ptx", "reduce_growing", 13},
    {"reduce_75.ptx", "reduce_shuffle", 12},
    {"reduce_90.ptx", "ballot_any", 10},
    {"reduce_90.ptx", "histogram", 12},
    {"reduce_90.ptx", "reduce_growing", 13},
    {"reduce_90.ptx", "reduce_shuffle", 12},
    {"switches_75.ptx", "interpreter", 18},
    {"switches_90.ptx", "interpreter", 22},
};

// Known to be off by more than a fifth, and why:
const std::set<std::string> kMissed{
    "calls_75.ptx aggregates",  // ptxas keeps a structure in memory that the PTX loads at once
    "calls_75.ptx recursion",   // the loop that the recursion became is inlined and unrolled less
    "calls_90.ptx aggregates",  // ptxas keeps a structure in memory that the PTX loads at once
    "clang_70.ptx double_dot",  // ptxas hoists some of the loads only
    "floats_75.ptx special",    // so does the slow path of sinf
    "integers_90.ptx inline_asm",                    // 64-bit division expands
    "locks_75.ptx atomics",                          // sm_90 keeps every address and operand apart
    "locks_90.ptx atomics",                          // sm_90 keeps every address and operand apart
    "matmul_75.ptx _Z6matmulILi16ELi1EEvPKfS1_Pfi",  // ptxas hoists some of the loads only
    "memory_90.ptx generic_pointer",                 // small kernel
    "reduce_75.ptx histogram",                       // small kernel
    "switches_90.ptx interpreter",                   // the division keeps more temporaries on sm_90
};

std::uint32_t estimate(const Measured& m) {
  std::ifstream file(std::string(SIMT_SOURCE_DIR "/tests/ptx/corpus/") + m.file);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return compiled(text, {}, m.kernel).registers_per_thread;
}
std::uint32_t with_bounds(const std::string& directives) {
  std::string body, use;  // 80 values live at once
  for (int i = 0; i < 80; ++i) {
    body += "ld.global.u32 %r" + std::to_string(i) + ", [%rd1+" + std::to_string(4 * i) + "];\n";
    use += "st.global.u32 [%rd1+" + std::to_string(4 * i) + "], %r" + std::to_string(i) + ";\n";
  }
  return compiled(kHeader + ".entry k() " + directives +
                  " { .reg .u32 %r<80>; .reg .u64 %rd<2>;\n" + body + use + "ret; }")
      .registers_per_thread;
}
}  // namespace

TEST_CASE("the estimate is within a fifth of ptxas for four kernels of five") {
  unsigned good = 0, all = 0;
  for (const Measured& m : kMeasured) {
    const double ratio = estimate(m) / static_cast<double>(m.registers);
    INFO(m.file << " " << m.kernel << ": " << ratio << " of " << m.registers);
    const bool near = ratio >= 0.8 && ratio <= 1.2;
    const bool missed = kMissed.count(std::string(m.file) + " " + m.kernel) != 0;
    CHECK(near != missed);  // an entry of kMissed that has become good must go
    good += near ? 1u : 0u;
    ++all;
  }
  CHECK(good * 5 >= all * 4);
}

TEST_CASE("a 64-bit value takes two registers, a predicate and a parameter none") {
  const auto of = [](const std::string& body) { return kernel(body).registers_per_thread; };
  const std::uint32_t eight =
      of("ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd1];\nld.global.v4.u32 {%r5,%r6,%r7,%r8}, "
         "[%rd1+16];\n"
         "bar.sync 0;\nst.global.v4.u32 [%rd1], {%r1,%r2,%r3,%r4};\n"
         "st.global.v4.u32 [%rd1+16], {%r5,%r6,%r7,%r8};\nret;");
  const std::uint32_t four_wide =
      of("ld.global.v2.u64 {%rd2,%rd3}, [%rd1];\nld.global.v2.u64 {%rd4,%rd5}, [%rd1+16];\n"
         "bar.sync 0;\nst.global.v2.u64 [%rd1], {%rd2,%rd3};\n"
         "st.global.v2.u64 [%rd1+16], {%rd4,%rd5};\nret;");
  CHECK(eight == four_wide);
  const std::uint32_t predicates =
      of("ld.param.u64 %rd1, [out];\nld.param.u32 %r1, [n];\nsetp.eq.u32 %p1, %r1, 1;\n"
         "setp.eq.u32 %p2, %r1, 2;\nbar.sync 0;\n@%p1 st.global.u32 [%rd1], %r1;\n"
         "@%p2 st.global.u32 [%rd1], 1;\nret;");
  CHECK(predicates == 8);  // the minimum
}

TEST_CASE("launch bounds cap the estimate") {
  CHECK(with_bounds("") > 80);
  CHECK(with_bounds(".maxnreg 40") == 40);
  CHECK(with_bounds(".maxntid 256 .minnctapersm 4") == 64);   // 65536 / (4 * 256)
  CHECK(with_bounds(".maxntid 32,32") == 64);                 // one CTA of 1024 threads must fit
  CHECK(with_bounds(".maxntid 100 .minnctapersm 12") == 40);  // 12 * 4 warps: 42, in units of 8
  CHECK(with_bounds(".maxntid 64 .minnctapersm 1") > 80);
}
