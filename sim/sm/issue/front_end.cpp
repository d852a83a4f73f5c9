#include "sim/sm/issue/front_end.h"

#include "sim/sm/rules/converge.h"

namespace simt {

// False: the path waits for other lanes.
bool FrontEnd::converge(Warp& w, const Path& path) {
  const Inst& inst = w.on->code[path.pc];
  const bool alone = path.lanes == w.paths->live();
  if (w.on->issue[path.pc].cta_barrier && (alone || w.paths->counts_warps())) return true;
  const bool pending = operands_ready(w, path.pc).at == kNever;
  if (pending && w.on->executor->awaits_members(path.pc, w.state, port_, alone))
    return w.wait.for_lanes = true;
  return simt::converge(*w.paths, *w.on->executor, inst, path, w.state);
}

// Of the next instruction, when it becomes known. Where that waits for a load it issues windows
// later: Sm::prefetch_operands() asks once more.
void FrontEnd::prefetch_access(Warp& w) {
  if (w.on->code[w.next.pc].memory.space == StateSpace::Local) return;
  w.next_address = w.on->executor->first_address(w.next.pc, w.next.lanes, w.state);
  l1_.prefetch(w.next_address);
  port_.prefetch(w.next_address);
}

}  // namespace simt
