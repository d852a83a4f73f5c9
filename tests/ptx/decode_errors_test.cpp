// What the decoder rejects: where, and in which words.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "rejected.h"

using namespace simt;

TEST_CASE("opcodes that have no row") {
  for (const Case& c : std::initializer_list<Case>{
           {"ad.s32 %r1, %r2, %r3;", "1: error: unknown instruction 'ad'", "did you mean 'add'?"},
           {"  add.s33 %r1, %r2, %r3;", "7: error: 'add.s33' is not supported: '.s33' does not fit",
            "did you mean '.s32'?"},
           {"add %r1, %r2, %r3;", "1: error: 'add' is incomplete", "add(.u16|.s16|.u32|.s32)"},
           {"mul.s32 %r1, %r2, %r3;", "5: error: 'mul.s32' is not supported", "mul.lo"},
           {"cvt.f32.s32 %f1, %r1;", "9: error: 'cvt.f32.s32' is not supported",
            "cvt(.rn|.rz|.rm|.rp){.ftz}{.sat}.f32"},
           {"wgmma.fence.sync.aligned;", "1: error: 'wgmma.fence.sync.aligned' is not supported",
            "list-instructions"},
           {"vadd.u32.u32.u32 %r1, %r2, %r3;",
            "1: error: 'vadd.u32.u32.u32' is not supported: scalar video instructions"},
           {"vadd4.u32.u32.u32 %r1, %r2, %r3;",
            "1: error: 'vadd4.u32.u32.u32' takes 4 operands, 3 given"},
           {"vset4.u32.u32.u32.lt %r1, %r2, %r3, %r1;",
            "15: error: 'vset4.u32.u32.u32.lt' is not supported"},
           {"cp.async.bulk.commit_group;",
            "10: error: 'cp.async.bulk.commit_group' is not supported: '.bulk' does not fit"},
           {"cp.async.cg.shared.global [%r1], [%rd1], 8;",
            "42: error: 'cp.async.cg.shared.global' cannot copy 8 bytes", "with .cg it copies 16"},
           {"cp.async.ca.shared.global [%r1], [%r2], 4;",
            "34: error: '%r2' has 32 bits; global addresses have 64"},
           {"mbarrier.arrive.shared.b64 %rd1, %r1;",
            "34: error: 'mbarrier.arrive.shared.b64' needs an address here"},
           {"ld.global.v3.f32 %f1, [%rd1];", "11: error: 'ld.global.v3.f32' is not supported",
            "did you mean"}})
    check(c);
}

TEST_CASE("operands of the wrong kind") {
  for (const Case& c : std::initializer_list<Case>{
           {"add.s32 %r1, %r2;", "1: error: 'add.s32' takes 3 operands, 2 given", "d, a, b"},
           {"add.s32 %r1, %r2, %r3, 1;", "1: error: 'add.s32' takes 3 operands, 4 given"},
           {"bar.sync;", "1: error: 'bar.sync' takes 1 or 2 operands, 0 given"},
           {"add.s32 5, %r2, %r3;", "9: error: the result needs a register"},
           {"add.s32 _, %r2, %r3;", "9: error: 'add.s32' cannot discard its result"},
           {"mov.u32 %tid.x, %r2;", "9: error: special register '%tid.x' cannot be written"},
           {"mov.u32 gv, %r2;",
            "9: error: 'gv' is a .global variable; the result needs a register"},
           {"add.s32 %r1, !%r2, 1;", "14: error: '!' negates predicates only"},
           {"add.s32 %r1, [%rd1], 1;", "14: error: 'add.s32' takes no address here"},
           {"add.s32 %r1, {%r1,%r2}, 1;", "14: error: 'add.s32' takes a register or a constant"},
           {"add.s32 %r1, _, 1;", "14: error: '_' discards a result"},
           {"add.s32 %r1|%p1, %r1, 1;", "9: error: 'add.s32' has one result"},
           {"add.s32 %r1, %tid.x, 1;", "14: error: 'add.s32' cannot read special registers",
            "mov.u32 REGISTER, %tid.x;"},
           {"add.s64 %rd1, gv, 1;", "15: error: 'add.s64' takes no address of a variable",
            "mov.u64 REGISTER, gv;"},
           {"ld.global.u32 %r1, %rd1;", "20: error: 'ld.global.u32' needs an address here", "[ ]"},
           {"ld.global.u32 %r1, [sm];", "20: error: 'sm' is in shared memory; 'ld.global.u32'"},
           {"ld.global.u32 %r1, [%r2];", "20: error: '%r2' has 32 bits; global addresses have 64"},
           {"ld.shared.u32 %r1, [%f2];", "20: error: '%f2' is .f32; an address needs"},
           {"mov.u32 %r1, gv;", "14: error: the address of 'gv' needs 64 bits"},
           {"mov.f64 %fd1, gv;", "15: error: the address of 'gv' does not fit in .f64"},
           {"ld.param.u64 %rd1, [p], %rd2;", "1: error: 'ld.param.u64' takes no cache policy"},
           {"bar.sync 16;", "10: error: barrier 16 does not exist", "0 to 15"},
           {"bar.sync 0, 63;", "13: error: 63 threads cannot take part in a barrier"}})
    check(c);
}

