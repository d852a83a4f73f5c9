// Global loads that bring one word to all lanes.
#include <fmt/format.h>

#include "isa/core/print.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

constexpr double kMuch = 0.5;  ///< of all requests to global memory

/// So many lanes in one sector have words in common.
bool is_broadcast(const Subject& s, Pc pc) {
  const Inst& inst = s.program.code[pc];
  const LineCounters& l = s.run.lines[pc];
  if (inst.kind != Kind::Load || inst.memory.space == StateSpace::Local || l.requests == 0 ||
      l.sectors != l.requests)
    return false;
  const double lanes = static_cast<double>(l.thread_pred_on) / static_cast<double>(l.requests);
  return lanes * inst.memory.bytes() >= 2 * kSectorBytes;
}

}  // namespace

void advise_broadcast(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const auto requests = [&](Pc pc) { return is_broadcast(s, pc) ? s.run.lines[pc].requests : 0; };
  const std::vector<Pc> pcs = largest(s, requests, s.run.lines.size());
  if (pcs.empty() || stall_share(s, Stall::lg_throttle) < kStallMuch) return;
  std::uint64_t all = 0, these = 0;
  for (const LineCounters& l : s.run.lines) all += l.requests;
  for (const Pc pc : pcs) these += requests(pc);
  const double part = static_cast<double>(these) / static_cast<double>(all);
  if (part < kMuch) return;
  Advice a;
  a.title = fmt::format("{} of {} requests to global memory load one word for all lanes",
                        grouped(these), grouped(all));
  a.line = s.program.code[pcs.front()].loc.line;
  a.further = further_lines(s, pcs);
  a.text =
      "Each takes a turn of the load/store unit, which warps wait for. Data that are the same for "
      "all lanes belong in constant memory (__constant__), which instructions read as an operand; "
      "or one wide load (float4) brings four of them, or several results a thread use each.";
  a.kind = GainKind::AtMost;
  a.share = a.gain = cycles.percent(
      cycles.take({Stall::lg_throttle, Stall::mio_throttle, Stall::long_scoreboard}, part));
  out.push_back(std::move(a));
}

}  // namespace simt
