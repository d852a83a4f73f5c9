// What observers may listen to. The model emits; views collect. Without observers nothing is built
// or called: the SM tests one pointer.
#pragma once

#include <cstdint>

#include "isa/base/types.h"
#include "sim/base/counters.h"
#include "sim/base/memory_level.h"

namespace simt {

class DivergenceModel;
struct AccessShape;
struct IssueInfo;
struct KernelFault;
struct MemoryAccess;
struct Outcome;
struct WarpState;

struct WarpId {
  std::uint32_t sm = 0;
  std::uint64_t cta = 0;   ///< linear CTA index in the grid
  std::uint32_t warp = 0;  ///< in the CTA
};

/// Where a warp is on its SM.
struct WarpPlace {
  std::uint32_t slot = 0;       ///< of the SM's (Sm::warps)
  std::uint32_t partition = 0;  ///< the sub-partition that the slot belongs to
};

/// Names a warp instruction that issued.
struct IssueId {
  std::uint32_t sm = 0;
  std::uint64_t number = 0;  ///< counts those of its SM, from 1; 0: none
  bool operator==(const IssueId&) const = default;
};

struct IssueEvent {
  std::uint64_t cycle = 0;
  IssueId id;
  WarpId warp;
  WarpPlace place;
  Pc pc = kNoPc;
  const IssueInfo& cost;  ///< its pipes, and for how long it keeps them busy
};

/// An access of an instruction. What it refers to is valid during the call.
struct AccessEvent {
  IssueId issue;
  WarpId warp;
  Pc pc = kNoPc;
  const MemoryAccess& access;
  const AccessShape& shape;  ///< the part that belongs to the access's space (sim/sm/count/tally.h)
  /// As far as the SM knows when it sends the access; of what goes to L2, on_result tells the rest.
  MemoryLevel level = MemoryLevel::None;
  unsigned l1_hits = 0;  ///< its sectors that L1 has, or that are on their way there already
};

/// Lanes of a warp come to a named barrier of their CTA (bar.sync, bar.red, bar.arrive).
struct BarrierArrival {
  std::uint32_t barrier = 0;
  std::uint32_t threads = 0;  ///< that the barrier expects; 0: all that have not exited
  bool waits = true;          ///< until it opens; not so bar.arrive
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// After an instruction executed. `state` shows the registers after it.
  virtual void on_issue(const IssueEvent&, const Outcome&, const WarpState& /*state*/) {}
  /// After on_issue, for each access of the Outcome in order: its memory unit has taken it. Also
  /// after on_fault, with no issue: what it would have touched.
  virtual void on_access(const AccessEvent&) {}
  /// The warp spent [from, to) in `reason`. `behind`: what it has issued holds it (a barrier, its
  /// stores) and the time belongs to that instruction; none: it waited to issue `pc`.
  virtual void on_stall(std::uint64_t /*from*/, std::uint64_t /*to*/, const WarpId&, Pc, Stall,
                        IssueId /*behind*/) {}
  /// After on_access: the paths have moved, barriers were reached or opened. The warp may have
  /// ended.
  virtual void on_paths(std::uint64_t /*cycle*/, const WarpId&, const DivergenceModel&) {}
  /// In place of on_issue: the instruction faulted. `outcome` has its lanes and, of an access, the
  /// addresses of them all; nothing was changed.
  virtual void on_fault(std::uint64_t /*cycle*/, const WarpId&, const KernelFault&,
                        const Outcome& /*outcome*/, const DivergenceModel&) {}
  /// The results of the instruction at `pc` are ready at `ready`, from `level` if it is a load or
  /// an atomic. Told once it is known: before on_paths, or later when they come from L2; not of a
  /// warp that has ended by then.
  virtual void on_result(IssueId, const WarpId&, Pc, std::uint64_t /*ready*/, MemoryLevel) {}
  /// Atomics whose values wait for the end of a window (GlobalPort): all that issued before this
  /// cycle, on any SM, have been performed.
  virtual void on_atomics_performed(std::uint64_t /*before*/) {}
  virtual void on_diverge(std::uint64_t /*cycle*/, const WarpId&, Pc) {}
  /// After on_issue of the bar instruction, once for all its lanes.
  virtual void on_barrier_arrive(std::uint64_t /*cycle*/, const WarpId&, const BarrierArrival&) {}
  virtual void on_barrier_open(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/,
                               std::uint32_t /*barrier*/) {}
  virtual void on_cta_start(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/) {}
  virtual void on_cta_end(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/) {}
  virtual void on_warp_start(std::uint64_t /*cycle*/, const WarpId&, WarpPlace) {}
  virtual void on_warp_end(std::uint64_t /*cycle*/, const WarpId&) {}
};

}  // namespace simt
