#include "sim/views/divergent_branch.h"

#include <algorithm>
#include <cmath>

#include "sim/views/border_check.h"

namespace simt {
namespace {

/// No more instructions than a thread needs to write a result out: parameters, addresses and a
/// conversion or two.
constexpr std::size_t kHandful = 16;

bool is_loop(SplitKind kind) {
  return kind == SplitKind::Loop || kind == SplitKind::Waiting;
}

/// In memory that others use, too; a generic address may be there.
bool is_global(const Inst& inst) {
  return inst.memory.space == StateSpace::Global || inst.memory.space == StateSpace::Generic;
}

}  // namespace

Splits splits_of(const Subject& s) {
  Splits out(s.run.lines.size());
  const BorderChecks borders(s.program);
  const Joins joins(s.program);
  Border before = Border::None;
  for (Pc pc = 0; pc < out.size(); ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    out[pc] = split_at(s.program, joins, pc);
    out[pc].border = borders.decide(pc);
    if (out[pc].border == Border::Flag) out[pc].border = before;
    before = out[pc].border;
  }
  return out;
}

DivergentBranch::DivergentBranch(const Subject& s, Pc pc, const Splits& splits)
    : s_(s),
      pc_(pc),
      line_(s.run.lines[pc]),
      splits_(s.run.splits[pc]),
      split_(splits[pc]),
      nested_(split_.apart.size(), kNoPc) {
  find_nested(splits);
}

// Lanes come to a nested if as the branches around it have parted them: what it parts further is
// not theirs. To a loop they come several times; of one within a loop only the lanes that have left
// the outer one are the outer one's. Where both have one join, all wait for the outer one there.
void DivergentBranch::find_nested(const Splits& splits) {
  for (const Pc branch : split_.apart) {
    const Split& inner = splits[branch];
    const bool loop = is_loop(inner.kind);
    if (branch == pc_ || (loop ? split_.kind != SplitKind::Loop : inner.sides.empty()) ||
        inner.apart.size() >= split_.apart.size() ||
        !std::includes(split_.apart.begin(), split_.apart.end(), inner.apart.begin(),
                       inner.apart.end()))
      continue;
    for (const Pc pc : inner.apart) {
      if (pc == split_.join) continue;
      const auto at = static_cast<std::size_t>(
          std::lower_bound(split_.apart.begin(), split_.apart.end(), pc) - split_.apart.begin());
      Pc& outermost = nested_[at];
      if (outermost == kNoPc || splits[outermost].apart.size() < inner.apart.size())
        outermost = loop ? pc_ : branch;
    }
  }
}

double DivergentBranch::apart(const WarpCycles& cycles) const {
  double out = 0;
  for (const Pc pc : split_.apart) out += cycles.left(pc);
  return out;
}

bool DivergentBranch::loads() const {
  return std::ranges::any_of(split_.apart, [&](Pc pc) {
    const Inst& inst = s_.program.code[pc];
    return (inst.kind == Kind::Load || inst.kind == Kind::Atomic) && is_global(inst);
  });
}

bool DivergentBranch::has_plain_side() const {
  return has_sides() && std::ranges::any_of(split_.sides, [&](const Side& side) {
           return std::ranges::none_of(side.pcs, [&](Pc pc) {
             const Kind kind = s_.program.code[pc].kind;
             return kind == Kind::Load || kind == Kind::Atomic;
           });
         });
}

double DivergentBranch::idle(const WarpCycles& cycles) const {
  double out = 0;
  for (const Pc pc : split_.apart) out += cycles.left(pc) * own_excess(pc);
  return out;
}

// A loop whose lanes leave one by one splits a warp more often than it comes to it.
bool DivergentBranch::is_in_last_round() const {
  if (split_.border != Border::Rows || kind() == SplitKind::Waiting) return false;
  return parted() <= entries_of_loop();
}

// What stands before a loop is executed as often as warps come to it.
double DivergentBranch::entries_of_loop() const {
  const auto warps = static_cast<double>(splits_.warps);
  const Pc first = split_.apart.empty() ? pc_ : std::min(pc_, split_.apart.front());
  if (first == 0) return warps;
  return std::max(warps, static_cast<double>(s_.run.lines[first - 1].executed));
}

bool DivergentBranch::is_in_order() const {
  if (!has_sides() || is_at_border()) return false;
  const bool alone = splits_.most == 1;
  return leaves_at_a_border() ||
         (alone && std::any_of(split_.sides.begin(), split_.sides.end(),
                               [&](const Side& side) { return writes_out(side); }));
}

bool DivergentBranch::few_skip() const {
  if (is_at_border() || kind() != SplitKind::OneSide || fewer_of_warp() > kFewLanes) return false;
  for (const Side& side : split_.sides)
    if (side.pcs.empty())
      return 2 * (side.jumps ? splits_.jump : splits_.lanes - splits_.jump) < splits_.lanes;
  return false;
}

Pc DivergentBranch::next_barrier() const {
  if (!has_sides() || !group_is_block() || split_.join == kNoPc) return kNoPc;
  for (Pc pc = split_.join; pc < s_.run.lines.size(); ++pc)
    if (s_.program.code[pc].kind == Kind::BarSync && s_.run.lines[pc].executed > 0) return pc;
  return kNoPc;
}

double DivergentBranch::lanes_here() const {
  return quotient(static_cast<double>(line_.thread_executed), times());
}

double DivergentBranch::warps_at_a_time() const {
  return quotient(parted(), visits());
}
double DivergentBranch::fewer_at_a_time() const {
  return quotient(static_cast<double>(splits_.fewer), visits());
}
double DivergentBranch::most_warps_at_a_time() const {
  return quotient(parted(), least_visits());
}
double DivergentBranch::most_fewer_at_a_time() const {
  return quotient(static_cast<double>(splits_.fewer), least_visits());
}
bool DivergentBranch::once() const {
  return line_.executed <= s_.run.counters[Counter::warps_launched] &&
         line_.splits == splits_.warps;
}
double DivergentBranch::fewer_of_warp() const {
  return quotient(static_cast<double>(splits_.fewer), parted());
}

// How often a group came to the branch and some of its warps parted.
double DivergentBranch::visits() const {
  const double groups = group_is_block() ? static_cast<double>(splits_.blocks) : 1;
  return std::max(1.0, groups * quotient(parted(), static_cast<double>(splits_.warps)));
}

// Each time, no more warps part than a group has, and each block that parts does so once at least.
double DivergentBranch::least_visits() const {
  const bool block = group_is_block();
  const double warps = block ? s_.run.launch.occupancy.warps_per_cta
                             : static_cast<double>(s_.run.counters[Counter::warps_launched]);
  return std::max(block ? static_cast<double>(splits_.blocks) : 1.0, quotient(parted(), warps));
}

// How often warps went that way from the branch, with all or some of their lanes.
double DivergentBranch::entries(const Side& side) const {
  const auto lanes = static_cast<double>(line_.thread_executed - splits_.lanes);
  const double jump = static_cast<double>(line_.thread_pred_on) - static_cast<double>(splits_.jump);
  const double part = std::clamp(quotient(side.jumps ? jump : lanes - jump, lanes), 0.0, 1.0);
  return parted() + (times() - parted()) * part;
}

// How often an instruction is executed when a warp goes its way.
double DivergentBranch::trips(Pc pc) const {
  const auto executed = static_cast<double>(s_.run.lines[pc].executed);
  for (const Side& side : split_.sides)
    if (std::binary_search(side.pcs.begin(), side.pcs.end(), pc))
      return std::max(1.0, quotient(executed, entries(side)));
  return 1;
}

// The share that this branch is the cause of.
double DivergentBranch::own_excess(Pc pc, unsigned at_a_time) const {
  const Pc nested = nested_in(pc);
  return in_excess(nested == kNoPc ? pc : nested, at_a_time);
}

Pc DivergentBranch::nested_in(Pc pc) const {
  const auto at = std::ranges::lower_bound(split_.apart, pc) - split_.apart.begin();
  return nested_[static_cast<std::size_t>(at)];
}

// The share of an instruction's executions that warps filled with its lanes would not need. No
// choice of a side saves any where on average one warp of a group splits at a time. Consecutive
// warps of a block lie on sub-partitions in turn: of the busiest go as many as if whole turns
// stayed.
double DivergentBranch::in_excess(Pc pc, unsigned at_a_time) const {
  const LineCounters& l = s_.run.lines[pc];
  if (l.executed == 0) return 0;
  const auto executed = static_cast<double>(l.executed);
  if (split_.kind == SplitKind::Waiting)  // once for each warp would do
    return std::max(0.0,
                    1 - static_cast<double>(s_.run.counters[Counter::warps_launched]) / executed);
  const double full = static_cast<double>(l.thread_executed) / s_.arch.sm.warp_size;
  // Lanes that are gone for another reason are not this branch's: it has idle lanes in no more
  // visits to the loop than it parts warps in.
  if (split_.kind == SplitKind::Loop)
    return std::clamp(1 - full / executed, 0.0,
                      std::min(1.0, quotient(parted(), entries_of_loop())));
  if (warps_at_a_time() <= 1) return 0;
  const double rounds = visits() * trips(pc);
  const double turn = group_is_block() ? at_a_time : 1;
  const double warps = turn * std::ceil(std::ceil(full / rounds - 1e-9) / turn);
  return std::max(0.0, 1 - rounds * warps / executed);
}

// Most warps that come here have all their lanes on one side.
bool DivergentBranch::leaves_at_a_border() const {
  return has_side_that_exits(s_.program, split_) &&
         (warps_at_a_time() <= 1 || 2 * line_.splits < line_.executed);
}

// A handful of instructions that run once and store something that the lane has: where it loads it
// from global memory first, lanes of other warps could do so.
bool DivergentBranch::writes_out(const Side& side) const {
  if (side.pcs.size() > kHandful) return false;
  bool stores = false;
  for (const Pc pc : side.pcs) {
    const Inst& inst = s_.program.code[pc];
    const Kind kind = inst.kind;
    if (kind == Kind::Load && is_global(inst)) return false;
    stores |= kind == Kind::Store || kind == Kind::Atomic || kind == Kind::Reduction;
    if (static_cast<double>(s_.run.lines[pc].executed) > entries(side)) return false;
  }
  return stores;
}

}  // namespace simt
