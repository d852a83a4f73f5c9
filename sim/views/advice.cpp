// Launch, occupancy, divergence, local and constant memory, and what warps wait for.
#include "sim/views/advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt {
namespace {

constexpr std::size_t kMostLines = 3;
constexpr double kLowOccupancy = 0.5;
constexpr double kDivergentShare = 0.05;
constexpr double kIssueEnough = 80, kStallMuch = 30;  // percent

unsigned line_of(const Subject& s, Pc pc) {
  return s.program.code[pc].loc.line;
}

/// Program counters for which `key` is not zero, largest first.
template <class F>
std::vector<Pc> largest(const Subject& s, F key, std::size_t most) {
  std::vector<Pc> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc)
    if (key(pc) > 0) out.push_back(pc);
  std::stable_sort(out.begin(), out.end(), [&](Pc a, Pc b) { return key(a) > key(b); });
  if (out.size() > most) out.resize(most);
  return out;
}

void advise_divergence(const Subject& s, std::vector<Advice>& out) {
  const auto splits = [&](Pc pc) { return s.run.lines[pc].splits; };
  const Counters& c = s.run.counters;
  const double lanes = static_cast<double>(c[Counter::inst_executed]) * s.arch.warp_size;
  const double empty =
      lanes > 0 ? 100 * (1 - static_cast<double>(c[Counter::thread_inst_executed]) / lanes) : 0;
  double all = 0;
  for (const LineCounters& line : s.run.lines) all += static_cast<double>(line.splits);
  for (const Pc pc : largest(s, splits, kMostLines)) {
    const LineCounters& line = s.run.lines[pc];
    const double share = static_cast<double>(line.splits) / static_cast<double>(line.executed);
    if (share < kDivergentShare) continue;
    out.push_back(
        {fmt::format("branch splits warps in {} of {} executions", grouped(line.splits),
                     grouped(line.executed)),
         line_of(s, pc),
         fmt::format("Both sides run one after the other, each with a part of the lanes "
                     "({:.1f} of {} arrive here on average). Let whole warps take one "
                     "side: choose by a multiple of {} threads.",
                     static_cast<double>(line.thread_executed) / static_cast<double>(line.executed),
                     s.arch.warp_size, s.arch.warp_size),
         empty * static_cast<double>(line.splits) / all});
  }
}

std::string occupancy_words(const Subject& s, const std::string& limiter) {
  const LaunchInfo& l = s.run.launch;
  const Occupancy& o = l.occupancy;
  if (limiter == "registers")
    return fmt::format(
        "{} registers a thread leave room for {}; fewer registers (or a launch bound) "
        "would let more in.",
        l.registers_per_thread, plural(o.limit_registers, "block"));
  if (limiter == "shared memory")
    return fmt::format("{} bytes of shared memory a block leave room for {}.",
                       grouped(o.shared_allocated_per_cta), plural(o.limit_shared, "block"));
  if (limiter == "blocks")
    return fmt::format(
        "Blocks of {} threads are too small: {} fill all block slots with {} of {} "
        "warps. Use larger blocks.",
        l.block.count(), plural(o.ctas_per_sm, "block"), o.warps_per_sm,
        s.arch.limits.max_warps_per_sm);
  return fmt::format(
      "Blocks of {} warps fit only {} times into {} warp slots; a size that divides "
      "them leaves none empty.",
      o.warps_per_cta, o.ctas_per_sm, s.arch.limits.max_warps_per_sm);
}

void advise_launch(const Subject& s, std::vector<Advice>& out) {
  const LaunchInfo& l = s.run.launch;
  const std::uint64_t warp = s.arch.warp_size, threads = l.block.count();
  if (threads % warp != 0)
    out.push_back(
        {fmt::format("the last warp of each block has {} empty lanes", warp - threads % warp), 0,
         fmt::format("{} threads are no multiple of the warp size {}: {} lanes of the "
                     "launch never work.",
                     grouped(threads), warp, grouped(s.run.counters[Counter::padded_lanes])),
         100.0 * static_cast<double>(warp - threads % warp) /
             static_cast<double>((threads + warp - 1) / warp * warp)});
  if (l.grid.count() < s.arch.num_sms && s.arch.num_sms > 1)
    out.push_back({fmt::format("{} for {} SMs", plural(l.grid.count(), "block"), s.arch.num_sms), 0,
                   fmt::format("{} SMs have nothing to do: make more blocks.",
                               s.arch.num_sms - l.grid.count()),
                   100.0 * (1 - static_cast<double>(l.grid.count()) / s.arch.num_sms)});
  const Occupancy& o = l.occupancy;
  // A grid that leaves slots empty anyway is not held back by them.
  if (o.fraction <= kLowOccupancy && l.waves_per_sm >= 1 && !o.limiters.empty())
    out.push_back({fmt::format("occupancy {:.0f}%, limited by {}", 100 * o.fraction, o.limiters[0]),
                   0, occupancy_words(s, o.limiters[0]),
                   (1 - o.fraction) * waiting_share(s, {Stall::long_scoreboard,
                                                        Stall::short_scoreboard, Stall::wait})});
}

