// Bank conflicts.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "isa/core/print.h"
#include "sim/mem/bank_schedule.h"
#include "sim/views/advice_rules.h"
#include "sim/views/bank_remedy.h"
#include "sim/views/bank_words.h"
#include "sim/views/excess.h"
#include "sim/views/lane_steps.h"

namespace simt {
namespace {

/// Of the stages that the sub-partitions of an SM share, for a wavefront (Sm::charge_shared).
constexpr double kStageCycles = 1;
constexpr double kNoLimit = 2;  ///< percent of gain below which conflicts hardly matter

BankGeometry banks(const ArchConfig& arch) {
  return {arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes};
}

// "0, 4, 8, 12, ..."
std::string first_lanes(LaneMask lanes) {
  std::string out;
  unsigned count = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (++count <= 4) out += fmt::format("{}{}", count == 1 ? "" : ", ", lane);
  });
  return count > 4 ? out + ", ..." : out;
}

// "Bank 0 is asked for 32 words (lanes 0, 1, 2, 3, ... of warp 0 in block 0)"
std::string who_conflicts(const Subject& s, const BankConflict& worst, const WorstAccess& seen) {
  std::string out = asked_text(worst, seen.access);
  out.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.front())));
  std::string lanes = "lanes " + first_lanes(worst.lanes);
  const bool several = s.run.launch.occupancy.warps_per_cta > 1;
  if (several) lanes += fmt::format(" of warp {}", seen.by.warp);
  if (s.run.launch.grid.count() > 1)
    lanes += fmt::format(" {} block {}", several ? "in" : "of", seen.by.cta);
  if (worst.banks.size() == 1) return fmt::format("{} ({})", out, lanes);
  return fmt::format("{} (bank {} by {})", out, worst.banks.front(), lanes);
}

bool is_atomic(const MemoryAccess& access) {
  return access.kind != Kind::Load && access.kind != Kind::Store;
}

SharedArray array_of(const Subject& s, const Excess& e) {
  const MemoryAccess& access = s.run.worst[dearest(s, e)].access;
  return shared_array_at(s, access.address[first_lane(access.lanes)]);
}

std::string remedy(const Subject& s, const SharedArray& array, const Excess& e) {
  return bank_remedy(s, array, conflicts_on(s, array), s.program.code[e.worst()].memory);
}

/// Loads and stores on one array that one padding helps get one piece of advice.
void join_padded(const Subject& s, Excesses& found) {
  std::vector<Excess> out;
  for (Excess& e : found.lines) {
    const SharedArray array = array_of(s, e);
    const auto same = std::find_if(out.begin(), out.end(), [&](const Excess& other) {
      const SharedArray its = array_of(s, other);
      return its.name == array.name && its.offset == array.offset &&
             !is_atomic(s.run.worst[other.worst()].access);
    });
    if (same == out.end() || is_atomic(s.run.worst[e.worst()].access) ||
        remedy(s, array, e).empty()) {
      out.push_back(std::move(e));
      continue;
    }
    same->join(e);
  }
  found.lines = std::move(out);
}

/// Whether the assembler would take the lanes of all these atomics together.
bool taken_together(const Subject& s, const Excess& e) {
  return std::ranges::all_of(e.pcs, [&](Pc pc) { return taken_together(s, pc); });
}

/// Of lanes on one word, beside what the access takes in all.
std::string turns_text(const BankConflict& busiest, const WorstAccess& worst) {
  const bool swaps = worst.access.compare_swap;
  const unsigned own = busiest.degree * (swaps ? 2 : 1);
  return fmt::format("They take {} passes, one after another{}{}.", own,
                     swaps ? " (two for each lane, as it compares and swaps)" : "",
                     worst.cost > own ? fmt::format(", of {} of the access", worst.cost) : "");
}

