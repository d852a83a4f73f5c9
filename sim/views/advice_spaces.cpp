// Local and constant memory.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"

namespace simt {
namespace {

/// Loads of one line of the source whose lanes read different constants.
struct ConstantLoads {
  std::vector<Pc> pcs;  ///< most passes beyond one a load first
  std::uint64_t loads = 0, passes = 0, extra = 0;
};

std::uint64_t extra_passes(const LineCounters& line) {
  return line.constant_passes > line.executed ? line.constant_passes - line.executed : 0;
}

/// Those with most first.
std::vector<ConstantLoads> constant_loads(const Subject& s) {
  const auto extra = [&](Pc pc) { return extra_passes(s.run.lines[pc]); };
  std::vector<ConstantLoads> out;
  for (const Pc pc : largest(s, extra, s.run.lines.size())) {
    const auto row = row_of(s.program, pc);
    auto at = std::ranges::find_if(
        out, [&](const ConstantLoads& l) { return row_of(s.program, l.pcs.front()) == row; });
    if (at == out.end()) at = out.insert(out.end(), ConstantLoads{});
    const LineCounters& line = s.run.lines[pc];
    at->pcs.push_back(pc);
    at->loads += line.executed;
    at->passes += line.constant_passes;
    at->extra += extra_passes(line);
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &ConstantLoads::extra);
  return out;
}

}  // namespace

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
  const std::vector<ConstantLoads> lines = constant_loads(s);
  for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i) {
    const ConstantLoads& its = lines[i];
    Advice a;
    a.title = "lanes read different constants";
    a.packs = its.pcs;
    a.line = s.program.code[its.pcs.front()].loc.line;
    a.further = further_lines(s, its.pcs);
    a.text = fmt::format(
        "{} {} {} passes, one for each distinct address. Data indexed by the lane belongs in "
        "global or shared memory.",
        plural(its.loads, "load"), its.loads == 1 ? "takes" : "take", grouped(its.passes));
    if (i + 1 == kMostLines) a.text += left_out_text(lines.size() - kMostLines);
    const auto excess = static_cast<double>(its.extra);
    // A first look at a line waits for memory, whatever its address.
    const double first = static_cast<double>(s.run.counters[Counter::l2_constant_requests]) *
                         (s.arch.dram.latency + s.arch.constant.l15_latency);
    const double queue =
        cycles.left_beyond({Stall::short_scoreboard}, s.arch.constant.latency) - first;
    const WarpCycles::States states{Stall::short_scoreboard};
    settle(s,
           {states, queue * excess / static_cast<double>(its.passes),
            excess * s.arch.serializer.value_latency},
           cycles, a);
    out.push_back(std::move(a));
  }
}

}  // namespace simt
