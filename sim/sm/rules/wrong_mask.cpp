#include "sim/sm/rules/wrong_mask.h"

#include <algorithm>
#include <vector>

#include "isa/analysis/cfg.h"
#include "sim/exec/instruction_work.h"

namespace simt {
namespace {

/// The first work of lanes that go on from `pc`: neither on the way to somewhere else nor a meeting
/// of lanes. kNoPc: they may have come to their end without any.
Pc work_from(const Program& program, Pc pc) {
  const FunctionInfo* const function = function_of(program, pc);
  std::vector<Pc> seen, open{pc};
  Pc work = kNoPc;
  while (!open.empty()) {
    const Pc at = open.back();
    open.pop_back();
    if (function == nullptr || at == kNoPc || at >= program.code.size()) return kNoPc;
    if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
    seen.push_back(at);
    const Inst& inst = program.code[at];
    if (is_work(inst)) {
      work = std::min(work, at);
      continue;
    }
    if (inst.kind == Kind::Exit || inst.kind == Kind::Ret) return kNoPc;
    for (const Pc next : successors(program, *function, at)) open.push_back(next);
  }
  return work;
}

/// Lanes that waited for others which did other work and exited.
bool note_abandoned(const Program& program, const WrongMask& like, DivergenceModel& paths,
                    WrongMasks& masks) {
  WrongMask found = like;
  found.kind = WrongMask::Kind::ExitUnexpected;
  for (const Abandoned& one : paths.take_abandoned()) {
    if (one.waited_at != like.pc) continue;
    const Pc work = work_from(program, one.stood);
    if (work == kNoPc) continue;
    found.lanes |= one.lanes;
    found.missing |= one.exited;
    found.worked = std::min(found.worked, work);
  }
  if (found.missing == 0) return false;
  masks.add(found);
  return true;
}

}  // namespace

void note_wrong_mask(const Program& program, const WarpId& warp, Pc pc, const Outcome& out,
                     LaneMask started, DivergenceModel& paths, WrongMasks& masks) {
  WrongMask found{.pc = pc, .warp = warp, .mask = out.absent_reads.mask};
  if (note_abandoned(program, found, paths, masks)) return;
  const LaneMask read = out.absent_reads.read;
  if (read == 0) return;
  // Of machine code it is not told that lanes on another path will not come there.
  const LaneMask path = program.machine ? out.path : started;
  const LaneMask exited = read & paths.exited(), guarded = read & path & ~exited;
  if (exited == 0 && guarded == 0 && (read & started) != 0) return;
  found.lanes = out.absent_reads.lanes;
  using enum WrongMask::Kind;
  found.kind = exited != 0 ? ReadsExited : guarded != 0 ? ReadsGuarded : ReadsUnstarted;
  found.missing = exited != 0 ? exited : guarded != 0 ? guarded : read;
  if (found.kind == ReadsUnstarted) found.started = started;
  masks.add(found);
}

}  // namespace simt
