#include "sim/diff/path_record.h"

#include "sim/exec/outcome.h"

namespace simt::diff {

void PathRecord::on_issue(const IssueEvent& issue, const Outcome& outcome, const WarpState&) {
  if (left_ == 0) {
    complete_ = false;
    return;
  }
  --left_;
  warps_[{issue.warp.cta, issue.warp.warp}].push_back({issue.pc, outcome.path, outcome.executed});
}

}  // namespace simt::diff
