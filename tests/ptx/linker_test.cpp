// Relocatable PTX: what a linker keeps, leaves out and renames (PTX ISA, "Linking Directives").
#include <catch2/catch.hpp>

#include "isa/ptx/ast.h"
#include "isa/ptx/diagnostics.h"
#include "isa/ptx/frontend.h"
#include "isa/ptx/link/linker.h"

using Catch::Matchers::Contains;
using namespace simt;

namespace {

const std::string kHeader = ".version 7.0\n.target sm_75\n.address_size 64\n";

const std::string kMain = kHeader + R"(
.extern .func (.param .b32 r) twice (.param .b32 x);
.extern .global .align 4 .u32 table[4];
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 4 .u32 counter = 1;
.weak .func (.param .b32 r) shared_one (.param .b32 x) { .reg .b32 %r<2>; mov.u32 %r1, 1; st.param.b32 [r], %r1; ret; }
.file 1 "main.cu"
.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<4>; .reg .b64 %d<3>;
  .loc 1 7 3
  ld.param.u64 %d1, [p];
  ld.global.u32 %r1, [counter];
  { .param .b32 a; .param .b32 o;
    st.param.b32 [a], %r1;
    call (o), twice, (a);
    ld.param.b32 %r2, [o]; }
  ld.global.u32 %r3, [table+4];
  add.u32 %r2, %r2, %r3;
  st.global.u32 [%d1], %r2;
  ret;
}
)";

const std::string kOther = kHeader + R"(
.visible .global .align 4 .u32 table[4] = {10, 20, 30, 40};
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 4 .u32 counter = 5;
.weak .func (.param .b32 r) shared_one (.param .b32 x)
{
  .reg .b32 %r<2>;
  mov.u32 %r1, 2;
  st.param.b32 [r], %r1;
  ret;
}
.visible .func (.param .b32 r) twice (.param .b32 x)
{
  .reg .b32 %r<4>;
  .loc 1 3 1, function_name $L__info_string0, inlined_at 1 9 2
  ld.param.b32 %r1, [x];
  ld.global.u32 %r2, [counter];
  add.u32 %r3, %r1, %r2;
  st.param.b32 [r], %r3;
  ret;
}
.file 1 "other.cu"
.section .debug_str
{
$L__info_string0:
.b8 102
.b8 0
}
)";

bool decodes(const std::string& text) {
  Diagnostics diags("linked", text);
  const auto module = parse_module(diags);
  const bool ok = module != nullptr && decode_kernel(*module, "k", diags).has_value();
  INFO(diags.render(false) << text);
  CHECK(ok);
  return ok;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("linker: a call and a variable of another module are resolved, in either order") {
  CHECK(decodes(link_modules({kMain, kOther})));
  CHECK(decodes(link_modules({kOther, kMain})));
}

TEST_CASE("linker: one header, one weak definition, no .extern of what is defined") {
  const std::string text = link_modules({kMain, kOther});
  CHECK(count(text, ".version") == 1);
  CHECK(count(text, ".target") == 1);
  CHECK(count(text, ".weak .func") == 1);
  CHECK_THAT(text, Contains("mov.u32 %r1, 1;") && !Contains("mov.u32 %r1, 2;"));
  CHECK(count(text, ".extern") == 1);  // vprintf, once
  CHECK(count(text, "twice (.param .b32 x)") == 1);
  // Lines keep their number within each text.
  CHECK(count(text, "\n") == count(kMain, "\n") + count(kOther, "\n"));
}

TEST_CASE("linker: names without linkage stay a module's own") {
  const std::string text = link_modules({kMain, kOther});
  CHECK_THAT(text, Contains(".u32 counter = 1;"));
  CHECK_THAT(text, Contains(".u32 counter$module2 = 5;"));
  CHECK_THAT(text, Contains("ld.global.u32 %r2, [counter$module2];"));
  CHECK_THAT(text, Contains("ld.global.u32 %r1, [counter];"));
}

TEST_CASE("linker: source files and names of inlined functions stay those of their module") {
  const std::string text = link_modules({kMain, kOther});
  CHECK_THAT(text, Contains(".file 1 \"main.cu\""));
  CHECK_THAT(text, Contains(".file 2 \"other.cu\""));
  CHECK_THAT(text, Contains(".loc 1 7 3"));
  CHECK_THAT(text,
             Contains(".loc 2 3 1, function_name $L__info_string0$module2, inlined_at 2 9 2"));
  CHECK_THAT(text, Contains("$L__info_string0$module2:"));
}

TEST_CASE("linker: a visible definition wins over a weak one") {
  const std::string strong = kHeader + ".visible .global .u32 v = 7;\n";
  const std::string weak = kHeader + ".weak .global .u32 v = 3;\n";
  for (const std::string& text : {link_modules({strong, weak}), link_modules({weak, strong})})
    CHECK((count(text, "v = 7") == 1 && count(text, "v = 3") == 0));
}

TEST_CASE("linker: what cannot be linked") {
  const std::string v = kHeader + ".visible .global .u32 v;\n";
  REQUIRE_THROWS_WITH(link_modules({v, v}), Contains("'v' is defined in the PTX modules 1 and 2"));
  REQUIRE_THROWS_WITH(link_modules({v, kHeader + ".global .u32 ` = 1;\n"}),
                      Contains("PTX module 2:4"));
}
