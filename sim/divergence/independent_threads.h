// Independent thread scheduling, Volta and later: a warp is a list of paths, each with its own PC,
// and convergence barriers say where paths wait for each other.
//
// What ptxas writes into the machine code is derived here from the branch itself:
//   BSSY   a divergent branch creates a barrier at its immediate post-dominator for all lanes of
//          the path, unless the path's innermost barrier already waits there (exits of one loop);
//          a call creates one at its return point, but for a call through a register: what its
//          lanes call apart they return from apart, and stay so (function_pointers.cu on an H200).
//   BSYNC  a path that reaches its innermost barrier's target parks. The barrier opens when every
//          participant that has not yielded is there; those present go on as one path.
//   YIELD  FlowFacts::yields: the barriers around this back edge do not wait for the lanes that
//   take it
//          until those park at a barrier, and the next ready path runs.
//   BREAK  lanes that exit, return, or are merged by a warp-level instruction leave the barriers of
//          the regions that they left.
//   WARPSYNC  a *.sync instruction and an .aligned CTA barrier wait for the lanes they name. The
//          assembler writes no BSSY around them, so that the lanes at the end of such a region do
//          not wait: when no path can run, a convergence barrier opens whose missing lanes all wait
//          at a warp-level instruction or a CTA barrier (early returns before a barrier).
// The path that runs keeps running until it blocks, yields or exits.
//
// Not modelled: the number of barrier registers (16), Hanoi's run-time skipping of BSYNC.
// Source: H200 measurements in divergence_facts.md; architectures.md of the reference, 6.3.
#pragma once

#include <utility>

#include "sim/divergence/convergence_barriers.h"
#include "sim/divergence/divergence.h"

namespace simt {

class IndependentThreads final : public DivergenceModel {
 public:
  /// `memory`: for the paths.
  IndependentThreads(FirstSide first_side, bool interleave,
                     std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : first_side_(first_side), interleave_(interleave), routes_(memory) {
    routes_.reserve(2);  // near the model in an arena
  }

  std::vector<Meeting> take_meetings() override { return std::exchange(meetings_, {}); }
  std::vector<Abandoned> take_abandoned() override { return std::exchange(abandoned_, {}); }
  bool counts_warps() const override { return false; }
  LaneMask exited() const override { return exited_; }
  LaneMask at_barrier() const override;
  LaneMask live() const override { return started_ & ~exited_; }
  LaneView lane(unsigned lane) const override;
  DivergenceView view() const override;
  std::vector<std::string> describe() const override;
  std::uint64_t fingerprint() const override;

 private:
  void do_start(Pc entry, LaneMask lanes) override;
  const Path* do_current() const override {
    if (routes_.empty() || routes_[current_].wait != Wait::None) return nullptr;
    return &routes_[current_].path;
  }
  bool do_converge(LaneMask named, const Inst& inst) override;
  void do_advance(const Inst& inst, const Outcome& outcome) override;
  void do_go_on_at(Pc pc) override;
  void do_block_at_barrier() override;
  bool do_all_wait_at_barrier() override;
  void do_release_barrier(LaneMask lanes) override;
  StraightLine straight_line() override;

  using Id = ConvergenceBarriers::Id;
  enum class Wait : std::uint8_t { None, Join, WarpSync, CtaBarrier };
  /// A path with what it waits for.
  struct Route {
    Path path;
    Pc join = kNoPc;  ///< target of `barrier` when that counts at this call depth, else kNoPc
    Id barrier = ConvergenceBarriers::kNone;  ///< innermost
    unsigned depth = 0;                       ///< calls that the path is inside of
    Wait wait = Wait::None;
    LaneMask needs = 0;          ///< WarpSync: the lanes that it waits for, itself included
    const Inst* sync = nullptr;  ///< WarpSync: the instruction
    bool met = false;            ///< its lanes have come to the instruction; it is to execute it
  };

  void step_to(Pc pc);
  void step_over_cta_barrier(const Inst& inst, const Outcome& outcome);
  void branch(const Inst& inst, const Outcome& outcome);
  Id region_of(const Route& from, const Inst& inst, const Outcome& outcome);
  void exit(LaneMask lanes);
  bool release_alone(Route& route, LaneMask lanes);

  void enter(Route& route, Id barrier);
  void arrive_if_at_join(Route& route);
  void settle();
  /// Has it lanes, and waits for no others? At a barrier of its CTA it may.
  static bool goes_alone(const Route& r) {
    return r.path.lanes != 0 && (r.wait == Wait::None || r.wait == Wait::CtaBarrier);
  }
  bool open_barriers();
  void open(Id barrier, LaneMask arrived);
  bool open_for_blocked();
  bool open_warp_syncs();
  LaneMask present_with(const Route& first) const;
  void open_warp_sync(LaneMask present);
  void merge(Route& into, Route& other);
  void remember_elsewhere(const Route& waits);
  void find_abandoned(LaneMask present);
  void run_next(std::size_t from);
  bool find_next(std::size_t from);

  LaneMask arrived_at(Id barrier) const;
  /// Lanes that wait at a warp-level instruction or a CTA barrier.
  LaneMask blocked() const;
  /// Participants that the barrier still waits for.
  LaneMask missing_at(Id barrier) const;
  std::string describe(const Route& route, bool runs) const;

  FirstSide first_side_;
  bool interleave_;
  std::pmr::vector<Route> routes_;  ///< siblings side by side: the order in which paths take turns
  std::size_t current_ = 0;         ///< the route that runs; when it waits, none can
  ConvergenceBarriers barriers_;
  std::vector<Meeting> meetings_;     ///< not yet asked for
  std::vector<Abandoned> elsewhere_;  ///< `exited`: lanes that a path which waits now needs
  std::vector<Abandoned> abandoned_;  ///< not yet asked for
  LaneMask started_ = 0, exited_ = 0;
};

}  // namespace simt
