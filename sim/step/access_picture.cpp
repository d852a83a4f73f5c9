// A memory access on its banks (shared memory) or its sectors (global and local memory).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/base/lane_list.h"
#include "isa/core/print.h"
#include "sim/mem/bank_schedule.h"
#include "sim/step/memory_view.h"
#include "sim/step/picture.h"
#include "sim/views/bank_words.h"
#include "sim/views/lane_steps.h"

namespace simt {
namespace {

using Tone = Strip::Tone;
constexpr unsigned kCellBytes = 4;
constexpr char kSeveral = '*';

char letter_of(LaneMask lanes) {
  return count_lanes(lanes) == 1 ? lane_letter(first_lane(lanes)) : kSeveral;
}

std::string subject_of(const MemoryAccess& access) {
  return fmt::format("{} {}, {}", name_of(access.space), access_name(access.kind),
                     width_text(access));
}

/// The first rows of many, and how many follow.
Lines shortened(Lines rows, std::size_t most, std::string_view noun) {
  if (rows.size() <= most + 1) return rows;
  const std::size_t left = rows.size() - most;
  rows.resize(most);
  rows.push_back(fmt::format("    ... {} more {}", left, noun));
  return rows;
}

std::string row(std::string_view label, const Strip& strip, const Style& style) {
  std::string line = fmt::format("    {:<20} {}", clipped(label, 20), strip.draw(style));
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// What it is and how good that is, on one line if it fits.
Lines judged(const std::string& head, const std::string& verdict, bool bad, const Style& style) {
  const std::string painted = bad ? style.bad(verdict) : style.good(verdict);
  if (head.size() + 2 + verdict.size() <= kColumns) return {head + ", " + painted};
  return {head, "    " + painted};
}

std::string conflict_text(const BankConflict& conflict, const MemoryAccess& access) {
  return fmt::format("{}-way {}: {}", conflict.degree,
                     access.serializes_lanes() ? "serialisation" : "conflict",
                     asked_text(conflict, access));
}

/// Words that the first of the busiest banks serves one after the other.
Lines worst_bank_lines(const std::vector<Wavefront>& schedule, unsigned bank,
                       const Program& program) {
  std::string words;
  unsigned count = 0;
  for (const Wavefront& w : schedule) {
    const BankUse& use = w.bank[bank];
    if (use.lanes == 0) continue;
    if (++count <= 4)
      words += fmt::format("{}{} for {}", words.empty() ? "" : ", ",
                           shared_name(program, use.address), lanes_text(use.lanes));
  }
  if (count > 4) words += ", ...";
  Lines lines;
  for (const std::string& line : wrapped(fmt::format("bank {}: {}", bank, words), kColumns - 4))
    lines.push_back("    " + line);
  return lines;
}

Lines banks_picture(const AccessPicture& where, const AccessRecord& record, const Style& style) {
  const MemoryAccess& access = record.access;
  const ArchConfig& arch = where.machine.subject.arch;
  const BankGeometry geometry{arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes};
  const SharedFootprint& f = record.figures.shared;
  const std::vector<Wavefront> schedule = bank_schedule(access, geometry);
  const bool conflict = f.wavefronts > f.groups;
  std::string head = fmt::format("  {}: {}", subject_of(access), plural(f.wavefronts, "wavefront"));
  if (conflict) head += fmt::format(" where {} would do", f.groups);
  const BankConflict worst = bank_conflict(schedule);
  const std::string verdict = conflict ? conflict_text(worst, access) : "no conflict";
  Lines lines = judged(head, verdict, conflict, style);
  lines.push_back(style.dim(fmt::format("    {:<20} 0        8        16       24", "bank")));
  Lines rows;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    Strip strip(geometry.banks);
    for (unsigned b = 0; b < geometry.banks; ++b) {
      const LaneMask lanes = schedule[i].bank[b].lanes;
      const bool busiest = std::binary_search(worst.banks.begin(), worst.banks.end(), b);
      const Tone used = conflict && busiest ? Tone::Bad : Tone::Good;
      strip.set(b, lanes == 0 ? '.' : letter_of(lanes), lanes == 0 ? Tone::Dim : used);
    }
    rows.push_back(row(fmt::format("wavefront {}", i + 1), strip, style));
  }
  for (std::string& line : shortened(std::move(rows), where.most, "wavefronts"))
    lines.push_back(std::move(line));
  if (conflict)
    for (std::string& line :
         worst_bank_lines(schedule, worst.banks.front(), where.machine.subject.program))
      lines.push_back(std::move(line));
  if (access.compare_swap) lines.push_back("    each wavefront passes twice: compare, then swap");
  lines.push_back(style.dim("    a lane is 0-9, A = 10 to V = 31; * several lanes share the word"));
  return lines;
}

/// Which lanes touch each 4-byte cell, and which sectors are fetched.
struct Cells {
  std::map<std::uint64_t, LaneMask> lanes;  // by address / 4
  std::map<std::uint64_t, unsigned> lines;  // by address / 128: one bit a sector
};

Cells cells_of(const MemoryAccess& access, std::uint64_t local_base) {
  Cells cells;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    for (unsigned byte = 0; byte < piece.bytes;
         byte += std::min(kCellBytes, unsigned{piece.bytes})) {
      std::uint64_t address = piece.address + byte;
      if (access.space == StateSpace::Local)
        address = local_address(local_base, piece.lane, address);
      cells.lanes[address / kCellBytes] |= LaneMask{1} << piece.lane;
      cells.lines[address / kLineBytes] |= sector_bit(address);
    }
  });
  return cells;
}

