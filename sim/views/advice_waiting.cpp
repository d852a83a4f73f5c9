// What warps wait for most, where nothing more definite was found.
#include <fmt/format.h>

#include <algorithm>

#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"
#include "sim/views/plain_words.h"

namespace simt {
namespace {

constexpr double kIssueEnough = 80;  // percent of issue slots

enum class Effect : std::uint8_t {
  Hides,  ///< others issue meanwhile: what the busiest unit needs is left
  Saves,  ///< the wait itself gets shorter
  Later,  ///< paid once for each warp: only longer work makes it a smaller share
};
/// What helps against a state, and how it helps.
struct Remedy {
  Effect effect;
  std::string_view text;
};

Remedy remedy(Stall stall) {
  using enum Effect;
  switch (stall) {
    case Stall::barrier:
      return {Hides,
              "Warps of a block come to the barrier at different times: give them equal work, or "
              "use smaller blocks so that another one can run."};
    case Stall::math_pipe_throttle:
    case Stall::mio_throttle:
    case Stall::lg_throttle:
    case Stall::tex_throttle:
      return {Saves,
              "The unit is busy: use it less, for instance with wider accesses, or mix in other "
              "work."};
    case Stall::branch_resolving:
      return {Hides, "Fewer branches help: unroll the loop, or select instead of branching."};
    case Stall::membar:
      return {Saves,
              "Every fence waits for the warp's memory accesses: use fewer, or a narrower scope."};
    case Stall::imc_miss:
      return {Later,
              "A warp's start, or constants that are not near: more work for each warp, or fewer "
              "constants far apart."};
    case Stall::no_instruction:
    case Stall::drain:
      return {Later,
              "Start and end of a warp: a short kernel pays them in full. More work for each warp "
              "makes them small."};
    default:
      return {Hides,
              "More resident warps, or more independent instructions before the value is needed, "
              "hide it."};
  }
}

/// `share`: percent that warps spend so before any line; `part` of it stands before this one.
std::string where(double share, double part) {
  if (part > 0.995) return "All of that wait stands before this line.";
  return fmt::format(
      "This is the line with most of that wait; before all lines it is {:.0f}% of warps' cycles, "
      "which the estimate is for.",
      share);
}

void advise_state(const Subject& s, Stall stall, double share, WarpCycles& cycles,
                  std::vector<Advice>& out) {
  const auto at = static_cast<std::size_t>(stall);
  const std::vector<Pc> worst = largest(
      s, [&](Pc pc) { return s.run.lines[pc].stall[at]; }, 1);
  if (worst.empty()) return;
  const Pc pc = worst[0];
  const double part =
      static_cast<double>(s.run.lines[pc].stall[at]) / static_cast<double>(s.run.counters[stall]);
  const Remedy help = remedy(stall);
  Advice a;
  a.title = fmt::format("{:.0f}% of warps' cycles: {} ({})", share * part, state_name(stall),
                        plain_words(stall));
  a.line = s.program.code[pc].loc.line;
  a.text = fmt::format("{} {}", where(share, part), help.text);
  const double waiting = cycles.left({stall});
  a.share = cycles.percent(waiting);
  a.kind = help.effect == Effect::Later ? GainKind::Later : GainKind::AtMost;
  if (help.effect != Effect::Later) {
    const double hidden = help.effect == Effect::Hides ? hidden_part(s, cycles, waiting, 1) : 1;
    a.gain = cycles.percent(cycles.take({stall}, hidden));
  }
  out.push_back(std::move(a));
}

/// Warps have something to issue in nearly every cycle.
void advise_fewer_instructions(const Subject& s, double issue, const WarpCycles& cycles,
                               std::vector<Advice>& out) {
  const bool arithmetic = s.run.counters[Stall::math_pipe_throttle] >
                          s.run.counters[Stall::mio_throttle] + s.run.counters[Stall::lg_throttle];
  Advice a;
  a.title = fmt::format("{:.0f}% of issue slots used: limited by {}", issue,
                        arithmetic ? "arithmetic" : "its number of instructions");
  a.text =
      "Some warp has an instruction to issue in nearly every cycle: fewer instructions make it "
      "shorter, more warps do not.";
  a.kind = GainKind::Open;
  a.share = cycles.percent(cycles.left({Stall::selected, Stall::math_pipe_throttle}));
  out.push_back(std::move(a));
}

/// Advice on scattered stores tells of it already.
bool explained(const Subject& s, Stall stall) {
  return stall == Stall::drain && excess_of_stores(s) >= kWorthAWord;
}

}  // namespace

void advise_waiting(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const double issue =
      value_of("smsp__issue_active.avg.pct_of_peak_sustained_active", s.measured());
  if (issue >= kIssueEnough) return advise_fewer_instructions(s, issue, cycles, out);
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    if (stall == Stall::selected || stall == Stall::not_selected || explained(s, stall)) continue;
    const double share = stall_share(s, stall);
    if (share >= kStallMuch) advise_state(s, stall, share, cycles, out);
  }
}

}  // namespace simt
