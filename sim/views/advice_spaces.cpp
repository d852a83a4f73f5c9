// Local and constant memory.
#include <fmt/format.h>

#include "sim/views/advice_rules.h"

namespace simt {

void advise_local(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const auto sectors = [&](Pc pc) {
    const Inst& i = s.program.code[pc];
    const bool local = (i.kind == Kind::Load || i.kind == Kind::Store) &&
                       i.memory.space == StateSpace::Local && !i.memory.register_passed;
    return local ? s.run.lines[pc].sectors : 0;
  };
  const std::vector<Pc> pcs = largest(s, sectors, s.run.lines.size());
  if (pcs.empty()) return;
  std::uint64_t all = 0;
  for (const Pc pc : pcs) all += sectors(pc);
  Advice a;
  a.title = fmt::format("local memory is used: {:.0f}% of the sectors of all accesses",
                        100 * share_of_sectors(s, all));
  a.line = s.program.code[pcs.front()].loc.line;
  a.further = further_lines(s, pcs);
  a.text = fmt::format(
      "{} go through the memory system. An array indexed by constants only (unrolled loops) can "
      "stay in registers; one that is indexed by values can lie in shared memory; spilled "
      "registers need a smaller block or a higher register limit.",
      plural(all, "sector"));
  a.kind = GainKind::AtMost;
  a.share = a.gain = cycles.percent(cycles.take(
      {Stall::long_scoreboard, Stall::lg_throttle, Stall::drain}, share_of_sectors(s, all)));
  out.push_back(std::move(a));
}

void advise_constant(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const auto extra = [&](Pc pc) {
    const LineCounters& l = s.run.lines[pc];
    return l.constant_passes > l.executed ? l.constant_passes - l.executed : 0;
  };
  for (const Pc pc : largest(s, extra, 1)) {
    const LineCounters& l = s.run.lines[pc];
    Advice a;
    a.title = "lanes read different constants";
    a.packs = {pc};
    a.line = s.program.code[pc].loc.line;
    a.text = fmt::format(
        "{} {} {} passes, one for each distinct address. Data indexed by the lane belongs in "
        "global or shared memory.",
        plural(l.executed, "load"), l.executed == 1 ? "takes" : "take", grouped(l.constant_passes));
    const auto excess = static_cast<double>(extra(pc));
    // A first look at a line waits for memory, whatever its address.
    const double first = static_cast<double>(s.run.counters[Counter::l2_constant_requests]) *
                         (s.arch.dram.latency + s.arch.constant.l15_latency);
    const double queue =
        cycles.left_beyond({Stall::short_scoreboard}, s.arch.constant.latency) - first;
    const WarpCycles::States states{Stall::short_scoreboard};
    settle(s,
           {states, queue * excess / static_cast<double>(l.constant_passes),
            excess * s.arch.serializer.value_latency},
           cycles, a);
    out.push_back(std::move(a));
  }
}

}  // namespace simt
