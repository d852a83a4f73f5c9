// Loads of fields that lie beside each other, by lanes that are anywhere: one wide load a lane
// brings several.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sim/mem/footprint.h"
#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"
#include "sim/views/lane_steps.h"
#include "sim/views/producer.h"

namespace simt {
namespace {

constexpr std::uint64_t kWidest = 16, kWide = 8;  ///< bytes of a lane that one load brings

/// A plain load of less than that from global memory, whose lanes follow no step.
bool is_gather(const Subject& s, Pc pc) {
  const Inst& inst = s.program.code[pc];
  const LineCounters& line = s.run.lines[pc];
  const MemoryAccess& access = s.run.worst[pc].access;
  return inst.kind == Kind::Load && access.space == StateSpace::Global && !access.several() &&
         line.requests > 0 && line.sectors > line.sectors_ideal && access.bytes < kWidest &&
         !lane_stride(access) && !lane_rows(access);
}

/// What the addresses of all lanes leave when divided by `bytes`, where that is the same.
std::optional<std::uint64_t> remainder_of(const MemoryAccess& access, std::uint64_t bytes) {
  const std::uint64_t out = access.address[first_lane(access.lanes)] % bytes;
  bool same = true;
  for_each_lane(access.lanes, [&](unsigned lane) { same &= access.address[lane] % bytes == out; });
  return same ? std::optional(out) : std::nullopt;
}

using Registers = std::vector<RegId>;

bool writes_any(const Inst& inst, const Registers& registers) {
  return std::ranges::any_of(inst.writes, [&](RegId written) {
    return std::ranges::find(registers, written) != registers.end();
  });
}

/// Loads of one address and what is added to it, executed equally often.
std::vector<std::vector<Pc>> by_address(const Subject& s) {
  std::vector<std::vector<Pc>> out;
  std::map<Registers, std::vector<Pc>> open;  // by what the address is read from
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    const auto close_if = [&](auto what) {
      std::erase_if(open, [&](auto& loads) {
        if (!what(loads.first)) return false;
        out.push_back(std::move(loads.second));
        return true;
      });
    };
    if (inst.kind == Kind::BarSync) close_if([](const Registers&) { return true; });
    if (is_gather(s, pc)) {
      const Registers address(inst.reads.begin(), inst.reads.end());
      close_if([&](const Registers& its) {
        return its == address &&
               s.run.lines[open.at(its).front()].executed != s.run.lines[pc].executed;
      });
      open[address].push_back(pc);
    }
    close_if([&](const Registers& its) { return writes_any(inst, its); });
  }
  for (auto& [address, loads] : open) out.push_back(std::move(loads));
  return out;
}

/// Loads that one wide load each would do for.
struct Fields {
  std::vector<Pc> pcs;
  std::size_t wide = 0;     ///< loads that would do
  std::uint64_t bytes = 0;  ///< of the widest of these
  double spared = 0;        ///< cycles of the stages
  std::uint64_t sectors = 0, spared_sectors = 0;
  std::set<Pc> late;  ///< issued when others of their structure had been waited for
};

/// The loads that lie in one aligned piece of `bytes`, by the piece: those of which each has
/// others.
std::map<std::int64_t, std::vector<Pc>> pieces_of(const Subject& s, const std::vector<Pc>& loads,
                                                  std::uint64_t bytes) {
  std::map<std::int64_t, std::vector<Pc>> out;
  for (const Pc pc : loads) {
    const auto rest = remainder_of(s.run.worst[pc].access, bytes);
    if (!rest) return {};
    out[s.program.code[pc].imm - static_cast<std::int64_t>(*rest)].push_back(pc);
  }
  std::erase_if(out, [](const auto& piece) { return piece.second.size() < 2; });
  return out;
}

void add_piece(const Subject& s, const std::vector<Pc>& piece, std::uint64_t bytes, Fields& out) {
  ++out.wide;
  out.bytes = std::max(out.bytes, bytes);
  double most = 0;
  std::uint64_t kept = 0;
  for (const Pc pc : piece) {
    out.pcs.push_back(pc);
    out.spared += stage_cycles(s, pc);
    out.sectors += s.run.lines[pc].sectors;
    most = std::max(most, stage_cycles(s, pc));
    kept = std::max(kept, s.run.lines[pc].sectors);
  }
  for (const Pc pc : piece) out.spared_sectors += s.run.lines[pc].sectors;
  out.spared -= most;
  out.spared_sectors -= kept;
}

/// Of the loads of one structure those that come when one of `all` has been waited for: copied as a
/// whole it brings them with its first ones.
void add_late(const Subject& s, const Producers& producers, const std::vector<Pc>& loads,
              const std::set<Pc>& all, std::set<Pc>& out) {
  bool waited = false;
  for (Pc pc = loads.front(); pc <= loads.back(); ++pc) {
    waited |= s.run.lines[pc].stall[static_cast<std::size_t>(Stall::long_scoreboard)] > 0 &&
              all.contains(producers.of(pc, Stall::long_scoreboard));
    if (waited && std::ranges::find(loads, pc) != loads.end()) out.insert(pc);
  }
}

/// The waits for these, but no more than the latency of one trip for all: what is beyond it is of
/// the queues, which get shorter by fewer sectors alone.
double waits_for(const Subject& s, const Producers& producers, const WarpCycles& cycles,
                 const std::set<Pc>& loads) {
  double out = 0, trips = 0;
  for (const Pc pc : loads) trips = std::max(trips, static_cast<double>(s.run.lines[pc].executed));
  for (Pc reader = 0; reader < s.run.lines.size(); ++reader)
    if (loads.contains(producers.of(reader, Stall::long_scoreboard)))
      out += cycles.left(reader, {Stall::long_scoreboard});
  return std::min(out, trips * latency_beyond_l1(s));  // some lane finds its sector nowhere near
}

Fields fields_of(const Subject& s, const Producers& producers) {
  Fields out;
  std::vector<std::vector<Pc>> structures;
  std::set<Pc> all;
  for (const std::vector<Pc>& loads : by_address(s))
    for (const std::uint64_t bytes : {kWidest, kWide}) {
      const auto pieces = pieces_of(s, loads, bytes);
      for (const auto& [at, piece] : pieces) add_piece(s, piece, bytes, out);
      if (pieces.empty()) continue;
      structures.push_back(loads);
      all.insert(loads.begin(), loads.end());
      break;
    }
  for (const std::vector<Pc>& loads : structures) add_late(s, producers, loads, all, out.late);
  std::ranges::sort(out.pcs);
  return out;
}

}  // namespace

