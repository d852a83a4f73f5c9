#include "sim/assembler/unused_results.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {
/// Kinds of the first instruction of the body, as written and as compiled.
Kind as_compiled(const std::string& body) {
  return kernel(body, true).code[0].kind;
}
}  // namespace

TEST_CASE("a global atomic whose result is not read is a reduction as compiled") {
  const std::string body = "atom.global.add.u32 %r1, [%rd1], %r2;\nret;";
  CHECK(kernel(body).code[0].kind == Kind::Atomic);
  CHECK(as_compiled(body) == Kind::Reduction);
  CHECK(kernel(body, true).code[0].writes.size() == 0);
  CHECK(as_compiled("atom.global.add.u32 %r1, [%rd1], %r2;\nmov.u32 %r1, 3;\n"
                    "st.global.u32 [%rd1], %r1;\nret;") == Kind::Reduction);
}

TEST_CASE("what needs the answer stays an atomic") {
  CHECK(as_compiled("atom.global.add.u32 %r1, [%rd1], %r2;\nst.global.u32 [%rd1], %r1;\nret;") ==
        Kind::Atomic);
  CHECK(as_compiled("atom.global.add.u32 %r1, [%rd1], %r2;\n@%p1 mov.u32 %r1, 3;\n"
                    "st.global.u32 [%rd1], %r1;\nret;") == Kind::Atomic);
  CHECK(as_compiled("atom.global.exch.b32 %r1, [%rd1], %r2;\nret;") == Kind::Atomic);
  CHECK(as_compiled("atom.global.cas.b32 %r1, [%rd1], %r2, %r3;\nret;") == Kind::Atomic);
  CHECK(as_compiled("atom.acquire.gpu.global.add.u32 %r1, [%rd1], %r2;\nret;") == Kind::Atomic);
  CHECK(as_compiled("atom.shared.add.u32 %r1, [%r3], %r2;\nret;") == Kind::Atomic);
}

TEST_CASE("lanes that add 1 in shared memory are counted together as compiled for CC 8.0") {
  const auto counts = [](const std::string& body, bool cc_8 = true) {
    return kernel(body, true, cc_8).code[0].memory.counts_lanes;
  };
  CHECK(counts("atom.shared.add.u32 %r1, [%r3], 1;\nret;"));
  CHECK_FALSE(counts("atom.shared.add.u32 %r1, [%r3], 1;\nret;", false));
  CHECK_FALSE(counts("red.shared.add.s32 [%r3], 1;\nret;", false));
  CHECK(counts("red.shared.add.s32 [%r3], 1;\nret;"));
  CHECK_FALSE(kernel("red.shared.add.u32 [%r3], 1;\nret;").code[0].memory.counts_lanes);
  CHECK_FALSE(counts("atom.shared.add.u32 %r1, [%r3], 1;\nst.shared.u32 [%r3], %r1;\nret;"));
  CHECK_FALSE(counts("red.shared.add.u32 [%r3], 2;\nret;"));
  CHECK_FALSE(counts("red.shared.add.u32 [%r3], %r2;\nret;"));
  CHECK_FALSE(counts("red.shared.max.u32 [%r3], 1;\nret;"));
  CHECK_FALSE(counts("red.shared.add.u64 [%r3], 1;\nret;"));
  CHECK_FALSE(counts("red.global.add.u32 [%rd1], 1;\nret;"));
}

TEST_CASE("a function's result may be read by who calls it") {
  const Program p = compiled(kHeader +
                                 ".func (.reg .b32 %ret) take(.reg .b64 %at) {\n"
                                 "atom.global.add.u32 %ret, [%at], 1;\nret;\n}\n"
                                 ".visible .entry k(.param .u64 out) { .reg .u64 %rd<2>; .reg .b32 "
                                 "%r<3>;\nld.param.u64 %rd1, [out];\ncall (%r1), take, (%rd1);\n"
                                 "st.global.u32 [%rd1], %r1;\nret;\n}\n",
                             {.as_compiled = true});
  CHECK(count_kind(p, Kind::Atomic) == 1);
  CHECK(count_kind(p, Kind::Reduction) == 0);
}
