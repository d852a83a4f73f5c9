#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "isa/base/lane_list.h"
#include "isa/base/short_names.h"
#include "isa/core/place.h"
#include "sim/views/pictures/pictures.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/text.h"

namespace simt {
namespace {

constexpr double kCells = 352, kCell = 15, kRow = 18, kRemark = 880;
constexpr std::size_t kCode = 40;  ///< characters

double lane_x(unsigned lane) {
  return kCells + lane * (kCell + 1) + lane / 8 * 4;
}

bool is_branch(const Inst& inst) {
  return inst.kind == Kind::Branch && inst.guard != kNoSlot;
}

/// The class of a lane's cell.
std::string_view lane_class(const WarpStep& step, LaneMask threads, LaneMask bit) {
  if ((threads & bit) == 0) return "none";
  if ((step.exited_before & bit) != 0) return "gone";
  if ((step.path & bit) == 0) return "inactive";
  if (step.fault_lane >= 0 && bit == LaneMask{1} << step.fault_lane) return "clash";
  return (step.executed & bit) != 0 ? "on" : "guard";
}

std::vector<Sheet::Key> keys_of(const std::set<std::string_view>& used) {
  const Sheet::Key all[] = {{"on", "executes; at a branch: jumps"},
                            {"guard", "predicated off: its guard is false; at a branch: goes on"},
                            {"clash", "its access is a fault: the run ends here"},
                            {"inactive", "inactive: the warp runs another path"},
                            {"gone", "has exited"},
                            {"none", "has no thread"}};
  std::vector<Sheet::Key> keys;
  for (const Sheet::Key& key : all)
    if (used.count(key.cls) != 0) keys.push_back(key);
  return keys;
}

std::string source_text(const Program& program, std::uint32_t line) {
  if (line == 0 || line > program.text.lines.size()) return "";
  const std::string text = tabs_expanded(program.text.lines[line - 1]);
  const std::size_t start = text.find_first_not_of(' ');
  std::string out;
  if (start == std::string::npos) return out;
  for (const char c :
       text.substr(start)) {  // runs of blanks become one: columns are of no use here
    if (c == ' ' && !out.empty() && out.back() == ' ') continue;
    out += c;
  }
  return clipped(with_short_names(out.substr(0, out.find(" //")), program.kernel), kCode);
}

}  // namespace

std::string lanes_picture_svg(const PictureSubject& s, const WarpTrace& trace) {
  if (!trace.seen())
    throw PictureError(
        fmt::format("no instruction of block {}, warp {} was executed", trace.cta(), trace.warp()));
  if (trace.steps().empty())
    throw PictureError(
        fmt::format("block {}, warp {} executed none of these lines", trace.cta(), trace.warp()));
  Sheet sheet(
      fmt::format("{}: who executes", kernel_title(s.program)),
      fmt::format("{} on {}; block {}, warp {}. Time runs downwards: one row for each instruction "
                  "of the warp, one column for each lane.",
                  s.geometry, s.arch.name, trace.cta(), trace.warp()));
  const unsigned lanes = std::min<unsigned>(kMaxWarpSize, s.arch.sm.warp_size);
  sheet.down(6);
  for (unsigned lane = 0; lane < lanes; ++lane)
    sheet.text(lane_x(lane) + kCell / 2, sheet.y() + 4, "middle", "in label", std::to_string(lane));
  sheet.down(10);
  std::set<std::string_view> used;
  for (const WarpStep& step : trace.steps()) {
    const Inst& inst = s.program.code[step.pc];
    sheet.text(36, sheet.y() + 12, "end", "label", std::to_string(inst.loc.line));
    sheet.code(46, sheet.y() + 12, "", source_text(s.program, inst.loc.line));
    std::map<std::string_view, std::vector<Sheet::Span>> cells;
    for (unsigned lane = 0; lane < lanes; ++lane)
      cells[lane_class(step, trace.threads(), LaneMask{1} << lane)].push_back(
          {lane_x(lane), kCell});
    for (const auto& [cls, spans] : cells) {
      used.insert(cls);
      sheet.boxes(spans, sheet.y(), kCell, cls);
    }
    if (step.fault_lane >= 0)
      sheet.text(kRemark, sheet.y() + 12, "start", "mark",
                 fmt::format("lane {} faults", step.fault_lane));
    else if (step.targets > 1)
      sheet.text(kRemark, sheet.y() + 12, "start", "mark", "diverges");
    else
      sheet.text(kRemark, sheet.y() + 12, "start", "label",
                 fmt::format("{} of {}", count_lanes(is_branch(inst) ? step.path : step.executed),
                             count_lanes(trace.threads())));
    sheet.down(kRow);
  }
  if (trace.left_out() > 0) {
    sheet.down(14);
    sheet.paragraph(
        "note", fmt::format("and {} more of the warp's instructions", grouped(trace.left_out())));
  }
  sheet.legend(keys_of(used));
  return sheet.finish();
}

}  // namespace simt
