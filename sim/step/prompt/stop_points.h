// Breakpoints and watchpoints: what stops a run besides the command that started it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/step/code_place.h"
#include "sim/step/expression.h"
#include "sim/step/prompt/watchpoint.h"

namespace simt {

struct Breakpoint {
  unsigned number = 0;
  CodePlace place;
  std::optional<Expression> condition;  ///< holds when it does for any lane that executed
  std::uint64_t hits = 0;
};

/// Why the run has stopped, for the person; no text: no point was hit.
struct StopReason {
  std::vector<std::string> text;
  /// The change came from this instruction when its window ended, not from the one that stands
  /// there now.
  std::optional<Writer> settled;
};

class StopPoints {
 public:
  unsigned add_breakpoint(CodePlace place, std::optional<Expression> condition);
  /// Takes the present value as the one to differ from. Throws StepError when it has none.
  unsigned add_watchpoint(Expression expression, const LanePlace& at);
  /// False: there is none of this number.
  bool remove(unsigned number);
  void clear();
  bool empty() const { return breakpoints_.empty() && watchpoints_.empty(); }

  /// Does the instruction stop the run? `sm`: the SM in focus; breakpoints whose condition names an
  /// SM or CTA look at all. Notes why.
  bool hit(const StepEvent& event, const Machine& machine, unsigned sm);
  /// The same of what happened after the last instruction.
  bool hit_at_end(const Machine& machine);
  const StopReason& reason() const { return reason_; }
  void forget_reason() { reason_ = {}; }
  /// After a jump to another place of the run: watched values start anew from there.
  void look_again(const Machine& machine);

  const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
  const std::vector<Watchpoint>& watchpoints() const { return watchpoints_; }

 private:
  bool holds(const Breakpoint& b, const StepEvent& event, const Machine& machine);
  template <class F>
  void ask(F&& change_of);

  std::vector<Breakpoint> breakpoints_;
  std::vector<Watchpoint> watchpoints_;
  StopReason reason_;
  unsigned last_number_ = 0;
};

}  // namespace simt
