// What a constant that the instruction names costs when it is not in the first level.
#include <catch2/catch.hpp>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Cycles from one clock to the next around a load of the table's word at byte 64, which the load
/// of byte 0 has brought into the second level: by `load`, whose result nobody waits for.
std::uint32_t cycles_of(const std::string& load) {
  Session session = test::open(
      {"//! grid 1\n//! block 32\n//! arg out u32[1] = zero\n",
       ".const .align 256 .u32 table[1024];\n"
       ".visible .entry k(.param .u64 out) {\n"
       ".reg .b32 %begin, %end, %x, %y; .reg .b64 %out, %at;\n"
       "ld.param.u64 %out, [out]; mov.u64 %at, table;\n"
       "ld.const.u32 %x, [%at]; add.u32 %x, %x, 1;\n"  // waits until it is there
       "mov.u32 %begin, %clock;\n" +
           load +
           "\nmov.u32 %end, %clock; sub.u32 %end, %end, %begin; st.global.u32 [%out], %end;\n"
           "ret;\n}\n",
       "h200"});
  session.run({});
  return test::words(session, 0).at(0);
}

}  // namespace

TEST_CASE("constant time: a constant that the instruction names holds its warp up") {
  CHECK(cycles_of("ld.const.u32 %y, [table+64];") == 1 + 57);
  CHECK(cycles_of("ld.const.u32 %y, [table];") == 1 + 57);  // in the other first level
}

TEST_CASE("constant time: one whose address is computed does not") {
  CHECK(cycles_of("ld.const.u32 %y, [%at+64];") == 2);
}

TEST_CASE("constant time: a named constant is there no sooner than its line") {
  // The second load finds the line of the first one, which is still on its way from L2.
  const std::string both = "ld.const.u32 %x, [table+512]; ld.const.u32 %y, [table+576];";
  CHECK(cycles_of(both + " add.u32 %x, %x, %x;") > 600);
  CHECK(cycles_of(both + " add.u32 %y, %y, %y;") > 600);
}
