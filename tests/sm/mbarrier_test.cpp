// Barriers in shared memory: states as an H200 gives them, phases, faults, and what is said of one
// that never ends.
#include "sim/views/sanitizer.h"
#include "tests/sm/async_rig.h"

using namespace simt;
using namespace simt::test;
using Catch::Matchers::Contains;

namespace {

/// One thread's instructions, each of which leaves words behind at %out.
class Script {
 public:
  explicit Script(unsigned expected) {
    body_ = "  mbarrier.init.shared.b64 [bar], " + std::to_string(expected) + ";\n";
  }
  /// The phase and the pending arrivals of the state, and its pending count.
  Script& state(const std::string& opcode, const std::string& operand = "") {
    const std::string more = operand.empty() ? "" : ", " + operand;
    body_ += "  mbarrier." + opcode + ".shared.b64 %state, [bar]" + more +
             ";\n  shr.u64 %o, %state, 43;\n  cvt.u32.u64 %x, %o;\n"
             "  mbarrier.pending_count.b64 %y, %state;\n";
    store("%x");
    store("%y");
    return *this;
  }
  Script& keep() { return line("  mov.u64 %old, %state;\n"); }
  Script& line(const std::string& text) {
    body_ += text;
    return *this;
  }
  Script& bytes(const std::string& opcode, unsigned n) {
    return line("  mbarrier." + opcode + ".relaxed.cta.shared::cta.b64 [bar], " +
                std::to_string(n) + ";\n");
  }
  /// Whether the phase of the state that was kept has ended, those of parity 0, of parity 1.
  Script& waits() {
    body_ +=
        "  mbarrier.test_wait.shared.b64 %p, [bar], %old;\n  selp.u32 %x, 4, 0, %p;\n"
        "  mbarrier.test_wait.parity.shared.b64 %p, [bar], 0;\n  @%p add.u32 %x, %x, 2;\n"
        "  mbarrier.test_wait.parity.shared.b64 %p, [bar], 1;\n  @%p add.u32 %x, %x, 1;\n";
    store("%x");
    return *this;
  }
  std::vector<std::uint32_t> words() const {
    std::vector<std::uint32_t> out = words_of_all({body_, 1});
    out.resize(stored_);
    return out;
  }
  std::string fault() const {
    const AsyncRun timed = run_async({body_, 1}), plain = run_async({body_, 1}, false);
    CHECK(timed.result.status == RunStatus::Fault);
    return same_fault(timed.result, plain.result);
  }

 private:
  void store(const std::string& reg) {
    body_ += "  st.global.u32 [%out+" + std::to_string(4 * stored_++) + "], " + reg + ";\n";
  }
  std::string body_;
  unsigned stored_ = 0;
};

/// Bits 43 to 63 of a state: the phase, and 2^20 less the arrivals that were pending.
std::uint32_t top(std::uint32_t upper_word) {
  return upper_word >> 11;
}
using Words = std::vector<std::uint32_t>;

}  // namespace

// The upper words of the states are those that an H200 gave (driver 580.159).
TEST_CASE("arrivals give the states of an H200") {
  Script script(5);
  script.state("arrive").keep().waits().state("arrive", "2").state("arrive.noComplete", "1");
  script.state("arrive").waits();
  for (int i = 0; i < 5; ++i) script.state("arrive");
  script.waits();
  CHECK(script.words() == Words{top(0x7fffd800),
                                5,
                                1,
                                top(0x7fffe000),
                                4,
                                top(0x7ffff000),
                                2,
                                top(0x7ffff800),
                                1,
                                6,
                                top(0xffffd800),
                                5,
                                top(0xffffe000),
                                4,
                                top(0xffffe800),
                                3,
                                top(0xfffff000),
                                2,
                                top(0xfffff800),
                                1,
                                1});
}

TEST_CASE("who drops out is not expected in later phases, as on an H200") {
  Script script(5);
  script.state("arrive_drop").state("arrive", "4").keep().waits().state("arrive_drop", "2");
  script.state("arrive_drop.noComplete", "1").state("arrive").waits().state("arrive");
  CHECK(script.words() == Words{top(0x7fffd800), 5, top(0x7fffe000), 4, 6, top(0xffffe000), 4,
                                top(0xfffff000), 2, top(0xfffff800), 1, 1, top(0x7ffff800), 1});
}

