// Paths of a warp that executes machine code: where they wait for each other is what the code says.
//
//   BSSY   (ConvergeAt) writes the lanes of the path to a barrier register; nothing moves.
//   BSYNC  (ConvergeWait) the path parks behind it until every lane that its register names has
//          come to one of the same register at the same place, has ended, has left (BREAK), or has
//          yielded and not run since. Those present go on as one path. Two paths have come to one
//          barrier if each is named by the other's register: in recursive code a path may wait in
//          one call of a function while others run, or wait, in a call that this one has made.
//   BREAK  (ConvergeLeave) nobody waits for these lanes at that register any more.
//   YIELD  the next ready path runs; until it is this one's turn again, nobody waits for its lanes.
//   WARPSYNC  (WarpSync) the path parks behind it until the lanes that it names are at one, too, at
//          the same place for .ALL. Of .COLLECTIVE all go on as one path, each to its own place
//          at its end. It and .EXCLUSIVE part a path: lanes that name the same ones go on
//          together
//
// Of a branch the side with fewer lanes runs first, or as the architecture file says. The path that
// runs keeps running until it blocks, yields or exits. What registers hold is the executor's: it
// says with each BSYNC who meets there (Outcome::expected). Calls are branches.
//
// When no path can run, a BSYNC opens whose missing lanes all wait at WARPSYNC or a CTA barrier.
// What waits for ever then does so on the device (1,800 kernels on an H200, tests/hardware/exits).
// Source: H200 measurements (divergence_facts.md); Hanoi (architectures.md, 6.3).
#pragma once

#include <cstdint>

#include "sim/divergence/divergence.h"
#include "sim/divergence/early_openings.h"

namespace simt {

class MachineBarriers final : public DivergenceModel {
 public:
  /// `memory`: for the paths.
  explicit MachineBarriers(FirstSide first_side,
                           std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : first_side_(first_side), routes_(memory), early_(memory) {
    routes_.reserve(2);
  }

  bool of_machine_code() const override { return true; }
  bool counts_warps() const override { return false; }
  LaneMask exited() const override { return exited_; }
  LaneMask at_barrier() const override;
  LaneMask live() const override { return started_ & ~exited_; }
  LaneView lane(unsigned lane) const override;
  DivergenceView view() const override;
  std::vector<std::string> describe() const override;
  std::uint64_t fingerprint() const override;

 private:
  enum class Wait : std::uint8_t { None, Barrier, WarpSync, CtaBarrier };
  /// A path with what it waits for.
  struct Route {
    Path path;
    Wait wait = Wait::None;
    Slot barrier = kNoSlot;      ///< Barrier: the register
    LaneMask needs = 0;          ///< Barrier, WarpSync: lanes that meet there
    const Inst* sync = nullptr;  ///< WarpSync: the instruction
  };

  void do_start(Pc entry, LaneMask lanes) override;
  const Path* do_current() const override {
    if (routes_.empty() || routes_[current_].wait != Wait::None) return nullptr;
    return &routes_[current_].path;
  }
  bool do_converge(LaneMask, const Inst&) override { return true; }
  void do_advance(const Inst& inst, const Outcome& outcome) override;
  void do_go_on_at(Pc pc) override { routes_[current_].path.pc = pc; }
  void do_block_at_barrier() override;
  bool do_all_wait_at_barrier() override;
  void do_release_barrier(LaneMask lanes) override;
  StraightLine straight_line() override;

  void branch(const Outcome& outcome);
  void exit(LaneMask lanes);
  Route* part(const Outcome& outcome);
  void wait_at(Slot barrier, const Outcome& outcome);
  void wait_for_lanes(const Inst& inst, const Outcome& outcome);
  void part_by_named(const Outcome& outcome);
  void leave(Slot barrier, const Outcome& outcome);
  void step_over_cta_barrier(const Inst& inst, const Outcome& outcome);
  /// Puts a path right behind the one that runs.
  void insert_next(const Route& route);

  void settle();
  bool open_barriers();
  void open_barrier(Route first);
  bool open_for_blocked();
  bool open_warp_syncs();
  LaneMask present_with(const Route& first) const;
  void open_warp_sync(LaneMask present);
  void run_next(std::size_t from);
  /// Lanes that are with the path at its barrier, its own among them.
  LaneMask here_with(const Route& waits) const;
  /// Lanes that it still waits for.
  LaneMask missing_at(const Route& waits) const;
  LaneMask waited_for(const Route& route) const;
  int number_of(Slot barrier) const;
  void add_barrier(std::vector<ConvergenceBarrierView>& out, const Route& route) const;
  std::string describe(const Route& route, bool runs) const;

  FirstSide first_side_;
  std::pmr::vector<Route> routes_;  ///< siblings side by side: the order in which paths take turns
  EarlyOpenings early_;
  std::size_t current_ = 0;  ///< the route that runs; when it waits, none can
  LaneMask started_ = 0, exited_ = 0, yielded_ = 0;
};

}  // namespace simt
