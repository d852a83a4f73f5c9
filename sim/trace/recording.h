// What a Recorder keeps of a run: a window of cycles on some SMs, as plain data. Players and traces
// are made from it. Cycles are SM clock cycles; every interval is [from, to).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/base/counters.h"
#include "sim/base/events.h"
#include "sim/config/pipe.h"
#include "sim/divergence/divergence.h"
#include "sim/sm/count/access_record.h"

namespace simt::trace {

inline constexpr std::uint64_t kOpen = std::numeric_limits<std::uint64_t>::max();

/// What to record.
struct Window {
  std::uint64_t from = 0, to = kOpen;  ///< cycles
  std::vector<std::uint32_t> sms{0};   ///< empty: all
  /// The window ends with the cycle in which so many warp instructions have been seen; 0: no end.
  std::uint64_t max_issues = 0;
  bool last = false;       ///< `from` was chosen so that the end of the run is shown
  std::uint64_t head = 0;  ///< cycles below it are recorded as well: how the run began
};

struct WarpRecord {
  std::uint32_t sm = 0;
  WarpPlace place;
  std::uint64_t cta = 0;
  std::uint32_t warp = 0;  ///< in the CTA
  std::uint64_t from = 0;
  std::uint64_t to = kOpen;  ///< kOpen: had not ended when the run, or the window, did
};

/// One warp instruction.
struct IssueRecord {
  std::uint64_t cycle = 0;
  std::uint64_t ready =
      0;  ///< its results; 0: it has none, or they had not come when the run ended
  MemoryLevel level = MemoryLevel::None;  ///< that they come from
  std::uint32_t warp = 0;                 ///< index into Recording::warps
  std::uint32_t ordinal = 0;              ///< of the warp's instructions, from 0
  Pc pc = kNoPc;
  LaneMask path = 0, executed = 0, exited = 0;
  std::uint32_t targets = 0;       ///< Outcome::num_targets
  std::uint32_t state = 0;         ///< index into Recording::states: the paths after it
  Pipe pipe = Pipe::Uniform;       ///< that it keeps busy longest
  std::uint32_t interval16 = 0;    ///< for so long, in 1/16 cycles
  int fault_lane = -1;             ///< it did not issue: the access of this lane is a fault
  std::uint32_t first_access = 0;  ///< into Recording::accesses
  std::uint32_t num_access = 0;
};

/// A warp's time in one state. Includes Stall::selected, the cycle in which it issues.
struct WaitRecord {
  std::uint64_t from = 0, to = 0;
  std::uint32_t warp = 0;
  std::uint32_t ordinal = 0;  ///< of the instruction that waits; Barrier and Drain: that has issued
  Pc pc = kNoPc;
  Stall reason = Stall::selected;
};

/// What an instruction left in a register; none when all its lanes hold what they held, but for the
/// first that a lane writes.
struct ValueRecord {
  static constexpr std::uint32_t kUnknown = ~0u;  ///< overwritten, or the end, before it was seen
  std::uint32_t warp = 0, ordinal = 0;
  RegId reg = kNoReg;
  std::uint32_t vector = 0;  ///< into Recording::vectors; kUnknown
  bool before = false;       ///< what it held already: nothing earlier is recorded
};

/// Bytes of shared memory that an instruction changed; the first of a block in its window may
/// have all bytes instead.
struct SharedRecord {
  std::uint32_t warp = 0, ordinal = 0;
  std::uint32_t offset = 0;
  std::vector<std::byte> bytes;
  bool before = false;  ///< what it holds after it, from earlier instructions too
};

/// Where the run faulted, on an SM of the recording or not.
struct FaultRecord {
  std::uint64_t cycle = 0, cta = 0;
  std::uint32_t sm = 0, warp = 0;
};

struct BarrierRecord {
  std::uint64_t cycle = 0, cta = 0;
  std::uint32_t sm = 0, barrier = 0;
};

struct Recording {
  Window window;  ///< as asked for
  /// What is complete, but for a gap from Window::head to Window::from: `to` is the end of the run,
  /// of the window, or where max_issues were reached.
  std::uint64_t from = 0, to = 0;
  bool has_gap() const { return window.head > 0 && window.head < window.from; }
  bool cut = false;  ///< by max_issues
  std::optional<FaultRecord> fault;
  std::vector<WarpRecord> warps;    ///< that were resident in the window
  std::vector<IssueRecord> issues;  ///< by cycle, then SM and warp
  std::vector<WaitRecord> waits;    ///< by warp, then time; clipped to the window
  std::vector<BarrierRecord> barriers;
  std::vector<AccessRecord> accesses;
  std::vector<DivergenceView> states;  ///< distinct ones
  /// With values: contents of registers, each once: a LaneMask of a predicate, else 32 lanes. Lanes
  /// that the kernel has not written are zero.
  std::vector<std::vector<std::byte>> vectors;
  std::vector<ValueRecord> values;   ///< of a warp in the order in which they were seen
  std::vector<SharedRecord> shared;  ///< of a block in order
};

}  // namespace simt::trace
