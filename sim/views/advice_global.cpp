// Scattered global accesses.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "isa/program/print.h"
#include "sim/mem/footprint.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

std::string pattern(const WorstAccess& worst) {
  const MemoryAccess& access = worst.access;
  const auto stride = lane_stride(access);
  if (!stride)
    return "The addresses follow no fixed step. Let neighbouring lanes use neighbouring elements, "
           "or gather through shared memory.";
  if (std::llabs(*stride) == access.bytes) {
    const std::uint64_t first = access.address[first_lane(access.lanes)] % kSectorBytes;
    return fmt::format(
        "The lanes are neighbours, but they start {} bytes into a sector: align the "
        "start to {} bytes.",
        first, kSectorBytes);
  }
  return fmt::format(
      "Neighbouring lanes are {} bytes apart for elements of {}: let them be "
      "neighbours (exchange the indices, or keep a structure's fields in arrays of "
      "their own), or stage through shared memory.",
      *stride, access.bytes);
}

Advice scattered(const Subject& s, const Excess& e) {
  const WorstAccess& worst = s.run.worst[e.pc];
  Advice a;
  a.line = s.program.code[e.pc].loc.line;
  a.title = fmt::format("global {} touches {} where {} would do", access_name(worst.access.kind),
                        plural(worst.cost, "sector"), worst.ideal);
  a.text = fmt::format("{} {} of {} sectors here are in excess.", pattern(worst), grouped(e.amount),
                       grouped(s.run.lines[e.pc].sectors));
  return a;
}

/// Mean latency of a global load, by where its sectors were found.
double load_latency(const Subject& s) {
  const Measured m = s.measured();
  const double l1 = value_of("l1tex__t_sector_hit_rate.pct", m) / 100;
  const double l2 = value_of("lts__t_sector_hit_rate.pct", m) / 100;
  return l1 * s.arch.l1.latency +
         (1 - l1) * (l2 * s.arch.l2.latency + (1 - l2) * s.arch.dram_latency);
}

/// The share of the sectors in excess that L2 sees: what loads find in L1, a line that another
/// access brought in, costs little.
double beyond_l1(const Subject& s) {
  using enum Counter;
  const Counters& c = s.run.counters;
  double ideal = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& i = s.program.code[pc];
    if (i.kind == Kind::Load && i.memory.space == StateSpace::Global)
      ideal += static_cast<double>(s.run.lines[pc].sectors_ideal);
  }
  const auto asked = static_cast<double>(c[global_ld_sectors]);
  const double missed = asked - static_cast<double>(c[global_ld_hits]);
  return asked > ideal ? std::clamp((missed - ideal) / (asked - ideal), 0.0, 1.0) : 1;
}

}  // namespace

double share_of_sectors(const Subject& s, std::uint64_t sectors) {
  std::uint64_t all = 0;
  for (const LineCounters& line : s.run.lines) all += line.sectors;
  return all == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(all);
}

void advise_global(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const WarpCycles::States states{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};
  const double queue = cycles.left_beyond({Stall::long_scoreboard}, load_latency(s)) +
                       cycles.left({Stall::lg_throttle, Stall::drain});
  for (const Excess& e : excesses(s, StateSpace::Global, [](const LineCounters& l) {
         return std::pair(l.sectors, l.sectors_ideal);
       })) {
    Advice a = scattered(s, e);
    const bool load = s.program.code[e.pc].kind == Kind::Load;
    const double beyond = load ? beyond_l1(s) : 1;
    if (beyond < kWorthAWord) a.text += " L1 has most of them, from the lines of other accesses.";
    const double share = share_of_sectors(s, e.amount) * beyond;
    a.share = a.gain = cycles.percent(take_waits(cycles, states, queue * share, 0));
    out.push_back(std::move(a));
  }
}

}  // namespace simt
