// Breakpoints and watchpoints: what stops a run besides the command that started it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/step/code_place.h"
#include "sim/step/expression.h"
#include "sim/step/lane_values.h"

namespace simt {

struct Breakpoint {
  unsigned number = 0;
  CodePlace place;
  std::optional<Expression> condition;  ///< holds when it does for any lane that executed
  std::uint64_t hits = 0;
};

/// Stops when the value of an expression changes: in any lane of a warp, if it differs by lane.
struct Watchpoint {
  unsigned number = 0;
  Expression expression;
  unsigned sm = 0;
  WarpId warp{};
  LaneValues last{};  ///< lane 0 alone unless by lane
  LaneMask lanes = 1;
  std::uint64_t hits = 0;
};

class StopPoints {
 public:
  unsigned add_breakpoint(CodePlace place, std::optional<Expression> condition);
  /// Takes the present value as the one to differ from. Throws StepError when it has none.
  unsigned add_watchpoint(Expression expression, const LanePlace& at);
  /// False: there is none of this number.
  bool remove(unsigned number);
  void clear();

  /// Does the instruction stop the run? `sm`: the SM in focus; breakpoints whose condition names an
  /// SM or CTA look at all. Notes why.
  bool hit(const StepEvent& event, const Machine& machine, unsigned sm);
  /// Why the run has stopped here, for the person; empty when no point was hit.
  const std::vector<std::string>& reasons() const { return reasons_; }
  void forget_reasons() { reasons_.clear(); }
  /// After a jump to another place of the run: watched values start anew from there.
  void look_again(const Machine& machine);

  const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
  const std::vector<Watchpoint>& watchpoints() const { return watchpoints_; }

 private:
  bool holds(const Breakpoint& b, const StepEvent& event, const Machine& machine);
  void check(Watchpoint& w, const StepEvent& event, const Machine& machine);

  std::vector<Breakpoint> breakpoints_;
  std::vector<Watchpoint> watchpoints_;
  std::vector<std::string> reasons_;
  unsigned last_number_ = 0;
};

}  // namespace simt
