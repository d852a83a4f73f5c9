#include "sim/views/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "isa/core/place.h"
#include "sim/assembler/predicated.h"
#include "sim/assembler/taken_together.h"
#include "sim/mem/footprint.h"
#include "sim/mem/sector_cycles.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

/// Percent that a change must gain to come before what warps wait for most.
constexpr double kLeastFirst = 2;

/// Says of what was found since the last such call by what an execution shows it.
void show_by(Shown shown, std::vector<Advice>& out, std::size_t& known) {
  for (; known < out.size(); ++known)
    if (out[known].line != 0) out[known].shown = shown;
}

}  // namespace

std::vector<Advice> advise(const Subject& subject) {
  WarpCycles cycles(subject);
  const WarpCycles all = cycles;
  std::vector<Advice> out;
  std::size_t known = 0;
  // The most definite first: a rule finds what the ones before it have left.
  advise_retries(subject, cycles, out);
  advise_shared(subject, cycles, out);
  advise_atomics(subject, cycles, out);
  advise_wide(subject, cycles, out);
  advise_global(subject, cycles, out);
  advise_local(subject, cycles, out);
  advise_constant(subject, cycles, out);
  advise_broadcast(subject, cycles, out);
  show_by(Shown::Access, out, known);
  advise_rounds(subject, cycles, out);
  show_by(Shown::Nothing, out, known);
  advise_lost_lanes(subject, cycles, out);
  advise_few_lanes(subject, cycles, out);
  advise_divergence(subject, cycles, out);
  show_by(Shown::Divergence, out, known);
  advise_double(subject, cycles, out);
  advise_costly(subject, all, cycles, out);
  advise_reuse(subject, cycles, out);
  show_by(Shown::Nothing, out, known);
  const WarpCycles untold = cycles;
  advise_launch(subject, cycles, out);
  show_by(Shown::Nothing, out, known);
  advise_waiting(subject, untold, cycles, out);
  show_by(Shown::Wait, out, known);
  // What other advice has explained away, and what would not show; a what-if run has shown it.
  std::erase_if(out, [](const Advice& a) {
    return a.gain < kLeastGain &&
           (a.kind == GainKind::AtMost || (a.kind == GainKind::Expected && a.line == 0));
  });
  // What limits the launch comes before what gains less than a word's worth. A bound on what warps
  // wait for names no change that is known to work: it comes after those that are. Below kLeastGain
  // no order is known, and what gains nothing here may gain elsewhere.
  const auto rank = [](const Advice& a) {
    const bool limits = a.kind == GainKind::Open && a.share >= kStallMuch && !a.observed;
    const double gain = limits ? std::min(a.share, 100 * kWorthAWord) : a.gain;
    const bool shows = gain >= kLeastGain;
    const bool bound = (a.kind == GainKind::AtMost && a.shown == Shown::Wait) || a.observed;
    const bool later = !shows || bound || gain < kLeastFirst;
    const bool nothing = a.kind == GainKind::Expected && !shows;
    const bool unknown = a.kind == GainKind::Open && a.share == 0;
    return std::tuple(unknown, later, shows ? -gain : 0.0, nothing, a.kind == GainKind::Later,
                      a.line == 0, -a.share, -a.gain);
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const Advice& a, const Advice& b) { return rank(a) < rank(b); });
  return out;
}

std::vector<unsigned> further_lines(const Subject& s, const std::vector<Pc>& pcs) {
  std::vector<unsigned> out;
  for (std::size_t i = 1; i < pcs.size(); ++i) {
    const unsigned line = s.program.code[pcs[i]].loc.line;
    if (line != s.program.code[pcs.front()].loc.line && std::ranges::find(out, line) == out.end())
      out.push_back(line);
  }
  return out;
}

bool taken_together(const Subject& s, Pc pc) {
  switch (taken_together_as_compiled(s.program, s.arch.cc.major >= 8)[pc]) {
    case Aggregation::None:
      return false;
    case Aggregation::WholeWarps: {
      const LineCounters& line = s.run.lines[pc];
      return line.thread_pred_on == line.executed * s.arch.sm.warp_size;
    }
    case Aggregation::AllWarps:
      break;
  }
  return true;
}

std::vector<bool> predicated_branches(const Subject& s) {
  if (!has_cuda_lines(s.program)) return std::vector<bool>(s.program.code.size());
  return predicated_as_compiled(s.program, s.arch.cc.major >= 8);
}

std::string_view taken_together_text() {
  return " That is the text as written: the assembler combines the lanes on one word by itself "
         "(--code compiled runs it so). Combining them in the kernel does that work twice.";
}