TEST_CASE("a phase ends when its bytes have come, as on an H200") {
  Script script(4);
  script.state("arrive.expect_tx", "100").bytes("expect_tx", 28).bytes("complete_tx", 48);
  script.state("arrive", "3").keep().waits().bytes("complete_tx", 80).waits();
  CHECK(script.words() == Words{top(0x7fffe000), 4, top(0x7fffe800), 3, 1, 6});
  Script early(4);
  early.bytes("complete_tx", 16).bytes("expect_tx", 16).state("arrive", "4").keep().waits();
  CHECK(early.words() == Words{top(0x7fffe000), 4, 6});
  Script both(3);
  both.state("arrive.noComplete", "2").state("arrive.expect_tx", "32").keep().waits();
  both.bytes("complete_tx", 32).waits();
  CHECK(both.words() == Words{top(0x7fffe800), 3, top(0x7ffff800), 1, 1, 6});
}

TEST_CASE("arrivals that an H200 ends with a fault are faults") {
  CHECK_THAT(Script(2).state("arrive", "3").fault(),
             Contains("3 arrivals at an mbarrier that misses 2"));
  CHECK_THAT(Script(1).state("arrive_drop").state("arrive").fault(),
             Contains("1 arrival at an mbarrier that misses 0"));
  CHECK_THAT(Script(0).fault(), Contains("an mbarrier cannot expect 0 arrivals"));
  // Undefined, without a fault there.
  CHECK_THAT(Script(2).state("arrive.noComplete", "2").fault(), Contains(".noComplete"));
  CHECK_THAT(Script(1).line("  mbarrier.arrive.shared.b64 _, [bar+4];\n").fault(),
             Contains("misaligned 8-byte access to an mbarrier"));
  CHECK_THAT(Script(1).line("  mbarrier.arrive.b64 _, [%in];\n").fault(),
             Contains("an mbarrier lies in shared memory, this address in global memory"));
}

TEST_CASE("more arrivals of one warp than a phase misses are a fault, as on an H100") {
  const std::string body = R"(
  setp.eq.u32 %p, %t, 0;
  @%p mbarrier.init.shared.b64 [bar], 20;
  bar.sync 0;
  mbarrier.arrive.shared.b64 _, [bar];
)";
  const AsyncRun timed = run_async({body}), plain = run_async({body}, false);
  CHECK(timed.result.status == RunStatus::Fault);
  CHECK_THAT(same_fault(timed.result, plain.result),
             Contains("than the 20 that an mbarrier misses"));
}

// An H100 gives all lanes of an instruction the state before it.
TEST_CASE("lanes arrive together, and a generic address names an mbarrier") {
  const std::string body = R"(
  setp.eq.u32 %p, %t, 0;
  @%p mbarrier.init.shared.b64 [bar], 32;
  bar.sync 0;
  cvta.shared.u64 %g, bar;
  mbarrier.arrive.b64 %state, [%g];
  mbarrier.pending_count.b64 %x, %state;
  st.global.u32 [%out], %x;
  mbarrier.test_wait.b64 %q, [%g], %state;
  selp.u32 %x, 1, 0, %q;
  st.global.u32 [%out+128], %x;
)";
  const auto out = words_of_all({body});
  for (unsigned t = 0; t < 32; ++t) {
    CHECK(out[t] == 32);
    CHECK(out[32 + t] == 1);
  }
}

namespace {
/// Warp 0 fills the buffer round by round, warp 1 reads it; `wait` is the opcode of the waits.
std::string rounds(const std::string& wait) {
  return R"(
  setp.ne.u32 %p, %t, 0;
  @%p bra begun;
  mbarrier.init.shared.b64 [bar], 32;
  mbarrier.init.shared.b64 [bar+8], 32;
begun:
  bar.sync 0;
  and.b32 %n, %t, 31;
  mad.lo.u32 %a, %n, 4, %s;
  mov.u32 %m, 0;
  mov.u32 %y, 0;
  setp.ge.u32 %q, %t, 32;
  @%q bra reader;
writer:
  mad.lo.u32 %x, %m, 100, %n;
  st.shared.u32 [%a], %x;
  mbarrier.arrive.shared.b64 _, [bar];
  and.b32 %b, %m, 1;
full:
  )" + wait +
         R"(.parity.shared.b64 %p, [bar+8], %b;
  @!%p bra full;
  add.u32 %m, %m, 1;
  setp.lt.u32 %p, %m, 6;
  @%p bra writer;
  bra end;
reader:
  and.b32 %b, %m, 1;
empty:
  )" + wait +
         R"(.parity.shared.b64 %p, [bar], %b;
  @!%p bra empty;
  xor.b32 %x, %n, 5;
  mad.lo.u32 %x, %x, 4, %s;
  ld.shared.u32 %x, [%x];
  mad.lo.u32 %y, %y, 3, %x;
  mbarrier.arrive.shared.b64 _, [bar+8];
  add.u32 %m, %m, 1;
  setp.lt.u32 %p, %m, 6;
  @%p bra reader;
end:
  st.global.u32 [%out], %y;
)";
}
}  // namespace