void advise_local(const Subject& s, std::vector<Advice>& out) {
  const auto sectors = [&](Pc pc) {
    const Inst& i = s.program.code[pc];
    const bool local = (i.kind == Kind::Load || i.kind == Kind::Store) &&
                       i.memory.space == StateSpace::Local && !i.memory.register_passed;
    return local ? s.run.lines[pc].sectors : 0;
  };
  for (const Pc pc : largest(s, sectors, 1))
    out.push_back(
        {"local memory is used", line_of(s, pc),
         fmt::format("{} go through the memory system here. An array indexed by constants "
                     "only (unrolled loops) can stay in registers; spilled registers need "
                     "a smaller block or a higher register limit.",
                     plural(s.run.lines[pc].sectors, "sector")),
         waiting_share(s, {Stall::long_scoreboard, Stall::lg_throttle}) *
             share_of_sectors(s, s.run.lines[pc].sectors)});
}

void advise_constant(const Subject& s, std::vector<Advice>& out) {
  const auto extra = [&](Pc pc) {
    const LineCounters& l = s.run.lines[pc];
    return l.constant_passes > l.executed ? l.constant_passes - l.executed : 0;
  };
  for (const Pc pc : largest(s, extra, 1)) {
    const LineCounters& l = s.run.lines[pc];
    out.push_back(
        {"lanes read different constants", line_of(s, pc),
         fmt::format("{} loads take {} passes, one for each distinct address. Data indexed "
                     "by the lane belongs into global or shared memory.",
                     grouped(l.executed), grouped(l.constant_passes)),
         waiting_share(s, {Stall::imc_miss, Stall::short_scoreboard}) *
             static_cast<double>(l.constant_passes - l.executed) /
             static_cast<double>(l.constant_passes)});
  }
}

std::string words(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string_view remedy(Stall stall) {
  switch (stall) {
    case Stall::barrier:
      return "Warps of a block come to the barrier at different times: give them equal work, or "
             "use "
             "smaller blocks so that another one can run.";
    case Stall::math_pipe_throttle:
    case Stall::mio_throttle:
    case Stall::lg_throttle:
    case Stall::tex_throttle:
      return "The unit is busy: use it less, for instance with wider accesses, or mix in other "
             "work.";
    case Stall::branch_resolving:
      return "Fewer branches help: unroll the loop, or select instead of branching.";
    case Stall::membar:
      return "Every fence waits for the warp's memory accesses: use fewer, or a narrower scope.";
    case Stall::imc_miss:
      return "A warp's start, or constants that are not near: more work for each warp, or fewer "
             "constants far apart.";
    case Stall::no_instruction:
    case Stall::drain:
      return "Start and end of a warp: a short kernel pays them in full. More work for each warp "
             "makes them small.";
    default:
      return "More resident warps, or more independent instructions before the value is needed, "
             "hide it.";
  }
}

// Last: a state costs what the lines named above leave of it.
void advise_waiting(const Subject& s, std::vector<Advice>& out) {
  const Measured m = s.measured();
  if (value_of("smsp__issue_active.avg.pct_of_peak_sustained_active", m) >= kIssueEnough) return;
  double explained = 0;
  for (const Advice& a : out)
    if (a.line != 0) explained += a.cost;
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto stall = static_cast<Stall>(i);
    if (stall == Stall::selected || stall == Stall::not_selected) continue;
    const std::string_view name = info(stall).name;
    const double share =
        value_of(fmt::format("smsp__warp_issue_stalled_{}_per_warp_active.pct", name), m);
    if (share < kStallMuch) continue;
    const auto cycles = [&](Pc pc) { return s.run.lines[pc].stall[i]; };
    const std::vector<Pc> worst = largest(s, cycles, 1);
    if (worst.empty()) continue;
    const double here =
        100.0 * static_cast<double>(cycles(worst[0])) / static_cast<double>(s.run.counters[stall]);
    out.push_back(
        {fmt::format("{:.0f}% of warps' cycles: {} ({})", share, words(name), info(stall).text),
         line_of(s, worst[0]),
         fmt::format("{:.0f}% of that wait stands before this line. {}", here, remedy(stall)),
         std::max(0.0, share * here / 100 - explained)});
  }
}

}  // namespace

std::vector<Advice> advise(const Subject& subject) {
  std::vector<Advice> out = shared_advice(subject);
  for (Advice& a : global_advice(subject)) out.push_back(std::move(a));
  advise_divergence(subject, out);
  advise_local(subject, out);
  advise_constant(subject, out);
  advise_launch(subject, out);
  advise_waiting(subject, out);
  std::stable_sort(out.begin(), out.end(),
                   [](const Advice& a, const Advice& b) { return a.cost > b.cost; });
  return out;
}

double waiting_share(const Subject& s, std::initializer_list<Stall> states) {
  std::uint64_t cycles = 0;
  for (const Stall state : states) cycles += s.run.counters[state];
  const std::uint64_t all = s.run.counters[Counter::warps_active];
  return all == 0 ? 0 : 100.0 * static_cast<double>(cycles) / static_cast<double>(all);
}

double share_of_sectors(const Subject& s, std::uint64_t sectors) {
  std::uint64_t all = 0;
  for (const LineCounters& line : s.run.lines) all += line.sectors;
  return all == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(all);
}

}  // namespace simt