double stall_share(const Subject& s, Stall stall) {
  return value_of(fmt::format("smsp__warp_issue_stalled_{}_per_warp_active.pct", info(stall).name),
                  s.measured());
}

double device_memory_busy(const Subject& s) {
  return value_of("dram__throughput.avg.pct_of_peak_sustained_elapsed", s.measured()) /
         s.arch.dram.efficiency;
}

double busiest_unit(const Subject& s) {
  const Measured m = s.measured();
  return std::max({value_of("sm__throughput.avg.pct_of_peak_sustained_elapsed", m),
                   value_of("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", m),
                   device_memory_busy(s)});
}

double first_result(const Subject& s) {
  if (s.run.cycles_elapsed == 0) return 0;
  const double cycles = s.arch.instruction.launch_latency +
                        (s.run.counters[Counter::l2_sectors_read] > 0 ? latency_beyond_l1(s) : 0);
  return 100 * cycles / static_cast<double>(s.run.cycles_elapsed);
}

double hidden_part(const Subject& s, const WarpCycles& cycles, double waiting, double part) {
  const double percent = cycles.percent(waiting);
  if (percent <= 0) return 0;
  const double least = busiest_unit(s) + first_result(s);
  const double most = std::max(0.0, cycles.all() - least - cycles.taken());
  return std::min(part, most / percent);
}

double take_waits(WarpCycles& cycles, WarpCycles::States states, double queue, double alone) {
  const double all = cycles.left(states);
  return all > 0 ? cycles.take(states, std::max(queue, alone) / all) : 0;
}

void settle(const Subject& s, const Excessive& excess, WarpCycles& cycles, Advice& advice) {
  const std::optional<double> ran = s.what_if.gain(advice.packs);
  advice.ran = ran.has_value();
  if (!ran) {
    advice.share = advice.gain =
        cycles.percent(take_waits(cycles, excess.states, excess.queue, excess.alone));
    return;
  }
  advice.share = advice.gain = std::max(0.0, *ran);
  const double waits = cycles.percent(cycles.left(excess.states));
  if (waits > 0) cycles.take(excess.states, advice.gain / waits);
}

namespace {

/// Lines that L1 looks up for the loads of an instruction: those of its worst access for each of
/// the sectors of that one; of packed lanes, whole lines.
double lookups(const Subject& s, Pc pc, double sectors, bool ideal) {
  const MemoryAccess& worst = s.run.worst[pc].access;
  if (worst.kind != Kind::Load || worst.space == StateSpace::Shared) return 0;
  if (ideal) return sectors * kSectorBytes / kLineBytes;
  const GlobalFootprint footprint = global_footprint(worst);
  return footprint.num_sectors == 0 ? 0 : sectors * footprint.num_lines / footprint.num_sectors;
}

}  // namespace

double stage_cycles(const Subject& s, Pc pc, bool ideal) {
  const LineCounters& l = s.run.lines[pc];
  const auto sectors = static_cast<double>(ideal ? l.sectors_ideal : l.sectors);
  const double of_tags =
      sectors > 0 ? lookups(s, pc, sectors, ideal) / s.arch.l1.tags_per_clock : 0;
  return static_cast<double>(ideal ? l.wavefronts - l.conflicts : l.wavefronts) +
         std::max({static_cast<double>(l.requests),
                   sector_cycles(s.arch.l1.bytes_per_clock) * sectors, of_tags});
}

double stage_cycles(const Subject& s) {
  double out = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) out += stage_cycles(s, pc);
  return out;
}

double stage_waits(const Subject& s, const WarpCycles& cycles, double excess, double queue) {
  const double all = cycles.left();
  const double busy = all > 0 ? std::min(1.0, cycles.of_sm_time(excess) / all) : 0;
  return busy * queue * excess / stage_cycles(s);
}

std::string_view name_of(GainKind kind) {
  constexpr std::array<std::string_view, 4> names{"expected", "at most", "none", "open"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Shown shown) {
  constexpr std::array<std::string_view, 4> names{"", "access", "divergence", "wait"};
  return names[static_cast<std::size_t>(shown)];
}

std::string gain_text(const Advice& advice) {
  if (advice.kind == GainKind::Later) return "Est. speedup: none for this launch";
  if (advice.kind == GainKind::Open) return "Est. speedup: depends on the change";
  const std::string_view most = advice.kind == GainKind::AtMost ? "at most " : "";
  const std::string_view ran = advice.ran ? " (what-if run)" : "";
  if (advice.gain < kLeastGain) return fmt::format("Est. speedup: below {}%{}", kLeastGain, ran);
  return fmt::format("Est. speedup: {}{:.{}f}%{}", most, advice.gain, advice.gain < 0.95 ? 1 : 0,
                     ran);
}

}  // namespace simt
