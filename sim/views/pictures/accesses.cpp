// One access on the banks of shared memory, or on the sectors of global and local memory.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/base/lane_list.h"
#include "isa/base/short_names.h"
#include "isa/core/place.h"
#include "isa/core/print.h"
#include "sim/mem/bank_schedule.h"
#include "sim/views/bank_words.h"
#include "sim/views/lane_steps.h"
#include "sim/views/pictures/pictures.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/text.h"

namespace simt {
namespace {

constexpr double kLinePitch = 20, kCellHeight = 18, kLabels = 120;
constexpr std::size_t kMostRows = 32;
constexpr unsigned kCellBytes = 4;

/// "5", or "5+" where several lanes share it.
std::string lane_text(LaneMask lanes) {
  return std::to_string(first_lane(lanes)) + (count_lanes(lanes) > 1 ? "+" : "");
}

std::string head_of(const PictureSubject& s, const WarpTrace& trace, const WarpStep& step) {
  const std::uint32_t line = s.program.code[step.pc].loc.line;
  std::string text = tabs_expanded(s.program.text.lines.at(line - 1));
  text.erase(0, text.find_first_not_of(' '));
  return fmt::format("{}, {}: {} (block {}, warp {})", kernel_title(s.program),
                     place_text(s.program, step.pc),
                     with_short_names(text.substr(0, text.find(';') + 1), s.program.kernel),
                     trace.cta(), trace.warp());
}

void more_rows(Sheet& sheet, std::size_t all, std::string_view noun) {
  if (all <= kMostRows) return;
  sheet.down(14);
  sheet.paragraph("note", fmt::format("and {} more {}s", all - kMostRows, noun));
}

std::string banks_svg(const PictureSubject& s, const std::string& head,
                      const AccessRecord& record) {
  const MemoryAccess& access = record.access;
  const BankGeometry geometry{s.arch.shared.banks, s.arch.shared.bank_bytes,
                              s.arch.shared.word_bytes};
  const SharedFootprint& f = record.figures.shared;
  const std::vector<Wavefront> schedule = bank_schedule(access, geometry);
  const bool conflict = f.wavefronts > f.groups;
  const BankConflict worst = bank_conflict(schedule);
  Sheet sheet(head,
              fmt::format("{} {}, {}, on the {} banks of shared memory. In each wavefront a bank "
                          "serves one word; a cell has the lane that it serves.",
                          name_of(access.space), access_name(access.kind), width_text(access),
                          geometry.banks));
  sheet.paragraph(conflict ? "mark" : "label",
                  conflict
                      ? fmt::format("{}-way bank conflict: {} wavefronts where {} would do; {}",
                                    worst.degree, f.wavefronts, f.groups, asked_text(worst, access))
                      : fmt::format("No bank conflict: {}", plural(f.wavefronts, "wavefront")));
  const double width = (Sheet::kWidth - kLabels - 12) / geometry.banks;
  sheet.text(kLabels - 8, sheet.y() + 10, "end", "label", "bank");
  for (unsigned b = 0; b < geometry.banks; ++b)
    sheet.text(kLabels + (b + 0.5) * width, sheet.y() + 10, "middle", "in label",
               std::to_string(b));
  sheet.down(16);
  bool plain = false;
  for (std::size_t i = 0; i < std::min(schedule.size(), kMostRows); ++i) {
    sheet.text(kLabels - 8, sheet.y() + 13, "end", "label", fmt::format("wavefront {}", i + 1));
    sheet.rect(kLabels, sheet.y(), width * geometry.banks - 2, kCellHeight, "rest");
    for (unsigned b = 0; b < geometry.banks; ++b) {
      const LaneMask lanes = schedule[i].bank[b].lanes;
      const bool busiest =
          conflict && std::binary_search(worst.banks.begin(), worst.banks.end(), b);
      plain = plain || (lanes != 0 && !busiest);
      if (lanes != 0)
        sheet.cell(kLabels + b * width, sheet.y(), width - 2, kCellHeight, busiest ? "clash" : "on",
                   lane_text(lanes));
    }
    sheet.down(kLinePitch);
  }
  more_rows(sheet, schedule.size(), "wavefront");
  std::vector<Sheet::Key> keys;
  if (plain) keys.push_back({"on", "serves this lane (+: and others, with the same word)"});
  if (conflict) keys.push_back({"clash", "a bank that decides how many wavefronts it takes"});
  keys.push_back({"rest", "idle"});
  sheet.legend(keys);
  return sheet.finish();
}

/// Which lanes touch each 4-byte cell, and which sectors of each line are fetched.
struct DrawnCells {
  std::map<std::uint64_t, LaneMask> lanes;  ///< by address / 4
  std::map<std::uint64_t, unsigned> lines;  ///< by address / 128: one bit a sector
};

DrawnCells cells_of(const MemoryAccess& access) {
  DrawnCells cells;
  access.for_each_piece([&](const MemoryAccess::Piece& piece) {
    for (unsigned byte = 0; byte < piece.bytes; byte += kCellBytes) {
      std::uint64_t address = piece.address + byte;
      if (access.space == StateSpace::Local) address = local_address(0, piece.lane, address);
      cells.lanes[address / kCellBytes] |= LaneMask{1} << piece.lane;
      cells.lines[address / kLineBytes] |= sector_bit(address);
    }
  });
  return cells;
}

class SectorsPicture {
 public:
  SectorsPicture(const PictureSubject& s, const std::string& head, const AccessRecord& record)
      : s_(s),
        access_(record.access),
        local_(access_.space == StateSpace::Local),
        f_(record.figures.global),
        sheet_(head, fmt::format(
                         "{} {}, {}. One row for each line of 128 bytes, four sectors of 32 bytes; "
                         "a cell is 4 bytes and has the lane that uses it.",
                         name_of(access_.space), access_name(access_.kind), width_text(access_))) {}

