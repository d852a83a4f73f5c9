// Branches that part the lanes of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/views/advice_rules.h"
#include "sim/views/divergent_branch.h"
#include "sim/views/excess.h"

namespace simt {
namespace {

constexpr double kDivergentShare = 0.05;  // of a loop's rounds
constexpr double kIdleShare = 5;          // percent of the launch's time for a loop's idle lanes
constexpr double kFewLanes = 4;           // of a warp, on a side that one warp could do for all

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

/// "Where it does (in 8 of 160 warps), 1 to 4 of 32 lanes take the side with fewer lanes."
std::string how_they_split(const Subject& s, const DivergentBranch& b) {
  const BranchSplits& splits = b.splits();
  const std::string lanes = splits.least == splits.most
                                ? fmt::format("{}", splits.most)
                                : fmt::format("{} to {} (on average {:.1f})", splits.least,
                                              splits.most, b.fewer_of_warp());
  return fmt::format("Where it does (in {} of {}), {} of {} lanes take the side with fewer lanes.",
                     grouped(splits.warps), plural(s.run.counters[Counter::warps_launched], "warp"),
                     lanes, s.arch.sm.warp_size);
}

/// One warp could do for all what lanes of many do.
bool fits_fewer_warps(const DivergentBranch& b) {
  return b.fewer_of_warp() <= kFewLanes && b.warps_at_a_time() > 1;
}

/// Whichever warp does it: the others wait for it.
bool holds_others_up(const DivergentBranch& b) {
  return fits_fewer_warps(b) && b.is_awaited();
}

std::string what_to_choose(const Subject& s, const DivergentBranch& b) {
  const unsigned warp = s.arch.sm.warp_size;
  if (fits_fewer_warps(b)) {
    const double lanes = std::round(b.fewer_at_a_time());
    return fmt::format(
        "On average these are {:.0f} threads of a {} at a time, in {:.0f} warps: consecutive "
        "threads in {} could do their work.{}",
        lanes, b.group_is_block() ? "block" : "grid", b.warps_at_a_time(),
        plural(static_cast<std::uint64_t>(std::max(1.0, std::ceil(lanes / warp))), "warp"),
        holds_others_up(b) ? " The others wait for them at the next barrier." : "");
  }
  return fmt::format("Let whole warps take one side: choose by a multiple of {} threads.", warp);
}

std::string text(const Subject& s, const DivergentBranch& b) {
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
          b.lanes_here(), s.arch.sm.warp_size);
    case SplitKind::OneSide:
      return fmt::format("Lanes that skip the instructions after it wait for the others. {} {}",
                         how_they_split(s, b), what_to_choose(s, b));
    case SplitKind::TwoSides:
      break;
  }
  return fmt::format("Both sides run one after the other, each with a part of the lanes. {} {}",
                     how_they_split(s, b), what_to_choose(s, b));
}

/// What it costs, in percent of the launch's time: orders the branches.
double cost(const DivergentBranch& b, const WarpCycles& cycles) {
  return cycles.percent(b.has_sides() && b.of_one_warp() ? b.apart(cycles) : b.idle(cycles));
}

/// Lanes leave most loops one by one: it is worth a word where they do so often, or at a cost.
bool worth_a_word(const DivergentBranch& b, double its_cost) {
  if (b.is_in_order() || its_cost < kLeastGain) return false;
  const LineCounters& l = b.line();
  return b.has_sides() || its_cost >= kIdleShare ||
         static_cast<double>(l.splits) >= kDivergentShare * static_cast<double>(l.executed);
}

/// Dearest first.
std::vector<DivergentBranch> branches_worth_a_word(const Subject& s, const Splits& splits,
                                                   const WarpCycles& cycles) {
  std::vector<std::pair<double, Pc>> found;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    const DivergentBranch branch(s, pc, splits);
    if (const double its = cost(branch, cycles); worth_a_word(branch, its))
      found.emplace_back(its, pc);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<DivergentBranch> out;
  for (const auto& [its, pc] : found) out.emplace_back(s, pc, splits);
  return out;
}

}  // namespace

void advise_divergence(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const Splits splits = splits_of(s);
  const std::vector<DivergentBranch> branches = branches_worth_a_word(s, splits, cycles);
  for (std::size_t i = 0; i < branches.size() && i < kMostLines; ++i) {
    const DivergentBranch& branch = branches[i];
    Advice a;
    a.title = title(branch.line(), branch.kind());
    a.line = s.program.code[branch.pc()].loc.line;
    a.text = text(s, branch);
    a.share = cycles.percent(branch.apart(cycles));
    a.gain = cycles.percent(branch.take(cycles));
    if (!branch.has_sides() || (!branch.of_one_warp() && holds_others_up(branch)))
      a.kind = GainKind::AtMost;
    else if (branch.of_one_warp())
      a.kind = GainKind::Later;
    else if (a.gain < kLeastGain)
      continue;  // one that it is nested in has it
    out.push_back(std::move(a));
  }
  if (branches.size() > kMostLines) out.back().text += left_out_text(branches.size() - kMostLines);
}

}  // namespace simt
