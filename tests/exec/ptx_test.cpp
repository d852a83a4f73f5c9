// From PTX text to values: what the decoder and the executor must agree on (frames, parameters,
// addresses of functions, tables, special registers).
#include <catch2/catch.hpp>

#include "isa/ptx/ast.h"
#include "isa/ptx/frontend.h"
#include "rig.h"
#include "sim/assembler/pipeline.h"

using namespace simt;

namespace {

constexpr const char* kHeader = ".version 8.0\n.target sm_70\n.address_size 64\n";

Program compiled(const std::string& text) {
  Diagnostics diags("test.ptx", kHeader + text);
  const auto module = parse_module(diags);
  std::optional<Program> program;
  if (module) program = decode_kernel(*module, "", diags);
  if (!program) throw std::runtime_error(diags.render(false));
  assemble(*program, {});
  return *program;
}

/// A kernel with one parameter, the address of 32 words that it fills.
struct Kernel : Rig {
  explicit Kernel(const std::string& text) {
    program = compiled(text);
    out_words = memory.allocate(4 * 32, "out");
    launch.params.resize(program.param_bytes);
    std::memcpy(launch.params.data(), &out_words, sizeof out_words);
    for (const Variable& v : program.variables)
      if (v.space == StateSpace::Global) map(v);
    shared_bytes = program.shared.static_bytes;
  }
  void map(const Variable& v) {
    memory.map(v.address, v.bytes, v.name);
    std::memcpy(memory.find(v.address, v.bytes), v.initial.data(), v.initial.size());
  }
  std::uint32_t word(unsigned lane) { return peek<std::uint32_t>(out_words + 4 * lane); }

  std::uint64_t out_words = 0;
};

// %rd1: address of the thread's own word; %r1: its lane.
const std::string kPrologue = R"(
  .reg .u32 %r<20>; .reg .u64 %rd<20>; .reg .pred %p<4>;
  ld.param.u64 %rd0, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd1, %r1, 4;
  add.u64 %rd1, %rd1, %rd0;
)";

std::uint32_t fib(std::uint32_t n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

}  // namespace

TEST_CASE("PTX: recursion with parameters in the frame") {
  Kernel kernel(R"(
.func (.param .u32 result) fib(.param .u32 n) {
  .reg .u32 %r<8>; .reg .pred %p1;
  ld.param.u32 %r1, [n];
  setp.lt.u32 %p1, %r1, 2;
  @%p1 bra base;
  {
    .param .u32 a; .param .u32 b;
    sub.u32 %r2, %r1, 1;
    st.param.u32 [a], %r2;
    call (b), fib, (a);
    ld.param.u32 %r3, [b];
  }
  {
    .param .u32 a; .param .u32 b;
    sub.u32 %r2, %r1, 2;
    st.param.u32 [a], %r2;
    call (b), fib, (a);
    ld.param.u32 %r4, [b];
  }
  add.u32 %r5, %r3, %r4;
  st.param.u32 [result], %r5;
  ret;
base:
  st.param.u32 [result], %r1;
  ret;
}
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  rem.u32 %r2, %r1, 11;
  .param .u32 a; .param .u32 b;
  st.param.u32 [a], %r2;
  call (b), fib, (a);
  ld.param.u32 %r3, [b];
  st.global.u32 [%rd1], %r3;
  ret;
})");
  kernel.run_all();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(kernel.word(lane) == fib(lane % 11));
}

TEST_CASE("PTX: a narrow read of %gridid has its low bits") {
  Kernel kernel(R"(
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  .reg .u16 %h;
  mov.u32 %r2, %gridid;
  mov.b16 %h, %gridid;
  cvt.u32.u16 %r3, %h;
  sub.u32 %r2, %r2, %r3;
  setp.lt.u32 %p1, %r1, 16;
  selp.u32 %r2, %r2, %r3, %p1;
  st.global.u32 [%rd1], %r2;
  ret;
})");
  kernel.launch.grid_id = 0x1'2345'6789;
  kernel.run_all();
  CHECK(kernel.word(0) == 0x23450000);
  CHECK(kernel.word(16) == 0x6789);
}

