#include "sim/views/float_division.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "sim/views/advice_rules.h"
#include "sim/views/longest_warp.h"

namespace simt {
namespace {

constexpr WarpCycles::States kFixed{
    Stall::selected,           Stall::not_selected,   Stall::wait,          Stall::branch_resolving,
    Stall::math_pipe_throttle, Stall::no_instruction, Stall::dispatch_stall};
constexpr WarpCycles::States kFixedAndSfu{
    Stall::selected,         Stall::not_selected,       Stall::wait,
    Stall::branch_resolving, Stall::math_pipe_throttle, Stall::no_instruction,
    Stall::dispatch_stall,   Stall::short_scoreboard};

/// Instructions of one division, and how many of them it has.
struct Step {
  std::string_view name;
  double number = 1;
};
constexpr std::array kSteps{Step{"FFMA", 5}, Step{kFloatDivision}, Step{"BRA"},
                            Step{"BSSY"},    Step{"BSYNC"},        Step{"BMOV"}};
constexpr double kKept = 1;  ///< the multiplication by the reciprocal, beside MUFU.RCP

/// From BSSY to BSYNC of the division that checks its values at `check`: more lies in there where
/// other work is scheduled between its steps.
struct CheckedDivision {
  Pc begin = 0, end = 0;  ///< both are its own
};
constexpr Pc kFar = 32;

std::optional<CheckedDivision> window_of(const Subject& s, Pc check) {
  CheckedDivision out{check, check};
  const auto size = static_cast<Pc>(s.program.code.size());
  while (!text_has(s, out.begin, "BSSY"))
    if (out.begin == 0 || check - out.begin == kFar || text_has(s, --out.begin, "BSYNC"))
      return std::nullopt;
  while (!text_has(s, out.end, "BSYNC"))
    if (++out.end == size || out.end - check == kFar || text_has(s, out.end, "BSSY"))
      return std::nullopt;
  // BMOV saves what BSSY is about to overwrite; other instructions may lie between them.
  constexpr Pc kFew = 4;
  for (Pc pc = out.begin; pc > 0 && out.begin - pc < kFew; --pc)
    if (text_has(s, pc - 1, "BMOV")) return CheckedDivision{pc - 1, out.end};
  return out;
}

void add_division(const Subject& s, const Producers& producers, const std::vector<Pc>& pcs,
                  Pc check, std::vector<SparedSteps>& out) {
  const std::optional<CheckedDivision> window = window_of(s, check);
  if (!window) return;
  std::vector<SparedSteps> found;
  double number = 0;
  for (const Step& step : kSteps) {
    std::vector<Pc> its;
    for (const Pc pc : pcs)
      if (pc >= window->begin && pc <= window->end && text_has(s, pc, step.name)) its.push_back(pc);
    const double own = std::min(step.number, static_cast<double>(its.size()));
    number += own;
    for (const Pc pc : its) {
      const bool checked = producers.of(pc, Stall::short_scoreboard) == check;
      found.push_back({pc, own / static_cast<double>(its.size()),
                       checked ? SparedWaits::FixedAndSfu : SparedWaits::Fixed});
    }
  }
  for (SparedSteps& its : found) its.part *= 1 - kKept / number;
  out.insert(out.end(), found.begin(), found.end());
}

}  // namespace

double SparedSteps::left(const WarpCycles& cycles) const {
  switch (waits) {
    case SparedWaits::All:
      break;
    case SparedWaits::Fixed:
      return cycles.left(pc, kFixed);
    case SparedWaits::FixedAndSfu:
      return cycles.left(pc, kFixedAndSfu);
  }
  return cycles.left(pc);
}

double SparedSteps::take(WarpCycles& cycles) const {
  switch (waits) {
    case SparedWaits::All:
      break;
    case SparedWaits::Fixed:
      return cycles.take(pc, kFixed, part);
    case SparedWaits::FixedAndSfu:
      return cycles.take(pc, kFixedAndSfu, part);
  }
  return cycles.take(pc, part);
}

std::vector<SparedSteps> spared_of_float_divisions(const Subject& s, const Producers& producers,
                                                   const std::vector<Pc>& pcs) {
  std::vector<SparedSteps> out;
  for (const Pc pc : pcs)
    if (text_has(s, pc, kFloatDivision)) add_division(s, producers, pcs, pc, out);
  return out;
}

std::vector<SparedSteps> spared_of_rare_values(const Subject& s, const std::vector<Pc>& checks) {
  std::set<Pc> found;
  for (const Pc check : checks) {
    const std::optional<CheckedDivision> window = window_of(s, check);
    if (!window) continue;
    for (Pc pc = check; pc < window->end; ++pc) {
      if (s.run.lines[pc].executed == 0 || s.program.code[pc].op.transfer != Transfer::Call)
        continue;
      found.insert(pc);
      for (const Pc in : routine_of(s, pc)) found.insert(in);
    }
  }
  std::vector<SparedSteps> out;
  for (const Pc pc : found) out.push_back({pc, 1, SparedWaits::All});
  return out;
}

}  // namespace simt
