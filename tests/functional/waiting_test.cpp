// Warps and blocks that wait for others, and launches that never end.
#include "tests/functional/engines.h"
#include "tests/sm/text_kernel.h"

using namespace simt;
using namespace simt::test;

namespace {

Ended run_text(const std::string& launch, const std::string& text, RunOptions options = {},
               unsigned sms = 0) {
  Ended out;
  options.timing = false;
  Session session = test::open({launch + "//! arg out u32[64] = zero\n", R"(
.visible .entry k(.param .u64 pout)
{
  .reg .pred %p, %q;
  .reg .b32 %t, %b, %v, %x, %n;
  .reg .b64 %out;
  ld.param.u64 %out, [pout];
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %n, %nctaid.x;
)" + text + "\nret;\n}\n",
                                "h200", 0, sms});
  out.result = session.run(options);
  const std::vector<std::uint32_t> all = words(session, 0);
  out.memory.emplace_back(all.size() * 4);
  std::memcpy(out.memory[0].data(), all.data(), all.size() * 4);
  return out;
}

/// All blocks meet, as cooperative groups do.
const std::string kGridBarrier = R"(
  setp.ne.u32 %p, %t, 0;
  @%p bra DONE;
  atom.global.add.u32 %v, [%out], 1;
S: ld.volatile.global.u32 %v, [%out];
  setp.lt.u32 %p, %v, %n;
  @%p bra S;
DONE:
)";

}  // namespace

TEST_CASE("functional: blocks that wait for each other all start") {
  for (const unsigned blocks : {2u, 40u, 100u}) {
    const Ended ended =
        run_text("//! grid " + std::to_string(blocks) + "\n//! block 64\n", kGridBarrier, {}, 4);
    INFO(blocks << ended.result.explanation);
    CHECK(ended.result.status == RunStatus::Finished);
    CHECK(ended.result.counters[Counter::ctas_launched] == blocks);
  }
}

TEST_CASE("functional: blocks that wait for more than fit at once are in a deadlock") {
  const Ended ended = run_text("//! grid 200\n//! block 64\n", kGridBarrier, {}, 4);
  CHECK(ended.result.status == RunStatus::Deadlock);
  CHECK(ended.result.explanation.find("72 of the launch's 200 blocks have not started") !=
        std::string::npos);
}

TEST_CASE("functional: spin locks between warps and blocks end") {
  for (const Run& run : {Run{"spin_lock", "volta", "6", "64"}, Run{"spin_lock", "volta", "40"},
                         Run{"producer_consumer", "volta", "5"}, Run{"mutex_fair", "volta"}}) {
    INFO(run.kernel << " " << run.grid);
    const Ended timed = run_engine(options_of(run), {}, true);
    const Ended plain = run_engine(options_of(run), {}, false);
    CHECK(plain.result.status == RunStatus::Finished);
    CHECK(plain.memory == timed.memory);
  }
}

TEST_CASE("functional: a loop without end meets the limits") {
  const std::string endless =
      "mov.u32 %x, 0;\nL: add.u32 %x, %x, 1; st.global.u32 [%out], %x; bra L;";
  RunOptions options;
  options.max_cycles = 100'000;
  Ended ended = run_text("//! grid 3\n//! block 32\n", endless, options);
  CHECK(ended.result.status == RunStatus::Limit);
  CHECK(ended.result.explanation.starts_with("stopped after 100000 instructions of one warp"));
  options.max_cycles = 0;
  options.max_instructions = 12'345;
  ended = run_text("//! grid 3\n//! block 32\n", endless, options);
  CHECK(ended.result.status == RunStatus::Limit);
  CHECK(ended.result.explanation.starts_with("stopped after 12345 warp instructions"));
  CHECK(ended.result.counters[Counter::inst_executed] == 12'345);
}

TEST_CASE("functional: a launch that ends at its limit has ended") {
  const std::string text = "add.u32 %x, %t, 1;";  // and four moves and loads before it, a ret after
  RunOptions options;
  options.max_cycles = options.max_instructions = 6;
  CHECK(run_text("//! grid 1\n//! block 32\n", text, options).result.status == RunStatus::Finished);
  options.max_cycles = options.max_instructions = 5;
  CHECK(run_text("//! grid 1\n//! block 32\n", text, options).result.status == RunStatus::Limit);
}

TEST_CASE("functional: a barrier that some warps never come to is explained") {
  const std::string text =
      "setp.ge.u32 %p, %t, 32; @%p bra OTHER;\nbar.sync 1, 64;\nbra DONE;\nOTHER:\nbar.sync 2, "
      "64;\n"
      "DONE:";
  const Ended ended = run_text("//! grid 2\n//! block 64\n", text);
  CHECK(ended.result.status == RunStatus::Deadlock);
  CHECK(ended.result.explanation.find("barrier") != std::string::npos);
}
