// What a window of time must not lose: results that come at its end, requests that leave an SM
// after its last warp, faults outside a warp's issue.
#include <catch2/catch.hpp>
#include <optional>

#include "tests/sm/text_kernel.h"

using namespace simt;
using test::TextKernel;

TEST_CASE("requests that leave an SM after its last warp has ended are counted") {
  // Each store goes to 32 lines; the load/store path is still busy when the last warps exit.
  const char* body = R"(
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %t, %n;
  .reg .b64 %out, %o;
  mov.u32 %t, %tid.x;
  mul.wide.u32 %o, %t, 128;
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [n];
  add.s64 %out, %out, %o;
L:
  st.global.u32 [%out], %t;
  sub.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra L;
  ret;
})";
  for (unsigned n = 1; n <= 12; ++n) {
    INFO(n << " stores");
    Session s =
        test::open({"//! grid 4\n//! block 256\n//! arg out u32[8192] = zero\n"
                    "//! arg n u32 = " +
                        std::to_string(n) + "\n",
                    body});
    const RunResult r = s.run({});
    REQUIRE(r.status == RunStatus::Finished);
    CHECK(r.counters[Counter::l2_sectors_write] == 1024 * n);
    CHECK(r.counters[Counter::l2_requests] == 1024 * n);
  }
}

TEST_CASE("a fault in a kernel's first instruction is reported, wherever its CTA starts") {
  const std::string body = R"(
.visible .entry k()
{
  bar.warp.sync 0;
  ret;
})";
  for (const char* grid : {"1", "200"}) {
    Session s = test::open({std::string("//! grid ") + grid + "\n//! block 32\n", body});
    const RunResult r = s.run({});
    CHECK(r.status == RunStatus::Fault);
    INFO(r.explanation);
    CHECK(r.explanation.find("member mask") != std::string::npos);
  }
}

namespace {

/// Every CTA adds to out[0]; out[1 + ctaid] receives what the instructions in `use` make of it.
TextKernel ticket(const std::string& functions, const std::string& use) {
  return {"//! grid 8\n//! block 1\n//! arg out u32[16] = zero\n", functions + R"(
.visible .entry k(.param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %r, %s, %c;
  .reg .b64 %out, %o;
  ld.param.u64 %out, [out];
)" + use + R"(
  mov.u32 %c, %ctaid.x;
  mul.wide.u32 %o, %c, 4;
  add.s64 %o, %o, %out;
  st.global.u32 [%o+4], %s;
  ret;
})"};
}

void check_tickets(const TextKernel& kernel, const std::string& what) {
  INFO(what);
  Session s = test::open(kernel);
  const RunResult r = s.run({});
  INFO(r.explanation);
  REQUIRE(r.status == RunStatus::Finished);
  std::vector<std::uint32_t> got = test::words(s, 0);
  CHECK(got[0] == 8);
  std::sort(got.begin() + 1, got.begin() + 9);
  CHECK(std::vector<std::uint32_t>(got.begin() + 1, got.begin() + 9) ==
        std::vector<std::uint32_t>{100, 101, 102, 103, 104, 105, 106, 107});
}

}  // namespace

TEST_CASE("a function returns in a register what its atomic delivers at the window's end") {
  check_tickets(ticket(R"(
.func (.reg .b32 %ret) take(.reg .b64 %at)
{
  atom.global.add.u32 %ret, [%at], 1;
  ret;
})",
                       R"(
  call (%r), take, (%out);
  add.u32 %s, %r, 100;
)"),
                "in the register that it returns");
}

TEST_CASE("a register of a recursive function keeps an atomic's result over an inner call") {
  const char* functions = R"(
.func (.param .b32 ret) take(.param .b64 at, .param .b32 depth)
{
  .reg .pred %p;
  .reg .b32 %old, %d, %in;
  .reg .b64 %at;
  ld.param.u64 %at, [at];
  ld.param.u32 %d, [depth];
  mov.u32 %old, 77;
  setp.eq.u32 %p, %d, 0;
  @%p bra done;
  atom.global.add.u32 %old, [%at], 1;
  sub.u32 %d, %d, 1;
  {
    .param .b64 a;
    .param .b32 b, c;
    st.param.u64 [a], %at;
    st.param.u32 [b], %d;
    call (c), take, (a, b);
    ld.param.u32 %in, [c];
  }
  add.u32 %old, %old, 23;
done:
  add.u32 %old, %old, 77;
  st.param.u32 [ret], %old;
  ret;
})";
  check_tickets(ticket(functions, R"(
  {
    .param .b64 a;
    .param .b32 b, c;
    st.param.u64 [a], %out;
    st.param.u32 [b], 1;
    call (c), take, (a, b);
    ld.param.u32 %s, [c];
  }
)"),
                "outer");
}

