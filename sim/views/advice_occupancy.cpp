// Warp slots that no block takes: registers, shared memory, or a size of the block that leaves room
// for a part of one.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/print.h"
#include "sim/launch/occupancy.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

constexpr double kLowOccupancy = 0.5;
constexpr double kFull = 0.95;  // of the warp slots

/// Blocks of other sizes with as many registers a thread and as much shared memory a block.
struct OtherSizes {
  double fraction = 0;               ///< the most that one of them fills
  unsigned smaller = 0, larger = 0;  ///< the next sizes that fill so much; 0: there is none
  double gain(double now) const { return fraction > 0 ? 1 - now / fraction : 0; }
};

OtherSizes other_sizes(const Subject& s) {
  const LaunchInfo& l = s.run.launch;
  OccupancyInput input =
      occupancy_input(s.program, static_cast<unsigned>(l.block.count()), l.dynamic_shared);
  input.registers_per_thread = l.registers_per_thread;
  OtherSizes out;
  const std::vector<BlockSizeChoice> sizes = occupancy_sweep(s.arch, input);
  for (const BlockSizeChoice& c : sizes) out.fraction = std::max(out.fraction, c.result.fraction);
  for (const BlockSizeChoice& c : sizes) {
    if (c.result.fraction < out.fraction) continue;
    if (c.threads < input.threads_per_cta) out.smaller = c.threads;
    if (c.threads > input.threads_per_cta && out.larger == 0) out.larger = c.threads;
  }
  return out;
}

/// "Blocks of 512 or 1,024 threads fill 32 of 32."
std::string sizes_text(const Subject& s, const OtherSizes& sizes) {
  std::string which;
  for (const unsigned threads : {sizes.smaller, sizes.larger})
    if (threads > 0) which += (which.empty() ? "" : " or ") + grouped(threads);
  const unsigned slots = s.arch.limits.max_warps_per_sm;
  return fmt::format("Blocks of {} threads fill {:.0f} of {}.", which, sizes.fraction * slots,
                     slots);
}

/// What leaves slots empty.
std::string cause_text(const Subject& s, const std::string& limiter) {
  const LaunchInfo& l = s.run.launch;
  const Occupancy& o = l.occupancy;
  if (limiter == "registers")
    return fmt::format(
        "{} a thread leave room for {}; fewer registers (or a launch bound) would let more in.",
        plural(l.registers_per_thread, "register"), plural(o.limit_registers, "block"));
  if (limiter == "shared memory")
    return fmt::format(
        "{} of shared memory a block leave room for {}; less of it would let more in.",
        plural(o.shared_allocated_per_cta, "byte"), plural(o.limit_shared, "block"));
  if (limiter == "blocks")
    return fmt::format("Blocks of {} are too small: {} fill{} all block slots with {} of {} warps.",
                       plural(l.block.count(), "thread"), plural(o.ctas_per_sm, "block"),
                       o.ctas_per_sm == 1 ? "s" : "", o.warps_per_sm,
                       s.arch.limits.max_warps_per_sm);
  return fmt::format("{} of {} fit{} into the {} warp slots of an SM, and {} of these stay empty.",
                     plural(o.ctas_per_sm, "block"), plural(o.warps_per_cta, "warp"),
                     o.ctas_per_sm == 1 ? "s" : "", s.arch.limits.max_warps_per_sm,
                     s.arch.limits.max_warps_per_sm - o.warps_per_sm);
}

}  // namespace

WarpRoom warp_room(const Subject& s) {
  const LaunchInfo& l = s.run.launch;
  const std::uint64_t blocks = l.grid.count(), sms = s.arch.sm.count;
  if (blocks < sms) return WarpRoom::FewBlocks;
  if (l.waves_per_sm < 1) return WarpRoom::Blocks;
  if (l.occupancy.fraction >= kFull) return WarpRoom::Full;
  return l.waves_per_sm <= 1 ? WarpRoom::AtOnce : WarpRoom::Slots;
}

void advise_occupancy(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const Occupancy& o = s.run.launch.occupancy;
  const WarpRoom room = warp_room(s);
  // A grid that leaves slots empty anyway is not held back by them.
  if ((room != WarpRoom::AtOnce && room != WarpRoom::Slots) || o.limiters.empty()) return;
  const OtherSizes sizes = other_sizes(s);
  const bool by_size = sizes.gain(o.fraction) >= kWorthAWord;
  if (o.fraction > kLowOccupancy && !by_size) return;
  const WarpCycles::States latencies{Stall::long_scoreboard, Stall::short_scoreboard, Stall::wait,
                                     Stall::barrier, Stall::membar};
  const std::string& limiter = o.limiters[0];
  Advice a;
  a.title = fmt::format("occupancy {:.0f}%, limited by {}", 100 * o.fraction,
                        limiter == "warps" ? "the size of the block" : limiter);
  a.text = cause_text(s, limiter);
  if (by_size) a.text += " " + sizes_text(s, sizes);
  if (room == WarpRoom::AtOnce) {
    a.text += " All blocks of this launch run at once as it is; a larger grid would gain.";
    a.kind = GainKind::Later;
    out.push_back(std::move(a));
    return;
  }
  a.kind = GainKind::AtMost;
  const double waiting = cycles.left(latencies);
  a.share = cycles.percent(waiting);
  const double empty = by_size && limiter == "warps" ? sizes.gain(o.fraction) : 1 - o.fraction;
  a.gain = cycles.percent(cycles.take(latencies, hidden_part(s, cycles, waiting, empty)));
  // A size is easily changed, even where something else limits this launch.
  if (by_size && a.gain < kLeastGain) a.kind = GainKind::Later;
  out.push_back(std::move(a));
}

}  // namespace simt
