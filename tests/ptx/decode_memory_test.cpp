// Variables, parameters and addresses: where things lie and how instructions reach them.
#include <catch2/catch.hpp>
#include <cstring>

#include "decode_support.h"
#include "isa/base/address_space.h"

using namespace simt;

namespace {
const Variable& variable(const Decoded& d, const std::string& name) {
  for (const Variable& v : d->variables)
    if (v.name == name) return v;
  throw std::runtime_error("no variable " + name);
}
template <class T>
std::vector<T> values(const Variable& v) {
  std::vector<T> all(v.initial.size() / sizeof(T));
  std::memcpy(all.data(), v.initial.data(), all.size() * sizeof(T));
  return all;
}
/// Base and offset of an address, when the base is a constant.
std::uint64_t absolute(const Decoded& d, Pc pc) {
  return d.constant(d->code[pc].src[0]) + static_cast<std::uint64_t>(d->code[pc].imm);
}
}  // namespace

TEST_CASE("entry parameters follow the PTX ABI: natural alignment, .align honoured") {
  const Decoded d =
      decode(kHeader +
             ".entry k(.param .u8 a, .param .u64 .ptr .global .align 4 b, .param .u16 c,"
             " .param .align 16 .b8 e[20], .param .f32 f) {"
             ".reg .b32 %r<3>; .reg .b64 %rd; ld.param.u64 %rd, [b]; "
             "ld.param.u32 %r1, [e+4]; mov.b64 %rd, e; ld.param.u32 %r1, [%rd+8]; }");
  INFO(d.messages);
  REQUIRE(d);
  REQUIRE(d->params.size() == 5);
  const std::array<std::uint32_t, 5> offsets{0, 8, 16, 32, 52}, bytes{1, 8, 2, 20, 4};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(d->params[i].offset == offsets[i]);
    CHECK(d->params[i].bytes == bytes[i]);
  }
  CHECK(d->param_bytes == 56);
  CHECK(d->params[1].pointer_hint);
  CHECK_FALSE(d->params[0].pointer_hint);
  CHECK(d->params[3].count == 20);
  CHECK(d->params[3].align == 16);
  CHECK(d->code[0].memory.space == StateSpace::Param);
  CHECK_FALSE(d->code[0].memory.register_passed);
  CHECK(absolute(d, 0) == 8);
  CHECK(absolute(d, 1) == 36);
  CHECK(d.constant(d->code[2].src[0]) == 32);
  CHECK(d->code[3].memory.space == StateSpace::Param);
  CHECK(d.print(1) == "ld.param.u32 %r1, [e+4]");
}

TEST_CASE("global and constant variables: addresses and initial bytes") {
  const Decoded d = decode_body(
      "mov.u64 %rd1, w+2; ld.const.u32 %r1, [c2]; ld.global.u32 %r1, [u]; cvta.const.u64 %rd2, c2;",
      ".global .u32 u = 7; .global .align 512 .b8 w[3] = {1, 2}; .global .v2 .f32 v[2] = {{1.0, "
      "2.0}};"
      ".const .u8 c1 = 255; .const .f64 c2 = 0.5; .global .s16 m[2][3] = {{1}, {-2, 3}};"
      ".global .u64 t[] = {u, w+1, generic(c2), c2}; .global .u8 b[2] = {0xff00(w), 0xff(w)};");
  INFO(d.messages);
  REQUIRE(d);
  const std::uint64_t u = variable(d, "u").address, w = variable(d, "w").address;
  CHECK(u == kModuleGlobals.base);
  CHECK(w == kModuleGlobals.base + 512);
  CHECK(variable(d, "v").address == w + 256);
  CHECK(variable(d, "c1").address == 0);
  CHECK(variable(d, "c2").address == 8);
  CHECK(variable(d, "c2").space == StateSpace::Const);
  CHECK(values<std::uint32_t>(variable(d, "u")) == std::vector<std::uint32_t>{7});
  CHECK(variable(d, "w").bytes == 3);
  CHECK(values<std::uint8_t>(variable(d, "w")) == std::vector<std::uint8_t>{1, 2});
  CHECK(values<float>(variable(d, "v")) == std::vector<float>{1, 2});
  CHECK(values<double>(variable(d, "c2")) == std::vector<double>{0.5});
  CHECK(values<std::int16_t>(variable(d, "m")) == std::vector<std::int16_t>{1, 0, 0, -2, 3});
  CHECK(variable(d, "t").bytes == 32);
  CHECK(values<std::uint64_t>(variable(d, "t")) ==
        std::vector<std::uint64_t>{u, w + 1, kConstWindow.base + 8, 8});
  CHECK(values<std::uint8_t>(variable(d, "b"))[0] == (w >> 8 & 0xff));
  CHECK(d.constant(d->code[0].src[0]) == w + 2);
  CHECK(absolute(d, 1) == 8);
  CHECK(absolute(d, 2) == u);
  CHECK(d.print(0) == "mov.u64 %rd1, w+2");
  CHECK(d.print(1) == "ld.const.u32 %r1, [c2]");
}

