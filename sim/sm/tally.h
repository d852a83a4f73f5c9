// Counts one executed warp instruction: the bridge from an Outcome to counters, and the only place
// that knows which counter an event belongs to. Depends on addresses only, never on time.
#pragma once

#include <vector>

#include "isa/base/host_cache.h"
#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/mem/shared_memo.h"
#include "sim/sm/branch_splits.h"
#include "sim/sm/worst_access.h"

namespace simt {

/// What the timing model needs to know of an access after it was counted.
struct AccessShape {
  GlobalFootprint global;        ///< Global and Local
  SharedFootprint shared;        ///< Shared
  unsigned constant_passes = 0;  ///< Const
};

constexpr bool is_control_flow(Kind k) {
  return k == Kind::Branch || k == Kind::BranchIndexed || k == Kind::Call || k == Kind::Ret;
}

class Tally {
 public:
  Tally(const Program& program, const ArchConfig& arch);

  void instruction(Pc pc, const Outcome& out) {
    plain_instruction(pc, out.path, out.executed);
    if (is_control_flow(program_.code[pc].kind)) control_flow(pc, out);
  }
  /// The same for one that is not control flow.
  void plain_instruction(Pc pc, LaneMask path, LaneMask executed) {
    LineCounters& line = lines_[pc];
    ++line.executed;
    line.thread_executed += count_lanes(path);
    line.thread_pred_on += count_lanes(executed);
  }
  /// `count` of those, one after the other, each executed by all lanes of the path.
  void plain_run(Pc first, unsigned count, LaneMask path) {
    const unsigned lanes = count_lanes(path);
    for (LineCounters *line = &lines_[first], *end = line + count; line != end; ++line) {
      ++line->executed;
      line->thread_executed += lanes;
      line->thread_pred_on += lanes;
    }
  }
  /// A branch that has all lanes go on together.
  void uniform_branch(Pc pc, LaneMask path, LaneMask executed) {
    plain_instruction(pc, path, executed);
    ++counters_[Counter::branch_targets];
    ++counters_[Counter::branch_uniform];
  }
  void prefetch(Pc pc) const { prefetch_bytes(&lines_[pc], sizeof(LineCounters)); }
  /// Cycles that warps spent waiting to issue the instruction at `pc`, by reason.
  StallCycles& stalls(Pc pc) { return lines_[pc].stall; }
  /// `local_base`: where the warp's local memory lies in device memory. The part of the shape that
  /// belongs to the space is valid, until this thread's next call.
  const AccessShape& access(Pc pc, const MemoryAccess& access, std::uint64_t local_base);

  /// What is counted nowhere else; totals() has all.
  Counters& counters() { return counters_; }
  Counters totals() const;
  std::vector<LineCounters>& lines() { return lines_; }
  std::vector<WorstAccess>& worst() { return worst_; }
  std::vector<BranchSplits>& splits() { return splits_; }

 private:
  void control_flow(Pc pc, const Outcome& out);
  void global(Pc pc, const MemoryAccess& access, const GlobalFootprint& f);
  void local(Pc pc, const MemoryAccess& access, const GlobalFootprint& f);
  void shared(Pc pc, const MemoryAccess& access, const SharedFootprint& f);

  const Program& program_;
  SharedFootprintMemo shared_footprints_;
  Counters counters_;
  std::vector<LineCounters> lines_;
  std::vector<WorstAccess> worst_;
  std::vector<BranchSplits> splits_;
};

}  // namespace simt
