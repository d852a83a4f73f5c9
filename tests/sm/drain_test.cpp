// A warp leaves when the last of its stores has left, whichever store that is.
#include <catch2/catch.hpp>
#include <string>

#include "tests/sm/text_kernel.h"

namespace simt {
namespace {

// 132 blocks whose stores to global memory keep L2 busy for long; `tail` stands after them.
std::uint64_t cycles_with(const std::string& tail) {
  Session session = test::open(
      {.header = "//! grid 132\n//! block 1024\n//! arg out u32[17301504] = zero\n",
       .body = ".visible .entry k(.param .u64 out)\n{\n"
               "  .reg .b32 %t, %n, %c, %i;\n  .reg .b64 %p, %a;\n  .shared .b32 s[1024];\n"
               "  ld.param.u64 %p, [out];\n"
               "  mov.u32 %t, %tid.x;\n  mov.u32 %c, %ctaid.x;\n"
               "  mad.lo.u32 %i, %c, 1024, %t;\n"
               "  mul.wide.u32 %a, %i, 512;\n  add.u64 %p, %p, %a;\n"
               "  st.global.u32 [%p], %t;\n  st.global.u32 [%p+128], %t;\n"
               "  st.global.u32 [%p+256], %t;\n  st.global.u32 [%p+384], %t;\n" +
               tail + "  ret;\n}\n",
       .arch = "h200"});
  return session.run({}).counters[Counter::sm_cycles_active];
}

}  // namespace

TEST_CASE("A store to shared memory does not hide that stores to global memory are on their way") {
  const std::uint64_t alone = cycles_with("");
  CHECK(alone > 132 * 10'000);  // 540,672 sectors wait for L2: without them, some hundred cycles
  // What shifts by some cycles is spread over the slices of L2 in another way.
  CHECK(cycles_with("  mov.u32 %n, s;\n  st.shared.u32 [%n], %t;\n") >= alone / 1000 * 999);
}

}  // namespace simt