TEST_CASE("initialisers that cannot be") {
  const auto message = [](const std::string& declaration) {
    return decode_body("ret;", declaration).messages;
  };
  CHECK(message(".global .u8 a[2] = {1,2,3};")
            .find("3 values in the initialiser of 'a' where 2 fit") != std::string::npos);
  CHECK(message(".global .u8 a[2][3] = {1,2};").find("the braces in the initialiser of 'a'") !=
        std::string::npos);
  CHECK(message(".global .f32 a = 1;").find("an integer stands where a .f32") != std::string::npos);
  CHECK(message(".global .u64 a = nothing;").find("'nothing' is not declared") !=
        std::string::npos);
  CHECK(message(".global .u32 x; .global .u32 a = x;").find("does not fit in a .u32 element") !=
        std::string::npos);
  CHECK(message(".shared .u32 x; .global .u64 a = x;").find("no address that is known") !=
        std::string::npos);
  CHECK(message(".const .u8 a[65537];").find("65537 bytes; the limit is 65536") !=
        std::string::npos);
  CHECK(message(".const .u8 a[65536];").empty());
}

TEST_CASE("shared memory: used variables in file order, extern arrays after them") {
  const Decoded d = decode_body(
      ".shared .f64 inner[3]; ld.shared.u8 %r1, [two]; ld.shared.u32 %r1, [dyn]; "
      "mov.u32 %r2, other; ld.shared.f64 %fd1, [inner+8]; ld.shared.u8 %r1, [one];",
      ".shared .u8 one; .shared .u32 unused[100]; .shared .align 4 .u8 two[3];"
      ".extern .shared .align 16 .b8 dyn[]; .extern .shared .u32 other[];");
  INFO(d.messages);
  REQUIRE(d);
  REQUIRE(d->shared.variables.size() == 5);
  CHECK(d->shared.variables[0].name == "one");
  CHECK(d->shared.variables[1].name == "two");
  CHECK(d->shared.variables[1].offset == 4);
  CHECK(d->shared.variables[2].name == "inner");
  CHECK(d->shared.variables[2].offset == 8);
  CHECK(d->shared.variables[3].name == "dyn");
  CHECK(d->shared.variables[3].bytes == 0);
  CHECK(d->shared.static_bytes == 32);
  CHECK(d->shared.dynamic_offset == 32);
  CHECK(d->shared.uses_dynamic);
  CHECK(absolute(d, 0) == 4);
  CHECK(absolute(d, 1) == 32);
  CHECK(d.constant(d->code[2].src[0]) == 32);
  CHECK(absolute(d, 3) == 16);
  const Decoded none = decode_body("ret;", ".shared .u32 unused; .extern .shared .u8 dyn[];");
  CHECK(none->shared.static_bytes == 0);
  CHECK_FALSE(none->shared.uses_dynamic);
}

TEST_CASE("dynamic shared memory starts at the strictest alignment of its arrays") {
  const Decoded d = decode_body("ld.shared.u8 %r1, [one]; ld.shared.u8 %r1, [dyn];",
                                ".shared .u8 one; .extern .shared .align 16 .b8 dyn[];");
  REQUIRE(d);
  CHECK(d->shared.static_bytes == 1);
  CHECK(d->shared.dynamic_offset == 16);
}

TEST_CASE("local variables live in the frame, reached from the stack pointer") {
  const Decoded d = decode_body(
      ".local .u8 a; .local .align 8 .b8 b[12]; mov.u64 %rd1, b; ld.local.u32 %r1, [b+4]; "
      "st.local.u8 [a], %r1; cvta.local.u64 %rd2, b+8; mov.u32 %r2, b; ld.u32 %r3, [b];"
      "{ .local .u32 c; st.local.u32 [c], 1; }");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(d->functions[0].frame_bytes == 24);
  CHECK(d.print(0) == "add.s64 %rd1, $sp, 8");
  CHECK(d->code[0].expansion.insts == 1);
  CHECK(d.print(1) == "ld.local.u32 %r1, [$sp+12]");
  CHECK(d->code[1].memory.space == StateSpace::Local);
  CHECK_FALSE(d->code[1].memory.register_passed);
  CHECK(d.print(2) == "st.local.u8 [$sp], %r1");
  CHECK(d.print(3) == "add.s64 $t0, $sp, 16");
  CHECK(d.print(4) == "cvta.local.u64 %rd2, $t0");
  CHECK(d.print(6) == "cvt.u32.u64 $t2, $t1");
  CHECK(d.print(7) == "mov.u32 %r2, $t2");
  CHECK(d->code[8].memory.space == StateSpace::Generic);
  CHECK(d->code[8].imm == static_cast<std::int64_t>(kLocalWindow.base + 8));
  CHECK(d.print(9) == "st.local.u32 [$sp+20], 1");
  const Decoded large = decode_body(".local .b8 a[524289]; st.local.u8 [a], 1;");
  CHECK_FALSE(large);
  CHECK(large.messages.find("524289 bytes of local memory; the limit is 524288") !=
        std::string::npos);
}

