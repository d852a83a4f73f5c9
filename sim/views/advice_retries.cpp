// Atomics that are loops: lanes on one word go round one after the other.
#include <fmt/format.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/core/print.h"
#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"
#include "sim/views/retry_loops.h"

namespace simt {
namespace {

constexpr double kFewRounds = 1.25;  ///< now and then two meet

std::string where_text(const Subject& s, const RetryLoop& loop) {
  if (s.program.code[loop.swap].memory.space != StateSpace::Shared) return "global memory";
  const bool one = s.program.shared.variables.size() == 1 && !s.program.shared.uses_dynamic;
  return one ? variable_title(s.program.shared.variables.front().name) : "shared memory";
}

std::string text_of(const RetryLoop& loop) {
  return fmt::format(
      "{} Each round updates a word for one of the lanes that want to; the others, and those of "
      "other warps on that word, try again. Combine values first: within a warp by shuffles, so "
      "that one lane updates for all, where the word is the same for all; else give each warp or "
      "group of lanes a copy of the words, and add the copies up at the end.",
      loop.by_compiler
          ? "The device has no such atomic in shared memory, so the compiler made a loop of it."
          : "The loop ends for a lane when nobody has changed its word meanwhile.");
}

constexpr WarpCycles::States kInLoop{
    Stall::short_scoreboard, Stall::mio_throttle, Stall::wait,           Stall::branch_resolving,
    Stall::selected,         Stall::not_selected, Stall::no_instruction, Stall::math_pipe_throttle};
constexpr WarpCycles::States kInGlobalLoop{Stall::long_scoreboard, Stall::lg_throttle};

/// Calls f(pc, states) for what warps spend in the loop, and for where those wait at a barrier that
/// are through with it.
template <class F>
void for_each_wait(const Subject& s, const RetryLoop& loop, F f) {
  const bool shared = s.program.code[loop.swap].memory.space == StateSpace::Shared;
  for (Pc pc = loop.first; pc <= loop.last; ++pc) {
    f(pc, kInLoop);
    if (!shared) f(pc, kInGlobalLoop);
  }
  for (Pc pc = loop.last + 1; pc < s.run.lines.size(); ++pc)
    if (s.program.code[pc].kind == Kind::BarSync) return f(pc, WarpCycles::States{Stall::barrier});
}

/// All but one round, as far as device memory, which others wait for, is not busy meanwhile.
double take_loop(const Subject& s, const RetryLoop& loop, WarpCycles& cycles) {
  double all = 0, out = 0;
  for_each_wait(s, loop, [&](Pc pc, WarpCycles::States states) { all += cycles.left(pc, states); });
  if (all <= 0) return 0;
  const double most = std::max(0.0, cycles.all() - device_memory_busy(s) - cycles.taken());
  const double part = std::min(1 - 1 / loop.rounds, most / std::max(1e-9, cycles.percent(all)));
  for_each_wait(s, loop,
                [&](Pc pc, WarpCycles::States states) { out += cycles.take(pc, states, part); });
  return out;
}

}  // namespace

void advise_retries(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  std::vector<RetryLoop> loops = retry_loops(s);
  std::erase_if(loops, [](const RetryLoop& l) { return l.rounds < kFewRounds; });
  std::ranges::stable_sort(loops, std::ranges::greater{},
                           [&](const RetryLoop& l) { return s.run.lines[l.swap].executed; });
  for (std::size_t i = 0; i < loops.size() && i < kMostLines; ++i) {
    const RetryLoop& loop = loops[i];
    Advice a;
    a.title = fmt::format("lanes that update one word of {} take turns: {:.1f} rounds for a warp",
                          where_text(s, loop), loop.rounds);
    a.line = s.program.code[loop.swap].loc.line;
    a.text = text_of(loop);
    if (i + 1 == kMostLines) a.text += left_out_text(loops.size() - kMostLines);
    a.kind = GainKind::AtMost;
    a.share = a.gain = cycles.percent(take_loop(s, loop, cycles));
    out.push_back(std::move(a));
  }
}

}  // namespace simt
