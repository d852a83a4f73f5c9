// Asynchronous copies: what they bring and when, what is counted of them, and what a program that
// does not wait reads.
#include "sim/views/sanitizer.h"
#include "tests/sm/async_rig.h"

using namespace simt;
using namespace simt::test;

namespace {

/// %a is the thread's place in the buffer, %g in the input, both at `bytes` a thread.
std::string places(unsigned to, unsigned from) {
  return "  mad.lo.u32 %a, %t, " + std::to_string(to) + ", %s;\n  mul.wide.u32 %g, %t, " +
         std::to_string(from) + ";\n  add.s64 %g, %in, %g;\n";
}
std::string copy(const std::string& how, unsigned bytes, const std::string& more = "") {
  return "  cp.async" + how + ".shared.global [%a], [%g], " + std::to_string(bytes) + more + ";\n";
}
/// The first word of each thread's place, from out[`at`] on.
std::string show(unsigned at = 0, unsigned word = 0) {
  return "  ld.shared.u32 %x, [%a+" + std::to_string(4 * word) + "];\n  st.global.u32 [%out+" +
         std::to_string(4 * at) + "], %x;\n";
}
const std::string kWait = "  cp.async.wait_all;\n";

}  // namespace

TEST_CASE("an asynchronous copy brings 4, 8 or 16 bytes") {
  for (const unsigned bytes : {4u, 8u, 16u}) {
    INFO(bytes);
    const auto out =
        words_of_all({places(16, bytes) + copy(".ca", bytes) + kWait + show(0, bytes / 4 - 1)});
    for (unsigned t = 0; t < 32; ++t) CHECK(out[t] == 1000 + (t + 1) * bytes / 4 - 1);
  }
  const auto out = words_of_all({places(16, 32) + copy(".cg", 16) + kWait + show(0, 2)});
  for (unsigned t = 0; t < 32; ++t) CHECK(out[t] == 1002 + 8 * t);
}

TEST_CASE("an asynchronous copy takes constant parts of both addresses") {
  const auto out =
      words_of_all({places(16, 16) +
                    "  cp.async.ca.shared.global [%a+2048], [%g+64], 4;\n"
                    "  cp.async.ca.shared.global [buffer+1024], [%in+8], 8;\n" +
                    kWait + show(0, 512) +
                    "  ld.shared.u32 %x, [buffer+1028];\n  st.global.u32 [%out+128], %x;\n"});
  for (unsigned t = 0; t < 32; ++t) {
    CHECK(out[t] == 1016 + 4 * t);
    CHECK(out[32 + t] == 1003);
  }
}

TEST_CASE("what an asynchronous copy does not read is filled with zeros") {
  const std::string fill =
      "  mov.u32 %x, 5;\n  st.shared.v4.u32 [%a], {%x,%x,%x,%x};\n  and.b32 %n, %t, 15;\n"
      "  add.u32 %n, %n, 1;\n  and.b32 %m, %t, 16;\n  setp.ne.u32 %p, %m, 0;\n"
      "  selp.u32 %n, 0, %n, %p;\n";
  for (const std::string how : {".ca", ".cg"}) {
    std::string body = places(16, 16) + fill + copy(how, 16, ", %n") + kWait;
    for (unsigned w = 0; w < 4; ++w) body += show(32 * w, w);
    const auto out = words_of_all({body});
    for (unsigned t = 0; t < 32; ++t)
      for (unsigned w = 0; w < 4; ++w) {
        const unsigned read = t < 16 ? t + 1 : 0, have = read > 4 * w ? read - 4 * w : 0;
        const std::uint32_t mask = have >= 4 ? ~0u : (1u << 8 * have) - 1;
        CHECK(out[32 * w + t] == ((1000 + 4 * t + w) & mask));
      }
  }
}

TEST_CASE("a predicate says that an asynchronous copy stores zeros") {
  const auto out =
      words_of_all({places(16, 16) + "  and.b32 %n, %t, 1;\n  setp.ne.u32 %p, %n, 0;\n" +
                    copy(".cg", 16, ", %p") + kWait + show(0, 3)});
  for (unsigned t = 0; t < 32; ++t) CHECK(out[t] == (t % 2 != 0 ? 0 : 1003 + 4 * t));
}

TEST_CASE("a copy that reads nothing may have any address") {
  const auto out = words_of_all(
      {places(16, 16) + "  mov.u64 %g, 16;\n" + copy(".ca", 16, ", 0") + kWait + show()});
  CHECK(out[5] == 0);
}

