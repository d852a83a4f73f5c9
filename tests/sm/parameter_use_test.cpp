// How parameters are read, and what the first touch of their lines costs.
#include "sim/assembler/parameter_use.h"

#include <catch2/catch.hpp>

#include "isa/core/program.h"
#include "sim/assembler/issue_info.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

const std::string kRegisters =
    ".reg .pred %p; .reg .b32 %x, %y, %begin, %end; .reg .b64 %a, %b, %out; ";

/// Of the first instruction of `text` in a kernel of ten parameters.
ParameterUse use_of(const std::string& text, const std::string& arch = "h200") {
  const Session session =
      test::open({"//! grid 1\n//! block 32\n//! arg p u64 = 0\n//! arg n u32 = 0\n//! arg q "
                  "u64[1] = zero\n//! arg more u64 = 0\n//! arg and u64 = 0\n//! arg again u64 = "
                  "0\n//! arg last u64 = 0\n",
                  ".visible .entry k(.param .u64 p, .param .u32 n, .param .u64 q, .param .u64 "
                  "more, .param .u64 and, .param .u64 again, .param .u64 last) {\n" +
                      kRegisters + text + "\nret;\n}\n",
                  arch});
  return issue_table(session.program(), session.arch()).issue.at(0).parameter;
}

/// Clock cycles of `text` on a lone warp of an H200, after `before`.
std::uint32_t cycles_of(const std::string& before, const std::string& text) {
  Session session =
      test::open({"//! grid 1\n//! block 32\n//! arg out u32[1] = zero\n//! arg n u32 = 0\n",
                  ".visible .entry k(.param .u64 out, .param .u32 n) {\n" + kRegisters + before +
                      " mov.u32 %begin, %clock; " + text +
                      " mov.u32 %end, %clock; sub.u32 %end, %end, %begin; add.s64 %b, %out, 8; "
                      "ld.param.u64 %out, [out]; "
                      "st.global.u32 [%out], %end;\nret;\n}\n",
                  "h200"});
  session.run({});
  return test::words(session, 0).at(0);
}

/// Cycles in which sub-partitions of an empty kernel had a warp.
std::uint64_t empty_kernel(const std::string& arch) {
  Session session =
      test::open({"//! grid 1\n//! block 32\n", ".visible .entry k() {\nret;\n}\n", arch});
  return session.run({}).counters[Counter::smsp_cycles_active];
}

const std::string kRead = "ld.param.u32 %x, [n]; ";

}  // namespace

TEST_CASE("parameters: an address is loaded, other values are operands") {
  CHECK_FALSE(use_of("ld.param.u64 %a, [p]; ld.global.u32 %x, [%a];").named);
  CHECK_FALSE(use_of("ld.param.u64 %a, [p]; add.s64 %b, %a, %b; add.u32 %x, %x, 1;").named);
  CHECK(use_of("ld.param.u64 %a, [p]; setp.eq.u64 %p, %a, 0;").named);
  CHECK(use_of("ld.param.u32 %x, [n]; add.u32 %y, %y, %x;").named);
}

TEST_CASE("parameters: who reads first is found along the control flow") {
  const std::string load = "ld.param.u64 %a, [p]; ";
  CHECK_FALSE(use_of(load + "bra M; L: setp.eq.u64 %p, %a, 0; exit; M: ld.global.u32 %x, [%a]; "
                            "bra L;")
                  .named);
  CHECK(use_of(load + "@%p bra M; mov.u64 %a, 0; ld.global.u32 %x, [%a]; M:").named);
  CHECK_FALSE(use_of(load + "@%p mov.u64 %a, 0; ld.global.u32 %x, [%a];").named);
  std::string far = load;
  for (unsigned i = 0; i < 300; ++i) far += "add.u32 %x, %x, 1; ";
  CHECK_FALSE(use_of(far + "ld.global.u32 %x, [%a];").named);
}

TEST_CASE("parameters: everything is an operand where the architecture loads none") {
  CHECK(use_of("ld.param.u64 %a, [p]; ld.global.u32 %x, [%a];", "v100").named);
}

TEST_CASE("parameters: lines of 64 bytes from where the architecture has the first parameter") {
  CHECK(use_of("ld.param.u64 %a, [p];").line == 0);
  CHECK(use_of("ld.param.u64 %a, [again];").line == 0);          // at 40
  CHECK(use_of("ld.param.u64 %a, [last];").line == 1);           // at 48
  CHECK(use_of("ld.param.u64 %a, [again];", "v100").line == 1);  // 0x160 + 40
  CHECK(use_of("ld.param.u64 %a, [last];", "p100").line == 0);   // 0x140 + 48
  CHECK(use_of("add.u32 %x, %x, 1;").line == ParameterUse::kNone);
}

TEST_CASE("parameters: the first operand of a line holds its warp up, the next one does not") {
  CHECK(cycles_of("", kRead) == 1 + 57 + 1);
  CHECK(cycles_of(kRead, kRead) == 4);
}

TEST_CASE("parameters: the first load of a line comes from the second level") {
  const std::string address = "ld.param.u64 %out, [out]; ", use = "add.s64 %a, %out, 8; ";
  CHECK(cycles_of("", address) == cycles_of(kRead, address));  // nobody waits
  CHECK(cycles_of("", address + use) == cycles_of(kRead, address + use) + 104 - 34);
}

TEST_CASE("parameters: an empty kernel ends when its stack pointer is there, if that is loaded") {
  const std::uint64_t fetched = 180;
  CHECK(empty_kernel("h200") >= fetched + 104);
  CHECK(empty_kernel("v100") < fetched + 104);
}
