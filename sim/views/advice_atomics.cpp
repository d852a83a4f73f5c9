// Atomics on global memory that wait for each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "isa/core/print.h"
#include "sim/views/advice_rules.h"
#include "sim/views/atomic_queue.h"
#include "sim/views/excess.h"

namespace simt {
namespace {

std::string_view noun(const Subject& s, const AtomicQueue& queue) {
  return s.program.code[queue.pc()].kind == Kind::Atomic ? "atomic" : "reduction";
}

std::string late_text(const AtomicQueue& queue) {
  if (queue.wait() <= queue.latency()) return "";
  return fmt::format(" On average a warp waits {} cycles for one; with nobody in front it is {}.",
                     grouped(static_cast<std::uint64_t>(std::llround(queue.wait()))),
                     grouped(static_cast<std::uint64_t>(std::llround(queue.latency()))));
}

// The lanes of a warp are serialized.
void of_lanes(const Subject& s, const AtomicQueue& queue, Advice& a) {
  const bool all = s.run.lines[queue.pc()].requests * s.arch.sm.warp_size ==
                   s.run.lines[queue.pc()].thread_executed;
  a.title = fmt::format("{}{} lanes update one word of global memory ({})",
                        queue.serialized_left() * queue.lanes() > 1.01 || !all ? "up to " : "",
                        queue.lanes(), noun(s, queue));
  a.text = fmt::format(
      "A unit of L2 performs them one after another, and those of all other warps on that word."
      "{} More warps make the queue longer.",
      late_text(queue));
  if (taken_together(s, queue.pc())) {
    a.text += taken_together_text();
    a.kind = GainKind::Later;
    return;
  }
  if (queue.has_several_words()) {
    a.text +=
        " Give each block a copy of the words in shared memory, update that, and add the copies up "
        "at the end, with one atomic a word.";
    a.kind = GainKind::AtMost;
    return;
  }
  a.text +=
      " Combine values first, within a warp (shuffles, redux) or within a block (shared memory), "
      "then update once for all of them.";
}

// Each lane has its own word, but warps meet there.
void of_warps(const Subject& s, const AtomicQueue& queue, Advice& a) {
  a.title = fmt::format("{} on global memory wait for each other",
                        plural(s.run.lines[queue.pc()].requests, noun(s, queue)));
  a.text = fmt::format(
      "They update the same few words, or words near each other: a unit of L2 performs them one "
      "after another.{} More warps make the queue longer. Combine the values of a block in shared "
      "memory first, let fewer blocks do more of the work each, or spread the updates over several "
      "copies of the words.",
      late_text(queue));
  a.kind = GainKind::AtMost;
}

/// Of lanes on one word a warp's are combined, of several words all that a block updates, in as
/// many rounds as it takes.
double saved_part(const Subject& s, const AtomicQueue& queue) {
  if (!queue.has_serialized_lanes()) return 1;
  if (!queue.has_several_words()) return 1 - queue.serialized_left();
  const auto blocks = static_cast<double>(s.run.counters[Counter::ctas_launched]);
  const auto updates = static_cast<double>(s.run.lines[queue.pc()].executed);
  return 1 - queue.serialized_left() / std::max(1.0, blocks > 0 ? updates / blocks : 1);
}

/// Those of one line of the source (an unrolled loop has many): they have one cause, and get one
/// piece of advice.
using QueuesOfLine = std::vector<AtomicQueue>;

bool alike(const Subject& s, const AtomicQueue& a, const AtomicQueue& b) {
  return row_of(s.program, a.pc()) == row_of(s.program, b.pc()) && noun(s, a) == noun(s, b) &&
         a.has_serialized_lanes() == b.has_serialized_lanes() &&
         a.has_several_words() == b.has_several_words();
}

std::vector<QueuesOfLine> by_line(const Subject& s) {
  std::vector<QueuesOfLine> out;
  for (const AtomicQueue& queue : contended_atomics(s)) {
    const auto same = std::ranges::find_if(
        out, [&](const QueuesOfLine& line) { return alike(s, line.front(), queue); });
    if (same == out.end())
      out.push_back({queue});
    else
      same->push_back(queue);
  }
  return out;
}

/// Takes what warps wait less when updates are combined, of all of them. Returns the cycles taken,
/// and of these what the loads behind them wait.
std::pair<double, double> take_queues(const Subject& s, const QueuesOfLine& line, const Advice& a,
                                      WarpCycles& cycles) {
  double taken = 0, behind = 0;
  for (const AtomicQueue& queue : line) taken += queue.take(cycles, saved_part(s, queue));
  const AtomicQueue& worst = line.front();
  if (worst.has_serialized_lanes() && a.kind != GainKind::Later)
    behind = worst.take_behind(cycles, saved_part(s, worst));
  return {taken + behind, behind};
}

/// Takes so many percent of the launch's time, of waits for memory first.
void take_percent(double percent, WarpCycles& cycles) {
  const WarpCycles::States memory{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};
  const double waits = std::min(percent, cycles.percent(cycles.left(memory)));
  if (waits > 0) cycles.take(memory, waits / cycles.percent(cycles.left(memory)));
  const double rest = percent - waits, all = cycles.percent(cycles.left());
  if (rest > 0 && all > 0) cycles.take(rest / all);
}

/// A launch ends when L2 has performed its last reduction, whether or not a warp waits for it: it
/// gets as much shorter as the unit has less to do, but no shorter than it keeps others busy.
/// `waits`: percent that warps wait less. Returns the percent of the launch's time that goes away;
/// takes what of it is beyond `waits`.
double take_unit(const Subject& s, const QueuesOfLine& line, const Advice& a, double waits,
                 WarpCycles& cycles) {
  if (a.kind == GainKind::Later || s.run.cycles_elapsed == 0) return waits;
  double busy = 0, spared = 0;
  for (const AtomicQueue& queue : line) {
    busy += queue.unit_busy();
    spared += 100 * saved_part(s, queue) * queue.unit_busy();
  }
  if (busy < (a.kind == GainKind::AtMost ? kWorthAWord : kMostOfTheTime)) return waits;
  const double around =
      100.0 * s.arch.launch.kernel_cycles / static_cast<double>(s.run.cycles_elapsed);
  const double by_others = cycles.taken() - waits;
  const double most = 100 - around - busiest_unit(s) - first_result(s) - by_others;
  const double gain = std::max(waits, std::min(spared, most));
  const double after_warps = std::max(0.0, 100 - around - cycles.all());
  take_percent(std::max(0.0, gain - waits - after_warps), cycles);
  return gain;
}

}  // namespace

void advise_atomics(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const std::vector<QueuesOfLine> found = by_line(s);
  for (std::size_t i = 0; i < found.size() && i < kMostLines; ++i) {
    const AtomicQueue& queue = found[i].front();
    Advice a;
    a.line = s.program.code[queue.pc()].loc.line;
    std::vector<Pc> pcs;
    for (const AtomicQueue& one : found[i]) pcs.push_back(one.pc());
    a.further = further_lines(s, pcs);
    if (queue.has_serialized_lanes())
      of_lanes(s, queue, a);
    else
      of_warps(s, queue, a);
    if (i + 1 == kMostLines) a.text += left_out_text(found.size() - kMostLines);
    const auto [taken, behind] = take_queues(s, found[i], a, cycles);
    if (behind > 0) a.text += " The loads of all warps wait behind them.";
    a.share = take_unit(s, found[i], a, cycles.percent(taken), cycles);
    if (a.kind != GainKind::Later) a.gain = a.share;
    out.push_back(std::move(a));
  }
}

}  // namespace simt
