#include <fmt/format.h>

#include <algorithm>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/step/names.h"
#include "sim/step/picture.h"

namespace simt {
namespace {

struct LaneKind {
  char letter;
  Strip::Tone tone;
  std::string_view text;
};
// In the order of the legend.
constexpr LaneKind kExecutes{'#', Strip::Tone::Good, "executes"};
constexpr LaneKind kNext{'#', Strip::Tone::Good, "runs"};
constexpr LaneKind kGuarded{'-', Strip::Tone::Plain, "predicated off: its guard is false"};
constexpr LaneKind kJumps{'#', Strip::Tone::Good, "jumps"};
constexpr LaneKind kStays{'-', Strip::Tone::Plain, "goes on"};
constexpr LaneKind kInactive{'.', Strip::Tone::Dim, "inactive"};
constexpr LaneKind kReconverges{'r', Strip::Tone::Accent, "waits to reconverge"};
constexpr LaneKind kYielded{'y', Strip::Tone::Accent, "yielded"};
constexpr LaneKind kWarpSync{'w', Strip::Tone::Accent, "waits for lanes"};
constexpr LaneKind kBarrier{'b', Strip::Tone::Bad, "at the barrier"};
constexpr LaneKind kExited{'x', Strip::Tone::Dim, "exited"};
constexpr LaneKind kPadded{' ', Strip::Tone::Dim, ""};
constexpr const LaneKind* kAll[] = {&kExecutes, &kNext,     &kGuarded,     &kJumps,
                                    &kStays,    &kInactive, &kReconverges, &kYielded,
                                    &kWarpSync, &kBarrier,  &kExited};

const LaneKind& kind_of(LaneState state, bool yielded, bool outcome_known) {
  switch (state) {
    case LaneState::Active:
      return outcome_known ? kInactive : kNext;
    case LaneState::Ready:
      return yielded ? kYielded : kInactive;
    case LaneState::Converging:
      return kReconverges;
    case LaneState::WarpSync:
      return kWarpSync;
    case LaneState::CtaBarrier:
      return kBarrier;
    case LaneState::Exited:
      return kExited;
    case LaneState::Padded:
      break;
  }
  return kPadded;
}

std::string ruler(unsigned warp_size) {
  std::string out;
  for (unsigned lane = 0; lane < warp_size; lane += 8) out += fmt::format("{:<9}", lane);
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

std::string legend(const std::vector<const LaneKind*>& used) {
  std::string out;
  for (const LaneKind* kind : used)
    out += fmt::format("{}{} {}", out.empty() ? "" : "  ", kind->letter, kind->text);
  return out;
}

/// Lanes of a path as '#', those that it waits for as 'o', the others as points.
Strip strip_of(const PathView& path, unsigned warp_size) {
  const bool runs = path.state == LaneState::Active;
  const LaneMask expected = path.state == LaneState::Converging ? path.waits_for : 0;
  Strip strip(warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((expected & path.path.lanes) >> lane & 1)
      strip.set(lane, 'o', Strip::Tone::Accent);
    else if (path.path.lanes >> lane & 1)
      strip.set(lane, '#', runs ? Strip::Tone::Good : Strip::Tone::Plain);
    else
      strip.set(lane, '.', Strip::Tone::Dim);
  }
  return strip;
}

std::string state_text(const PathView& path, bool stack) {
  switch (path.state) {
    case LaneState::Active:
      return "runs";
    case LaneState::Converging:
      if (!stack) return fmt::format("waits at B{}", path.barrier);
      return path.join == kNoPc ? "parked; o: still expected" : "parked";
    case LaneState::WarpSync:
      return "waits for " + lanes_text(path.waits_for);
    case LaneState::CtaBarrier:
      return "at the barrier";
    default:
      return stack ? "waits" : "ready";
  }
}

std::string join_text(const Program& program, const PathView& path, bool stack) {
  std::string text = state_text(path, stack);
  if (path.barrier >= 0 && path.state != LaneState::Converging)
    text += fmt::format(", in B{}", path.barrier);
  if (stack && path.join != kNoPc) {
    const std::string cuda = cuda_place(program, path.join);
    text += ", joins at " + (cuda.empty() ? std::to_string(line_of(program, path.join)) : cuda);
  }
  if (path.depth != 0) text += fmt::format(", depth {}", path.depth);
  return text;
}

/// Columns of the places in a picture of paths.
std::size_t place_width(const Program& program, const DivergenceView& view) {
  std::size_t width = 9;
  for (const PathView& p : view.paths)
    width = std::max(width, short_place(program, p.path.pc).size());
  for (const ConvergenceBarrierView& b : view.barriers)
    width = std::max(width, short_place(program, b.target).size());
  return width;
}

std::string barrier_row(const Program& program, const ConvergenceBarrierView& b, unsigned warp_size,
                        std::size_t width, const Style& style) {
  Strip strip(warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const auto in = [&](LaneMask mask) { return (mask >> lane & 1) != 0; };
    if (in(b.arrived))
      strip.set(lane, 'A', Strip::Tone::Good);
    else if (in(b.yielded))
      strip.set(lane, 'y', Strip::Tone::Accent);
    else if (in(b.participants))
      strip.set(lane, 'o', Strip::Tone::Bad);
    else
      strip.set(lane, '.', Strip::Tone::Dim);
  }
  std::string text;
  const auto add = [&](LaneMask lanes, std::string_view what) {
    if (lanes != 0) text += fmt::format("{}{}", text.empty() ? "" : "  ", what);
  };
  add(b.arrived, "A arrived");
  add(b.participants & ~b.arrived & ~b.yielded, "o missing");
  add(b.yielded & ~b.arrived, "y yielded");
  return fmt::format("  B{:<2}{:<{}} {}  {}", b.id, short_place(program, b.target), width,
                     strip.draw(style), style.dim(text));
}

}  // namespace

char lane_letter(unsigned lane) {
  return static_cast<char>(lane < 10 ? '0' + lane : 'A' + (lane - 10));
}

std::string Strip::draw(const Style& style) const {
  std::string out;
  for (std::size_t i = 0; i < text_.size();) {
    if (i % 8 == 0 && i > 0) out += ' ';
    std::size_t end = i + 1;  // a run of one tone in one block
    while (end < text_.size() && end % 8 != 0 && tone_[end] == tone_[i]) ++end;
    const std::string_view run(text_.data() + i, end - i);
    switch (tone_[i]) {
      case Tone::Dim:
        out += style.dim(run);
        break;
      case Tone::Plain:
        out += run;
        break;
      case Tone::Good:
        out += style.good(run);
        break;
      case Tone::Bad:
        out += style.bad(run);
        break;
      case Tone::Accent:
        out += style.accent(run);
        break;
    }
    i = end;
  }
  return out;
}

Lines lanes_picture(const Warp& warp, unsigned warp_size, const StepInstruction* done,
                    const Style& style) {
  const Outcome* const outcome = done != nullptr ? &done->outcome : nullptr;
  const bool branch =
      done != nullptr && done->inst.kind == Kind::Branch && done->inst.guard != kNoSlot;
  LaneMask yielded = 0;
  for (const ConvergenceBarrierView& b : warp.paths->view().barriers) yielded |= b.yielded;
  Strip strip(warp_size);
  std::vector<const LaneKind*> used;
  LaneMask seen = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const LaneMask bit = LaneMask{1} << lane;
    const LaneKind* kind =
        &kind_of(warp.paths->lane(lane).state, (yielded & bit) != 0, outcome != nullptr);
    if (outcome != nullptr && (outcome->path & bit) != 0)
      kind = (outcome->executed & bit) != 0 ? (branch ? &kJumps : &kExecutes)
                                            : (branch ? &kStays : &kGuarded);
    strip.set(lane, kind->letter, kind->tone);
    for (unsigned k = 0; k < std::size(kAll); ++k)
      if (kAll[k] == kind) seen |= 1u << k;
  }
  for (unsigned k = 0; k < std::size(kAll); ++k)
    if ((seen >> k & 1) != 0) used.push_back(kAll[k]);
  const std::string head = fmt::format("  {:<14}", "lanes");
  Lines lines{style.dim(fmt::format("  {:<14}{}", "", ruler(warp_size)))};
  const std::string text = legend(used);
  if (head.size() + Strip::width(warp_size) + 2 + text.size() <= kColumns)
    lines.push_back(head + strip.draw(style) + "  " + style.dim(text));
  else {
    lines.push_back(head + strip.draw(style));
    lines.push_back(std::string(head.size(), ' ') + style.dim(text));
  }
  return lines;
}

Lines paths_picture(const Program& program, const Warp& warp, unsigned warp_size,
                    DivergenceKind kind, bool always, const Style& style) {
  const DivergenceView view = warp.paths->view();
  const bool together = view.paths.size() <= 1 && view.barriers.empty() &&
                        (view.paths.empty() || view.paths[0].depth == 0);
  if (together && !always) return {};
  const bool stack = kind == DivergenceKind::Stack;
  const std::size_t width = place_width(program, view);
  const std::size_t used = width + Strip::width(warp_size) + 8;
  const std::size_t left = used + 28 < kColumns ? 28 : kColumns - std::min(kColumns, used);
  Lines lines{style.dim(stack ? "  stack, top first" : "  paths")};
  for (const PathView& path : view.paths) {
    const bool runs = path.state == LaneState::Active;
    std::string state = join_text(program, path, stack);
    constexpr std::string_view kNoun = "lanes ";
    if (const std::size_t at = state.find(kNoun);
        style.has_edge && state.size() > left && at != std::string::npos)
      state.erase(at, kNoun.size());
    lines.push_back(fmt::format(
        "   {} {:<{}} {}  {}", runs ? style.good(">") : " ", short_place(program, path.path.pc),
        width, strip_of(path, warp_size).draw(style), style.dim(style.fitted(state, left))));
  }
  if (!view.barriers.empty()) lines.push_back(style.dim("  convergence barriers"));
  for (const ConvergenceBarrierView& b : view.barriers)
    lines.push_back(barrier_row(program, b, warp_size, width, style));
  if (view.exited != 0 && (always || view.paths.empty()))
    lines.push_back("     exited: " + lanes_text(view.exited));
  return lines;
}

}  // namespace simt
