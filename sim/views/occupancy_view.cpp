#include "sim/views/occupancy_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {
namespace {

constexpr unsigned kBarWidth = 32;

struct Limit {
  std::string_view name;
  unsigned value;
  std::string why;
};

std::string shared_why(const OccupancySubject& s, const Occupancy& o) {
  std::string out = fmt::format("{} B a block, allocated as {}; {} B an SM",
                                grouped(s.input.static_shared + s.input.dynamic_shared),
                                grouped(o.shared_allocated_per_cta), grouped(o.carveout));
  if (o.larger_carveout_fits_more())
    out += fmt::format(" ({} with the largest carve-out: {} B of the SM's L1 for it)",
                       o.limit_shared_largest, grouped(s.arch.limits.shared_per_sm));
  return out;
}

std::vector<Limit> limits(const OccupancySubject& s, const Occupancy& o) {
  const OccupancyLimits& l = s.arch.limits;
  return {{"warps", o.limit_warps,
           fmt::format("{} of {} warp slots a block", o.warps_per_cta, l.max_warps_per_sm)},
          {"blocks", o.limit_ctas, "block slots of an SM"},
          {"registers", o.limit_registers,
           fmt::format("{} a thread, allocated as {}; {} an SM", s.input.registers_per_thread,
                       o.registers_allocated_per_thread, grouped(l.registers_per_sm))},
          {"shared memory", o.limit_shared, shared_why(s, o)},
          {"barriers", o.limit_barriers, plural(s.input.barriers, "barrier") + " a block"}};
}

std::string this_launch(const OccupancySubject& s, const Style& style) {
  const Occupancy o = occupancy(s.arch, s.input);
  if (o.ctas_per_sm == 0)
    return style.bad(fmt::format("Blocks of {} threads cannot be launched: {}",
                                 s.input.threads_per_cta, o.why_not)) +
           "\n";
  std::string out =
      fmt::format("Blocks of {} threads: {} per SM, {} of {} warps\n", s.input.threads_per_cta,
                  plural(o.ctas_per_sm, "block"), o.warps_per_sm, s.arch.limits.max_warps_per_sm);
  out += fmt::format("  {:>5.1f}%  {}  limited by {}\n\n", 100 * o.fraction,
                     style.bar(o.fraction, kBarWidth), fmt::join(o.limiters, " and "));
  out += style.bold("Blocks per SM that each resource allows") + "\n";
  for (const Limit& l : limits(s, o)) {
    if (l.value == kUnlimited) continue;
    const bool decides =
        std::find(o.limiters.begin(), o.limiters.end(), l.name) != o.limiters.end();
    out += fmt::format("  {:<14}{:>5}  {}{}\n", l.name, l.value, l.why,
                       decides ? style.accent("  <- the limit") : "");
  }
  return out + "\n";
}

/// The row of a block size: a last warp that is not full takes what a whole one does.
std::string launch_mark(const OccupancySubject& s, unsigned row) {
  const unsigned threads = s.input.threads_per_cta;
  if (!s.block_given || row < threads || row - threads >= s.arch.sm.warp_size) return "";
  return row == threads ? "  <- this launch" : fmt::format("  <- this launch ({})", threads);
}

}  // namespace

std::string render_occupancy(const OccupancySubject& s, const Style& style) {
  std::string out = style.bold(fmt::format("{} on {} (sm_{}{})", s.kernel, s.arch.name,
                                           s.arch.cc.major, s.arch.cc.minor)) +
                    fmt::format(": {} registers a thread, {} + {} B shared memory\n\n",
                                s.input.registers_per_thread, grouped(s.input.static_shared),
                                grouped(s.input.dynamic_shared));
  if (s.block_given) out += this_launch(s, style);
  const unsigned best = best_block_size(s.arch, s.input);
  if (best == 0)
    return out +
           style.bad("No block size can be launched" +
                     (s.block_given ? "." : ": " + occupancy(s.arch, s.input).why_not)) +
           "\n";
  if (s.block_given && !s.by_block_size) return out;
  out += style.bold("Occupancy by block size") + "\n";
  for (const BlockSizeChoice& c : occupancy_sweep(s.arch, s.input)) {
    if (c.result.ctas_per_sm == 0) continue;
    const std::string mark = c.threads == best ? style.good("  <- best") : std::string{};
    out +=
        fmt::format("  {:>5}  {:>5.1f}%  {}  {:>2} x {} warps{}{}\n", c.threads,
                    100 * c.result.fraction, style.bar(c.result.fraction, kBarWidth),
                    c.result.ctas_per_sm, c.result.warps_per_cta, launch_mark(s, c.threads), mark);
  }
  return out +
         fmt::format("\nBest block size: {} threads (the largest of those that fill an SM most).\n",
                     best);
}

}  // namespace simt