TEST_CASE("a copy of fewer bytes does not reach beyond the end of its buffer") {
  const std::string body =
      places(16, 0) + "  add.s64 %g, %in, 16368;\n" + copy(".ca", 16, ", 8") + kWait + show(0, 1);
  CHECK(words_of_all({body})[0] == 1000 + 4093);
}

TEST_CASE("asynchronous copies fault where loads and stores do") {
  const auto fault = [](const std::string& body) {
    const AsyncRun timed = run_async({body}), plain = run_async({body}, false);
    CHECK(timed.result.status == RunStatus::Fault);
    return same_fault(timed.result, plain.result);
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(fault(places(16, 16) + "  add.u32 %a, %a, 4;\n" + copy(".ca", 8)),
             Contains("misaligned 8-byte store by lane 0 at shared address 0x4"));
  CHECK_THAT(fault(places(256, 16) + copy(".ca", 16)), Contains("out-of-bounds 16-byte store"));
  CHECK_THAT(fault(places(16, 2048) + copy(".ca", 16)),
             Contains("out-of-bounds 16-byte asynchronous copy by lane 8"));
  CHECK_THAT(fault(places(16, 16) + "  mov.u32 %n, 17;\n" + copy(".ca", 16, ", %n")),
             Contains("an asynchronous copy of 16 bytes is to read 17"));
}

TEST_CASE("a program that does not wait for its copy reads what was there") {
  const std::string before = "  mov.u32 %x, 5;\n  st.shared.u32 [%a], %x;\n";
  const std::string body = places(16, 16) + before + copy(".ca", 4) +
                           "  cp.async.commit_group;\n  bar.sync 0;\n" + show(0) +
                           "  cp.async.wait_group 0;\n" + show(32);
  const auto out = words_of_all({body});
  for (unsigned t = 0; t < 32; ++t) {
    CHECK(out[t] == 5);
    CHECK(out[32 + t] == 1000 + 4 * t);
  }
}

TEST_CASE("a wait leaves the last groups under way") {
  std::string body = places(16, 16);
  for (unsigned i = 0; i < 3; ++i)
    body += "  cp.async.ca.shared.global [%a+" + std::to_string(512 * i) + "], [%g+" +
            std::to_string(4 * i) + "], 4;\n  cp.async.commit_group;\n";
  for (unsigned left = 3; left-- > 0;) {
    body += "  cp.async.wait_group " + std::to_string(left) + ";\n";
    for (unsigned i = 0; i < 3; ++i) body += show(32 * (3 * (2 - left) + i), 128 * i);
  }
  const auto out = words_of_all({body});
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned waits = 0; waits < 3; ++waits)
      for (unsigned i = 0; i < 3; ++i)
        CHECK(out[32 * (3 * waits + i) + t] == (i <= waits ? 1000 + 4 * t + i : 0));
}

TEST_CASE("lanes that have parted wait for their own groups") {
  const std::string body = places(16, 16) + R"(
  setp.lt.u32 %p, %t, 8;
  @%p bra few;
  cp.async.ca.shared.global [%a], [%g], 4;
  cp.async.commit_group;
  bra both;
few:
  cp.async.ca.shared.global [%a], [%g+4], 4;
  cp.async.commit_group;
  cp.async.ca.shared.global [%a+4], [%g+8], 4;
  cp.async.commit_group;
both:
  cp.async.wait_group 1;
)" + show(0) + show(32, 1) +
                           kWait + show(64) + show(96, 1);
  const auto out = words_of_all({body});
  CHECK(out[3] == 1000 + 12 + 1);
  CHECK(out[32 + 3] == 0);
  CHECK(out[96 + 3] == 1000 + 12 + 2);
  CHECK(out[20] == 0);
  CHECK(out[64 + 20] == 1000 + 80);
}

