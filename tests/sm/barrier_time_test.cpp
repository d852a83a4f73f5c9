// When barriers open: warps arrive one after the other, what follows may issue before.
#include <catch2/catch.hpp>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Cycles at which the barriers of SM 0 opened.
struct Openings : Observer {
  void on_barrier_open(std::uint64_t cycle, std::uint32_t, std::uint64_t, unsigned) override {
    at.push_back(cycle);
  }
  std::vector<std::uint64_t> at;
};

/// From the opening of barrier `first` to that of the next one.
std::uint64_t between(const std::string& barriers, unsigned warps, const std::string& arch = "h200",
                      unsigned first = 0) {
  Session session =
      test::open({"//! grid 1\n//! block " + std::to_string(32 * warps) + "\n",
                  ".visible .entry k() {\n.reg .pred %p, %q; .reg .b32 %x, %y; .reg .f32 %a;\n" +
                      barriers + "\nret;\n}\n",
                  arch});
  Openings openings;
  RunOptions options;
  options.observer = &openings;
  session.run(options);
  return openings.at.at(first + 1) - openings.at.at(first);
}

std::string repeated(const std::string& text) {
  std::string out;
  for (unsigned i = 0; i < 4; ++i) out += text;
  return out;
}

const std::string kSync = "bar.sync 0; ";

}  // namespace

TEST_CASE("barrier time: the SM's warps arrive two cycles apart") {
  for (const unsigned warps : {1u, 2u, 4u, 8u, 32u})
    CHECK(between(repeated(kSync), warps) == 12 + 2 * warps);
}

TEST_CASE("barrier time: what was counted is read one warp after the other") {
  const std::string count = "bar.red.popc.u32 %x, 0, %p; ";
  CHECK(between(repeated(count), 1) == 14 + 24);
  CHECK(between(repeated(count), 8, "h200", 2) == 14 + 24 + 7 * 3);
}

TEST_CASE("barrier time: arithmetic after a barrier takes its issue slot alone") {
  const std::string work = "add.f32 %a, %a, %a; mul.f32 %a, %a, %a; add.f32 %a, %a, %a; ";
  CHECK(between(repeated(work + kSync), 1) == 14 + 3);
  // Where it does not pass, each waits for the one before it.
  CHECK(between(repeated(work + kSync), 1, "v100") == 14 + 4 + 4 + 1);
}

TEST_CASE("barrier time: what has no fixed latency waits for the barrier") {
  const std::string work = "mov.u32 %x, 5; popc.b32 %x, %x; add.u32 %y, %x, 1; ";
  CHECK(between(repeated(work + kSync), 1) == 14 + 1 + 17 + 1);
}

// Nobody watches: a warp whose lanes come together takes the short way. With an observer it takes
// the one of all instructions.
TEST_CASE("barrier time: watched or not, warps arrive and go on alike") {
  const auto counted = [](const std::string& body, const std::string& arch, Observer* observer) {
    Session session = test::open(
        {"//! grid 3\n//! block 200\n//! arg n u32 = 3\n",
         ".visible .entry k(.param .u32 n) {\n.reg .pred %p; .reg .b32 %t, %n; .reg .f32 %a;\n"
         "mov.u32 %t, %tid.x; ld.param.u32 %n, [n]; mov.f32 %a, 0f3F800000;\n" +
             body + "\nret;\n}\n",
         arch});
    RunOptions options;
    options.observer = observer;
    return session.run(options);
  };
  const std::string more = "add.f32 %a, %a, %a; ";
  for (const std::string& body :
       {repeated(more + kSync), repeated("bar.sync 3; bar.sync 5; " + more),
        repeated("bar.sync 2, 224; ") + more, repeated("bar.sync %n; ") + more,
        // lanes apart before it, at it, and none of it
        "setp.lt.u32 %p, %t, 40; @%p bra l; " + more + "l: " + kSync + more + kSync,
        "setp.lt.u32 %p, %t, 64; @!%p bar.arrive 4, 224; @%p bar.sync 4, 224; " + kSync,
        "setp.ge.u32 %p, %t, 70; @%p bra l; " + kSync + more + kSync + " l: " + more}) {
    for (const std::string arch : {"h200", "v100", "p100"}) {
      INFO(arch << ": " << body);
      Observer nobody;
      const RunResult alone = counted(body, arch, nullptr), watched = counted(body, arch, &nobody);
      CHECK(alone.status == watched.status);
      CHECK(alone.explanation == watched.explanation);
      CHECK(alone.cycles_elapsed == watched.cycles_elapsed);
      CHECK(alone.counters == watched.counters);
      CHECK(alone.lines == watched.lines);
    }
  }
}