TEST_CASE("PTX: recursion with parameters in registers") {
  Kernel kernel(R"(
.func (.reg .u32 result) sum(.reg .u32 n) {
  .reg .u32 %m; .reg .pred %p1;
  mov.u32 result, 0;
  setp.eq.u32 %p1, n, 0;
  @%p1 ret;
  sub.u32 %m, n, 1;
  call (result), sum, (%m);
  add.u32 result, result, n;
  ret;
}
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  call (%r2), sum, (%r1);
  st.global.u32 [%rd1], %r2;
  ret;
})");
  kernel.run_all();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(kernel.word(lane) == lane * (lane + 1) / 2);
}

TEST_CASE("PTX: an indirect call through a table of functions in global memory") {
  Kernel kernel(R"(
.func (.param .u32 r) twice(.param .u32 n) {
  .reg .u32 %r1; ld.param.u32 %r1, [n]; shl.b32 %r1, %r1, 1; st.param.u32 [r], %r1; ret;
}
.func (.param .u32 r) square(.param .u32 n) {
  .reg .u32 %r1; ld.param.u32 %r1, [n]; mul.lo.u32 %r1, %r1, %r1; st.param.u32 [r], %r1; ret;
}
.global .u64 table[2] = {twice, square};
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  and.b32 %r2, %r1, 1;
  mul.wide.u32 %rd2, %r2, 8;
  mov.u64 %rd3, table;
  add.u64 %rd3, %rd3, %rd2;
  ld.global.u64 %rd4, [%rd3];
  .param .u32 a; .param .u32 b;
  st.param.u32 [a], %r1;
proto: .callprototype (.param .u32 _) _ (.param .u32 _);
  call (b), %rd4, (a), proto;
  ld.param.u32 %r3, [b];
  st.global.u32 [%rd1], %r3;
  ret;
})");
  kernel.run_all();
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(kernel.word(lane) == (lane % 2 == 0 ? 2 * lane : lane * lane));
}

TEST_CASE("PTX: an indirect call must suit the function that it reaches") {
  const auto fault = [](const std::string& target, const std::string& prototype) {
    Kernel kernel(R"(
.func (.param .u32 r) twice(.param .u32 n) {
  .reg .u32 %r1; ld.param.u32 %r1, [n]; shl.b32 %r1, %r1, 1; st.param.u32 [r], %r1; ret;
}
.func (.reg .u32 r) next(.reg .u32 n) { add.u32 r, n, 1; ret; }
.func nothing() { ret; }
.global .u64 table[3] = {twice, next, nothing};
.entry kernel(.param .u64 out) {)" +
                  kPrologue + "ld.global.u64 %rd4, [table+" + target + R"(];
  .param .u32 a; .param .u32 b; .param .align 4 .b8 big[65536];
  proto: .callprototype )" +
                  prototype);
    try {
      kernel.run_all();
    } catch (const KernelFault& f) {
      return std::string(f.what());
    }
    return std::string("no fault");
  };
  const std::string plain = "(.param .u32 _) _ (.param .u32 _); call (b), %rd4, (a), proto; ret; }";
  const std::string large =
      "(.param .u32 _) _ (.param .align 4 .b8 _[65536]); call (b), %rd4, (big), proto; ret; }";
  const std::string large_result =
      "(.param .align 4 .b8 _[65536]) _ (.param .u32 _); call (big), %rd4, (a), proto; ret; }";
  const std::string few = "(.param .u32 _) _ (); call (b), %rd4, (), proto; ret; }";
  CHECK(fault("0", plain) == "no fault");
  const std::string takes =
      "lane 0 calls 'twice' through a prototype that does not match: its "
      "results and parameters take ";
  CHECK(fault("0", large) == takes + "65540 bytes, the function's take 8");
  CHECK(fault("0", large_result) == takes + "65540 bytes, the function's take 8");
  CHECK(fault("0", few) == takes + "4 bytes, the function's take 8");
  CHECK(fault("8", plain) ==
        "lane 0 calls 'next' through a register, but its parameters are in registers");
  CHECK(fault("16", plain).find("take 8 bytes, the function's take 0") != std::string::npos);
}