TEST_CASE("two warps hand a buffer to each other at mbarriers") {
  for (const std::string wait : {"mbarrier.test_wait", "mbarrier.try_wait"}) {
    INFO(wait);
    const auto out = words_of_all({rounds(wait), 64});
    for (unsigned t = 0; t < 32; ++t) {
      std::uint32_t expected = 0;
      for (unsigned m = 0; m < 6; ++m) expected = expected * 3 + 100 * m + (t ^ 5);
      CHECK(out[32 + t] == expected);
    }
  }
}

TEST_CASE("a wait at an mbarrier orders what the sanitizer sees") {
  Session session = open(text_of({rounds("mbarrier.try_wait"), 64}));
  session.bind();
  Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
  RunOptions options;
  options.observer = &sanitizer;
  REQUIRE(session.run(options).status == RunStatus::Finished);
  CHECK(sanitizer.report().empty());
}

TEST_CASE("copies arrive at an mbarrier when they have ended") {
  for (const bool counted : {false, true}) {
    INFO((counted ? "among the expected arrivals" : "besides them"));
    // Without .noinc the arrival is one more than those that are expected.
    const std::string arrive = counted ? ".noinc" : "";
    const std::string body = R"(
  setp.ne.u32 %p, %t, 0;
  @%p bra begun;
  mbarrier.init.shared.b64 [bar], )" +
                             std::string(counted ? "32" : "64") + R"(;
begun:
  bar.sync 0;
  and.b32 %n, %t, 31;
  mad.lo.u32 %a, %n, 16, %s;
  mul.wide.u32 %g, %n, 16;
  add.s64 %g, %in, %g;
  setp.ge.u32 %q, %t, 32;
  @%q bra reader;
  cp.async.ca.shared.global [%a], [%g], 16;
  cp.async.mbarrier.arrive)" +
                             arrive + R"(.shared.b64 [bar];
)" + (counted ? "" : "  mbarrier.arrive.shared.b64 _, [bar];\n") +
                             R"(
  bra end;
reader:
)" + (counted ? "" : "  mbarrier.arrive.shared.b64 _, [bar];\n") +
                             R"(
again:
  mbarrier.try_wait.parity.shared.b64 %p, [bar], 0;
  @!%p bra again;
end:
  ld.shared.u32 %x, [%a+12];
  st.global.u32 [%out], %x;
)";
    const auto out = words_of_all({body, 64});
    for (unsigned t = 0; t < 32; ++t) CHECK(out[32 + t] == 1003 + 4 * t);
  }
}

TEST_CASE("what is done at an mbarrier is no access to shared memory, as on an H100") {
  const RunResult run = run_async({rounds("mbarrier.try_wait"), 64}).result;
  CHECK(run.counters[Counter::shared_st_requests] == 6);
  CHECK(run.counters[Counter::shared_ld_requests] == 6);
  CHECK(run.counters[Counter::shared_atom_requests] == 0);
}

// An H200 suspends a try_wait for 7,785 cycles, a test_wait takes 70.
TEST_CASE("a try_wait waits for a time") {
  const auto cycles = [](const std::string& wait) {
    const std::string body =
        "  mbarrier.init.shared.b64 [bar], 2;\n"
        "  mbarrier.arrive.shared.b64 %state, [bar];\n  " +
        wait +
        ".shared.b64 %p, [bar], %state;\n  selp.u32 %x, 1, 0, %p;\n"
        "  st.global.u32 [%out], %x;\n";
    const AsyncRun run = run_async({body, 1});
    CHECK(run.out[0] == 0);
    return run.result.cycles_elapsed;
  };
  const std::uint64_t test = cycles("mbarrier.test_wait"), tries = cycles("mbarrier.try_wait");
  CHECK(tries - test > 7000);
  CHECK(tries - test < 8000);
}

TEST_CASE("a wait at an mbarrier for ever is explained") {
  for (const std::string wait : {"mbarrier.test_wait", "mbarrier.try_wait"})
    for (const bool timing : {true, false}) {
      INFO(wait << (timing ? " with time" : ""));
      const std::string body = R"(
  setp.eq.u32 %p, %t, 0;
  @%p mbarrier.init.shared.b64 [bar+8], 40;
  bar.sync 0;
  mbarrier.arrive.shared.b64 %state, [bar+8];
again:
  )" + wait + R"(.shared.b64 %p, [bar+8], %state;
  @!%p bra again;
)";
      const AsyncRun run = run_async({body}, timing);
      CHECK(run.result.status == RunStatus::Deadlock);
      CHECK_THAT(run.result.explanation,
                 Contains("waiting at the mbarrier [bar+8]: in its phase of parity 0 8 of 40 "
                          "arrivals are missing"));
    }
}
