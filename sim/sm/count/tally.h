// Counts what happens of a grid on one SM: the only place that knows which counter an event of an
// SM belongs to (L2 and device memory count for themselves, sim/mem/l2_memory.h). What lanes and
// addresses decide is counted from an Outcome alone, so that no change to timing can change it;
// hits of caches and cycles are told by the parts that know them.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "isa/base/host_cache.h"
#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/mem/shared_memo.h"
#include "sim/mem/texel_footprint.h"
#include "sim/sm/count/access_patterns.h"
#include "sim/sm/count/branch_splits.h"
#include "sim/sm/count/worst_access.h"

namespace simt {

/// What an access touches; the part that belongs to its space is valid.
struct AccessShape {
  GlobalFootprint global;        ///< Global, Local, Texture and Surface
  SharedFootprint shared;        ///< Shared
  unsigned constant_passes = 0;  ///< Const
  TexelFootprint texel;          ///< Texture and Surface, beside `global`
};

/// The numbers of a GlobalFootprint (there for what each is).
struct GlobalFigures {
  unsigned sectors = 0, ideal_sectors = 0, lines = 0, distinct_bytes = 0, max_same_address = 0,
           atomic_sectors = 0;
};
/// The numbers of an AccessShape: what is counted of an access.
struct AccessFigures {
  GlobalFigures global;
  SharedFootprint shared;
  unsigned constant_passes = 0;
  TexelFootprint texel;
};
inline GlobalFigures figures_of(const GlobalFootprint& f) {
  return {f.num_sectors,    f.ideal_sectors,    f.num_lines,
          f.distinct_bytes, f.max_same_address, f.atomic_sectors};
}
/// Of an access to this space.
AccessFigures figures_of(StateSpace space, const AccessShape& shape);

constexpr bool is_control_flow(Kind k) {
  return k == Kind::Branch || k == Kind::BranchIndexed || k == Kind::Call || k == Kind::Ret ||
         k == Kind::BranchTo || k == Kind::BranchIf || k == Kind::BranchApart;
}

/// Requests of one access to local memory: an element of several words takes several.
inline unsigned local_words(const Inst& inst) {
  const bool wide = inst.memory.space == StateSpace::Local && inst.memory.bytes() > 4;
  return wide ? inst.memory.bytes() / 4 : 1;
}

class Tally {
 public:
  /// Counters of lines lie in `memory`, which outlives it.
  Tally(const Program& program, const ArchConfig& arch,
        std::pmr::memory_resource* memory = std::pmr::get_default_resource());

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
  /// From now on whole_run() may be told; its counts are with the others after settle_runs().
  void expect_runs() { runs_.resize(program_.code.size()); }
  /// All instructions of the run that `first` begins (HostRun), each executed by all lanes of the
  /// path, with what its copies of constants count beside: in one place, as runs are long.
  void whole_run(Pc first, LaneMask path) {
    Runs& runs = runs_[first];
    ++runs.executed;
    runs.threads += count_lanes(path);
  }
  void settle_runs();
  /// Beside that, a load of a constant at one address (HostRun::copies_constant).
  void constant_copy(Pc pc, std::uint64_t times = 1) {
    counters_[Counter::const_requests] += times;
    counters_[Counter::const_passes] += times;
    lines_[pc].constant_passes += times;
  }
  /// A branch that has all lanes go on together.
  void uniform_branch(Pc pc, LaneMask path, LaneMask executed) {
    plain_instruction(pc, path, executed);
    ++counters_[Counter::branch_targets];
    ++counters_[Counter::branch_uniform];
  }
  /// The scheduler of a sub-partition issues an instruction.
  void issued(unsigned partition) { ++issued_[partition]; }
  void prefetch(Pc pc) const { prefetch_bytes(&lines_[pc], sizeof(LineCounters)); }
  /// Cycles that warps spent waiting to issue the instruction at `pc`, by reason.
  StallCycles& stalls(Pc pc) { return lines_[pc].stall; }
  /// Whose accesses are counted from now on.
  void of_warp(const WarpOfGrid& warp) { worst_.of_warp(warp); }
  /// Counts an access. `local_base`: where the warp's local memory lies in device memory. The shape
  /// is valid until this thread's next call.
  const AccessShape& access(Pc pc, const MemoryAccess& access, std::uint64_t local_base);
  /// The same without counting.
  const AccessShape& shape_of(const MemoryAccess& access, std::uint64_t local_base);
  /// Counts an access whose figures are known.
  void count(Pc pc, const MemoryAccess& access, const AccessFigures& figures);

  void cta_started() { ++counters_[Counter::ctas_launched]; }
  /// `lanes`: those of `warp_size` that have a thread.
  void warp_started(unsigned warp_size, LaneMask lanes) {
    ++counters_[Counter::warps_launched];
    counters_[Counter::padded_lanes] += warp_size - count_lanes(lanes);
  }
  /// Lanes of a warp part for the first time.
  void warp_diverged() { ++counters_[Counter::divergent_warps]; }
  /// Those of a warp part at the branch at `pc` for the first time; is it the first one of its CTA?
  void warp_parted(Pc pc, bool first_of_cta) {
    ++splits_[pc].warps;
    if (first_of_cta) ++splits_[pc].blocks;
  }
  /// Of the sectors of an access that L1 has served, so many were there. Atomics pass by.
  void l1_served(const MemoryAccess& access, unsigned sectors, unsigned hits, bool past_l1 = false);
  /// Cycles in which a sub-partition had a warp of the grid, and the SM a CTA, and no other grid
  /// had one there.
  void sub_partition_active(std::uint64_t cycles) {
    counters_[Counter::smsp_cycles_active] += cycles;
  }
  void sm_active(std::uint64_t cycles) { counters_[Counter::sm_cycles_active] += cycles; }

  Counters totals() const;
  /// Instructions issued, by sub-partition.
  const std::vector<std::uint64_t>& issued() const { return issued_; }
  std::span<const LineCounters> lines() const { return lines_; }
  const WorstAccesses& worst() const { return worst_; }
  const SharedPatterns& patterns() const { return patterns_; }
  std::span<const BranchSplits> splits() const { return splits_; }

 private:
  void control_flow(Pc pc, const Outcome& out);
  void executed_apart(const Outcome& out);
  void global(Pc pc, const MemoryAccess& access, const GlobalFigures& f);
  void local(Pc pc, const MemoryAccess& access, const GlobalFigures& f);
  void shared(Pc pc, const MemoryAccess& access, const SharedFootprint& f);
  void copied(const Inst& inst, const MemoryAccess& access, const GlobalFigures& f);
  void constant(Pc pc, unsigned passes);
  void texels(Pc pc, const MemoryAccess& access, const TexelFootprint& f);

  /// Those that begin at one instruction.
  struct Runs {
    std::uint64_t executed = 0, threads = 0;
  };

  const Program& program_;
  SharedFootprintMemo shared_footprints_;
  Counters counters_;
  std::pmr::vector<LineCounters> lines_;
  WorstAccesses worst_;
  SharedPatterns patterns_;
  std::pmr::vector<BranchSplits> splits_;
  std::vector<Runs> runs_;
  std::vector<std::uint64_t> issued_;
  unsigned copied_wavefronts_ = 0;  ///< of the asynchronous copy whose stores are counted next
  /// Before compute capability 9.0 atomics, loads and stores do what is done at an mbarrier.
  bool counts_mbarriers_;
};

}  // namespace simt
