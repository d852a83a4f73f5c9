// The issue stage of one SM between its parts: what a scheduler hears, and how long a warp stays.
#include "sim/sm/issue/issue_stage.h"

#include <catch2/catch.hpp>

#include "sim/launch/grid_needs.h"
#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

struct Heard {
  std::vector<std::string> all;
};

/// The oldest warp first; writes down what it is told.
class Listening final : public WarpScheduler {
 public:
  explicit Listening(Heard& heard) : heard_(heard) {}
  unsigned pick(WarpSet ready, std::span<const std::uint64_t>) const override {
    return static_cast<unsigned>(std::countr_zero(ready));
  }
  void issued(unsigned slot) override { say("issued", slot); }
  void missed(unsigned slot) override { say("missed", slot); }
  void answered(unsigned slot) override { say("answered", slot); }

 private:
  void say(const char* what, unsigned slot) {
    heard_.all.push_back(what + (" " + std::to_string(slot)));
  }
  Heard& heard_;
};

/// One CTA of one warp on the parts of an SM, whose L2 answers when a test says so.
struct Rig {
  explicit Rig(const std::string& text)
      : session(test::open({"//! grid 1\n//! block 32\n//! arg p u32[32] = zero\n",
                            ".visible .entry k(.param .u64 p) {\n"
                            ".reg .b32 %r<9>; .reg .b64 %d<9>;\nld.param.u64 %d1, [p];\n" +
                                text + "ret;\n}\n",
                            "v100"})),
        bound(bind(session.spec(), session.program(), memory)),
        kernel(session.program(), session.arch()),
        grid(kernel, bound.state,
             grid_needs(session.program(), session.arch(),
                        occupancy(session.arch(), occupancy_input(session.program(), 32, 0))),
             session.arch(), 1),
        shared{.arch = session.arch()},
        context(shared, 0, 0),
        port(memory, GlobalPort::Order::Immediate),
        l1(session.arch(), 32 * 1024, 0),
        warps(session.arch(), *std::pmr::get_default_resource()),
        ctas(context, warps),
        barriers(context, warps),
        front_end(context, warps, l1, port),
        load_store(context, l1),
        stage({context, warps, front_end, load_store, ctas, barriers, port}) {
    bound.state.num_sms = 1;
    context.until = 100'000;
    for (unsigned p = 0; p < warps.partitions(); ++p)
      warps.partition(p).scheduler = std::make_unique<Listening>(heard);
    Cta& cta = ctas.start(grid.on(0), grid.take(), 0);
    stage.begin(ctas.place_next(cta));
  }
  /// Cycles up to `until`.
  void run(std::uint64_t until) {
    for (; context.now < until; ++context.now)
      for (unsigned p = 0; p < warps.partitions(); ++p)
        if (warps.next_event(p) <= context.now) stage.step(p, IssueStage::Reach::All, out);
  }
  /// L2 answers all that has been asked, at cycle `at`.
  void answer(std::uint64_t at) {
    load_store.answer(std::vector<L2Answer>(l1.outbox().size(), {at}),
                      [&](const Completion& done) { stage.complete(done); });
  }
  std::size_t count(const std::string& what) const {
    return static_cast<std::size_t>(std::ranges::count(heard.all, what));
  }

  Session session;
  GlobalMemory memory;
  BoundLaunch bound;
  Kernel kernel;
  Grid grid;
  SmShared shared;
  SmContext context;
  GlobalPort port;
  L1Memory l1;
  WarpSlots warps;
  CtaSlots ctas;
  BarrierUnit barriers;
  FrontEnd front_end;
  LoadStore load_store;
  IssueStage stage;
  Outcome out;
  Heard heard;
};

}  // namespace

TEST_CASE("a scheduler hears what misses, and when L2 has answered it") {
  Rig rig("ld.global.u32 %r1, [%d1];\nadd.u32 %r2, %r1, 1;\n");
  rig.run(5'000);
  CHECK(rig.count("missed 0") == 1);
  CHECK(rig.count("answered 0") == 0);
  CHECK(rig.count("issued 0") == 2);  // the addition waits
  CHECK(rig.heard.all.at(1) == "missed 0");
  rig.answer(6'000);
  CHECK(rig.count("answered 0") == 1);
  rig.run(5'990);
  CHECK(rig.count("issued 0") == 2);
  rig.run(7'000);
  CHECK(rig.count("issued 0") == 4);
}

TEST_CASE("a warp stays until an atomic has come back whose result nobody reads") {
  Rig rig("atom.global.add.u32 %r1, [%d1], 1;\n");
  rig.run(5'000);
  CHECK(rig.count("issued 0") == 3);  // ret, too
  CHECK(rig.ctas.residents() == 1);
  CHECK_FALSE(rig.load_store.completions().empty());
  rig.answer(8'000);
  CHECK(rig.ctas.residents() == 0);
  REQUIRE(rig.context.end.ctas_ended.size() == 1);
  CHECK(rig.context.end.ctas_ended[0].at >= 8'000);
  CHECK(rig.context.end.ctas_ended[0].at < 8'100);
  CHECK(rig.count("answered 0") == 1);
  CHECK(rig.grid.on(0).tally.stalls(2)[static_cast<std::size_t>(Stall::drain)] > 2'000);
}
