// What the parts of one SM share: what all SMs of the device do, its time, and what it leaves for
// the device at the end of a window.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/base/events.h"
#include "sim/config/arch.h"
#include "sim/sm/rules/deadlock.h"

namespace simt {

class Grid;

/// What all SMs of a device share; owned by the device, not changed while they run.
struct SmShared {
  const ArchConfig& arch;
  Observer* observer = nullptr;
  bool skip_idle = true;
  /// No SM runs ahead (Sm::run) to this cycle or after it; 0: they stay together.
  std::uint64_t ahead_until = 0;
  /// Set while it watches; SMs then run one after the other.
  DeadlockDetector* deadlock = nullptr;
  std::function<unsigned()> runnable_warps{};  ///< of all SMs
};

/// What a window, and what the SM did ahead of the next ones, left for the launch to do, and what
/// happened.
struct WindowEnd {
  struct CtaEnd {
    std::uint64_t at;
    const Grid* grid;
  };
  std::vector<CtaEnd> ctas_ended;
  std::uint64_t executed = 0;  ///< warp instructions
  std::uint64_t polls = 0;     ///< questions of warps that wait at an mbarrier
  unsigned warps_ended = 0;
  bool progress = false;  ///< something that a warp may have waited for (DeadlockDetector)
  bool proven_stuck = false;
};

struct SmContext {
  SmContext(const SmShared& of_all, unsigned sm, std::uint64_t cycle)
      : shared(of_all),
        arch(of_all.arch),
        observer(of_all.observer),
        index(sm),
        ns_per_cycle(1000.0 / of_all.arch.sm.clock_mhz),
        now(cycle) {}

  const SmShared& shared;
  const ArchConfig& arch;
  Observer* const observer;  ///< nullptr: nobody watches
  const unsigned index;      ///< the SM's number
  const double ns_per_cycle;
  std::uint64_t now;         ///< the cycle that is simulated
  std::uint64_t until = 0;   ///< the end of the window
  bool watched = false;      ///< by an observer or the deadlock detector: no fast paths
  std::uint64_t issues = 0;  ///< that an observer was told of: the last IssueId::number
  WindowEnd end;
};

/// The name of a resident warp for the detector.
constexpr DeadlockDetector::WarpKey deadlock_key(unsigned sm, std::size_t warp) {
  return (DeadlockDetector::WarpKey{sm} << 32) | warp;
}

}  // namespace simt