TEST_CASE("an inner activation's atomic does not write into its caller's register") {
  const char* functions = R"(
.func take(.param .b64 at, .param .b32 depth, .param .b32 value)
{
  .reg .pred %p;
  .reg .b32 %old, %d;
  .reg .b64 %at;
  ld.param.u64 %at, [at];
  ld.param.u32 %d, [depth];
  ld.param.u32 %old, [value];
  setp.eq.u32 %p, %d, 0;
  @%p bra inner;
  {
    .param .b64 a;
    .param .b32 b, c;
    st.param.u64 [a], %at;
    st.param.u32 [b], 0;
    st.param.u32 [c], 5;
    call take, (a, b, c);
  }
  st.global.u32 [%at+60], %old;
  ret;
inner:
  atom.global.add.u32 %old, [%at], 1;
  ret;
})";
  Session s = test::open(ticket(functions, R"(
  {
    .param .b64 a;
    .param .b32 b, c;
    st.param.u64 [a], %out;
    st.param.u32 [b], 1;
    st.param.u32 [c], 4711;
    call take, (a, b, c);
  }
  mov.u32 %s, 0;
)"));
  const RunResult r = s.run({});
  INFO(r.explanation);
  REQUIRE(r.status == RunStatus::Finished);
  CHECK(test::words(s, 0)[0] == 8);
  CHECK(test::words(s, 0)[15] == 4711);
}

TEST_CASE("a member mask that an atomic delivers is waited for") {
  // out[0] is a mask of all lanes. Lanes 16 to 31 come first and must wait for what the others
  // store.
  const TextKernel kernel{"//! grid 8\n//! block 32\n//! arg out u32[264] = const(0xffffffff)\n",
                          R"(
.visible .entry k(.param .u64 out)
{
  .reg .pred %p, %never;
  .reg .b32 %m, %t, %v, %c;
  .reg .b64 %out, %o;
  .shared .b32 cell;
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %m, 0;
  mov.u32 %v, 1;
  setp.gt.u32 %never, %t, 1000;
  setp.lt.u32 %p, %t, 16;
  @%p bra late;
  atom.global.or.b32 %m, [%out], 0;
  @%never bra together;
  bra.uni meet;
late:
  st.volatile.shared.u32 [cell], 9;
  atom.global.or.b32 %m, [%out], 0;
meet:
  bar.warp.sync %m;
  ld.volatile.shared.u32 %v, [cell];
together:
  mov.u32 %c, %ctaid.x;
  mad.lo.u32 %c, %c, 32, %t;
  mul.wide.u32 %o, %c, 4;
  add.s64 %o, %o, %out;
  st.global.u32 [%o+32], %v;
  ret;
})"};
  Session s = test::open(kernel);
  const RunResult r = s.run({});
  INFO(r.explanation);
  REQUIRE(r.status == RunStatus::Finished);
  const auto out = test::words(s, 0);
  CHECK(std::vector<std::uint32_t>(out.begin() + 8, out.end()) ==
        std::vector<std::uint32_t>(256, 9));
}

TEST_CASE("a counter that only atomics move is progress, although every warp repeats its state") {
  // The loop's registers are the same in each round until the bit is set, long after the patience
  // of the deadlock detector.
  const TextKernel kernel{"//! grid 2\n//! block 1\n//! arg cell u32[2] = zero\n", R"(
.visible .entry k(.param .u64 cell)
{
  .reg .pred %p;
  .reg .b32 %v;
  .reg .b64 %cell;
  ld.param.u64 %cell, [cell];
L:
  red.global.add.u32 [%cell], 1;
  ld.volatile.global.u32 %v, [%cell];
  and.b32 %v, %v, 0x8000;
  setp.eq.u32 %p, %v, 0;
  @%p bra L;
  ret;
})"};
  Session s = test::open(kernel);
  const RunResult r = s.run({});
  INFO(r.explanation);
  CHECK(r.status == RunStatus::Finished);
  CHECK(test::words(s, 0)[0] >= 0x8000);
}

