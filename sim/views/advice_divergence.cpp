// Branches that part the lanes of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/views/advice_rules.h"
#include "sim/views/sides.h"

namespace simt {
namespace {

constexpr double kDivergentShare = 0.05;  // of a branch's executions

/// A branch with what packing its lanes could save.
class Branch {
 public:
  Branch(const Subject& s, Pc pc)
      : s_(s), line_(s.run.lines[pc]), split_(split_at(s.program, pc)) {}

  SplitKind kind() const { return split_.kind; }
  /// Nothing but more warps would let whole ones take a side.
  bool of_one_warp() const { return s_.run.counters[Counter::warps_launched] == 1; }

  /// The cycles of what lanes run apart.
  double apart(const WarpCycles& cycles) const {
    double out = 0;
    for (const Pc pc : split_.apart) out += cycles.left(pc);
    return out;
  }

  /// Takes the cycles of the executions that fewer, fuller warps would not need.
  double take(WarpCycles& cycles) const {
    double out = 0;
    for (const Pc pc : split_.apart) out += cycles.take(pc, in_excess(pc));
    return out;
  }

  double lanes_here() const { return lanes_of(line_); }

 private:
  static double lanes_of(const LineCounters& l) {
    return l.executed == 0
               ? 0
               : static_cast<double>(l.thread_executed) / static_cast<double>(l.executed);
  }

  /// Warps whose lanes can change places: those of a block, or of the grid where a block is one
  /// warp.
  double group() const {
    const double cta = s_.run.launch.occupancy.warps_per_cta;
    return cta > 1 ? cta : static_cast<double>(s_.run.counters[Counter::warps_launched]);
  }

  /// The share of an instruction's executions that warps filled with its lanes would not need. No
  /// choice of a side saves any where on average one warp of a group splits at a time.
  double in_excess(Pc pc) const {
    const LineCounters& l = s_.run.lines[pc];
    if (l.executed == 0) return 0;
    const auto executed = static_cast<double>(l.executed);
    if (split_.kind == SplitKind::Waiting)  // once for each warp would do
      return std::max(0.0,
                      1 - static_cast<double>(s_.run.counters[Counter::warps_launched]) / executed);
    const double full = static_cast<double>(l.thread_executed) / s_.arch.warp_size;
    if (split_.kind == SplitKind::Loop) return std::max(0.0, 1 - full / executed);
    const double times = static_cast<double>(line_.executed) / group();  // the group came to it
    if (static_cast<double>(line_.splits) <= times) return 0;
    return std::max(0.0, 1 - times * std::ceil(full / times - 1e-9) / executed);
  }

  const Subject& s_;
  const LineCounters& line_;
  Split split_;
};

std::string title(const LineCounters& line, SplitKind kind) {
  const std::string times =
      fmt::format("in {} of {} executions", grouped(line.splits), grouped(line.executed));
  switch (kind) {
    case SplitKind::Waiting:
      return "lanes of a warp wait for each other " + times;
    case SplitKind::Loop:
      return "lanes leave the loop at different times " + times;
    case SplitKind::OneSide:
    case SplitKind::TwoSides:
      break;
  }
  return "branch splits warps " + times;
}

std::string text(const Subject& s, const Branch& b) {
  const unsigned warp = s.arch.warp_size;
  switch (b.kind()) {
    case SplitKind::Waiting:
      return "This loop waits for other threads, those of its own warp among them: they go through "
             "it one after the other. Let one lane act for its warp (combine the values with "
             "shuffles first), or use one atomic instruction in the place of a lock.";
    case SplitKind::Loop:
      return fmt::format(
          "The warp goes on until its last lane is through ({:.1f} of {} lanes are in the loop on "
          "average). Give the lanes of a warp equally many trips: sort the work by its length, or "
          "let the lanes share one piece of it.",
          b.lanes_here(), warp);
    case SplitKind::OneSide:
      return fmt::format(
          "Lanes that skip the instructions after it wait for the others ({:.1f} of {} arrive here "
          "on average). Let whole warps skip: choose by a multiple of {} threads.",
          b.lanes_here(), warp, warp);
    case SplitKind::TwoSides:
      break;
  }
  return fmt::format(
      "Both sides run one after the other, each with a part of the lanes ({:.1f} of {} arrive here "
      "on average). Let whole warps take one side: choose by a multiple of {} threads.",
      b.lanes_here(), warp, warp);
}

}  // namespace

void advise_divergence(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const auto splits = [&](Pc pc) { return s.run.lines[pc].splits; };
  for (const Pc pc : largest(s, splits, kMostLines)) {
    const LineCounters& line = s.run.lines[pc];
    if (static_cast<double>(line.splits) < kDivergentShare * static_cast<double>(line.executed))
      continue;
    const Branch branch(s, pc);
    Advice a;
    a.title = title(line, branch.kind());
    a.line = s.program.code[pc].loc.line;
    a.text = text(s, branch);
    a.share = cycles.percent(branch.apart(cycles));
    a.gain = cycles.percent(branch.take(cycles));
    const bool sides = branch.kind() == SplitKind::OneSide || branch.kind() == SplitKind::TwoSides;
    if (!sides)
      a.kind = GainKind::AtMost;
    else if (branch.of_one_warp())
      a.kind = GainKind::Later;
    else if (a.gain <= 0)
      continue;
    out.push_back(std::move(a));
  }
}

}  // namespace simt
