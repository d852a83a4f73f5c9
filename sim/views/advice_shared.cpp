// Bank conflicts.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "isa/program/print.h"
#include "sim/mem/bank_schedule.h"
#include "sim/views/advice_rules.h"
#include "sim/views/bank_words.h"

namespace simt {
namespace {

/// Of the SM's shared stage for a wavefront (Sm::charge_shared).
constexpr double kStageCycles = 1;

BankGeometry banks(const ArchConfig& arch) {
  return {arch.shared_banks, arch.shared_bank_bytes, arch.shared_word_bytes};
}

struct Array {
  std::string name;
  std::uint64_t offset = 0;
};
Array array_at(const Program& program, std::uint64_t address) {
  for (const SharedVariable& v : program.shared_variables)
    if (address >= v.offset && address < std::uint64_t{v.offset} + v.bytes)
      return {v.name, v.offset};
  if (program.uses_dynamic_shared && address >= program.dynamic_shared_offset)
    return {"dynamic shared memory", program.dynamic_shared_offset};
  return {"shared memory", 0};
}

// "0, 4, 8, 12, ..."
std::string first_lanes(LaneMask lanes) {
  std::string out;
  unsigned count = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    if (++count <= 4) out += fmt::format("{}{}", count == 1 ? "" : ", ", lane);
  });
  return count > 4 ? out + ", ..." : out;
}

// "Bank 0 is asked for 32 words (lanes 0, 1, 2, 3, ...)"
std::string who_conflicts(const BankConflict& worst, const MemoryAccess& access) {
  std::string out = asked_text(worst, access);
  out.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.front())));
  const std::string lanes = "lanes " + first_lanes(worst.lanes);
  if (worst.banks.size() == 1) return fmt::format("{} ({})", out, lanes);
  return fmt::format("{} (bank {} by {})", out, worst.banks.front(), lanes);
}

std::string pad_words(const Pad& pad, const MemoryAccess& access) {
  const std::uint64_t element = access.bytes;
  if (pad.row % element == 0 && pad.bytes % element == 0)
    return fmt::format(
        "With {} more after every {} elements (rows of {} instead of {}) this access "
        "has no conflict.",
        plural(pad.bytes / element, "element"), pad.row / element, (pad.row + pad.bytes) / element,
        pad.row / element);
  return fmt::format("With {} more bytes after every {} this access has no conflict.", pad.bytes,
                     pad.row);
}

Advice conflict(const Subject& s, const Excess& e) {
  const WorstAccess& worst = s.run.worst[e.pc];
  const LineCounters& line = s.run.lines[e.pc];
  const Array array = array_at(s.program, worst.access.address[first_lane(worst.access.lanes)]);
  Advice a;
  a.line = s.program.code[e.pc].loc.line;
  const bool atomic = worst.access.kind != Kind::Load && worst.access.kind != Kind::Store;
  const BankConflict busiest = bank_conflict(bank_schedule(worst.access, banks(s.arch)));
  if (atomic && busiest.addresses <= 1) {
    a.title = fmt::format("{} lanes update one word of {}", count_lanes(busiest.lanes), array.name);
    a.text = fmt::format(
        "The atomic needs up to {} passes, one after another. Combine values in "
        "registers first (shuffles, redux), then update once per warp.",
        worst.cost);
    return a;
  }
  a.title = fmt::format("{}-way bank conflict on {} ({})", busiest.degree, array.name,
                        access_name(worst.access.kind));
  a.text = fmt::format("{}: {} where {} would do; {} of {} wavefronts here are in excess.",
                       who_conflicts(busiest, worst.access), plural(worst.cost, "wavefront"),
                       worst.ideal, grouped(e.amount), grouped(line.wavefronts));
  if (const auto stride = lane_stride(worst.access))
    a.text += fmt::format(" Lanes are {} bytes apart.", *stride);
  if (const auto pad = conflict_free_pad(worst.access, array.offset, s.arch))
    a.text += " " + pad_words(*pad, worst.access);
  return a;
}

}  // namespace

std::optional<std::int64_t> lane_stride(const MemoryAccess& access) {
  std::optional<std::int64_t> stride;
  unsigned previous = kMaxWarpSize;
  bool regular = true;
  for_each_lane(access.lanes, [&](unsigned lane) {
    if (previous != kMaxWarpSize) {
      const auto bytes = static_cast<std::int64_t>(access.address[lane] - access.address[previous]);
      const std::int64_t lanes = lane - previous;
      if (bytes % lanes != 0 || (stride && *stride != bytes / lanes)) regular = false;
      stride = bytes / lanes;
    }
    previous = lane;
  });
  return regular ? stride : std::nullopt;
}

std::optional<Pad> conflict_free_pad(const MemoryAccess& access, std::uint64_t base,
                                     const ArchConfig& arch) {
  const BankGeometry geometry = banks(arch);
  std::vector<std::uint64_t> rows;
  if (const auto stride = lane_stride(access); stride && *stride > access.bytes)
    rows.push_back(static_cast<std::uint64_t>(*stride));
  rows.push_back(std::uint64_t{geometry.banks} * geometry.bank_bytes);
  std::optional<Pad> best;
  const auto wasteful = [](const Pad& a, const Pad& b) {
    return a.bytes * b.row >= b.bytes * a.row;
  };
  for (const std::uint64_t row : rows)
    for (std::uint64_t pad = access.bytes; pad <= 4u * access.bytes; pad += access.bytes) {
      if (best && wasteful({row, pad}, *best)) break;
      MemoryAccess moved = access;
      for_each_lane(access.lanes, [&](unsigned lane) {
        moved.address[lane] += (access.address[lane] - base) / row * pad;
      });
      const SharedFootprint f = shared_footprint(moved, geometry);
      if (f.source_wavefronts <= f.ideal) best = Pad{row, pad};
    }
  return best;
}

void advise_shared(const Subject& s, WarpCycles& cycles, std::vector<Advice>& out) {
  const WarpCycles::States states{Stall::short_scoreboard, Stall::mio_throttle};
  const double queue = cycles.left_beyond({Stall::short_scoreboard}, s.arch.shared_latency) +
                       cycles.left({Stall::mio_throttle});
  double wavefronts = 0;
  for (const LineCounters& l : s.run.lines) wavefronts += static_cast<double>(l.wavefronts);
  for (const Excess& e : excesses(s, StateSpace::Shared, [](const LineCounters& l) {
         return std::pair(l.wavefronts, l.wavefronts_ideal);
       })) {
    Advice a = conflict(s, e);
    const auto excess = static_cast<double>(e.amount);
    // A load keeps its warp waiting for all of its wavefronts; a store only the unit.
    const bool load = s.program.code[e.pc].kind == Kind::Load;
    const double alone = excess * (load ? s.arch.lsu.wavefront_interval : kStageCycles);
    const double serial = cycles.of_sm_time(excess * s.arch.lsu.wavefront_interval);
    a.share = a.gain = cycles.percent(
        take_waits(cycles, states, std::min(serial, queue * excess / wavefronts), alone));
    out.push_back(std::move(a));
  }
}

}  // namespace simt
