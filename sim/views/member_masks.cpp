#include "sim/views/member_masks.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/exec/instruction_work.h"
#include "sim/exec/warp_members.h"
#include "sim/explain/wrong_mask_text.h"

namespace simt {
namespace {

LaneMask bit(unsigned lane) {
  return LaneMask{1} << lane;
}

}  // namespace

void MemberMasks::on_issue(const WarpId& warp, Pc pc, const Outcome& out, const WarpState& state) {
  Track& track = warps_[key(warp)];
  track.state = &state;
  const Inst& inst = program_.code[pc];
  for (Waiting& w : track.waiting) {
    const LaneMask busy = is_work(inst) ? out.executed & w.mask & ~w.lanes : 0;
    if (busy != 0 && w.busy == 0) w.work = pc;
    w.busy |= busy;
  }
  if (out.exited != 0) {
    for_each_lane(out.exited, [&](unsigned lane) {
      const bool led = (track.leaving & bit(lane)) != 0;
      track.exited_at[lane] = led ? track.parted_at[lane] : pc;
    });
    check_exit(warp, out, track);
    track.exited |= out.exited;
  }
  note_parting(track, inst, pc, out);
  if (inst.kind == Kind::Shuffle) check_shuffle(warp, pc, out, track);
}

void MemberMasks::note_parting(Track& track, const Inst& inst, Pc pc, const Outcome& out) {
  if (out.num_targets > 1) {
    track.leaving |= out.path;
    for_each_lane(out.path, [&](unsigned lane) { track.parted_at[lane] = pc; });
  } else if (inst.kind != Kind::Branch) {
    track.leaving &= ~out.executed;
  }
}

void MemberMasks::check_shuffle(const WarpId& warp, Pc pc, const Outcome& out, const Track& track) {
  const Inst& inst = program_.code[pc];
  const LaneMask guarded = out.path & ~out.executed;
  Finding exited{.kind = Finding::Kind::ReadsExited, .pc = pc, .warp = warp};
  Finding off{.kind = Finding::Kind::ReadsGuarded, .pc = pc, .warp = warp};
  const LaneMask started = track.state->lanes;
  Finding unstarted{
      .kind = Finding::Kind::ReadsUnstarted, .pc = pc, .warp = warp, .started = started};
  for_each_lane(out.executed, [&](unsigned lane) {
    const std::optional<LaneMask> mask = members_named_before(inst, *track.state, lane);
    const std::optional<unsigned> from = shuffle_read(inst, *track.state, lane);
    if (!mask || !from || (*mask & bit(*from)) == 0) return;
    const auto note = [&](Finding& finding, LaneMask absent) {
      if ((absent & bit(*from)) == 0) return;
      if (finding.lanes == 0) finding.mask = *mask;
      finding.lanes |= bit(lane);
      finding.missing |= bit(*from);
    };
    note(exited, track.exited);
    note(off, guarded);
    note(unstarted, ~started);
  });
  if (exited.missing != 0) {
    exited.exit = track.exited_at[first_lane(exited.missing)];
    add(exited);
  }
  if (off.missing != 0) add(off);
  if (unstarted.missing != 0) add(unstarted);
}

void MemberMasks::check_exit(const WarpId& warp, const Outcome& out, const Track& track) {
  for (const Waiting& w : track.waiting) {
    const LaneMask missing = out.exited & w.mask & ~w.lanes & w.busy;
    if (missing != 0)
      add({.kind = Finding::Kind::ExitUnexpected,
           .pc = w.pc,
           .warp = warp,
           .lanes = w.lanes,
           .mask = w.mask,
           .missing = missing,
           .exit = track.exited_at[first_lane(missing)],
           .worked = w.work});
  }
}

// Where the paths stand now: which of them wait, and for whom.
void MemberMasks::on_paths(const WarpId& warp, const DivergenceModel& paths) {
  const auto at = warps_.find(key(warp));
  if (at == warps_.end()) return;
  Track& track = at->second;
  const Path* const current = paths.current();
  if (current != nullptr && current->lanes == paths.live()) return track.waiting.clear();
  std::vector<Waiting> now;
  for (const PathView& path : paths.view().paths) {
    if (path.state != LaneState::WarpSync) continue;
    const Inst& inst = program_.code[path.path.pc];
    LaneMask mask = 0;
    for_each_lane(path.path.lanes, [&](unsigned lane) {
      mask |= members_named(inst, *track.state, lane).value_or(0);
    });
    if ((mask & ~path.path.lanes) == 0) continue;
    Waiting w{.pc = path.path.pc, .lanes = path.path.lanes, .mask = mask};
    for (const Waiting& before : track.waiting)
      if (before.pc == w.pc && (before.lanes & w.lanes) != 0) {
        w.busy = before.busy;
        w.work = before.work;
      }
    now.push_back(w);
  }
  track.waiting = std::move(now);
}

void MemberMasks::add(const Finding& finding) {
  Seen& seen = seen_.try_emplace(finding.pc, Seen{finding, {}}).first->second;
  seen.warps.insert(key(finding.warp));
}

std::string MemberMasks::report() const {
  std::vector<WrongMaskSeen> list;
  for (const auto& [pc, seen] : seen_)
    list.push_back({seen.first, fmt::format("in {} warp{}", seen.warps.size(),
                                            seen.warps.size() == 1 ? "" : "s")});
  return rendered(wrong_mask_texts(program_, list));
}

}  // namespace simt
