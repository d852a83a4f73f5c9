#include "sim/step/ready_time.h"

namespace simt {

Scoreboard::Ready ready_time(const Program& program, const Warp& warp, RegId reg, Pc producer) {
  if (program.issue_control.empty()) return warp.scoreboard.of(reg);
  if (producer == kNoPc) return {};
  const std::uint8_t barrier = program.issue_control[producer].result;
  return barrier == IssueControl::kNone ? Scoreboard::Ready{} : warp.scoreboard.of(barrier);
}

}  // namespace simt
