// The launch: lanes without a thread, sub-partitions, blocks for all SMs, the last wave.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "isa/core/print.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

constexpr double kSmallWave = 0.25;     ///< of the places of all SMs
constexpr double kLeastContention = 1;  ///< percent: warps on one scheduler meet now and then
constexpr double kLeastWave = 0.05;     ///< of the launch that is worth a word

void advise_empty_lanes(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const LaunchInfo& l = s.run.launch;
  const std::uint64_t warp = s.arch.sm.warp_size, threads = l.block.count();
  if (threads % warp == 0) return;
  const std::uint64_t empty = warp - threads % warp, lanes = threads + empty;
  const double part = static_cast<double>(empty) / static_cast<double>(lanes);
  Advice a;
  a.title = fmt::format("the last warp of each block has {}", plural(empty, "empty lane"));
  const std::uint64_t padded = s.run.counters[Counter::padded_lanes];
  a.text = fmt::format("{} {} no multiple of the warp size {}: {} of the launch never {}.",
                       plural(threads, "thread"), threads == 1 ? "is" : "are", warp,
                       plural(padded, "lane"), padded == 1 ? "works" : "work");
  // Fewer warps for the same threads are fewer to go through; where all run at once, they only get
  // out of each other's way.
  a.gain = cycles.percent(l.waves_per_sm > 1 ? cycles.take(part) : cycles.take(kForOthers, part));
  a.share = 100 * part;
  out.push_back(std::move(a));
}

// One block on an SM, with a sub-partition for each of its warps: there is nothing to spread.
bool warps_are_alone(const Subject& s) {
  return s.run.launch.grid.count() <= s.arch.sm.count &&
         s.run.launch.occupancy.warps_per_cta <= s.arch.sm.sub_partitions;
}

// The busiest one has less to do then, and warps get out of each other's way there: no more than
// either goes away.
void advise_sub_partitions(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  if (warps_are_alone(s)) return;
  const SubPartitionLoad load = sub_partition_load(s);
  const double part = load.excess();
  const WarpCycles::States contention{Stall::not_selected, Stall::math_pipe_throttle};
  const double waiting = cycles.left(contention);
  const double saved = std::min(waiting, part * cycles.left());
  if (part < kWorthAWord || cycles.percent(saved) < kLeastContention) return;
  const unsigned count = s.arch.sm.sub_partitions;
  Advice a;
  a.title = fmt::format("one of {} sub-partitions issues {:.0f}% of an SM's instructions", count,
                        100 * load.busiest / load.all);
  a.text = fmt::format(
      "Each sub-partition has a scheduler and pipes of its own, and a warp stays on one: warps 0, "
      "{0}, {1} ... of a block share one. Give the work to warps that follow each other, such as 0 "
      "to {2}, and make blocks of a multiple of {0} warps.",
      count, 2 * count, count - 1);
  a.kind = GainKind::AtMost;
  a.share = 100 * part;
  a.gain = cycles.percent(cycles.take(contention, saved / waiting));
  out.push_back(std::move(a));
}

/// What smaller blocks bring: warps of one block share the stages and schedulers of one SM.
std::string smaller_blocks_text(const Subject& s) {
  const auto& ran = s.what_if.blocks;
  if (ran && ran->gain >= kLeastGain)
    return fmt::format("the same threads in blocks of {} use more SMs.", ran->threads);
  if (ran) return "the same threads in smaller blocks take as long.";
  if (!splits_into_blocks(s)) return "it gets shorter where more blocks share its work.";
  return "\"sweep --over block=... --keep-threads\" with this grid and block tries smaller ones.";
}

// Blocks run beside each other: more of them do more in the same time. What smaller ones gain is
// known by a what-if run alone.
void advise_more_blocks(const Subject& s, std::vector<Advice>& out) {
  const std::uint64_t blocks = s.run.launch.grid.count();
  if (blocks >= s.arch.sm.count || s.arch.sm.count <= 1) return;
  Advice a;
  a.title = fmt::format("{} for {} SMs", plural(blocks, "block"), s.arch.sm.count);
  a.text = fmt::format(
      "{} {} nothing to do: this launch is small, and its figures are those of a small launch. "
      "More blocks of this work would take no longer; {}",
      plural(s.arch.sm.count - blocks, "SM"), s.arch.sm.count - blocks == 1 ? "has" : "have",
      smaller_blocks_text(s));
  const auto& ran = s.what_if.blocks;
  a.kind = GainKind::Later;
  if (ran && ran->gain >= kLeastGain) {
    a.kind = GainKind::Expected;
    a.ran = true;
    a.share = a.gain = ran->gain;
  } else if (!ran) {
    a.kind = GainKind::Open;
  }
  out.push_back(std::move(a));
}

/// The share of the time of the SM with most work that it is active beyond the one with least,
/// which has no block of the last wave.
double last_wave(const Subject& s) {
  std::uint64_t least = ~std::uint64_t{0}, most = 1;
  for (const SmResult& sm : s.run.sms) {
    least = std::min(least, sm.counters[Counter::sm_cycles_active]);
    most = std::max(most, sm.counters[Counter::sm_cycles_active]);
  }
  return least > most ? 0 : 1 - static_cast<double>(least) / static_cast<double>(most);
}

void advise_last_wave(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const std::uint64_t blocks = s.run.launch.grid.count();
  const std::uint64_t places = std::uint64_t{s.arch.sm.count} * s.run.launch.occupancy.ctas_per_sm;
  if (places == 0 || blocks <= places) return;
  const std::uint64_t over = blocks % places, waves = blocks / places;
  const bool small = static_cast<double>(over) < kSmallWave * static_cast<double>(places);
  if (over == 0 || !small || over >= s.arch.sm.count) return;  // some SMs have no block of it
  const double last = last_wave(s);
  if (last < kLeastWave) return;
  Advice a;
  a.title =
      fmt::format("{} of {} {} in a last wave of {} own", grouped(over), plural(blocks, "block"),
                  over == 1 ? "runs" : "run", over == 1 ? "its" : "their");
  a.text = fmt::format(
      "All SMs together hold {} blocks at once; the others wait until these have ended. A grid of "
      "at most {} blocks, or a grid-stride loop over the work, spares that wave where blocks take "
      "about equal time.",
      grouped(places), grouped(waves * places));
  a.kind = GainKind::AtMost;
  a.share = 100 * last;
  a.gain = cycles.percent(cycles.take(last));
  out.push_back(std::move(a));
}

}  // namespace

bool splits_into_blocks(const Subject& s) {
  const bool shares = s.program.shared.static_bytes > 0 || s.program.shared.uses_dynamic;
  return s.run.launch.occupancy.warps_per_cta > 1 && !shares &&
         std::ranges::none_of(s.program.code,
                              [](const Inst& inst) { return inst.kind == Kind::BarSync; });
}

SubPartitionLoad sub_partition_load(const Subject& s) {
  SubPartitionLoad out;
  for (const SmResult& sm : s.run.sms) {
    if (sm.issued.empty()) continue;
    const auto all =
        static_cast<double>(std::accumulate(sm.issued.begin(), sm.issued.end(), std::uint64_t{0}));
    out.busiest += static_cast<double>(*std::max_element(sm.issued.begin(), sm.issued.end()));
    out.even += all / static_cast<double>(sm.issued.size());
    out.all += all;
  }
  return out;
}

void advise_launch(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  advise_empty_lanes(s, cycles, out);
  advise_sub_partitions(s, cycles, out);
  advise_occupancy(s, cycles, out);
  advise_more_blocks(s, out);
  advise_last_wave(s, cycles, out);
}

}  // namespace simt