Advice conflict(const Subject& s, const Excess& e) {
  const WorstAccess& worst = s.run.worst[dearest(s, e)];
  const SharedArray array = array_of(s, e);
  Advice a;
  a.packs = e.pcs;
  a.line = s.program.code[e.worst()].loc.line;
  a.further = further_lines(s, e.pcs);
  const BankConflict busiest = bank_conflict(bank_schedule(worst.access, banks(s.arch)));
  if (is_atomic(worst.access) && busiest.addresses <= 1) {
    a.title = fmt::format("{} lanes update one word of {}", count_lanes(busiest.lanes), array.name);
    a.text = turns_text(busiest, worst);
    if (taken_together(s, e)) {
      a.text += taken_together_text();
      a.kind = GainKind::Later;
      a.packs.clear();
    } else {
      a.text += busiest.lanes == worst.access.lanes
                    ? " Combine values in registers first (shuffles, redux), then update once per "
                      "warp."
                    : " Give each warp, or group of lanes, a copy of the words, and add the copies "
                      "up at the end.";
    }
    return a;
  }
  a.title = fmt::format("{}{}-way bank conflict on {} ({})", same_cost(s, e) ? "" : "up to ",
                        busiest.degree, array.name, accesses_text(s, e));
  a.text =
      fmt::format("{}: {} where {} would do.{} {} of {} wavefronts here are in excess.",
                  who_conflicts(s, busiest, worst), plural(worst.cost, "wavefront"), worst.ideal,
                  worst_text(s, e, "access", "wavefront"), grouped(e.amount), grouped(e.all));
  if (const auto stride = lane_stride(worst.access))
    a.text += fmt::format(" Lanes are {} bytes apart.", *stride);
  if (const std::string text = remedy(s, array, e); !text.empty()) a.text += " " + text;
  return a;
}

/// The time of an SM that so many wavefronts take: each keeps the path of its sub-partition busy,
/// and the stages after them.
double busy_cycles(const Subject& s, const WarpCycles& cycles, double wavefronts) {
  const double paths =
      std::clamp(cycles.of_sm_time(1), 1.0, static_cast<double>(s.arch.sm.sub_partitions));
  return wavefronts * std::max(kStageCycles, s.arch.lsu.wavefront_interval / paths);
}

/// What a warp that is alone would wait less: a load keeps it for all of its wavefronts, a store
/// only keeps the unit.
double alone_cycles(const Subject& s, const Excess& e) {
  double out = 0;
  for (const Pc pc : e.pcs) {
    const bool load = s.program.code[pc].kind == Kind::Load;
    const LineCounters& l = s.run.lines[pc];
    out += static_cast<double>(l.conflicts) * (load ? s.arch.lsu.wavefront_interval : kStageCycles);
  }
  return out;
}

/// An estimate so small is no promise. What a what-if run has measured stays.
void hardly_matters(std::vector<Advice>& out, std::size_t first) {
  bool told = false;
  for (std::size_t i = first; i < out.size(); ++i) {
    if (out[i].kind == GainKind::Later) continue;
    if (!told) out[i].text += " Shared memory is not what limits this launch.";
    told = true;
    if (out[i].ran) continue;
    out[i].kind = GainKind::Later;
    out[i].gain = 0;
  }
}

}  // namespace

// All accesses of an SM go through the same stages. What waits for them are values from shared
// memory and what stands in front of the queues to shared and to global memory; and values from
// global memory and stores at the end of a warp, as often as these find the stages busy with what
// is in excess.
void advise_shared(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const WarpCycles::States states{Stall::short_scoreboard, Stall::mio_throttle, Stall::lg_throttle,
                                  Stall::drain, Stall::long_scoreboard};
  Excesses found = excesses(s, StateSpace::Shared, [](const Subject& subject, Pc pc) {
    const LineCounters& l = subject.run.lines[pc];
    return std::pair(l.wavefronts, l.wavefronts - l.conflicts);
  });
  join_padded(s, found);
  const double stages = stage_cycles(s);
  double excess_of_all = 0;
  for (const Excess& e : found.lines) excess_of_all += static_cast<double>(e.amount);
  const double busy = cycles.left() > 0
                          ? cycles.of_sm_time(busy_cycles(s, cycles, excess_of_all)) / cycles.left()
                          : 0;
  const double queue =
      cycles.left_beyond({Stall::short_scoreboard}, s.arch.shared.latency) +
      cycles.left({Stall::mio_throttle, Stall::lg_throttle}) +
      std::min(1.0, busy) * (cycles.left({Stall::drain}) +
                             cycles.left_beyond({Stall::long_scoreboard}, load_latency(s)));
  const std::size_t first = out.size();
  double gain = 0;
  for (const Excess& e : found.lines) {
    Advice a = conflict(s, e);
    const auto excess = static_cast<double>(e.amount);
    const double serial = cycles.of_sm_time(busy_cycles(s, cycles, excess));
    const Excessive its{states, std::min(serial, queue * excess / stages), alone_cycles(s, e)};
    if (a.kind == GainKind::Later)
      take_waits(cycles, states, its.queue, its.alone);  // no other advice has them
    else
      settle(s, its, cycles, a);
    gain += a.gain;
    if (&e == &found.lines.back()) a.text += left_out_text(found.left_out);
    out.push_back(std::move(a));
  }
  if (first < out.size() && gain < kNoLimit) hardly_matters(out, first);
}

}  // namespace simt
