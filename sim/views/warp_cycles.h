// The cycles of all warps of a run by instruction and state: what advice can promise to save. Each
// piece of advice takes the cycles that would go away, and what is taken is gone for the next: so
// all advice together never promises more than the launch took.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "sim/views/report.h"

namespace simt {

/// 0 of nothing.
inline double quotient(double a, double b) {
  return b > 0 ? a / b : 0;
}

class WarpCycles {
 public:
  using States = std::initializer_list<Stall>;

  explicit WarpCycles(const Subject& subject);

  /// Cycles that are left before the instruction at `pc` or before any, in all states or these.
  double left() const;
  double left(Pc pc) const;
  double left(Pc pc, States states) const;
  double left(States states) const;
  /// The part of them beyond `floor` cycles for each execution of the instruction that waits.
  double left_beyond(States states, double floor) const;
  /// Takes the share `part` (held between 0 and 1) of what is left. Returns the cycles taken.
  double take(Pc pc, States states, double part);
  double take(States states, double part);
  /// The same in all states before `pc`.
  double take(Pc pc, double part);
  /// The same before all instructions.
  double take(double part);

  /// What warp cycles are of the launch's time, in percent: warps share the time in which the SM
  /// with most work is active, as if all spent it alike, and the launch takes longer than that
  /// (launch.kernel_cycles of the architecture).
  double percent(double cycles) const;
  /// Warp cycles that a time of an SM is while it holds as many warps as on average.
  double of_sm_time(double cycles) const { return cycles * warps_; }
  /// All of them, in percent of the launch's time: without what it costs before and after its
  /// blocks run.
  double all() const { return all_; }
  /// All that was taken, in percent of the launch's time.
  double taken() const { return percent(taken_); }

 private:
  using Row = std::array<double, kNumStalls>;
  static double sum(const Row& row, States states);
  double take_of(double& left, double part);

  std::vector<Row> left_;
  std::vector<double> executed_;
  double taken_ = 0;
  double all_ = 0;  ///< percent
  double percent_per_cycle_ = 0;
  double warps_ = 0;  ///< resident on an SM that holds any
};

/// In these a warp waits for nothing but other warps: what fewer of them spare where all run at
/// once.
inline constexpr WarpCycles::States kForOthers{Stall::not_selected, Stall::math_pipe_throttle,
                                               Stall::mio_throttle, Stall::lg_throttle};

}  // namespace simt
