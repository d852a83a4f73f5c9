// Branches that part the lanes of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "isa/core/place.h"
#include "sim/views/advice_rules.h"
#include "sim/views/condition_source.h"
#include "sim/views/divergent_branch.h"
#include "sim/views/excess.h"
#include "sim/views/few_lanes.h"
#include "sim/views/retry_loops.h"

namespace simt {
namespace {

constexpr double kDivergentShare = 0.05;  // of a loop's rounds
constexpr double kIdleShare = 5;          // percent of the launch's time for a loop's idle lanes

/// The branches of one kind on one line of the source (an unrolled loop has many): they have one
/// cause, and get one piece of advice.
struct BranchesOfLine {
  std::vector<DivergentBranch> branches;  ///< dearest first
  double cost = 0;                        ///< of all
  bool predicated = false;                ///< as compiled none of them is left

  const DivergentBranch& first() const { return branches.front(); }
  /// A switch has branches with two sides and with one.
  bool has_two_sides() const {
    return std::ranges::any_of(
        branches, [](const DivergentBranch& b) { return b.kind() == SplitKind::TwoSides; });
  }
  template <class F>
  std::uint64_t sum(F of) const {
    std::uint64_t out = 0;
    for (const DivergentBranch& b : branches) out += of(b);
    return out;
  }
};

std::string title(const BranchesOfLine& line) {
  const std::string times = fmt::format(
      "in {} of {} executions", grouped(line.sum([](auto& b) { return b.line().splits; })),
      grouped(line.sum([](auto& b) { return b.line().executed; })));
  const std::size_t count = line.branches.size();
  switch (line.first().kind()) {
    case SplitKind::Waiting:
      return "lanes of a warp wait for each other " + times;
    case SplitKind::Loop:
      return line.first().is_in_last_round() ? "some lanes have no last round of the loop " + times
                                             : "lanes leave the loop at different times " + times;
    case SplitKind::OneSide:
    case SplitKind::TwoSides:
      break;
  }
  return (count == 1 ? "branch splits warps " : fmt::format("{} branches split warps ", count)) +
         (line.first().is_in_last_round() ? "in the last round of a loop "
          : line.first().is_at_border()   ? "at the border of the work "
                                          : "") +
         times;
}

/// "Where it does (in 8 of 160 warps), 1 to 4 of 32 lanes take the side with fewer lanes."
std::string how_they_split(const Subject& s, const BranchesOfLine& line) {
  BranchSplits splits;
  std::uint64_t warps = 0;
  for (const DivergentBranch& b : line.branches) {
    splits += b.splits();
    warps = std::max(warps, b.splits().warps);
  }
  const double mean = static_cast<double>(splits.fewer) /
                      static_cast<double>(line.sum([](auto& b) { return b.line().splits; }));
  const std::string lanes =
      splits.least == splits.most
          ? fmt::format("{}", splits.most)
          : fmt::format("{} to {} (on average {:.1f})", splits.least, splits.most, mean);
  const bool one = line.branches.size() == 1;
  return fmt::format("Where {} (in {}{} of {}), {} of {} lanes take the side with fewer lanes.",
                     one ? "it does" : "they do", one ? "" : "up to ", grouped(warps),
                     plural(s.run.counters[Counter::warps_launched], "warp"), lanes,
                     s.arch.sm.warp_size);
}

/// One warp could do for all what lanes of many do.
bool fits_fewer_warps(const DivergentBranch& b) {
  return b.fewer_of_warp() <= DivergentBranch::kFewLanes && b.warps_at_a_time() > 1;
}

/// Whichever warp does it: the others wait for it.
bool holds_others_up(const DivergentBranch& b) {
  return fits_fewer_warps(b) && b.is_awaited();
}

/// Warps across the border split, and no other order of the threads would leave none of them.
std::string border_text(const BranchesOfLine& line) {
  return fmt::format(
      "The idle lanes cost {:.1f}% of the time, and there is nothing to gain: the condition "
      "compares the place of a thread in the grid with a limit, so warps across the limit split "
      "and no others. A block whose size divides the work leaves none.",
      line.cost);
}

/// Where the work of a row ends.
std::string last_round_text(const Subject& s) {
  return fmt::format(
      "The index goes on from the thread's by equal steps, and its limit is no multiple of {}: a "
      "warp splits in the last round, and where the loop is unrolled its lanes run the rest of it "
      "one after the other. Let all lanes go round equally often, with the limit as a condition "
      "within the round, or make the rows a multiple of {} long.",
      s.arch.sm.warp_size, s.arch.sm.warp_size);
}

/// "2.3", "4"
std::string one_decimal(double number) {
  const std::string text = fmt::format("{:.1f}", number);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

// Where warps come to it again and again, what one lane has there may be in its registers.
std::string fewer_warps_text(const Subject& s, const DivergentBranch& b) {
  const double lanes = b.once() ? b.fewer_at_a_time() : b.most_fewer_at_a_time();
  const double warps = b.once() ? b.warps_at_a_time() : b.most_warps_at_a_time();
  const double needed = std::max(1.0, std::ceil(std::round(lanes) / s.arch.sm.warp_size));
  const std::string most = b.once() ? "" : "at most ";
  return fmt::format(
      "On average these are {}{} threads of a {}{}, in {}{} warps: consecutive threads in {} could "
      "do their work{}.{}",
      most, one_decimal(lanes), b.group_is_block() ? "block" : "grid", b.once() ? "" : " at a time",
      most, one_decimal(warps), plural(static_cast<std::uint64_t>(needed), "warp"),
      b.once() ? "" : ", as far as it needs nothing that only their own registers hold",
      holds_others_up(b) ? " The others wait for them at the next barrier." : "");
}

std::string what_to_choose(const Subject& s, const BranchesOfLine& line) {
  const DivergentBranch& b = line.first();
  const unsigned warp = s.arch.sm.warp_size;
  if (b.is_in_last_round()) return last_round_text(s);
  if (b.is_at_border()) return border_text(line);
  const bool rows = ConditionSources(s.program).goes_by_place_and_values(b.pc());
  if (fits_fewer_warps(b) && !rows) return fewer_warps_text(s, b);
  if (!ConditionSources(s.program).goes_by_place(b.pc()))
    return fmt::format(
        "The condition goes by values that lanes read or compute, not by their place alone: let "
        "{} consecutive threads have values of one side, for instance by sorting or grouping the "
        "data by it, or compute both sides without a branch where they are short.",
        warp);
  // Of a block's halves each sub-partition has warps.
  const bool halves = s.run.launch.occupancy.warps_per_cta >= 2 * s.arch.sm.sub_partitions;
  return fmt::format(
      "Let whole warps take one side: make the choice the same for {0} consecutive threads, for "
      "instance by {1} in the place of threadIdx.x % 2.",
      warp,
      halves ? "threadIdx.x < blockDim.x / 2 (so that each sub-partition has warps of both sides)"
             : fmt::format("threadIdx.x / {} % 2", warp));
}

std::string predicated_text(const Subject& s, const BranchesOfLine& line) {
  const bool one = line.branches.size() == 1;
  return fmt::format(
      "That is the PTX as written. As compiled {}, and no warp diverges here (--code compiled): "
      "there is nothing to gain. {}",
      one ? "this branch is predicated" : "these branches are predicated", how_they_split(s, line));
}

std::string text(const Subject& s, const BranchesOfLine& line) {
  const DivergentBranch& b = line.first();
  switch (b.kind()) {
    case SplitKind::Waiting:
      return "This loop waits for other threads, those of its own warp among them: they go through "
             "it one after the other. Let one lane act for its warp (combine the values with "
             "shuffles first), or use one atomic instruction in the place of a lock.";
    case SplitKind::Loop:
      if (b.is_in_last_round()) return last_round_text(s);
      return fmt::format(
          "The warp goes on until its last lane is through ({:.1f} of {} lanes are in the loop on "
          "average). Give the lanes of a warp equally many trips: sort the work by its length, or "
          "let the lanes share one piece of it.",
          b.lanes_here(), s.arch.sm.warp_size);
    case SplitKind::OneSide:
    case SplitKind::TwoSides:
      break;
  }
  return fmt::format("{} {} {}",
                     line.has_two_sides()
                         ? "Both sides run one after the other, each with a part of the lanes."
                         : "Lanes that skip the instructions after it wait for the others.",
                     how_they_split(s, line), what_to_choose(s, line));
}

/// What it costs, in percent of the launch's time: orders the branches.
double cost(const DivergentBranch& b, const WarpCycles& cycles) {
  return cycles.percent(b.has_sides() && b.of_one_warp() ? b.apart(cycles) : b.idle(cycles));
}

/// Lanes leave most loops one by one: it is worth a word where they do so often, or at a cost.
bool worth_a_word(const DivergentBranch& b, double its_cost) {
  if (b.is_in_order() || b.few_skip() || its_cost < kLeastGain) return false;
  const LineCounters& l = b.line();
  return b.has_sides() || its_cost >= kIdleShare ||
         static_cast<double>(l.splits) >= kDivergentShare * static_cast<double>(l.executed);
}

/// Where warps mostly wait for memory, what they save elsewhere may go into longer waits for it.
bool memory_may_take_it(const Subject& s) {
  constexpr double kMost = 50;  // percent of all cycles of resident warps
  using enum Stall;
  double waits = 0;
  for (const Stall stall : {long_scoreboard, short_scoreboard, lg_throttle, mio_throttle, drain})
    waits += stall_share(s, stall);
  return waits > kMost;
}

/// Branches of one kind with the same key get one piece of advice: loops, or those with sides.
std::string key_of_branch(const Subject& s, const DivergentBranch& b) {
  const SplitKind kind = b.has_sides() ? SplitKind::TwoSides : b.kind();
  std::string out =
      fmt::format("{} {} {}", static_cast<int>(kind), b.is_at_border(), b.is_in_last_round());
  const std::vector<CudaLine> chain = cuda_chain(s.program, b.pc());
  for (const CudaLine& line : chain) out += fmt::format(" {}:{}", line.path, line.line);
  return chain.empty() ? fmt::format("{} {}", out, s.program.code[b.pc()].loc.line) : out;
}

/// Those that are there on a device come first, of these the dearest.
std::vector<BranchesOfLine> branches_worth_a_word(const Subject& s, const Splits& splits,
                                                  const WarpCycles& cycles) {
  const std::vector<bool> predicated = predicated_branches(s);
  const std::vector<RetryLoop> retries = retry_loops(s);  // told as atomics
  std::vector<std::pair<double, Pc>> found;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    if (few_lanes(s, pc)) continue;  // told as such
    if (std::ranges::any_of(retries, [&](const RetryLoop& l) { return l.contains(pc); })) continue;
    const DivergentBranch branch(s, pc, splits);
    if (const double its = cost(branch, cycles); worth_a_word(branch, its))
      found.emplace_back(its, pc);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<BranchesOfLine> out;
  std::map<std::string, std::size_t> at;
  for (const auto& [its, pc] : found) {
    const DivergentBranch branch(s, pc, splits);
    const auto [place, fresh] = at.try_emplace(
        key_of_branch(s, branch) + (predicated[pc] ? " predicated" : ""), out.size());
    if (fresh) out.emplace_back().predicated = predicated[pc];
    out[place->second].branches.push_back(branch);
    out[place->second].cost += its;
  }
  std::stable_sort(out.begin(), out.end(), [](const BranchesOfLine& a, const BranchesOfLine& b) {
    return a.predicated != b.predicated ? b.predicated : a.cost > b.cost;
  });
  return out;
}

constexpr std::string_view kTakesAsLong =
    " All blocks of this launch run at once, and warps that still go there take as long: only one "
    "with more blocks would gain.";

/// Fewer warps would go there, and each for as long as now.
bool takes_as_long(const Subject& s, const BranchesOfLine& line, const WarpCycles& cycles,
                   double gain) {
  const DivergentBranch& b = line.first();
  if (gain >= kLeastGain || s.run.launch.waves_per_sm > 1) return false;
  return b.has_sides() && !b.is_at_border() && !b.of_one_warp() &&
         cycles.percent(b.idle(cycles)) >= kLeastGain;
}

}  // namespace

void advise_few_lanes(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  std::size_t told = 0;
  for (Pc pc = 0; pc < s.run.lines.size() && told < kMostLines; ++pc) {
    const std::optional<FewLanes> few = few_lanes(s, pc);
    if (!few) continue;
    const double warp = s.arch.sm.warp_size;
    Advice a;
    a.title = fmt::format("{} of {} lanes work here: fewer lanes for each row",
                          one_decimal(few->here), s.arch.sm.warp_size);
    a.line = s.program.code[pc].loc.line;
    a.text = fmt::format(
        "A warp has a row of the work, whose length was loaded, and rows are shorter than the "
        "warp: "
        "the other lanes have nothing to do. With {} lanes for each row a warp does {} rows at a "
        "time.",
        std::bit_ceil(static_cast<unsigned>(std::ceil(few->here))),
        s.arch.sm.warp_size / std::bit_ceil(static_cast<unsigned>(std::ceil(few->here))));
    a.kind = GainKind::AtMost;
    // Fewer warps for the same rows; where all run at once, each has its row's latencies as it is.
    const bool at_once = s.run.launch.waves_per_sm <= 1;
    const double empty = 1 - few->here / warp;
    double taken = 0, all = 0;
    for (const Pc at : few->pcs) {
      all += empty * cycles.left(at);
      taken += at_once ? cycles.take(at, kForOthers, empty) : cycles.take(at, empty);
    }
    a.share = cycles.percent(all);
    a.gain = cycles.percent(taken);
    if (a.share < kLeastGain) continue;  // one before it has it
    if (a.gain < kLeastGain) a.kind = GainKind::Later;
    ++told;
    out.push_back(std::move(a));
  }
}

void advise_divergence(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const Splits splits = splits_of(s);
  const Producers producers(s);
  const std::vector<BranchesOfLine> lines = branches_worth_a_word(s, splits, cycles);
  for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    const DivergentBranch& branch = lines[i].first();
    Advice a;
    a.title = title(lines[i]);
    a.text = text(s, lines[i]);
    std::vector<Pc> pcs;
    const bool by_place = ConditionSources(s.program).goes_by_place(branch.pc());
    const bool instructions_only =
        branch.has_plain_side() && !by_place && !holds_others_up(branch) && branch.once();
    for (const DivergentBranch& one : lines[i].branches) {
      pcs.push_back(one.pc());
      a.share += cycles.percent(one.apart(cycles));
      if (!one.is_at_end_of_grid() && !lines[i].predicated)
        a.gain +=
            cycles.percent(one.take(cycles, by_place, instructions_only ? &producers : nullptr));
    }
    a.line = s.program.code[pcs.front()].loc.line;
    a.further = further_lines(s, pcs);
    if (lines[i].predicated) {
      a.kind = GainKind::Later;
      a.text = predicated_text(s, lines[i]);
    } else if (takes_as_long(s, lines[i], cycles, a.gain)) {
      a.kind = GainKind::Later;
      a.gain = 0;
      a.text += kTakesAsLong;
    } else if (branch.is_in_last_round() || !branch.has_sides() ||
               (!branch.of_one_warp() && holds_others_up(branch)))
      a.kind = GainKind::AtMost;
    else if (branch.of_one_warp() || branch.is_at_border())
      a.kind = GainKind::Later;
    else if (a.gain < kLeastGain)
      continue;  // one that it is nested in has it
    else if (memory_may_take_it(s) || (fits_fewer_warps(branch) && !branch.once()) || !by_place)
      a.kind = GainKind::AtMost;  // data in another order lies elsewhere, too
    out.push_back(std::move(a));
  }
  if (lines.size() > kMostLines) out.back().text += left_out_text(lines.size() - kMostLines);
}

}  // namespace simt
