// Branches that part the lanes of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"
#include "sim/views/sides.h"

namespace simt {
namespace {

constexpr double kDivergentShare = 0.05;  // of a branch's executions
constexpr double kIdleShare = 5;          // percent of the launch's time for a loop's idle lanes
constexpr double kFewLanes = 4;           // of a warp, on a side that one warp could do for all

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

  /// Those that take() would take.
  double idle(const WarpCycles& cycles) const {
    double out = 0;
    for (const Pc pc : split_.apart) out += cycles.left(pc) * in_excess(pc);
    return out;
  }

  double lanes_here() const { return lanes_of(line_); }
  /// Lanes that jump, of an average execution.
  double jump() const {
    return line_.executed == 0
               ? 0
               : static_cast<double>(line_.thread_pred_on) / static_cast<double>(line_.executed);
  }
  double go_on() const { return lanes_here() - jump(); }
  /// Lanes of all warps that can change places which take the side of fewer lanes together.
  double fewer_of_group() const { return std::min(jump(), go_on()) * group(); }
  double group_warps() const { return group(); }
  bool group_is_block() const { return s_.run.launch.occupancy.warps_per_cta > 1; }

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

/// "on average 30.0 of 32 lanes jump and 2.0 go on": how a branch with a guard splits its lanes.
std::string how_they_split(const Subject& s, const Branch& b) {
  if (b.jump() <= 0 || b.go_on() <= 0)
    return fmt::format("{:.1f} of {} lanes arrive here on average", b.lanes_here(),
                       s.arch.warp_size);
  return fmt::format("on average {:.1f} of {} lanes jump and {:.1f} go on", b.jump(),
                     s.arch.warp_size, b.go_on());
}

std::string what_to_choose(const Subject& s, const Branch& b) {
  const unsigned warp = s.arch.warp_size;
  const double fewer = std::min(b.jump(), b.go_on());
  if (fewer > 0 && fewer <= kFewLanes && b.group_warps() > 1) {
    const double lanes = std::round(b.fewer_of_group());
    return fmt::format(
        "On average {:.0f} threads of a {}, in {:.0f} warps, take the side with fewer lanes: "
        "consecutive threads in {} could do its work.",
        lanes, b.group_is_block() ? "block" : "grid", b.group_warps(),
        plural(static_cast<std::uint64_t>(std::max(1.0, std::ceil(lanes / warp))), "warp"));
  }
  return fmt::format("Let whole warps take one side: choose by a multiple of {} threads.", warp);
}

std::string text(const Subject& s, const Branch& b) {
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
          b.lanes_here(), s.arch.warp_size);
    case SplitKind::OneSide:
      return fmt::format("Lanes that skip the instructions after it wait for the others ({}). {}",
                         how_they_split(s, b), what_to_choose(s, b));
    case SplitKind::TwoSides:
      break;
  }
  return fmt::format("Both sides run one after the other, each with a part of the lanes ({}). {}",
                     how_they_split(s, b), what_to_choose(s, b));
}

/// Often enough, or dear enough: few lanes leave a long loop in each of its rounds.
bool worth_a_word(const LineCounters& line, const Branch& branch, const WarpCycles& cycles) {
  if (static_cast<double>(line.splits) >= kDivergentShare * static_cast<double>(line.executed))
    return true;
  return branch.kind() == SplitKind::Loop && cycles.percent(branch.idle(cycles)) >= kIdleShare;
}

}  // namespace

void advise_divergence(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const auto splits = [&](Pc pc) { return s.run.lines[pc].splits; };
  std::size_t told = 0, left_out = 0;
  for (const Pc pc : largest(s, splits, s.run.lines.size())) {
    const LineCounters& line = s.run.lines[pc];
    const Branch branch(s, pc);
    if (!worth_a_word(line, branch, cycles)) continue;
    if (told == kMostLines) {
      ++left_out;
      continue;
    }
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
    ++told;
  }
  if (left_out > 0) out.back().text += left_out_text(left_out);
}

}  // namespace simt
