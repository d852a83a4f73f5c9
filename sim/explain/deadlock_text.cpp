#include "sim/explain/deadlock_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/explain/spin_condition.h"

namespace simt {
namespace {

/// Situations listed; a launch may have thousands of stuck warps, seldom in many different ways.
constexpr std::size_t kMostSituations = 8;

/// Lanes of one warp in the same situation.
struct Group {
  LaneView view;
  LaneMask lanes = 0;
  const ReadText* read = nullptr;
  bool spins = false;
  int barrier = -1;  ///< independent threads: the convergence barrier where the lanes wait
};

const ReadText* read_of(const StuckWarp& warp, unsigned lane) {
  for (const ReadText& read : warp.reads) {
    if ((read.lanes >> lane & 1u) != 0) return &read;
  }
  return nullptr;
}

int convergence_barrier(const StuckWarp& warp, unsigned lane) {
  for (const PathView& path : warp.paths->view().paths)
    if (path.state == LaneState::Converging && (path.path.lanes >> lane & 1u) != 0)
      return path.barrier;
  return -1;
}

/// A ready path that read nothing while the warp was observed has not had a turn.
bool spins(LaneState state, const ReadText* read) {
  return state == LaneState::Active || (state == LaneState::Ready && read != nullptr);
}

std::vector<Group> groups_of(const StuckWarp& warp) {
  std::vector<Group> groups;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const LaneView view = warp.paths->lane(lane);
    if (view.state == LaneState::Padded) continue;
    const ReadText* read = read_of(warp, lane);
    const bool spin = spins(view.state, read);
    if (!spin) read = nullptr;
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return std::tie(g.view.state, g.view.pc, g.view.waits_at, g.view.waits_for, g.read) ==
             std::tie(view.state, view.pc, view.waits_at, view.waits_for, read);
    });
    if (same != groups.end()) {
      same->lanes |= LaneMask{1} << lane;
    } else {
      const int barrier =
          view.state == LaneState::Converging ? convergence_barrier(warp, lane) : -1;
      groups.push_back({view, LaneMask{1} << lane, read, spin, barrier});
    }
  }
  // Spinning lanes first: the others are explained by them.
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.spins > b.spins; });
  return groups;
}

