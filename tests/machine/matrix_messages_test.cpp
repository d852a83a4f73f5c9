// What matrix instructions refuse: forms that are not modelled, by name with line and column; warps
// that are not whole; places that are none.
#include <catch2/catch.hpp>

#include <cstring>

#include "isa/ptx/frontend.h"
#include "sim/assembler/pipeline.h"
#include "sim/config/arch.h"
#include "sim/launch/simulate.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

const std::string kHead =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 a)\n{\n"
    ".reg .b32 %r<16>; .reg .f32 %f<16>; .reg .f64 %d<8>; .reg .b64 %p; .reg .pred %q;\n"
    ".shared .align 16 .b8 s[1024];\n";
std::string text_of(const std::string& body) {
  return kHead + body + "\nret;\n}\n";
}
std::string messages(const std::string& body) {
  Diagnostics diagnostics("k.ptx", text_of(body));
  if (const auto module = parse_module(diagnostics)) decode_kernel(*module, "", diagnostics);
  return diagnostics.render(false);
}
/// How a launch of one block ends.
std::string ends(const std::string& body, unsigned threads = 32) {
  Diagnostics diagnostics("k.ptx", text_of(body));
  const auto module = parse_module(diagnostics);
  INFO(diagnostics.render(false));
  REQUIRE(module != nullptr);
  auto program = decode_kernel(*module, "", diagnostics);
  INFO(diagnostics.render(false));
  REQUIRE(program);
  assemble(*program, {});
  static const ArchConfig arch = load_arch("h100", SIMT_SOURCE_DIR "/configs");
  GlobalMemory memory;
  const std::uint64_t buffer = memory.allocate(4096, "a");
  LaunchState state;
  state.block = {threads, 1, 1};
  state.num_sms = arch.sm.count;
  state.params.resize(8);
  std::memcpy(state.params.data(), &buffer, 8);
  RunOptions how;
  how.timing = false;
  const RunResult result = simulate(*program, arch, state, memory, how);
  return result.status == RunStatus::Finished ? "finished" : result.explanation;
}

const std::string kProduct =
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1}, {%r2}, "
    "{%f4,%f5,%f6,%f7};";

}  // namespace

TEST_CASE("a product of doubles may say that it rounds to nearest, as compilers write it") {
  const auto product = [](const std::string& rounding) {
    return messages("wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64" + rounding +
                    " {%d0,%d1}, {%d2}, {%d3}, {%d4,%d5};");
  };
  CHECK(product("").empty());
  CHECK(product(".rn").empty());
  CHECK_THAT(product(".rz"), Contains("k.ptx:8:") && Contains(".rz"));
}

TEST_CASE("matrix products that are not modelled are refused by name, with line and column") {
  for (const char* const opcode : {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
                                   "wmma.load.a.sync.aligned.row.m8n8k32.s4",
                                   "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16",
                                   "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8"}) {
    const std::string got = messages(std::string(opcode) + " %r1;");
    CHECK_THAT(got,
               Contains("k.ptx:8:") && Contains(std::string("'") + opcode + "' is not supported"));
  }
  // Types that do not go together.
  CHECK_THAT(messages("mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 %r1;"),
             Contains("'.bf16' does not fit here"));
  CHECK_THAT(messages("mma.sync.aligned.m16n8k8.row.row.f32.f16.f16.f32 %r1;"),
             Contains("'.row' does not fit here"));
}

TEST_CASE("the registers of a product are counted") {
  CHECK_THAT(
      messages("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r0,%r1}, "
               "{%r2,%r3}, {%f4,%f5,%f6,%f7};"),
      Contains("takes 4 elements here, 2 given"));
}

TEST_CASE("a matrix instruction is for all lanes of a warp") {
  CHECK(ends(kProduct) == "finished");
  CHECK_THAT(ends("mov.u32 %r9, %laneid; setp.lt.u32 %q, %r9, 16; @%q " + kProduct),
             Contains("a matrix instruction is for 32 lanes together; 16 of the warp execute it"));
  CHECK_THAT(ends(kProduct, 48), Contains("16 of the warp execute it"));
  CHECK_THAT(ends("mov.u32 %r9, s; mov.u32 %r8, %laneid; setp.lt.u32 %q, %r8, 8;\n@%q "
                  "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r9];"),
             Contains("8 of the warp execute it"));
}

TEST_CASE("lanes that are apart never meet at a product") {
  CHECK_THAT(ends("mov.u32 %r9, %laneid; setp.lt.u32 %q, %r9, 16; @%q bra other;\n" + kProduct +
                  "\nbra done;\nother:\nbar.sync 0;\ndone:"),
             !Contains("finished"));
}

TEST_CASE("rows lie in shared memory, 16 bytes apart at least") {
  CHECK_THAT(ends("mov.u32 %r9, s; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r9+8];"),
             Contains("misaligned") || Contains("multiple of 16") || Contains("aligned"));
  CHECK_THAT(ends("ld.param.u64 %p, [a]; stmatrix.sync.aligned.m8n8.x1.b16 [%p], {%r0};"),
             Contains("outside of shared memory"));
  CHECK_THAT(ends("mov.u32 %r9, 2000; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r9];"),
             !Contains("finished"));
}

TEST_CASE("lanes of a warp that load one fragment name one matrix") {
  const std::string load =
      "wmma.load.c.sync.aligned.row.m16n16k16.f32 {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}, [%p], %r9;";
  CHECK(ends("ld.param.u64 %p, [a]; mov.u32 %r9, 16;" + load) == "finished");
  CHECK_THAT(ends("ld.param.u64 %p, [a]; mov.u32 %r9, %laneid;" + load),
             Contains("name different strides"));
  CHECK_THAT(ends("ld.param.u64 %p, [a]; mov.u32 %r9, %laneid; mad.wide.u32 %p, %r9, 16, %p; "
                  "mov.u32 %r9, 16;" +
                  load),
             Contains("name different matrices"));
}

TEST_CASE("a fragment without a stride lies dense") {
  const std::string body =
      "ld.param.u64 %p, [a]; mov.f32 %f0, 0f3f800000;\n"
      "wmma.store.d.sync.aligned.row.m16n16k16.f32 [%p], {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7};";
  CHECK(ends(body) == "finished");
}
