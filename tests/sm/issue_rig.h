// The issue stage of one SM with its parts, one CTA of one warp; L2 answers when a test says so.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "sim/launch/grid_needs.h"
#include "sim/sm/issue/issue_stage.h"
#include "tools/driver/session.h"

namespace simt::test {

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

/// `observer` may be null; it hears the start of the CTA, too.
struct IssueRig {
  IssueRig(const Program& program, const ArchConfig& arch, const LaunchState& launch,
           GlobalMemory& memory, Observer* observer = nullptr)
      : kernel(program, arch),
        grid(kernel, launch,
             grid_needs(program, arch, occupancy(arch, occupancy_input(program, 32, 0))), arch, 1),
        shared{.arch = arch, .observer = observer},
        context(shared, 0, 0),
        port(memory, GlobalPort::Order::Immediate),
        l1(arch, 32 * 1024, 0),
        warps(arch, *std::pmr::get_default_resource()),
        ctas(context, warps, *std::pmr::get_default_resource()),
        barriers(context, warps),
        front_end(context, warps, l1, port),
        load_store(context, l1),
        stage({context, warps, front_end, load_store, ctas, barriers, port}) {
    context.watched = observer != nullptr;
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
  /// L2 answers all that has been asked, at cycle `at`; writes have left the SM at `left`.
  void answer(std::uint64_t at, std::uint64_t left = 0) {
    load_store.answer(std::vector<L2Answer>(l1.outbox().size(), {at, MemoryLevel::L2, left}),
                      [&](const Completion& done) { stage.complete(done); });
  }
  std::size_t count(const std::string& what) const {
    return static_cast<std::size_t>(std::ranges::count(heard.all, what));
  }
  /// Cycles that the warp spent so, waiting to issue the instruction at `pc`.
  std::uint64_t stalled(Pc pc, Stall reason) {
    return grid.on(0).tally.stalls(pc)[static_cast<std::size_t>(reason)];
  }

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

}  // namespace simt::test