class WarpText {
 public:
  WarpText(const Program& program, const StuckWarp& warp)
      : program_(program), groups_(groups_of(warp)), counts_warps_(warp.paths->counts_warps()) {
    for (const Group& group : groups_) {
      if (group.spins) spinning_ |= group.lanes;
      if (group.view.state != LaneState::Exited) live_ |= group.lanes;
    }
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const Group& group : groups_) {
      // Who has ended matters only to those who wait for all lanes.
      if (group.view.state == LaneState::Exited && (spinning_ & live_) == live_) continue;
      lines.push_back(describe(group));
    }
    if (const std::string hint = barrier_hint(); !hint.empty()) lines.push_back(hint);
    return lines;
  }
  Pc points_at() const {
    const Group& first = groups_.front();
    if (first.read != nullptr) return first.read->pc;
    return first.view.waits_at != kNoPc ? first.view.waits_at : first.view.pc;
  }
  bool spins() const { return spinning_ != 0; }

 private:
  std::string place(Pc pc) const { return place_text(&program_, pc); }
  static bool one(const Group& group) { return count_lanes(group.lanes) == 1; }
  static const char* s(const Group& group) { return one(group) ? "s" : ""; }

  std::string describe(const Group& group) const {
    const std::string lanes = lanes_text(group.lanes);
    const LaneView& view = group.view;
    switch (view.state) {
      case LaneState::Active:
      case LaneState::Ready:
        if (group.spins) return lanes + spin(group);
        return fmt::format("{} wait{} for a turn at {}: the path that {} never gives way", lanes,
                           s(group), place(view.pc),
                           spinning_ != 0 ? "runs" : "is first, and waits,");
      case LaneState::Converging:
        return lanes + parked(group);
      case LaneState::WarpSync:
        if (at_cta_barrier(group))
          return fmt::format("{} wait{} at the barrier at {} for {}", lanes, s(group),
                             place(view.waits_at), lanes_text(view.waits_for));
        return fmt::format("{} wait{} at {} ({}) for {}", lanes, s(group), place(view.waits_at),
                           opcode(view.waits_at), lanes_text(view.waits_for));
      case LaneState::CtaBarrier:
        return fmt::format("{} wait{} at the barrier at {}", lanes, s(group), place(view.waits_at));
      case LaneState::Exited:
        return fmt::format("{} {} exited", lanes, one(group) ? "has" : "have");
      case LaneState::Padded:
        break;
    }
    return lanes;
  }

  std::string spin(const Group& group) const {
    const Pc pc = group.read != nullptr ? group.read->pc : group.view.pc;
    const std::optional<LoopRange> loop = innermost_loop(program_, pc);
    if (group.read == nullptr) {
      const Pc at = loop ? loop->head : pc;
      return fmt::format(" loop{} at {}; nothing that the loop depends on changes", s(group),
                         place(at));
    }
    if (!group.read->missing.empty())
      return fmt::format(" loop{} at {} waiting at the mbarrier [{}]: {}", s(group), place(pc),
                         group.read->variable, group.read->missing);
    return fmt::format(" loop{} at {} waiting for [{}] to {}; it is {}", s(group), place(pc),
                       group.read->variable, loop ? awaited_change(program_, *loop, pc) : "change",
                       group.read->value);
  }

  /// "is parked at the reconvergence point line 33", "waits at convergence barrier B0, line 33,"
  std::string waits_to_reconverge(const Group& group) const {
    const std::string where = place(group.view.waits_at);
    if (group.barrier >= 0)
      return fmt::format("wait{} at convergence barrier B{}, {},", s(group), group.barrier, where);
    return fmt::format("{} parked at the reconvergence point {}", one(group) ? "is" : "are", where);
  }

  std::string parked(const Group& group) const {
    const LaneView& view = group.view;
    const std::string others = lanes_text(view.waits_for);
    const char* const each = count_lanes(view.waits_for) == 1 ? "s" : "";
    if (!left_the_loop(view))
      return fmt::format(" {} until {} arrive{}", waits_to_reconverge(group), others, each);
    return fmt::format(
        ", which {} left the loop, {} until {} leave{} it too; {}, {} cannot change what the loop "
        "waits for",
        one(group) ? "has" : "have", waits_to_reconverge(group), others, each,
        group.barrier >= 0 ? "waiting there" : "parked", one(group) ? "it" : "they");
  }

  bool at_cta_barrier(const Group& group) const {
    if (group.view.state == LaneState::CtaBarrier) return true;
    return group.view.state == LaneState::WarpSync && program_.code[group.view.waits_at].op.aligned;
  }

  /// Some lanes are at the block's barrier and others of the warp will not come to it.
  std::string barrier_hint() const {
    if (counts_warps_) return "";  // a part of the warp speaks for it
    const Group* at_barrier = nullptr;
    LaneMask elsewhere = 0;
    for (const Group& group : groups_) {
      if (group.spins) return "";  // what it waits for keeps it from coming, not the branch
      if (at_cta_barrier(group)) {
        if (at_barrier != nullptr && group.view.state == LaneState::WarpSync &&
            at_barrier->view.waits_at != group.view.waits_at)
          return two_barriers_hint(*at_barrier, group);
        at_barrier = &group;
      } else if (group.view.state != LaneState::Exited) {
        elsewhere |= group.lanes;
      }
    }
    if (at_barrier == nullptr || elsewhere == 0) return "";
    return fmt::format(
        "hint: the barrier at {} is for all threads of the block, but {} of this warp cannot come "
        "to it: move it out of the branch",
        place(at_barrier->view.waits_at), lanes_text(elsewhere));
  }

  std::string two_barriers_hint(const Group& one, const Group& other) const {
    return fmt::format(
        "hint: bar.sync (__syncthreads) is for all lanes of a warp that have not exited, at one "
        "instruction: {} {} at {}, {} at {}. Move the barrier out of the branch",
        lanes_text(one.lanes), count_lanes(one.lanes) == 1 ? "is" : "are", place(one.view.waits_at),
        lanes_text(other.lanes), place(other.view.waits_at));
  }

  /// The lanes are parked where a branch of the loop that others spin in reconverges.
  bool left_the_loop(const LaneView& parked) const {
    for (const Group& group : groups_) {
      if (!group.spins || (group.lanes & parked.waits_for) == 0) continue;
      const Pc pc = group.read != nullptr ? group.read->pc : group.view.pc;
      const std::optional<LoopRange> loop = innermost_loop(program_, pc);
      if (!loop || loop->contains(parked.waits_at)) continue;
      for (Pc at = loop->head; at <= loop->back_edge; ++at) {
        if (program_.code[at].flow.reconverge == parked.waits_at) return true;
      }
    }
    return false;
  }

  std::string opcode(Pc pc) const {
    const std::uint16_t spelling = program_.code[pc].spelling;
    return spelling != kNoSpelling ? program_.text.spellings[spelling].heading
                                   : "a warp-level instruction";
  }

  const Program& program_;
  std::vector<Group> groups_;
  bool counts_warps_ = false;
  LaneMask spinning_ = 0, live_ = 0;
};

struct Situation {
  std::vector<std::string> lines;
  const StuckWarp* first = nullptr;
  std::size_t warps = 0;
};

std::string title(const Situation& situation) {
  const StuckWarp& warp = *situation.first;
  std::string text = fmt::format("block ({},{},{}) warp {}", warp.cta[0], warp.cta[1], warp.cta[2],
                                 warp.index_in_cta);
  const std::size_t more = situation.warps - 1;
  if (more != 0) text += fmt::format(" and {} more warp{} like it", more, more == 1 ? "" : "s");
  return text + ":";
}

}  // namespace

DeadlockText explain_deadlock(const Program& program, std::span<const StuckWarp> warps) {
  DeadlockText result;
  std::vector<Situation> situations;
  bool spinning = false;
  for (const StuckWarp& warp : warps) {
    if (warp.paths->live() == 0) continue;
    const WarpText text(program, warp);
    if (result.pc == kNoPc || (text.spins() && !spinning)) result.pc = text.points_at();
    spinning |= text.spins();
    std::vector<std::string> lines = text.lines();
    const auto same = std::find_if(situations.begin(), situations.end(),
                                   [&](const Situation& s) { return s.lines == lines; });
    if (same != situations.end()) {
      ++same->warps;
    } else {
      situations.push_back({std::move(lines), &warp, 1});
    }
  }
  result.text =
      spinning ? "deadlock: every warp that can run comes back to the same state and no memory "
                 "value changes"
               : "deadlock: no warp can run, all wait";
  const std::size_t shown = std::min(situations.size(), kMostSituations);
  for (std::size_t i = 0; i < shown; ++i) {
    result.text += "\n  " + title(situations[i]);
    for (const std::string& line : situations[i].lines) result.text += "\n    " + line;
  }
  std::size_t left = 0;
  for (std::size_t i = shown; i < situations.size(); ++i) left += situations[i].warps;
  if (left != 0) result.text += fmt::format("\n  and {} more warps in other situations", left);
  return result;
}

}  // namespace simt