Strip line_strip(const Cells& cells, std::uint64_t line, unsigned sectors, bool wasteful) {
  Strip strip;
  for (unsigned cell = 0; cell < kLineBytes / kCellBytes; ++cell) {
    if ((sectors >> (cell * kCellBytes / kSectorBytes) & 1) == 0) continue;
    const auto lanes = cells.lanes.find(line * (kLineBytes / kCellBytes) + cell);
    if (lanes == cells.lanes.end())
      strip.set(cell, '.', wasteful ? Tone::Bad : Tone::Dim);
    else
      strip.set(cell, letter_of(lanes->second), Tone::Good);
  }
  return strip;
}

Lines sectors_picture(const AccessPicture& where, const AccessRecord& record, const Style& style) {
  const MemoryAccess& access = record.access;
  const Warp& warp = where.machine.gpu.sm(where.sm).warps()[where.slot];
  const bool local = access.space == StateSpace::Local;
  const GlobalFigures& f = record.figures.global;
  const bool wasteful = f.sectors > f.ideal_sectors;
  const unsigned moved = f.sectors * kSectorBytes;
  std::string head = fmt::format("  {}: {}", subject_of(access), plural(f.sectors, "sector"));
  if (wasteful) head += fmt::format(" where {} would do", f.ideal_sectors);
  const bool serialized = f.max_same_address > 1 && access.serializes_lanes();
  const std::string verdict =
      serialized ? fmt::format("{}{} lanes on one address: serialized",
                               f.max_same_address == count_lanes(access.lanes) ? "" : "up to ",
                               f.max_same_address)
                 : fmt::format("{} of {} bytes used", grouped(f.distinct_bytes), grouped(moved));
  Lines lines = judged(head, verdict, wasteful || serialized, style);
  lines.push_back(style.dim(
      fmt::format("    {:<20} sector 0 sector 1 sector 2 sector 3", "line of 128 bytes")));
  const Cells cells = cells_of(access, warp.local_base);
  const MemoryView memory(where.machine, where.sm);
  Lines rows;
  for (const auto& [line, sectors] : cells.lines) {
    const std::uint64_t address = line * kLineBytes;
    const std::string label =
        local ? fmt::format("local+{}", address - warp.local_base) : memory.name(address);
    rows.push_back(row(label, line_strip(cells, line, sectors, wasteful), style));
  }
  for (std::string& line : shortened(std::move(rows), where.most, "lines"))
    lines.push_back(std::move(line));
  lines.push_back(
      style.dim("    a lane is 0-9, A = 10 to V = 31; * several lanes; . fetched but not used"));
  return lines;
}

}  // namespace

Lines access_picture(const AccessPicture& where, const AccessRecord& record, const Style& style) {
  switch (record.access.space) {
    case StateSpace::Shared:
      return banks_picture(where, record, style);
    case StateSpace::Global:
    case StateSpace::Local:
      return sectors_picture(where, record, style);
    case StateSpace::Const: {
      const unsigned passes = record.figures.constant_passes;
      const std::string text =
          fmt::format("  constant load: {} pass{} for {}", passes, passes == 1 ? "" : "es",
                      lanes_text(record.access.lanes));
      return {passes > 1 ? style.bad(text) : text};
    }
    default:
      return {};
  }
}

}  // namespace simt
