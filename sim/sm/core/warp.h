// One resident warp as the SM sees it: architectural state, divergence, and when it may issue.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/events.h"
#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"
#include "sim/sm/core/grid_on_sm.h"
#include "sim/sm/parts/copy_times.h"
#include "sim/sm/parts/scoreboard.h"
#include "sim/sm/rules/warp_at_barrier.h"

namespace simt {

/// Why the next instruction of a warp waits: until stalls_until for the stall count of the one
/// before, until front_until for front_reason, then until fetch_until for the instruction, then
/// until ready_at for dependency_reason. From there on its gate is closed
/// (ReadySet::waited_behind_gate) or another warp is selected.
struct WarpWait {
  std::uint64_t accounted = 0;
  std::uint64_t stalls_until = 0, front_until = 0, fetch_until = 0;
  std::uint64_t ready_at = kNever;
  Stall front_reason = Stall::wait;
  Stall dependency_reason = Stall::wait;
  bool for_answer = false;  ///< ready_at is not known before an answer from L2
  bool for_lanes = false;   ///< nor which lanes the next instruction needs
};

struct alignas(64) Warp {
  explicit Warp(std::pmr::memory_resource& memory) : scoreboard(&memory), state(&memory) {}

  // First what every issue touches: it shares lines of the host's cache.
  GridOnSm* on = nullptr;  ///< what it runs
  Path next;               ///< what issues next; kNoPc: nothing can
  WarpWait wait;
  std::uint64_t fetch_line = kNever;      ///< the line of instructions that it holds
  std::uint16_t partition = 0, slot = 0;  ///< of the SM; the slot of its scheduler
  bool resident = false;
  bool ends = false;       ///< no lane is left; it waits for what is under way
  unsigned under_way = 0;  ///< its entries of the SM's completions
  /// After a barrier, until it issues anything but arithmetic: when it could have issued, had it
  /// not waited there; else 0.
  std::uint64_t behind_barrier = 0;
  std::uint64_t next_address = 0;  ///< where its next access begins, for FrontEnd::prefetch_access
  /// L2 will tell when it goes on: a fence, or a constant that an instruction names.
  bool is_held() const { return wait.front_until == kNever; }
  std::unique_ptr<DivergenceModel, EndModel> paths;
  Scoreboard scoreboard;
  WarpState state;

  WarpId id;
  unsigned cta_slot = 0;
  std::uint64_t age = 0;  ///< start order
  std::uint64_t started = 0;
  std::uint64_t local_base = 0;   ///< its local memory in device memory
  std::uint64_t last_issue = 0;   ///< IssueId::number of its last instruction, for an observer
  std::uint64_t stores_left = 0;  ///< when L2 has taken its last store, or about then
  WarpAtBarrier barrier;          ///< it and the barriers of its CTA
  CopyTimes copies;               ///< its asynchronous copies
  std::vector<Pc> parted_at;      ///< branches that parted its lanes, ascending
};

}  // namespace simt
