// Where and when CTAs run, seen by an observer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

struct Life {
  std::uint32_t sm = 0;
  std::uint64_t start = 0, end = 0;
};

struct Watch : Observer {
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override {
    CHECK(ctas.count(cta) == 0);
    ctas[cta] = {sm, cycle, 0};
  }
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override {
    CHECK(ctas.at(cta).sm == sm);
    ctas.at(cta).end = cycle;
  }
  std::map<std::uint64_t, Life> ctas;
};

/// CTAs of different length; every third ends with stores that the SM sends for a long time.
constexpr const char* kUneven = R"(
.visible .entry k(.param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %t, %c, %n;
  .reg .b64 %out, %o;
  .shared .b32 room[8192];
  mov.u32 %t, %tid.x;
  mov.u32 %c, %ctaid.x;
  mul.lo.u32 %n, %c, 37;
  and.b32 %n, %n, 31;
  add.u32 %n, %n, 1;
L:
  sub.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra L;
  rem.u32 %n, %c, 3;
  setp.ne.u32 %p, %n, 0;
  @%p bra done;
  ld.param.u64 %out, [out];
  mul.wide.u32 %o, %t, 128;
  add.s64 %out, %out, %o;
  st.global.u32 [%out], %c;
  st.global.u32 [%out], %c;
  st.global.u32 [%out], %c;
  st.global.u32 [%out], %c;
done:
  ret;
})";

}  // namespace

TEST_CASE("each place that becomes free gets the next CTA, in order of time") {
  Session s = test::open(
      {"//! grid 300\n//! block 128\n//! arg out u32[4096] = zero\n", kUneven, "volta", 0, 4});
  Watch watch;
  RunOptions options;
  options.observer = &watch;
  const RunResult r = s.run(options);
  REQUIRE(r.status == RunStatus::Finished);
  REQUIRE(watch.ctas.size() == 300);
  const std::size_t places = 4 * r.launch.occupancy.ctas_per_sm;
  REQUIRE(places < 100);

  std::vector<std::uint64_t> ends;
  for (const auto& [cta, life] : watch.ctas) ends.push_back(life.end);
  std::uint64_t last = 0;
  for (const auto& [cta, life] : watch.ctas) {
    INFO("CTA " << cta);
    CHECK(life.end > life.start);
    CHECK(life.start >= last);  // handed out in order
    if (cta >= places) {
      // The place is the one that became free as the n-th.
      std::vector<std::uint64_t> before(ends.begin(), ends.begin() + static_cast<long>(cta));
      std::nth_element(before.begin(), before.begin() + static_cast<long>(cta - places),
                       before.end());
      const std::uint64_t free = before[cta - places];
      const auto interval = static_cast<std::uint64_t>(s.arch().launch.cta_interval);
      const auto next = cta == places ? places * interval : last + interval;
      CHECK(life.start == std::max(next, free + s.arch().launch.cta_cycles));
    }
    last = life.start;
  }
}

TEST_CASE("an SM never holds more CTAs than fit, and is active while it holds any") {
  Session s = test::open(
      {"//! grid 100\n//! block 128\n//! arg out u32[4096] = zero\n", kUneven, "volta", 0, 3});
  Watch watch;
  RunOptions options;
  options.observer = &watch;
  const RunResult r = s.run(options);
  REQUIRE(r.status == RunStatus::Finished);
  std::uint64_t active = 0, last_end = 0;
  for (std::uint32_t sm = 0; sm < 3; ++sm) {
    std::map<std::uint64_t, int> change;  // cycle -> CTAs more
    for (const auto& [cta, life] : watch.ctas) {
      last_end = std::max(last_end, life.end);
      if (life.sm != sm) continue;
      ++change[life.start];
      --change[life.end];
    }
    int resident = 0;
    std::uint64_t since = 0;
    for (const auto& [cycle, more] : change) {
      if (resident > 0) active += cycle - since;
      since = cycle;
      resident += more;
      CHECK(resident <= static_cast<int>(r.launch.occupancy.ctas_per_sm));
    }
    CHECK(resident == 0);
  }
  CHECK(r.counters[Counter::sm_cycles_active] == active);
  CHECK(r.cycles_elapsed == last_end + s.arch().launch.kernel_cycles);
}

namespace {

/// When the first warps of the CTAs of SM 0 began.
struct Begins : Observer {
  void on_warp_start(std::uint64_t cycle, const WarpId& id, WarpPlace) override {
    if (id.sm == 0 && id.warp == 0) at.push_back(cycle);
  }
  std::vector<std::uint64_t> at;
};

std::vector<std::uint64_t> begins(unsigned warps) {
  Session s = test::open({"//! grid 264\n//! block " + std::to_string(32 * warps) + "\n",
                          ".visible .entry k() { ret; }", "h200"});
  Begins begins;
  RunOptions options;
  options.observer = &begins;
  s.run(options);
  return begins.at;
}

}  // namespace

TEST_CASE("an SM launches one CTA after the other") {
  for (const auto& [warps, apart] : std::map<unsigned, std::uint64_t>{{1, 24}, {8, 32}, {32, 98}}) {
    INFO(warps << " warps");
    const std::vector<std::uint64_t> at = begins(warps);
    REQUIRE(at.size() == 2);
    CHECK(at[0] == 125 + 24);
    CHECK(at[1] == at[0] + apart);
  }
}
