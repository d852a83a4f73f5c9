// Scattered global accesses.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "isa/core/print.h"
#include "sim/mem/footprint.h"
#include "sim/views/advice_rules.h"
#include "sim/views/excess.h"
#include "sim/views/lane_steps.h"
#include "sim/views/narrowed_loads.h"

namespace simt {
namespace {

// Of lanes that are not neighbours nothing is known but where each of them is.
std::string sparse(const Subject& s, const MemoryAccess& access) {
  const auto apart = step_between(access);
  return fmt::format(
      "Only {} of {} lanes are active, none beside another{}: {} Let neighbouring lanes access "
      "neighbouring elements where the work allows it.",
      count_lanes(access.lanes), s.arch.sm.warp_size,
      apart ? fmt::format(", {} bytes from one to the next", std::llabs(*apart)) : "",
      apart && std::llabs(*apart) < std::int64_t{kSectorBytes}
          ? "what lies between them is fetched for nothing."
          : "each needs a sector of its own.");
}

constexpr std::string_view kBeNeighbours =
    "let them be neighbours (exchange the indices, or keep a structure's fields in arrays of their "
    "own), or stage through shared memory.";

/// "4", "2 to 4": of the accesses of all instructions.
template <class F>
std::string range_of(const Subject& s, const Excess& e, F of) {
  std::uint64_t least = of(s, e.worst()), most = least;
  for (const Pc pc : e.pcs) {
    least = std::min<std::uint64_t>(least, of(s, pc));
    most = std::max<std::uint64_t>(most, of(s, pc));
  }
  return least == most ? std::to_string(most) : fmt::format("{} to {}", least, most);
}

/// Each thread has elements that follow each other, and the instructions together take all of them.
bool takes_own_elements(const Subject& s, const Excess& e, std::int64_t stride) {
  const std::int64_t bytes = element_bytes(s, e.worst());
  if (stride <= bytes || bytes == 0 || stride % bytes != 0) return false;
  if (stride % 8 != 0) return false;  // no vector type has such a size and its alignment
  const auto start = [&](Pc pc) {
    const MemoryAccess& access = s.run.worst[pc].access;
    return access.address[first_lane(access.lanes)];
  };
  std::set<std::uint64_t> places;
  for (const Pc pc : e.pcs) {
    if (element_bytes(s, pc) != bytes) return false;
    places.insert(start(pc) % static_cast<std::uint64_t>(stride));
  }
  return places.size() == static_cast<std::size_t>(stride / bytes);
}

constexpr std::string_view kOwnElements =
    "a thread's own elements follow each other: take them by one wide access (int4 or float4 for "
    "16 "
    "bytes, int2 or float2 for 8), or let lanes be neighbours, through shared memory.";

std::string element_sizes(const Subject& s, const Excess& e) {
  return range_of(s, e, element_bytes);
}

/// Of blocks whose warps have several rows. Another shape is proposed only where a warp has whole
/// rows, and no array in shared memory follows the shape.
std::string wider_blocks(const Subject& s) {
  const Dim3& block = s.run.launch.block;
  const unsigned warp = s.arch.sm.warp_size;
  if (block.x >= warp || block.count() % warp != 0 || block.count() == block.x) return "";
  if (warp % block.x != 0)
    return fmt::format(
        " Blocks are {} threads wide, which does not divide {}: a warp has parts of several rows.",
        block.x, warp);
  const std::string rows = fmt::format(" Blocks are {} wide, so a warp has {}",
                                       plural(block.x, "thread"), plural(warp / block.x, "row"));
  if (s.program.shared.static_bytes > 0 || s.program.shared.uses_dynamic) return rows + ".";
  return fmt::format("{}: with blocks {} wide (such as {} x {}) it has one.", rows, warp, warp,
                     block.count() / warp);
}

/// Groups of neighbours, each at a place of its own: the rows of a tile.
std::string rows_text(const Subject& s, const Excess& e, const MemoryAccess& access) {
  const auto rows = lane_rows(access);
  if (!rows || rows->count < 2 || rows->step == 0) return "";
  if (rows->step == std::int64_t{element_bytes(s, dearest(s, e))})
    return fmt::format(
        "The lanes are neighbours in {} rows; a row that does not start at a multiple of {} bytes, "
        "or is no multiple of {} long, takes a part of a sector more.{}",
        rows->count, kSectorBytes, kSectorBytes, wider_blocks(s));
  return fmt::format(
      "The lanes are in {} rows; neighbours in a row are {} bytes apart for elements of {}: {}",
      rows->count, std::llabs(rows->step), element_sizes(s, e), kBeNeighbours);
}

/// Lanes between the first and the last that are not there.
bool has_gaps(LaneMask lanes) {
  const LaneMask together = lanes >> first_lane(lanes);
  return (together & (together + 1)) != 0;
}

/// Places in memory that its lanes access: several lanes may load one.
std::size_t places_of(const MemoryAccess& access) {
  std::set<std::uint64_t> out;
  for_each_lane(access.lanes, [&](unsigned lane) { out.insert(access.address[lane]); });
  return out.size();
}

/// Each place is one that lanes have in common.
bool shares_words(const WorstAccess& worst) {
  return worst.access.kind == Kind::Load && !worst.access.several() &&
         2 * places_of(worst.access) <= count_lanes(worst.access.lanes);
}

/// Sectors that would do: of lanes that load the same word it is one word.
unsigned sectors_that_do(const Subject& s, Pc pc) {
  const WorstAccess& worst = s.run.worst[pc];
  const unsigned ideal = ideal_of_worst(s, pc);
  if (!shares_words(worst)) return ideal;
  const std::uint64_t bytes = places_of(worst.access) * element_bytes(s, pc);
  return std::min(ideal, static_cast<unsigned>((bytes + kSectorBytes - 1) / kSectorBytes));
}

std::string shared_words(const MemoryAccess& access) {
  return fmt::format(
      "{} lanes load {} different elements: load each once, side by side, and pass it on through "
      "shared memory or shuffles; a table that does not change belongs in shared memory (in "
      "constant memory where all lanes of a warp load one element).",
      count_lanes(access.lanes), places_of(access));
}

std::string pattern(const Subject& s, const Excess& e) {
  const MemoryAccess& access = s.run.worst[dearest(s, e)].access;
  if (shares_words(s.run.worst[dearest(s, e)])) return shared_words(access);
  if (count_lanes(access.lanes) > 1 && !has_neighbours(access.lanes)) return sparse(s, access);
  const auto stride = lane_stride(access);
  const std::int64_t bytes = element_bytes(s, dearest(s, e));
  if (!stride) {
    if (const std::string text = rows_text(s, e, access); !text.empty()) return text;
    return "The addresses follow no fixed step. Let neighbouring lanes use neighbouring elements, "
           "or gather through shared memory.";
  }
  if (std::llabs(*stride) == bytes && has_gaps(access.lanes))
    return "The lanes that access it are neighbours of lanes that do not: the sectors hold "
           "elements "
           "of both. Let lanes that follow each other take this work.";
  if (std::llabs(*stride) == bytes)
    return fmt::format(
        "The lanes are neighbours, but they start {} bytes into a sector: align the "
        "start to {} bytes.",
        range_of(s, e,
                 [](const Subject& subject, Pc pc) {
                   const MemoryAccess& one = subject.run.worst[pc].access;
                   return one.address[first_lane(one.lanes)] % kSectorBytes;
                 }),
        kSectorBytes);
  return fmt::format(
      "{} are {} bytes apart for elements of {}: {}",
      same_cost(s, e) ? "Neighbouring lanes" : "In the worst request neighbouring lanes", *stride,
      element_sizes(s, e), takes_own_elements(s, e, *stride) ? kOwnElements : kBeNeighbours);
}

std::string title(const Subject& s, const Excess& e) {
  const WorstAccess& worst = s.run.worst[dearest(s, e)];
  const bool one_kind = access_kinds(s, e).size() == 1;
  const std::string name = fmt::format("global {}", access_name(worst.access.kind));
  const std::string who = e.pcs.size() == 1 ? name
                          : one_kind        ? "each of " + plural(e.pcs.size(), name)
                                     : fmt::format("each global access ({})", accesses_text(s, e));
  return fmt::format("{} touches {}{} where {} would do", who, same_cost(s, e) ? "" : "up to ",
                     plural(cost_of(worst), "sector"), range_of(s, e, sectors_that_do));
}

Advice scattered(const Subject& s, const Excess& e) {
  const WorstAccess& worst = s.run.worst[dearest(s, e)];
  Advice a;
  a.line = s.program.code[e.worst()].loc.line;
  a.further = further_lines(s, e.pcs);
  a.packs = e.pcs;
  a.title = title(s, e);
  a.text = fmt::format("{}{} {} of {} sectors here are in excess.", pattern(s, e),
                       worst_text(s, e, "request", "sector"), grouped(e.amount), grouped(e.all));
  // Lanes that are not there cannot be packed: the others would have to do their work.
  if (count_lanes(worst.access.lanes) > 1 && !has_neighbours(worst.access.lanes))
    a.kind = GainKind::AtMost;
  return a;
}

/// Of its sectors in excess the share that leaves L1.
double beyond_l1(const Subject& s, const Excess& e) {
  double out = 0;
  for (const Pc pc : e.pcs) {
    const LineCounters& l = s.run.lines[pc];
    const auto excess = static_cast<double>(l.sectors - std::min(l.sectors, ideal_sectors(s, pc)));
    const Kind kind = s.program.code[pc].kind;
    const bool plain = kind == Kind::Load || kind == Kind::Store;
    out += excess * (plain ? excess_beyond_l1(s, kind) : 1);
  }
  return e.amount > 0 ? std::clamp(out / static_cast<double>(e.amount), 0.0, 1.0) : 1;
}

bool has_stores(const Subject& s, const Excess& e) {
  return std::ranges::any_of(e.pcs, [&](Pc pc) { return s.program.code[pc].kind == Kind::Store; });
}

/// Where the sectors in excess stay when most of them do not leave L1.
std::string_view kept_in_l1(const Subject& s, const Excess& e) {
  if (access_kinds(s, e).size() > 1)
    return " Most of them do not leave L1: loads find them there, and stores leave it together "
           "with another store to that sector.";
  return s.program.code[e.worst()].kind == Kind::Store
             ? " Most of them leave L1 together with another store to that sector."
             : " L1 has most of them, from the lines of other accesses: they cost the "
               "time of its stages.";
}

/// Sectors that L1 has keep its stages busy all the same.
double l1_waits(const Subject& s, const WarpCycles& cycles, const Excess& e, double queue) {
  double excess = 0;
  for (const Pc pc : e.pcs) excess += stage_cycles(s, pc) - stage_cycles(s, pc, true);
  return stage_waits(s, cycles, excess, queue);
}

/// Of bytes that device memory moves for nothing: of all cycles as often as it is busy with them.
/// `beyond`: the share of its sectors in excess that leave L1.
double device_memory_waits(const Subject& s, const WarpCycles& cycles, const Excess& e,
                           double beyond) {
  const double excess = share_of_sectors(s, e.amount), leaving = excess * beyond;
  const double moved = 1 - (excess - leaving);
  if (cycles.all() <= 0 || moved <= 0) return 0;
  return std::min(1.0, device_memory_busy(s) / cycles.all()) * leaving / moved * cycles.left();
}

}  // namespace

double latency_beyond_l1(const Subject& s) {
  const double l2 = value_of("lts__t_sector_hit_rate.pct", s.measured()) / 100;
  return l2 * s.arch.l2.latency + (1 - l2) * s.arch.dram.latency;
}

double load_latency(const Subject& s) {
  const Measured m = s.measured();
  const double l1 = value_of("l1tex__t_sector_hit_rate.pct", m) / 100;
  return l1 * s.arch.l1.latency + (1 - l1) * latency_beyond_l1(s);
}

double share_of_sectors(const Subject& s, std::uint64_t sectors) {
  std::uint64_t all = 0;
  for (const LineCounters& line : s.run.lines) all += line.sectors;
  return all == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(all);
}

void advise_global(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const WarpCycles::States states{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};
  const double queue = cycles.left_beyond({Stall::long_scoreboard}, load_latency(s)) +
                       cycles.left({Stall::lg_throttle, Stall::drain});
  const Excesses found = excesses(s, StateSpace::Global, [](const Subject& subject, Pc pc) {
    return std::pair(subject.run.lines[pc].sectors, ideal_sectors(subject, pc));
  });
  bool drain_told = stall_share(s, Stall::drain) < kStallMuch;
  for (const Excess& e : found.lines) {
    Advice a = scattered(s, e);
    const double beyond = beyond_l1(s, e);
    if (beyond < kWorthAWord) a.text += kept_in_l1(s, e);
    if (has_stores(s, e) && beyond >= kWorthAWord && !drain_told) {
      a.text += fmt::format(
          " Warps that have ended wait until they are written: {:.0f}% of warps' cycles (drain).",
          stall_share(s, Stall::drain));
      drain_told = true;
    }
    if (&e == &found.lines.back()) a.text += left_out_text(found.left_out);
    const double share = share_of_sectors(s, e.amount) * beyond;
    const double waits = std::max(
        {queue * share, l1_waits(s, cycles, e, queue), device_memory_waits(s, cycles, e, beyond)});
    settle(s, {states, waits, 0}, cycles, a);
    if (a.ran && beyond < kWorthAWord)
      a.text +=
          " In the what-if run each access has sectors of its own; a layout in which accesses "
          "share "
          "them may gain more, or less where L1 keeps its lines from one access to the next now.";
    out.push_back(std::move(a));
  }
}

}  // namespace simt
