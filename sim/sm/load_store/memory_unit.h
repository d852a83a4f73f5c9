// A unit of an SM that serves accesses of warps to memory: shared memory, L1, constants. What it
// answers later is an entry of the SM's completions. How to add one: docs/ADDING.md.
#pragma once

#include <cstdint>

#include "sim/base/counters.h"
#include "sim/base/events.h"
#include "sim/exec/outcome.h"
#include "sim/sm/core/grid_on_sm.h"
#include "sim/sm/load_store/completions.h"
#include "sim/sm/parts/load_store_stages.h"

namespace simt {

/// One access of a warp instruction, counted already.
struct UnitAccess {
  const Inst& inst;
  const MemoryAccess& access;
  const AccessShape& shape;
  GridOnSm& on;
  unsigned cta_slot;
  std::uint64_t now;
  /// There is one where MemoryUnit::may_answer_later(), or an access of the instruction before it
  /// had one; else kNone.
  Completions::Tag tag;
};

/// What a unit tells of an access when it takes it.
struct Served {
  std::uint64_t ready = 0;     ///< of a load: its result; of a store: it has left the warp
  Stall reason = Stall::wait;  ///< what a reader of the result waits for
  bool pending = false;        ///< an answer comes to the completion
  MemoryLevel level = MemoryLevel::None;
  std::uint16_t l1_hits = 0;     ///< sectors
  std::uint64_t held_until = 0;  ///< the warp goes no further before; kNever: before the answer
};

class MemoryUnit {
 public:
  virtual ~MemoryUnit() = default;
  /// Do accesses of it want an entry of the completions?
  virtual bool may_answer_later() const = 0;
  /// Earliest cycle from `now` on at which it takes an access of this kind; those of a
  /// sub-partition go in order.
  virtual std::uint64_t accepts_at(std::uint64_t now, Kind /*kind*/) { return now; }
  /// Takes the access of an instruction that comes by `on_path`.
  virtual Served issue(const UnitAccess& access, OnPath& on_path) = 0;
  /// How much later than `ready` what it stored has left the SM, as far as it is known.
  virtual std::uint64_t store_delay() const { return 0; }
};

}  // namespace simt