TEST_CASE("types that do not agree (PTX ISA 9.4)") {
  for (const Case& c : std::initializer_list<Case>{
           {"add.s32 %r1, %rd1, %r3;", "14: error: '%rd1' is .b64; 'add.s32' needs .s32 here",
            "32 bits"},
           {"add.s32 %f1, %r1, %r3;", "9: error: '%f1' is .f32; 'add.s32' needs .s32 here"},
           {"add.f32 %f1, %u1, %f2;", "14: error: '%u1' is .u32; 'add.f32' needs .f32 here"},
           {"add.f16 %h1, %rs1, %u1;", "20: error: '%u1' is .u32; 'add.f16' needs .f16 here"},
           {"shl.b32 %r1, %r2, %rs1;", "19: error: '%rs1' is .b16; 'shl.b32' needs .u32 here"},
           {"setp.lt.s32 %r1, %r2, %r3;",
            "13: error: '%r1' is .b32; 'setp.lt.s32' needs a predicate"},
           {"mov.b32 %r1, %p1;", "14: error: '%p1' is .pred; 'mov.b32' needs .b32 here"},
           {"mov.u32 %r1, %clock64;", "14: error: '%clock64' is .u64; 'mov.u32' needs .u32 here"},
           {"mov.u64 %rd1, %tid.x;", "15: error: '%tid.x' is .u32; 'mov.u64' needs .u64 here"},
           {"ld.global.u32 %rs1, [%rd1];", "15: error: '%rs1' is .b16", "32 or more bits"},
           {"ld.global.u8 %f1, [%rd1];", "14: error: '%f1' is .f32; 'ld.global.u8' needs .u8"},
           {"ld.global.f32 %u1, [%rd1];", "15: error: '%u1' is .u32; 'ld.global.f32' needs .f32"},
           {"mul.wide.u32 %r1, %r2, %r3;", "14: error: '%r1' is .b32; 'mul.wide.u32' needs .u64"},
           {"ld.global.v2.u32 {%r1,%rd1}, [%rd1];",
            "23: error: the elements of a vector have different"},
           {"ld.global.v2.u32 {%r1}, [%rd1];",
            "18: error: 'ld.global.v2.u32' moves 2 elements, 1 given"},
           {"ld.global.u32 {%r1,%r2}, [%rd1];", "15: error: 'ld.global.u32' moves 1 element, 2",
            ".v2 or .v4"},
           {"mov.b64 %rd1, {%r1,%r2,%r3};", "15: error: 3 elements do not make a .b64"},
           {"mov.u64 %rd1, {%r1,%r2};", "15: error: 'mov.u64' takes a register or a constant"}})
    check(c);
}

TEST_CASE("constants of the wrong type") {
  for (const Case& c : std::initializer_list<Case>{
           {"mov.f32 %f1, 0;", "14: error: an integer stands where a .f32 value is expected", "0f"},
           {"st.global.f32 [%rd1], 1;", "23: error: an integer stands where a .f32"},
           {"add.s32 %r1, %r2, 1.5;", "19: error: a floating-point value stands where a .s32"},
           {"mov.b32 %r1, 1.5;", "14: error: a floating-point value stands where a .b32", "0f"},
           {"mov.b64 %rd1, 0f3f800000;", "15: error: a floating-point value stands where a .b64"},
           {"add.f16 %h1, %h2, 1.0;", "19: error: a floating-point value stands where a .f16"}})
    check(c);
}

TEST_CASE("a constant that does not fit is cut with a warning") {
  const Decoded decoded =
      decode_body("mov.u16 %rs1, 70000; mov.u16 %rs2, 65535; mov.u16 %rs3, -32768;");
  REQUIRE(decoded);
  CHECK(decoded.constant(decoded->code[0].src[0]) == 70000 - 65536);
  CHECK(decoded.messages.find("t.ptx:7:15: warning: the constant does not fit in .u16") !=
        std::string::npos);
  CHECK(decoded.messages.find("warning") == decoded.messages.rfind("warning"));
  CHECK(decode_body("add.s32 %r1, %r2, 0xFFFFFFFF80000000;").messages.empty());
  CHECK(decode_body("add.s32 %r1, %r2, 4294967295;").messages.empty());
  CHECK_FALSE(decode_body("add.s32 %r1, %r2, 4294967296;").messages.empty());
  CHECK_FALSE(decode_body("add.s32 %r1, %r2, -2147483649;").messages.empty());
}

