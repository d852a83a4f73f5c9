#include "isa/analysis/liveness.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {
RegId reg(const Program& program, const std::string& name) {
  for (std::size_t r = 0; r < program.registers.size(); ++r)
    if (program.registers[r].name == name) return static_cast<RegId>(r);
  throw std::runtime_error("no register " + name);
}
bool live_at_entry(const std::string& body, const std::string& name) {
  const Program program = kernel(body);
  const Cfg cfg = build_cfg(program, program.functions[0]);
  return Liveness(program, program.functions[0], cfg).live_in(0).has(reg(program, name));
}
}  // namespace

TEST_CASE("a register is live before a read and dead before a write") {
  CHECK(live_at_entry("add.u32 %r1, %r2, %r3;\nret;", "%r2"));
  CHECK_FALSE(live_at_entry("mov.u32 %r2, 1;\nadd.u32 %r1, %r2, %r3;\nret;", "%r2"));
}

TEST_CASE("a predicated write does not end the old value, and its guard is read") {
  const std::string body = "@%p1 mov.u32 %r2, 1;\nadd.u32 %r1, %r2, %r3;\nret;";
  CHECK(live_at_entry(body, "%r2"));
  CHECK(live_at_entry(body, "%p1"));
}

TEST_CASE("values live around a loop and over both sides of a branch") {
  CHECK(live_at_entry("L: add.u32 %r1, %r1, %r2;\nsetp.lt.u32 %p1, %r1, 5;\n@%p1 bra L;\nret;",
                      "%r2"));
  CHECK(live_at_entry("@%p1 bra L;\nmov.u32 %r2, 1;\nL: st.global.u32 [%rd1], %r2;\nret;", "%r2"));
  CHECK_FALSE(
      live_at_entry("@%p1 bra L;\nmov.u32 %r2, 1;\nbra J;\nL: mov.u32 %r2, 2;\n"
                    "J: st.global.u32 [%rd1], %r2;\nret;",
                    "%r2"));
}

TEST_CASE("the results of a function live at each of its returns") {
  const Program program = compiled(
      kHeader +
      ".func (.reg .u32 %o) f(.reg .u32 %a) { .reg .pred %p; .reg .u32 %t;\n"
      "mov.u32 %o, %a;\nsetp.eq.u32 %p, %a, 0;\n@%p ret;\nmov.u32 %t, %o;\nmov.u32 %o, %t;\n"
      "ret; }\n"
      ".visible .entry k(.param .u64 out) { .reg .u32 %r<3>;\n"
      "mov.u32 %r1, 1;\ncall (%r2), f, (%r1);\nret; }\n");
  const FunctionInfo& f = program.functions.at(1);
  const Cfg cfg = build_cfg(program, f);
  const Liveness liveness(program, f, cfg);
  const RegId result = f.result_registers.at(0);
  REQUIRE(result == reg(program, "%o"));
  for (Pc pc = f.entry; pc < f.end; ++pc) {
    const auto& read = liveness.reads(pc);
    const bool reads_result = std::find(read.begin(), read.end(), result) != read.end();
    CHECK(reads_result == (program.code[pc].kind == Kind::Ret || pc == f.entry + 3));
  }
}
