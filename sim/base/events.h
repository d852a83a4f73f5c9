// What observers may listen to. The model emits; views collect. Without observers nothing is built
// or called: the SM tests one pointer.
#pragma once

#include <cstdint>

#include "isa/base/types.h"
#include "sim/base/counters.h"

namespace simt {

class DivergenceModel;
struct KernelFault;
struct Outcome;
struct WarpState;

struct WarpId {
  std::uint32_t sm = 0;
  std::uint64_t cta = 0;   ///< linear CTA index in the grid
  std::uint32_t warp = 0;  ///< in the CTA
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
  virtual void on_issue(std::uint64_t /*cycle*/, const WarpId&, Pc, const Outcome&,
                        const WarpState& /*state*/) {}
  /// The warp spent [from, to) in `reason`, waiting to issue `pc`.
  virtual void on_stall(std::uint64_t /*from*/, std::uint64_t /*to*/, const WarpId&, Pc, Stall) {}
  /// After on_issue: the paths have moved, barriers were reached or opened. The warp may have
  /// ended.
  virtual void on_paths(std::uint64_t /*cycle*/, const WarpId&, const DivergenceModel&) {}
  /// In place of on_issue: the instruction faulted. `outcome` has its lanes and, of an access, the
  /// addresses of them all; nothing was changed.
  virtual void on_fault(std::uint64_t /*cycle*/, const WarpId&, const KernelFault&,
                        const Outcome& /*outcome*/, const DivergenceModel&) {}
  /// The results of an instruction issued at this `pc` are ready at `ready`. Told once it is known:
  /// before on_paths, or later when they come from L2.
  virtual void on_result(const WarpId&, Pc, std::uint64_t /*ready*/) {}
  virtual void on_diverge(std::uint64_t /*cycle*/, const WarpId&, Pc) {}
  /// After on_issue of the bar instruction, once for all its lanes.
  virtual void on_barrier_arrive(std::uint64_t /*cycle*/, const WarpId&, const BarrierArrival&) {}
  virtual void on_barrier_open(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/,
                               std::uint32_t /*barrier*/) {}
  virtual void on_cta_start(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/) {}
  virtual void on_cta_end(std::uint64_t /*cycle*/, std::uint32_t /*sm*/, std::uint64_t /*cta*/) {}
  /// A warp takes `slot` of its SM; its sub-partition is slot modulo their number.
  virtual void on_warp_start(std::uint64_t /*cycle*/, const WarpId&, std::uint32_t /*slot*/) {}
  virtual void on_warp_end(std::uint64_t /*cycle*/, const WarpId&) {}
};

}  // namespace simt
