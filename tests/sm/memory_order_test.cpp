// Message passing between SMs: who sees the flag sees the data, whatever PTX orders them with and
// however the two sides lie in time.
#include <catch2/catch.hpp>
#include <set>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

constexpr unsigned kPairs = 160;

/// CTAs work in pairs; a pair has a flag and data of its own, in different lines. The writer starts
/// a little later in each further pair, so that the pairs sweep over all positions in a window.
test::TextKernel message(const std::string& write, const std::string& read) {
  const std::string pairs = std::to_string(kPairs);
  return {"//! grid " + std::to_string(2 * kPairs) +
              "\n//! block 1\n"
              "//! arg flags u32[" +
              std::to_string(32 * kPairs) +
              "] = zero\n"
              "//! arg data u32[" +
              std::to_string(32 * kPairs) +
              "] = zero\n"
              "//! arg seen u32[" +
              std::to_string(2 * kPairs) + "] = const(9)\n",
          R"(
.visible .entry k(.param .u64 flags, .param .u64 data, .param .u64 seen)
{
  .reg .pred %p;
  .reg .b32 %c, %pair, %delay, %f, %d, %one;
  .reg .b64 %flag, %data, %seen, %o;
  mov.u32 %c, %ctaid.x;
  shr.u32 %pair, %c, 1;
  mov.u32 %one, 1;
  ld.param.u64 %flag, [flags];
  ld.param.u64 %data, [data];
  ld.param.u64 %seen, [seen];
  mul.wide.u32 %o, %pair, 128;
  add.s64 %flag, %flag, %o;
  add.s64 %data, %data, %o;
  mul.wide.u32 %o, %pair, 8;
  add.s64 %seen, %seen, %o;
  and.b32 %c, %c, 1;
  setp.eq.u32 %p, %c, 0;
  mov.u32 %delay, 70;
  @%p add.u32 %delay, %pair, 1;
wait:
  sub.u32 %delay, %delay, 1;
  setp.ne.u32 %p, %delay, 0;
  @%p bra wait;
  setp.ne.u32 %p, %c, 0;
  @%p bra reader;
)" + write + R"(
  ret;
reader:
)" + read + R"(
  st.global.u32 [%seen], %f;
  st.global.u32 [%seen+4], %d;
  ret;
})"};
}

const char* const kWriters[] = {
    "st.global.u32 [%data], %one; membar.gl; st.volatile.global.u32 [%flag], %one;",
    "st.global.u32 [%data], %one; st.release.gpu.global.u32 [%flag], %one;",
    "st.global.u32 [%data], %one; red.release.gpu.global.add.u32 [%flag], %one;",
    "st.global.u32 [%data], %one; fence.acq_rel.gpu; atom.global.exch.b32 %f, [%flag], %one;",
    "red.global.add.u32 [%data], %one; membar.gl; st.volatile.global.u32 [%flag], %one;",
    "red.global.add.u32 [%data], %one; st.release.gpu.global.u32 [%flag], %one;",
    "red.global.add.u32 [%data], %one; red.release.gpu.global.add.u32 [%flag], %one;",
    "atom.acq_rel.gpu.global.add.u32 %f, [%data], %one; st.release.gpu.global.u32 [%flag], %one;",
};
const char* const kReaders[] = {
    "ld.volatile.global.u32 %f, [%flag]; membar.gl; ld.volatile.global.u32 %d, [%data];",
    "ld.acquire.gpu.global.u32 %f, [%flag]; ld.global.u32 %d, [%data];",
    "ld.acquire.gpu.global.u32 %f, [%flag]; atom.global.or.b32 %d, [%data], 0;",
    "atom.global.or.b32 %f, [%flag], 0; membar.gl; ld.volatile.global.u32 %d, [%data];",
    "atom.acquire.gpu.global.or.b32 %f, [%flag], 0; ld.global.u32 %d, [%data];",
    "atom.acquire.gpu.global.or.b32 %f, [%flag], 0; atom.global.or.b32 %d, [%data], 0;",
    "atom.acq_rel.gpu.global.or.b32 %f, [%flag], 0; ld.relaxed.gpu.global.u32 %d, [%data];",
};

}  // namespace

TEST_CASE("who sees the flag sees the data") {
  for (const std::string write : kWriters)
    for (const std::string read : kReaders) {
      INFO(write << "\n" << read);
      Session s = test::open(message(write, read));
      const RunResult r = s.run({});
      INFO(r.explanation);
      REQUIRE(r.status == RunStatus::Finished);
      const auto seen = test::words(s, 2);
      std::set<std::pair<std::uint32_t, std::uint32_t>> outcomes;  // flag, data
      for (std::size_t i = 0; i < kPairs; ++i) outcomes.insert({seen[2 * i], seen[2 * i + 1]});
      CHECK(outcomes.count({1, 0}) == 0);
      CHECK(outcomes.count({0, 0}) == 1);  // the sweep covers both orders
      CHECK(outcomes.count({1, 1}) == 1);
    }
}
