// Stores of a loop that go to one place in all of its rounds: a register would hold the value.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/core/print.h"
#include "isa/core/rows.h"
#include "sim/explain/spin_condition.h"
#include "sim/views/advice_rules.h"

namespace simt {
namespace {

/// The slots that hold the address of an access.
std::vector<Slot> address_slots(const Inst& inst) {
  std::vector<Slot> out{inst.src[0], inst.memory.uniform_low, inst.memory.uniform_high};
  if (const RowOperand* const base = row_operand(inst, OperandRole::Read, inst.src[0]))
    out.insert(out.end(), base->rows.begin(), base->rows.end());
  std::erase(out, kNoSlot);
  return out;
}

bool is_global(const Inst& inst, Kind kind) {
  return inst.kind == kind && inst.memory.space == StateSpace::Global &&
         inst.memory.order == MemoryOrder::Weak;
}

/// Other threads may look at what a round has stored.
bool is_watched(const Program& program, const LoopRange& loop) {
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) switch (program.code[pc].kind) {
      case Kind::Atomic:
      case Kind::Reduction:
      case Kind::BarSync:
      case Kind::BarReduce:
      case Kind::WarpSync:
      case Kind::Fence:
      case Kind::Call:
        return true;
      default:
        break;
    }
  return false;
}

/// No round changes the address.
bool is_one_place(const Program& program, const LoopRange& loop, const Inst& inst) {
  const std::vector<Slot> address = address_slots(inst);
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc)
    for (const RegId reg : program.code[pc].writes)
      if (std::ranges::count(address, program.registers[reg].slot) > 0) return false;
  return true;
}

/// The accesses of a loop to the places that it stores to in all of its rounds.
struct RepeatedStores {
  LoopRange loop;
  std::vector<Pc> stores, loads;
};

std::vector<RepeatedStores> repeated_stores(const Subject& s) {
  std::map<Pc, RepeatedStores> found;  // by head
  const auto warps = static_cast<double>(s.run.counters[Counter::warps_launched]);
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if (!is_global(inst, Kind::Store) && !is_global(inst, Kind::Load)) continue;
    if (static_cast<double>(s.run.lines[pc].executed) < 2 * warps) continue;
    const auto loop = innermost_loop(s.program, pc);
    if (!loop || is_watched(s.program, *loop) || !is_one_place(s.program, *loop, inst)) continue;
    RepeatedStores& its = found[loop->head];
    its.loop = *loop;
    (inst.kind == Kind::Store ? its.stores : its.loads).push_back(pc);
  }
  std::vector<RepeatedStores> out;
  for (auto& [head, its] : found) {
    const auto address = [&](Pc pc) {
      const Inst& inst = s.program.code[pc];
      return std::pair(address_slots(inst), inst.imm);
    };
    std::erase_if(its.loads, [&](Pc load) {
      return std::ranges::none_of(its.stores,
                                  [&](Pc store) { return address(store) == address(load); });
    });
    if (!its.stores.empty()) out.push_back(std::move(its));
  }
  return out;
}

/// The busiest of what is left when these stores do not go to L2 any more: in percent of the
/// launch's time.
double busiest_left(const Subject& s, const RepeatedStores& its) {
  const Measured m = s.measured();
  const auto of = [&](const char* name) {
    return value_of(std::string(name) + ".avg.pct_of_peak_sustained_elapsed", m);
  };
  double stored = 0;
  for (const Pc pc : its.stores) stored += static_cast<double>(s.run.lines[pc].sectors);
  const auto all = static_cast<double>(s.run.counters[Counter::l2_sectors_read] +
                                       s.run.counters[Counter::l2_sectors_write]);
  const double left = all > 0 ? std::max(0.0, 1 - stored / all) : 1;
  return std::max({of("sm__throughput"), of("lts__throughput") * left, device_memory_busy(s)});
}

/// Takes what loads that go ahead of the stores, and registers in the place of them, can save.
double take(const Subject& s, const RepeatedStores& its, WarpCycles& cycles) {
  const WarpCycles::States waits{Stall::long_scoreboard, Stall::lg_throttle};
  double all = 0;
  for (Pc pc = its.loop.head; pc <= its.loop.back_edge; ++pc) all += cycles.left(pc, waits);
  for (const Pc pc : its.stores) all += cycles.left(pc) - cycles.left(pc, waits);
  const double percent = cycles.percent(all);
  if (percent <= 0) return 0;
  const double most = cycles.all() - busiest_left(s, its) - first_result(s) - cycles.taken();
  const double part = std::clamp(most / percent, 0.0, 1.0);
  double taken = 0;
  for (const Pc pc : its.stores) taken += cycles.take(pc, part);
  for (Pc pc = its.loop.head; pc <= its.loop.back_edge; ++pc)
    if (std::ranges::count(its.stores, pc) == 0) taken += cycles.take(pc, waits, part);
  return cycles.percent(taken);
}

}  // namespace

void advise_rounds(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  for (const RepeatedStores& its : repeated_stores(s)) {
    std::uint64_t executed = 0;
    for (const Pc pc : its.stores) executed += s.run.lines[pc].executed;
    std::vector<Pc> pcs = its.stores;
    pcs.insert(pcs.end(), its.loads.begin(), its.loads.end());
    Advice a;
    a.title = "each round of the loop stores to the same place in global memory";
    a.line = s.program.code[pcs.front()].loc.line;
    a.further = further_lines(s, pcs);
    a.text = fmt::format(
        "{} of warps go where the round before has stored{}. Keep the value in a variable of the "
        "thread's own, a register, and store it once, after the loop: no load has to wait then for "
        "stores before it, which the compiler takes for ones of what it loads.",
        plural(executed, "store"), its.loads.empty() ? "" : ", and the next one loads it again");
    a.kind = GainKind::AtMost;
    a.share = a.gain = take(s, its, cycles);
    out.push_back(std::move(a));
  }
}

}  // namespace simt