TEST_CASE("PTX: brx.idx") {
  Kernel kernel(R"(
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  rem.u32 %r2, %r1, 3;
targets: .branchtargets A, B, C;
  brx.idx %r2, targets;
A: mov.u32 %r3, 100; bra done;
B: mov.u32 %r3, 200; bra done;
C: mov.u32 %r3, 300;
done:
  st.global.u32 [%rd1], %r3;
  exit;
})");
  kernel.run_all();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(kernel.word(lane) == 100 * (1 + lane % 3));
}

TEST_CASE("PTX: local arrays, shared memory and generic pointers to both") {
  Kernel kernel(R"(
.entry kernel(.param .u64 out) {
  .local .align 8 .b8 mine[16];
  .shared .align 4 .b32 ours[32];)" +
                kPrologue + R"(
  st.local.u32 [mine+4], %r1;
  mov.u64 %rd3, mine;
  cvta.local.u64 %rd3, %rd3;
  ld.u32 %r2, [%rd3+4];
  mov.u64 %rd4, ours;
  cvta.shared.u64 %rd4, %rd4;
  mul.wide.u32 %rd5, %r1, 4;
  add.u64 %rd4, %rd4, %rd5;
  add.u32 %r2, %r2, 1000;
  st.u32 [%rd4], %r2;
  xor.b32 %r3, %r1, 1;
  mul.wide.u32 %rd6, %r3, 4;
  mov.u64 %rd7, ours;
  add.u64 %rd7, %rd7, %rd6;
  ld.shared.u32 %r4, [%rd7];
  st.global.u32 [%rd1], %r4;
  ret;
})");
  kernel.run_all();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(kernel.word(lane) == 1000 + (lane ^ 1));
}

TEST_CASE("PTX: printf and a device assertion as compilers write them") {
  Kernel kernel(R"(
.extern .func (.param .b32 func_retval0) vprintf(.param .b64 vprintf_param_0, .param .b64 vprintf_param_1);
.global .align 1 .b8 $str[15] = {108, 97, 110, 101, 32, 37, 100, 32, 37, 46, 49, 102, 10, 0};
.entry kernel(.param .u64 out) {
  .local .align 8 .b8 __local_depot0[16];
  .reg .b64 %SP; .reg .b64 %SPL; .reg .f64 %fd<3>;)" +
                kPrologue + R"(
  mov.u64 %SPL, __local_depot0;
  cvta.local.u64 %SP, %SPL;
  add.u64 %rd2, %SP, 0;
  add.u64 %rd3, %SPL, 0;
  cvt.rn.f64.u32 %fd1, %r1;
  mul.f64 %fd1, %fd1, 0d3FF8000000000000;
  st.local.u32 [%rd3], %r1;
  st.local.f64 [%rd3+8], %fd1;
  mov.u64 %rd4, $str;
  cvta.global.u64 %rd5, %rd4;
  { // callseq 0, 0
  .param .b64 param0;
  st.param.b64 [param0+0], %rd5;
  .param .b64 param1;
  st.param.b64 [param1+0], %rd2;
  .param .b32 retval0;
  call.uni (retval0), vprintf, (param0, param1);
  ld.param.b32 %r4, [retval0+0];
  }
  st.global.u32 [%rd1], %r4;
  ret;
})");
  kernel.launch.block = {3, 1, 1};
  kernel.run_all();
  CHECK(kernel.printed == "lane 0 0.0\nlane 1 1.5\nlane 2 3.0\n");
  CHECK(kernel.word(2) == 2);
}

TEST_CASE("PTX: half-precision atomics add as the instruction table does") {
  Kernel kernel(R"(
.entry kernel(.param .u64 out) {)" +
                kPrologue +
                R"(
  .reg .b16 %h<3>; .reg .b32 %v<3>;
  mov.b16 %h1, 0x3c00;
  mov.b32 %v1, 0x3c003c00;
  atom.global.add.noftz.f16 %h2, [%rd0], %h1;
  atom.global.add.noftz.f16x2 %v2, [%rd0+4], %v1;
  mov.b16 %h1, 0x3f80;
  atom.global.add.noftz.bf16 %h2, [%rd0+8], %h1;
  ret;
})");
  kernel.run_all();
  CHECK(kernel.word(0) == 0x5000);  // 32 in f16
  CHECK(kernel.word(1) == 0x5000'5000);
  CHECK(kernel.word(2) == 0x4200);  // 32 in bf16
}
