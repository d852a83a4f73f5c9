#include "isa/analysis/uniform.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

bool is_uniform(const std::string& body, const std::string& name) {
  const Program p = kernel(body);
  const std::vector<bool> uniform = uniform_registers(p);
  for (std::size_t r = 0; r < uniform.size(); ++r)
    if (p.registers[r].name == name) return uniform[r];
  FAIL(name << " is not a register");
  return false;
}

}  // namespace

TEST_CASE("uniform: what comes from parameters and the block alone") {
  CHECK(is_uniform("mov.u32 %r1, %ctaid.x;\nret;", "%r1"));
  CHECK(is_uniform("mov.u32 %r1, 7;\nadd.u32 %r2, %r1, 1;\nret;", "%r2"));
  CHECK(is_uniform("mov.u32 %r1, %ntid.x;\nmul.wide.u32 %rd2, %r1, 4;\nret;", "%rd2"));
  CHECK_FALSE(is_uniform("mov.u32 %r1, %tid.x;\nret;", "%r1"));
  CHECK_FALSE(is_uniform("mov.u32 %r1, %laneid;\nadd.u32 %r2, %r1, 1;\nret;", "%r2"));
}

TEST_CASE("uniform: what is loaded from one address, not in a loop") {
  const std::string at = "ld.param.u64 %rd1, [out];\n";
  CHECK(is_uniform(at + "ld.global.u32 %r1, [%rd1];\nret;", "%r1"));
  CHECK(is_uniform("ld.shared.u32 %r1, [16];\nret;", "%r1"));
  CHECK_FALSE(is_uniform("ld.global.u32 %r1, [%rd1];\nret;", "%r1"));
  CHECK_FALSE(is_uniform("ld.local.u32 %r1, [16];\nret;", "%r1"));
  CHECK_FALSE(is_uniform(at + "l: ld.global.u32 %r1, [%rd1];\n@%p1 bra l;\nret;", "%r1"));
}

TEST_CASE("uniform: not with two definitions or after a guard") {
  CHECK_FALSE(is_uniform("mov.u32 %r1, 1;\n@%p1 bra l;\nmov.u32 %r1, 2;\nl: ret;", "%r1"));
  CHECK_FALSE(is_uniform("@%p1 mov.u32 %r1, 1;\nret;", "%r1"));
  CHECK_FALSE(is_uniform("add.u32 %r1, %r1, 1;\nret;", "%r1"));
}