TEST_CASE(
    "an atomic on halves carries its addition, what is no atomic is an error with its place") {
  const Decoded d = decode_body(
      "atom.global.add.noftz.f16 %rs1, [%rd1], %rs2; red.global.add.noftz.bf16x2 [%rd1], %r2;"
      "atom.global.add.u32 %r1, [%rd1], %r2;");
  INFO(d.messages);
  REQUIRE(d);
  CHECK(d->code[0].lanes != nullptr);
  CHECK(d->code[1].lanes != nullptr);
  CHECK(d->code[2].lanes == nullptr);
  for (const char* opcode : {"atom.global.add.f16", "atom.global.add.u16", "atom.global.add.b128",
                             "atom.global.max.f32", "red.global.add.s64"}) {
    const Decoded wrong = decode_body(std::string("\n  ") + opcode + " %r1, [%rd1], %r2;");
    INFO(opcode);
    CHECK(wrong.errors == 1);
    CHECK_THAT(wrong.messages, Catch::Matchers::Contains("is not supported") &&
                                   Catch::Matchers::Contains("t.ptx:8:"));
  }
}

TEST_CASE("what the suffixes of a memory instruction say") {
  const Decoded d = decode_body(
      "ld.volatile.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd1+-8]; ld.global.nc.f32 %f1, [%rd1];"
      "st.global.cs.u32 [%rd1], %r1; ld.acquire.gpu.u32 %r1, [%rd1]; st.release.sys.global.u32 "
      "[%rd1], 1;"
      "atom.global.cas.b32 %r1, [%rd1], %r2, %r3; red.shared.add.u32 [%r1], 1; "
      "atom.add.acq_rel.cta.u32 %r1, [%rd1], 1; ld.global.cg.u32 %r1, [4096];");
  INFO(d.messages);
  REQUIRE(d);
  const auto form = [&](Pc pc) { return d->code[pc].memory; };
  CHECK(form(0).order == MemoryOrder::Volatile);
  CHECK(form(0).elements == 4);
  CHECK(form(0).bytes() == 16);
  CHECK(d->code[0].imm == -8);
  CHECK(form(1).cache == CacheOp::ReadOnly);
  CHECK(form(2).cache == CacheOp::Streaming);
  CHECK(form(3).order == MemoryOrder::Acquire);
  CHECK(form(3).space == StateSpace::Generic);
  CHECK(form(4).order == MemoryOrder::Release);
  CHECK(form(5).atomic == AtomicOp::Cas);
  CHECK(form(5).order == MemoryOrder::Relaxed);
  CHECK(d->code[5].src.size() == 3);
  CHECK(form(6).atomic == AtomicOp::Add);
  CHECK(form(6).space == StateSpace::Shared);
  CHECK(form(7).order == MemoryOrder::AcqRel);
  CHECK(form(8).cache == CacheOp::CacheGlobal);
  CHECK(absolute(d, 8) == 4096);
}

TEST_CASE("a store of four elements keeps its address offset") {
  const Decoded d = decode_body("st.global.v4.u32 [%rd1+16], {%r1,%r2,%r3,%r4};");
  REQUIRE(d);
  CHECK(d->code[0].imm == 16);
  CHECK(d->code[0].src.size() == 5);
}

TEST_CASE("extern variables need a definition when they are used") {
  CHECK(decode_body("ret;", ".extern .global .u32 x;"));
  const Decoded d = decode_body("mov.u64 %rd1, x;", ".extern .global .u32 x;");
  CHECK(d.messages.find("'x' is extern and not defined in this file") != std::string::npos);
}

TEST_CASE("shared variables are called as in C++, unless two would have one name") {
  const Decoded one =
      decode_body("mov.u32 %r1, _ZZ1fvE4tile; ret;", ".shared .b32 _ZZ1fvE4tile[4];");
  INFO(one.messages);
  REQUIRE(one);
  CHECK(one->shared.variables.at(0).name == "tile");
  const Decoded two = decode_body("mov.u32 %r1, _ZZ1fvE4tile; mov.u32 %r2, _ZZ1gvE4tile; ret;",
                                  ".shared .b32 _ZZ1fvE4tile[4]; .shared .b32 _ZZ1gvE4tile[4];");
  REQUIRE(two);
  CHECK(two->shared.variables.at(0).name == "_ZZ1fvE4tile");
}