  std::string draw() {
    const bool excess = f_.sectors > f_.ideal_sectors;
    const unsigned moved = f_.sectors * kSectorBytes;
    sheet_.paragraph(excess ? "mark" : "label",
                     fmt::format("{}{}: {} of {} bytes used", plural(f_.sectors, "sector"),
                                 excess ? fmt::format(" where {} would do", f_.ideal_sectors) : "",
                                 grouped(f_.distinct_bytes), grouped(moved)));
    for (unsigned sector = 0; sector < kSectors; ++sector)
      sheet_.text(sector_x(sector) + kSectorWidth / 2, sheet_.y() + 8, "middle", "label",
                  fmt::format("sector {}", sector));
    sheet_.down(14);
    const DrawnCells cells = cells_of(access_);
    std::size_t rows = 0;
    for (const auto& [line, sectors] : cells.lines) {
      if (rows++ == kMostRows) break;
      row(cells, line, sectors);
    }
    more_rows(sheet_, cells.lines.size(), "line");
    sheet_.legend({{"on", "used by this lane (+: and others)"},
                   {"waste", "fetched, but no lane uses it"},
                   {"rest", "not fetched"}});
    return sheet_.finish();
  }

 private:
  static constexpr unsigned kSectors = kLineBytes / kSectorBytes;
  static constexpr unsigned kCellsOfSector = kSectorBytes / kCellBytes;
  static constexpr double kSectorWidth = (Sheet::kWidth - kLabels - 12) / kSectors;

  static double sector_x(unsigned sector) { return kLabels + sector * kSectorWidth; }

  void row(const DrawnCells& cells, std::uint64_t line, unsigned sectors) {
    const std::uint64_t address = line * kLineBytes;
    const std::string label =
        local_ ? fmt::format("local+{}", address) : s_.name_of_address(address);
    sheet_.text(kLabels - 8, sheet_.y() + 13, "end", "label", clipped(label, 16));
    const double width = (kSectorWidth - 8) / kCellsOfSector;
    for (unsigned sector = 0; sector < kSectors; ++sector) {
      const bool fetched = (sectors >> sector & 1) != 0;
      for (unsigned c = 0; c < kCellsOfSector; ++c) {
        const auto lanes = cells.lanes.find(address / kCellBytes + sector * kCellsOfSector + c);
        const bool used = lanes != cells.lanes.end();
        sheet_.cell(sector_x(sector) + 2 + c * width, sheet_.y(), width - 2, kCellHeight,
                    used      ? "on"
                    : fetched ? "waste"
                              : "rest",
                    used ? lane_text(lanes->second) : "");
      }
      if (fetched)
        sheet_.rect(sector_x(sector), sheet_.y() - 2, kSectorWidth - 6, kCellHeight + 4, "frame");
    }
    sheet_.down(kLinePitch + 6);
  }

  const PictureSubject& s_;
  const MemoryAccess& access_;
  bool local_;
  const GlobalFigures& f_;
  Sheet sheet_;
};

}  // namespace

std::string access_picture_svg(const PictureSubject& s, const WarpTrace& trace,
                               const std::string& line, unsigned nth) {
  unsigned found = 0;
  for (const WarpStep& step : trace.steps()) {
    for (unsigned i = 0; i < step.num_access; ++i) {
      const AccessRecord& record = trace.accesses()[step.first_access + i];
      const MemoryAccess& access = record.access;
      const bool shared = access.space == StateSpace::Shared;
      if (!shared && access.space != StateSpace::Global && access.space != StateSpace::Local)
        continue;
      if (access.lanes == 0 || ++found != nth) continue;
      const std::string head = head_of(s, trace, step);
      return shared ? banks_svg(s, head, record) : SectorsPicture(s, head, record).draw();
    }
  }
  const std::string has =
      found == 0 ? "no access" : fmt::format("{} access{}", found, found == 1 ? "" : "es");
  throw PictureError(fmt::format("block {}, warp {} has {} of shared, global or local memory at {}",
                                 trace.cta(), trace.warp(), has, line));
}

}  // namespace simt