// Counts of an H200, ncu 2025.3: kernels of four warps, less what they do besides the copy.
TEST_CASE("asynchronous copies are counted as on an H200") {
  struct Case {
    std::string what, body;
    std::uint64_t requests, sectors, past_l1, bytes, wavefronts, conflicts;
  };
  const std::string odd = "  and.b32 %n, %t, 1;\n";
  const std::vector<Case> cases{
      {"4 bytes", places(4, 4) + copy(".ca", 4), 4, 16, 0, 512, 4, 0},
      {"8 bytes", places(8, 8) + copy(".ca", 8), 4, 32, 0, 1024, 8, 0},
      {"16 bytes", places(16, 16) + copy(".ca", 16), 4, 64, 0, 2048, 16, 0},
      {"past L1", places(16, 16) + copy(".cg", 16), 4, 64, 4, 2048, 16, 0},
      {"conflicts", places(32, 4) + copy(".ca", 4), 4, 16, 0, 512, 32, 28},
      {"a line each", places(4, 128) + copy(".ca", 4), 4, 128, 0, 512, 128, 124},
      {"nothing of every second",
       places(16, 16) + odd + "  setp.ne.u32 %p, %n, 0;\n  selp.u32 %n, 0, 16, %p;\n" +
           copy(".ca", 16, ", %n"),
       4, 64, 0, 1024, 16, 0},
      {"predicate", places(16, 16) + odd + "  setp.ne.u32 %p, %n, 0;\n" + copy(".cg", 16, ", %p"),
       4, 64, 4, 1024, 16, 0},
      {"nothing", places(16, 16) + copy(".cg", 16, ", 0"), 0, 0, 0, 0, 16, 0},
      {"apart", places(16, 24) + copy(".ca", 8), 4, 96, 0, 1024, 16, 8},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    for (const bool timing : {true, false}) {
      const AsyncRun run = run_async({c.body + kWait, 128}, timing);
      INFO(run.result.explanation);
      REQUIRE(run.result.status == RunStatus::Finished);
      const Counters& n = run.result.counters;
      using enum Counter;
      CHECK(n[ldgsts_inst] == 4);
      CHECK(n[global_ld_requests] == c.requests);
      CHECK(n[global_ld_sectors] == c.sectors);
      CHECK(n[ldgsts_access_requests] + n[ldgsts_bypass_requests] == c.requests);
      CHECK(n[ldgsts_access_sectors] + n[ldgsts_bypass_sectors] == c.sectors);
      CHECK(n[ldgsts_bypass_requests] == c.past_l1);
      CHECK(n[ldgsts_bytes] == c.bytes);
      CHECK(n[global_ld_bytes] == 0);
      CHECK(n[ldgsts_wavefronts] == c.wavefronts);
      CHECK(n[shared_wavefronts] == c.wavefronts);
      CHECK(n[ldgsts_conflicts] == c.conflicts);
      CHECK(n[shared_st_requests] == 0);
      CHECK(n[shared_st_wavefronts] == 0);
    }
  }
}

TEST_CASE("the second copy of a line finds it in L1, but not past it") {
  for (const std::string how : {".ca", ".cg"}) {
    const std::string body = places(16, 16) + copy(how, 16) + kWait + copy(how, 16) + kWait;
    const Counters n = run_async({body, 128}).result.counters;
    CHECK(n[Counter::ldgsts_access_hits] == (how == ".ca" ? 64 : 0));
    CHECK(n[Counter::l2_sectors_read] == (how == ".ca" ? 64 : 128));
  }
}

namespace {
std::uint64_t waited(const RunResult& result, Stall reason) {
  return result.counters.stall[static_cast<std::size_t>(reason)];
}
}  // namespace

// An H200: 35 cycles for a wait without a copy, some 280 for one from L2.
TEST_CASE("a wait for copies counts as long_scoreboard") {
  const auto stalls = [](const std::string& body) {
    return waited(run_async({places(16, 16) + body}).result, Stall::long_scoreboard);
  };
  const std::uint64_t none = stalls(""), empty = stalls(kWait),
                      copied = stalls(copy(".ca", 16) + kWait);
  CHECK(empty - none >= 30);
  CHECK(empty - none <= 40);
  CHECK(copied - none > 200);
  // Nobody waits for a copy that is among the last groups.
  const std::uint64_t left =
      stalls(copy(".ca", 16) + "  cp.async.commit_group;\n  cp.async.wait_group 1;\n");
  CHECK(left - none <= 40);
}

TEST_CASE("the sanitizer tells of an access before the wait for a copy") {
  const auto report = [](const std::string& body) {
    Session session = open(text_of({places(16, 16) + body}));
    session.bind();
    Sanitizer sanitizer(session.program(), session.program().shared.static_bytes, {});
    RunOptions options;
    options.observer = &sanitizer;
    REQUIRE(session.run(options).status == RunStatus::Finished);
    return sanitizer.report();
  };
  CHECK(report(copy(".ca", 4) + kWait + show()).empty());
  const std::string early = report(copy(".ca", 4) + show() + kWait);
  CHECK_THAT(early, Catch::Matchers::Contains(
                        "access to shared memory that an asynchronous copy was not waited for"));
  CHECK_THAT(early, Catch::Matchers::Contains("copy by warp 0, lane 0") &&
                        Catch::Matchers::Contains("read by warp 0, lane 0") &&
                        Catch::Matchers::Contains("128 bytes in 1 block"));
}
