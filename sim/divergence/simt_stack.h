// The reconvergence stack of Pascal and earlier: one stack of (pc, join point, lanes) per warp, and
// only the top entry runs.
//
// A divergent branch turns the top entry into the one that waits at the branch's immediate
// post-dominator (the join point) and pushes its sides above it, the side that runs first on top.
// A side that reaches its join point is popped: its lanes are parked in the entry below, whose turn
// comes when all sides are gone. Parked lanes make no progress; a spin lock inside one warp hangs.
//
// A call pushes the callee with the return point as its join point, so lanes that return apart
// reconverge there, also from inside a branch of the callee. A branch that joins nowhere, or where
// its own entry joins anyway (the exits of one loop, iteration after iteration), adds no waiting
// entry: its sides inherit the join point.
//
// Not modelled: the token types of SSY/PBK/PCNT/PRET and the depth limit of the hardware's stack.
// Source: Fung et al. 2007; architectures.md of the reference, section 6.2 (Hanoi, section 3).
#pragma once

#include "sim/divergence/divergence.h"

namespace simt {

class SimtStack final : public DivergenceModel {
 public:
  explicit SimtStack(FirstSide first_side) : first_side_(first_side) {}

  bool counts_warps() const override { return true; }
  LaneMask exited() const override { return exited_; }
  LaneMask at_barrier() const override { return blocked_ ? stack_.back().path.lanes : 0; }
  LaneMask live() const override { return started_ & ~exited_; }
  LaneView lane(unsigned lane) const override;
  DivergenceView view() const override;
  std::vector<std::string> describe() const override;
  std::uint64_t fingerprint() const override;

 private:
  void do_start(Pc entry, LaneMask lanes) override;
  const Path* do_current() const override {
    return stack_.empty() || blocked_ ? nullptr : &stack_.back().path;
  }
  bool do_converge(LaneMask named, const Inst& inst) override;
  void do_advance(const Inst& inst, const Outcome& outcome) override;
  void do_go_on_at(Pc pc) override;
  void do_block_at_barrier() override { blocked_ = true; }
  bool do_all_wait_at_barrier() override {
    if (stack_.size() != 1) return false;
    ++stack_.back().path.pc;
    return blocked_ = true;
  }
  void do_release_barrier(LaneMask lanes) override;
  StraightLine straight_line() override;

  struct Entry {
    Path path;
    Pc join = kNoPc;          ///< popped here; kNoPc: never
    unsigned depth = 0;       ///< calls that the path is inside of
    unsigned join_depth = 0;  ///< `join` counts only at this depth (recursion)
    bool at_join() const { return path.pc == join && depth == join_depth; }
  };

  void split(const Inst& inst, const Outcome& outcome);
  void remove(LaneMask lanes);
  void pop_joined();
  bool waits_behind_call(const Path& back, unsigned depth);
  bool waits_for_sides(std::size_t entry) const;
  std::string where_is(LaneMask lanes) const;

  FirstSide first_side_;
  std::vector<Entry> stack_;
  LaneMask started_ = 0, exited_ = 0;
  bool blocked_ = false;  ///< the top entry waits at a CTA barrier
};

}  // namespace simt