void advise_wide(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const Producers producers(s);
  const Fields fields = fields_of(s, producers);
  if (fields.pcs.empty()) return;
  const WarpCycles::States states{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};
  const double queue = cycles.left_beyond({Stall::long_scoreboard}, load_latency(s)) +
                       cycles.left({Stall::lg_throttle, Stall::drain});
  Advice a;
  a.title = fmt::format("{} where {} of {} bytes would do",
                        plural(fields.pcs.size(), "global load"), fields.wide, fields.bytes);
  a.line = s.program.code[fields.pcs.front()].loc.line;
  a.further = further_lines(s, fields.pcs);
  a.text = fmt::format(
      "Each lane takes fields of a structure of its own, which lie beside each other: one wide "
      "load brings several ({}; or declare the structure __align__({}) and copy it as a whole). "
      "{} of {} sectors that these ask for are asked for again.",
      fields.bytes == kWidest ? "float4, int4" : "float2, int2", fields.bytes,
      grouped(fields.spared_sectors), grouped(fields.sectors));
  // Of what is asked for again the part that L1 does not have costs L2 and memory its time, too.
  const double again = share_of_sectors(s, fields.spared_sectors) * excess_beyond_l1(s, Kind::Load);
  const double waits = std::max(stage_waits(s, cycles, fields.spared, queue), queue * again);
  const double late = waits_for(s, producers, cycles, fields.late);
  a.share = a.gain = cycles.percent(take_waits(cycles, states, waits + late, 0));
  out.push_back(std::move(a));
}

}  // namespace simt
