// A branch that parted lanes of warps, and what packing its lanes would save: from the counters of
// its executions and of the instructions that its lanes run apart.
#pragma once

#include "sim/views/producer.h"
#include "sim/views/sides.h"
#include "sim/views/warp_cycles.h"

namespace simt {

/// Of each branch that parted lanes its split, by program counter; the others have no sides.
using Splits = std::vector<Split>;
Splits splits_of(const Subject& subject);

class DivergentBranch {
 public:
  DivergentBranch(const Subject& subject, Pc pc, const Splits& splits);

  Pc pc() const { return pc_; }
  SplitKind kind() const { return split_.kind; }
  const LineCounters& line() const { return line_; }
  const BranchSplits& splits() const { return splits_; }
  bool has_sides() const { return kind() == SplitKind::OneSide || kind() == SplitKind::TwoSides; }
  /// It skips what lies beyond the border of the work: which lanes do is no choice of the kernel.
  bool is_at_border() const { return is_at_end_of_grid() || is_in_last_round(); }
  bool is_at_end_of_grid() const { return has_sides() && split_.border == Border::Grid; }
  /// It is part of a loop whose index goes on from the thread's, or the loop itself, and splits a
  /// warp once each time that it comes there: the limit is no multiple of the step.
  bool is_in_last_round() const;
  /// Nothing but more warps would let whole ones take a side.
  bool of_one_warp() const { return s_.run.counters[Counter::warps_launched] == 1; }

  /// The cycles of what lanes run apart.
  double apart(const WarpCycles& cycles) const;
  /// Those of the executions that fewer, fuller warps would not need.
  double idle(const WarpCycles& cycles) const;
  /// One of the sides has no load or atomic: no wait for memory follows another's.
  bool has_plain_side() const;
  /// Takes these; where one is and lanes go by values only those of the instructions: a
  /// warp waits for what it loads there no longer than with all of its lanes, and one that still
  /// goes there waits as long. Of the dearer of two sides or the only one, where all warps run at
  /// once, only what they wait for each other.
  /// Where the condition goes by values (not `by_place`) a warp may go another way each time.
  /// `instructions_only`: who makes whom wait, of the program; nullptr: all that they wait for.
  double take(WarpCycles& cycles, bool by_place, const Producers* instructions_only) const;

  /// One lane of a warp writes out what it has, or lanes only leave at the border of the work:
  /// whichever lanes they are, somebody has to.
  bool is_in_order() const;

  /// The lanes that part go round what the others do, and there are few of them: at the border of
  /// a picture, say. The others are nearly full warps.
  bool few_skip() const;
  static constexpr double kFewLanes = 4;  ///< of a warp

  /// Warps of a block wait for its lanes at a barrier after where they reconverge.
  bool is_awaited() const { return next_barrier() != kNoPc; }

  double lanes_here() const;  ///< of all executions, on average
  // A group are the warps whose lanes can change places: those of a block, or of the grid where a
  // block is one warp.
  bool group_is_block() const { return s_.run.launch.occupancy.warps_per_cta > 1; }
  /// No warp comes to it twice.
  bool once() const;
  /// Warps of a group that part at a time, and their lanes that take the side with fewer. An
  /// estimate where it is not once(): as if all of them parted in the same rounds.
  double warps_at_a_time() const;
  double fewer_at_a_time() const;
  /// No more than these, on average, whichever rounds they part in.
  double most_warps_at_a_time() const;
  double most_fewer_at_a_time() const;
  double fewer_of_warp() const;

 private:
  double times() const { return static_cast<double>(line_.executed); }
  double parted() const { return static_cast<double>(line_.splits); }
  const Side* dearest_side(const WarpCycles& cycles) const;
  double spared(Pc pc) const;
  double visits() const;
  double entries_of_loop() const;
  double least_visits() const;
  double entries(const Side& side) const;
  double trips(Pc pc) const;
  /// Where warps of a block take the side in multiples of `at_a_time`.
  double in_excess(Pc pc, unsigned at_a_time) const;
  double own_excess(Pc pc, unsigned at_a_time = 1) const;
  double take_contention(WarpCycles& cycles, const Side& side) const;
  double take_queue(WarpCycles& cycles, Pc pc) const;
  double take_skew(WarpCycles& cycles, const Side& side) const;
  Pc next_barrier() const;  ///< after the join, of a block's warps; or kNoPc
  double empty_lanes(Pc pc) const;
  double take_instruction(WarpCycles& cycles, Pc pc, double part, const Producers& producers) const;
  bool loads() const;         ///< from memory that others use, too
  Pc nested_in(Pc pc) const;  ///< the outermost branch within it that parts its lanes; or kNoPc
  void find_nested(const Splits& splits);
  bool leaves_at_a_border() const;
  bool writes_out(const Side& side) const;

  const Subject& s_;
  Pc pc_;
  const LineCounters& line_;
  const BranchSplits& splits_;
  const Split& split_;
  /// Of what `split_` has apart: the branch whose lanes tell this one's part there, the outermost
  /// if that parts lanes further, or this one within a further loop; kNoPc for what only this one
  /// parts.
  std::vector<Pc> nested_;
};

}  // namespace simt
