// What atomics cost a launch: reductions that no warp waits for, loops on shared memory, and
// read-only loads by architecture.
#include <catch2/catch.hpp>
#include <string>

#include "tests/sm/text_kernel.h"

namespace simt {
namespace {

// A block of one warp on one SM.
RunResult run(const std::string& registers, const std::string& body, const std::string& arch,
              unsigned grid = 1) {
  Session session = test::open({.header = "//! grid " + std::to_string(grid) +
                                          "\n//! block 32\n//! arg data u32[4096] = zero\n",
                                .body = ".visible .entry k(.param .u64 data)\n{\n"
                                        "  .reg .b64 %p, %o;\n  .reg .b32 %t, %x;\n" +
                                        registers +
                                        "  .shared .align 8 .b8 s[4096];\n"
                                        "  ld.param.u64 %p, [data];\n  mov.u32 %t, %tid.x;\n"
                                        "  mul.wide.u32 %o, %t, 4;\n  add.u64 %o, %p, %o;\n" +
                                        body + "  ret;\n}\n",
                                .arch = arch});
  return session.run({});
}

std::uint64_t active(const RunResult& r) {
  return r.counters[Counter::sm_cycles_active];
}

std::uint64_t shared_add(const std::string& type, const std::string& address) {
  const std::string once = "  red.shared.add." + type + " [%x], %v;\n";
  return active(run("  .reg ." + type + " %v;\n",
                    "  mov.u32 %x, s;\n  " + address + "\n" + once + once + once + once, "h200"));
}

/// Cycles from one atomic to the next that needs its result, on an H200.
double link_of_chain(const std::string& atomic) {
  const auto cycles = [&](int links) {
    std::string text = "  mov.u32 %x, s;\n";
    for (int i = 0; i < links; ++i) text += "  " + atomic + "  add.u32 %x, %x, %v;\n";
    return active(run("  .reg .u32 %v; .reg .pred %p0;\n",
                      "  mov.u32 %v, s;\n  setp.ne.u32 %p0, %t, 0;\n" + text, "h200"));
  };
  return static_cast<double>(cycles(24) - cycles(8)) / 16;
}

std::string loads(const std::string& op) {
  std::string text = "  mov.u64 %p, %o;\n";
  for (int i = 0; i < 16; ++i)
    text += "  " + op +
            " %x, [%p];\n  and.b32 %x, %x, 0;\n  cvt.u64.u32 %p, %x;\n"
            "  add.u64 %p, %p, %o;\n";
  return text;
}

}  // namespace

// On an H200 30.5 and 38.25 (shared_add_chain_s0_w1 less the lanes' turns, shared_cas_chain_s4_w1).
TEST_CASE("atomics in shared memory: a chain of additions, of compare-and-swaps") {
  const double add = link_of_chain("@!%p0 atom.shared.add.u32 %x, [%x], 0;");
  CHECK(add == Approx(30.5).margin(4));
  CHECK(link_of_chain("@!%p0 atom.shared.cas.b32 %x, [%x], 1, 1;") - add == Approx(7.75).margin(1));
}

TEST_CASE("A launch ends when its reductions are done, its warps do not wait for them") {
  const std::string add = "  red.global.add.u32 [%p], 1;\n";
  const RunResult few = run("", add, "h200", 528), many = run("", add + add + add, "h200", 528);
  constexpr std::uint64_t kOnce = 528 * 32 * 145 / 100;  // lanes on one address: 1.45 cycles each
  CHECK(few.cycles_elapsed > kOnce);
  CHECK(few.cycles_elapsed < kOnce + 6000);
  CHECK(many.cycles_elapsed > 3 * kOnce);
  CHECK(active(few) < 132 * 2000);
}

TEST_CASE("A float addition to shared memory takes a round of its loop for each equal address") {
  const std::uint64_t apart = shared_add("f32", "mad.lo.u32 %x, %t, 4, %x;");
  const std::uint64_t same = shared_add("f32", "");
  CHECK(same - apart <= 4 * 31 * 95);
  CHECK(same - apart > 4 * 31 * 94);  // the first round of each waits for the stages a little
  CHECK(shared_add("u32", "") < apart);
}

TEST_CASE("ld.global.nc goes through the cache for read-only data where plain loads do not") {
  for (const std::string arch : {"k40", "gtx980", "gtx1080"}) {
    INFO(arch);
    const std::uint64_t plain = active(run("", loads("ld.global.u32"), arch));
    const std::uint64_t read_only = active(run("", loads("ld.global.nc.u32"), arch));
    CHECK(plain > read_only + 15 * 60);
  }
  CHECK(active(run("", loads("ld.global.u32"), "h200")) ==
        active(run("", loads("ld.global.nc.u32"), "h200")));
}

}  // namespace simt