TEST_CASE("every faulty statement is reported, in order") {
  const Decoded decoded = decode_body("mov.u32 %r1, a;\nmov.u32 %r1, 1;\nmov.u32 %r1, b;\nfoo;");
  CHECK(decoded.errors == 3);
  CHECK(decoded.messages.find("t.ptx:7:14") < decoded.messages.find("t.ptx:9:14"));
  CHECK(decoded.messages.find("t.ptx:10:1: error: unknown instruction 'foo'") != std::string::npos);
}

TEST_CASE("what the kernel does not reach is not checked") {
  const std::string text = kHeader +
                           ".entry good() { ret; }\n"
                           ".entry bad() { sured.b; ret; }\n"
                           ".func unused() { frobnicate; }\n";
  CHECK(decode(text, "good"));
  const Decoded bad = decode(text, "bad");
  CHECK_FALSE(bad);
  CHECK(bad.messages.find("5:16: error: 'sured.b' is not supported") != std::string::npos);
}

TEST_CASE("an instruction that the module's target or version does not have is a warning") {
  const auto warned = [](const char* version, const char* target, const char* body) {
    const std::string text = fmt::format(
        ".version {}\n.target {}\n.address_size 64\n.entry k() {{\n.reg .b32 %r<4>;\n"
        ".reg .f64 %d<2>;\n.reg .b64 %rd<2>;\n{}\nret;\n}}\n",
        version, target, body);
    Diagnostics diags("k.ptx", text);
    const auto module = parse_module(diags);
    REQUIRE(module);
    REQUIRE(decode_kernel(*module, "", diags));
    return diags.render(false);
  };
  const char* const redux = "redux.sync.add.u32 %r1, %r2, -1;";
  CHECK(warned("7.0", "sm_70", redux)
            .find("k.ptx:8:1: warning: 'redux.sync.add.u32' needs .target "
                  "sm_80; the module says sm_70") == 0);
  CHECK(warned("6.5", "sm_80", redux).find("needs .version 7.0") != std::string::npos);
  CHECK(warned("7.0", "sm_80", redux).empty());
  CHECK(warned("8.0", "sm_90a", redux).empty());
  const char* const shfl = "shfl.up.b32 %r1, %r2, 1, 0;";
  CHECK(warned("7.0", "sm_70", shfl).find("without .sync") != std::string::npos);
  CHECK(warned("6.3", "sm_70", shfl).empty());
  CHECK(warned("7.0", "sm_60", shfl).empty());
  const char* const atom = "atom.global.add.f64 %d1, [%rd1], %d0;";
  CHECK(warned("7.0", "sm_52", atom).find("needs .target sm_60") != std::string::npos);
  CHECK(warned("7.0", "sm_60", atom).empty());
}

TEST_CASE("a kernel that launches others is refused by that name") {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 b, .param .b64 s);\n"
      ".visible .entry parent() {\n  .reg .b64 %d<3>; .reg .b32 %r1;\n"
      "  { .param .b32 r; .param .b64 b; .param .b64 s;\n"
      "    call.uni (r), __cudaCDP2LaunchDeviceV2, (b, s);\n    ld.param.b32 %r1, [r]; }\n"
      "  ret;\n}\n.visible .entry plain() { ret; }\n";
  Diagnostics diags("t.ptx", text);
  const auto module = parse_module(diags);
  REQUIRE(module);
  CHECK(decode_kernel(*module, "plain", diags));
  CHECK_FALSE(decode_kernel(*module, "parent", diags));
  const std::string messages = diags.render(false);
  CHECK(messages.find("t.ptx:8:") == 0);
  CHECK(messages.find("dynamic parallelism") != std::string::npos);
}

TEST_CASE("a kernel of clusters is refused, others of its module are not") {
  for (const char* directive : {".reqnctapercluster 2", ".explicitcluster", ".blocksareclusters"}) {
    const std::string text = fmt::format(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry clusters() {} {{ ret; }}\n"
        ".visible .entry plain() {{ ret; }}\n",
        directive);
    Diagnostics diags("t.ptx", text);
    const auto module = parse_module(diags);
    REQUIRE(module);
    CHECK(decode_kernel(*module, "plain", diags));
    CHECK_FALSE(decode_kernel(*module, "clusters", diags));
    CHECK(diags.render(false).find("t.ptx:4:28: error: clusters ('.") != std::string::npos);
  }
}

TEST_CASE("what is of clusters says so, and not that a suffix or a name is wrong") {
  for (const char* line :
       {"st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r1];",
        "red.async.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r2, [%r1];",
        "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %r1, %r2;"}) {
    Diagnostics diags("t.ptx", std::string(".version 8.0\n.target sm_90\n.address_size 64\n"
                                           ".visible .entry k() { .reg .u32 %r<3>;\n") +
                                   line + "\nret; }\n");
    const auto module = parse_module(diags);
    REQUIRE(module);
    CHECK_FALSE(decode_kernel(*module, "k", diags));
    const std::string messages = diags.render(false);
    INFO(messages);
    CHECK(messages.find("t.ptx:5:") == 0);
    CHECK(messages.find("is not supported: clusters are not simulated") != std::string::npos);
  }
}