TEST_CASE("a loop of atomics that change nothing is a deadlock") {
  const TextKernel kernel{"//! grid 2\n//! block 32\n//! arg cell u32[2] = zero\n", R"(
.visible .entry k(.param .u64 cell)
{
  .reg .pred %p;
  .reg .b32 %v;
  .reg .b64 %cell;
  ld.param.u64 %cell, [cell];
L:
  atom.global.cas.b32 %v, [%cell], 1, 1;
  setp.eq.u32 %p, %v, 0;
  @%p bra L;
  ret;
})"};
  Session s = test::open(kernel);
  CHECK(s.run({}).status == RunStatus::Deadlock);
}

TEST_CASE("CTAs on several SMs allocate, pass pointers on and free, the same way on any threads") {
  // Each CTA allocates a block, fills and publishes it; the next CTA's lane reads and frees it.
  const TextKernel kernel{
      "//! grid 6\n//! block 1\n//! arg box u64[8] = zero\n"
      "//! arg out u32[8] = zero\n",
      R"(
.extern .func (.param .b64 r) malloc(.param .b64 bytes);
.extern .func free(.param .b64 p);
.visible .entry k(.param .u64 box, .param .u64 out)
{
  .reg .pred %p;
  .reg .b32 %c, %v;
  .reg .b64 %box, %out, %o, %block, %n;
  ld.param.u64 %box, [box];
  ld.param.u64 %out, [out];
  mov.u32 %c, %ctaid.x;
  {
    .param .b64 a, b;
    mov.u64 %n, 64;
    st.param.b64 [a], %n;
    call (b), malloc, (a);
    ld.param.b64 %block, [b];
  }
  add.u32 %v, %c, 100;
  st.u32 [%block+8], %v;
  mul.wide.u32 %o, %c, 8;
  add.s64 %o, %o, %box;
  membar.gl;
  atom.global.exch.b64 %n, [%o+8], %block;
wait:
  setp.eq.u32 %p, %c, 0;
  @%p bra done;
  ld.volatile.global.u64 %block, [%o];
  setp.eq.u64 %p, %block, 0;
  @%p bra wait;
  ld.u32 %v, [%block+8];
  mul.wide.u32 %o, %c, 4;
  add.s64 %o, %o, %out;
  st.global.u32 [%o], %v;
  {
    .param .b64 a;
    st.param.b64 [a], %block;
    call free, (a);
  }
done:
  ret;
})"};
  std::optional<Counters> first;
  for (const unsigned threads : {1u, 4u}) {
    Session s = test::open(kernel);
    RunOptions options;
    options.threads = threads;
    const RunResult r = s.run(options);
    INFO(r.explanation);
    REQUIRE(r.status == RunStatus::Finished);
    CHECK(test::words(s, 1) == std::vector<std::uint32_t>{0, 100, 101, 102, 103, 104, 0, 0});
    unsigned freed = 0;
    for (const Allocation& a : s.memory().allocations()) freed += a.freed ? 1 : 0;
    CHECK(freed == 5);
    if (first) CHECK(*first == r.counters);
    first = r.counters;
  }
}

TEST_CASE("a block that its CTA frees in the window in which it stored to it is gone") {
  const TextKernel kernel{"//! grid 4\n//! block 1\n//! arg out u32[8] = zero\n", R"(
.extern .func (.param .b64 r) malloc(.param .b64 bytes);
.extern .func free(.param .b64 p);
.visible .entry k(.param .u64 out)
{
  .reg .b32 %v;
  .reg .b64 %block, %n;
  {
    .param .b64 a, b;
    mov.u64 %n, 64;
    st.param.b64 [a], %n;
    call (b), malloc, (a);
    ld.param.b64 %block, [b];
  }
  st.u32 [%block], 7;
  red.add.u32 [%block], 1;
  {
    .param .b64 a;
    st.param.b64 [a], %block;
    call free, (a);
  }
  ld.u32 %v, [%block+32];
  ret;
})"};
  Session s = test::open(kernel);
  const RunResult r = s.run({});
  CHECK(r.status == RunStatus::Fault);
  CHECK(r.explanation.find("freed") != std::string::npos);
}
