// One launch from start to end: the only door into the timing model.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/assembler/machine_insts.h"
#include "sim/base/counters.h"
#include "sim/base/events.h"
#include "sim/base/unit_time.h"
#include "sim/base/wrong_mask.h"
#include "sim/config/arch.h"
#include "sim/exec/executor.h"
#include "sim/launch/occupancy.h"
#include "sim/mem/packing.h"
#include "sim/sm/count/access_patterns.h"
#include "sim/sm/count/branch_splits.h"
#include "sim/sm/count/worst_access.h"

namespace simt {

class Device;
struct RunResult;

enum class RunStatus : std::uint8_t { Finished, Fault, Deadlock, Limit };

struct RunOptions {
  std::uint64_t max_cycles = 0;  ///< 0: no limit
  /// Looked at when a window of time ends, if the kernel has not ended with it; 0: no limit.
  std::uint64_t max_instructions = 0;
  bool skip_idle = true;  ///< jump over cycles in which nothing can issue
  Observer* observer = nullptr;
  unsigned threads = 1;  ///< host threads; results do not depend on it
  /// False: results, exact counters and faults alone, by the functional engine
  /// (sim/functional/engine.h). max_cycles then limits the instructions of each warp, which issues
  /// one a cycle at most; observers, on_start and on_end are not called.
  bool timing = true;
  /// False, which needs timing off: results and faults alone. Nothing is counted.
  bool counters = true;
  /// A what-if run: the accesses of these instructions take the time of packed ones, in L1, L2 and
  /// device memory too. Values, and counters that follow from addresses, are those of the kernel.
  /// By program counter; empty: none. Without an observer.
  Packings packings = {};
  std::function<void(std::string_view)> print;  ///< receives what device printf writes
  /// For a look at the machine from outside: with its first CTAs in place, and after the last
  /// instruction of a run, however it ended. Observers may look at it in between.
  std::function<void(const Device&)> on_start;
  std::function<void(const Device&, const RunResult&)> on_end;
  /// Called about once per second of host time: CTAs finished, CTAs in all.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// Facts of the launch that views need beside the counters.
struct LaunchInfo {
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0, static_shared = 0;
  unsigned registers_per_thread = 0;
  Occupancy occupancy;
  double waves_per_sm = 0;
};

/// What one SM did of a launch.
struct SmResult {
  Counters counters;              ///< without those of L2 and device memory
  std::vector<Executions> lines;  ///< one per Program::code entry; empty: it ran no CTA
  /// By sub-partition: instructions that its scheduler issued; likewise, and empty without timing.
  std::vector<std::uint64_t> issued;
  bool used() const { return counters[Counter::ctas_launched] > 0; }
  bool operator==(const SmResult&) const = default;
};

struct RunResult {
  RunStatus status = RunStatus::Finished;
  bool timing = true;       ///< RunOptions::timing; without it what depends on time is 0, `sms` too
  bool counted = true;      ///< RunOptions::counters; without them all counts are 0, by line too
  std::string explanation;  ///< fault, deadlock or limit: several lines for a person
  Pc fault_pc = kNoPc;      ///< instruction the explanation points at, if any
  FaultKind fault_kind = FaultKind::Other;        ///< of a fault
  std::optional<OutOfBounds> out_of_bounds = {};  ///< likewise, where it is one
  LaunchInfo launch;
  Counters counters;                ///< sums over `sms`, and those of L2 and device memory
  std::vector<SmResult> sms;        ///< every SM of the architecture (of the slice with --sms)
  std::vector<LineCounters> lines;  ///< one per Program::code entry
  std::vector<WorstAccess> worst;   ///< likewise; cost 0 when nothing stood out
  /// Likewise: of loads and stores in shared memory that had bank conflicts; else empty.
  std::vector<AccessPatterns> patterns;
  /// Likewise: of branches. Warps and blocks that parted are not counted without timing.
  std::vector<BranchSplits> splits;
  /// Likewise: machine instructions by pipe that the model charges for one execution.
  std::vector<PipeInsts> pipe_insts;
  UnitTime atomics_units;  ///< of L2; an atomics unit performs updates of one word one by one
  WrongMasks wrong_masks;  ///< the run went on, its results are not defined
  /// SM clock, launch and end of the kernel included; of a run that stopped, up to there.
  std::uint64_t cycles_elapsed = 0;
  unsigned sms_used() const;  ///< SMs that ran at least one CTA
  double seconds() const;     ///< simulated duration
  double sm_clock_mhz = 0;
};

RunResult simulate(const Program& program, const ArchConfig& arch, const LaunchState& launch,
                   GlobalMemory& memory, const RunOptions& options);

}  // namespace simt
