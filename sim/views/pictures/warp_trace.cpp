#include "sim/views/pictures/warp_trace.h"

namespace simt {

void WarpTrace::on_issue(const IssueEvent& issue, const Outcome& out, const WarpState&) {
  add(issue.cycle, issue.warp, issue.pc, out, -1);
}

void WarpTrace::on_access(const AccessEvent& access) {
  if (takes_accesses_) accesses_.emplace_back(access);
}

void WarpTrace::on_fault(std::uint64_t cycle, const WarpId& id, const KernelFault& fault,
                         const Outcome& out, const DivergenceModel&) {
  add(cycle, id, fault.pc, out, static_cast<int>(fault.lane));
}

void WarpTrace::add(std::uint64_t cycle, const WarpId& id, Pc pc, const Outcome& out,
                    int fault_lane) {
  takes_accesses_ = false;
  if (id.cta != cta_ || id.warp != warp_) return;
  if (threads_ == 0) threads_ = out.path;  // a warp begins with all its threads together
  const LaneMask exited_before = exited_;
  exited_ |= out.exited;
  if (!wanted_[pc]) return;
  if (steps_.size() == most_) {
    ++left_out_;
    return;
  }
  steps_.push_back({pc, out.path, out.executed, exited_before, out.num_targets, accesses_.size(),
                    out.num_access, cycle, fault_lane});
  takes_accesses_ = true;
}

}  // namespace simt
