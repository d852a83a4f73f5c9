#include "sim/diff/path_record.h"

#include "sim/exec/outcome.h"

namespace simt::diff {

void PathRecord::on_issue(std::uint64_t, const WarpId& id, Pc pc, const Outcome& outcome,
                          const WarpState&) {
  if (left_ == 0) {
    complete_ = false;
    return;
  }
  --left_;
  warps_[{id.cta, id.warp}].push_back({pc, outcome.path, outcome.executed});
}

}  // namespace simt::diff
