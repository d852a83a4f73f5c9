// The device: its SMs, the memory system that serves them, who starts where, and its clock. It
// outlives launches; several grids can be on it at once.
//
// Time advances in windows no longer than the least latency of the links between SMs (link.h). What
// an SM does in a window therefore cannot reach another SM before the window ends: SMs run a window
// independently, on any number of host threads, and the window's end settles everything shared in a
// fixed order. Results do not depend on the number of threads. While nothing is under way between
// an SM and the others, it goes on ahead of them with what only itself can see (Sm::run).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/host_arena.h"
#include "sim/mem/l2_memory.h"
#include "sim/sm/cta_placement.h"
#include "sim/sm/memory_links.h"
#include "sim/sm/rules/deadlock.h"

namespace simt {

/// What holds for as long as the device does.
struct DeviceOptions {
  Observer* observer = nullptr;
  unsigned threads = 1;   ///< host threads that SMs run on
  bool skip_idle = true;  ///< jump over cycles in which nothing can issue
  /// No SM runs ahead of the others (Sm::run) to this cycle or after it; 0: they stay together.
  std::uint64_t ahead_until = 0;
};

class Device {
 public:
  /// An observer, a heap in use or a watching deadlock detector makes it one host thread. `arch`,
  /// `memory` and the observer outlive the device.
  Device(const ArchConfig& arch, const DeviceOptions& options, GlobalMemory& memory);
  ~Device();

  /// What L2 holds when a grid starts. L1 caches hold nothing from kernels before it, because no
  /// other SM's stores reach them (CUDA C++ Best Practices Guide, "Device Memory Spaces").
  enum class Caches : std::uint8_t { Warm, Empty };
  /// The grid's CTAs start from now on, the first wave at once where the device is idle. It
  /// outlives its stay on the device, and the next launch() where that finds other grids there.
  void launch(Grid& grid, Caches caches = Caches::Warm);
  /// A finished grid that is about to go, with its counters read: the device forgets it.
  void retire(const Grid& grid);
  bool idle() const;
  /// Nothing has happened since, and the clock shows cycle `at` or, if it does already, more. The
  /// device is idle.
  void wait_until(std::uint64_t at) { until_ = std::max(until_, at); }
  /// Those that have not finished, and those that have since the last launch; in order.
  const std::vector<Grid*>& grids() const { return grids_; }
  /// Earliest cycle at which anything can happen; kNever when nothing ever will.
  std::uint64_t next_event() const;
  /// The clock: the end of the last window.
  std::uint64_t now() const { return until_; }
  /// The end of the last window in which an SM did something, ahead of the others perhaps.
  std::uint64_t reached() const;
  /// The end of the window that cycle `at` lies in. Where windows begin does not depend on what
  /// happens in them.
  std::uint64_t window_end(std::uint64_t at) const { return (at / window_ + 1) * window_; }
  /// Runs all cycles below `until`, which is in or at the end of next_event()'s window. SMs may be
  /// ahead of it then (Sm::run).
  void run_window(std::uint64_t until);
  /// After the last CTA: serves the requests that have not left their SM yet. Only counts change.
  void drain();

  /// The run stops at cycle `at` or, where more has been counted, after it: counts the cycles of
  /// what has not ended (Sm::stop). Returns the cycle.
  std::uint64_t stop(std::uint64_t at);

  /// Of the first SM, in order of cycles, that stopped with one before the end of the last window.
  const KernelFault* fault() const;
  /// No warp can ever leave its loop or barrier: proven in the last window.
  bool proven_stuck() const { return proven_stuck_; }
  const DeadlockDetector& detector() const { return detector_; }
  /// Output of device printf since the last call, in order of SMs within a window.
  std::string take_printed();

  /// Those that CTAs come to, ascending.
  const Sms& sms() const { return sms_.all(); }
  /// By its number; one of sms().
  Sm& sm(unsigned index) const { return sms_[index]; }
  bool uses(unsigned index) const { return sms_.find(index) != nullptr; }
  /// What L2 and device memory have done for a grid, until it retires or the next one comes to the
  /// idle device.
  const Counters& l2_counters(const Grid& grid) const { return l2_.counters(grid.account()); }
  /// Likewise, of the atomics units of L2.
  UnitTime atomics_time(const Grid& grid) const { return l2_.atomics_time(grid.account()); }
  std::uint64_t reductions_end() const { return l2_.reductions_end(); }
  std::uint64_t executed() const { return executed_; }  ///< warp instructions
  std::uint64_t ctas_not_started() const { return placement_.not_started(); }

 private:
  struct HostThreads;
  void run_sms(std::uint64_t until);
  std::uint64_t ahead_of(const Sm& sm, std::uint64_t until) const;
  /// What the SMs did in the window.
  struct WindowSum {
    std::uint64_t executed = 0, polls = 0;
    bool progress = false, stuck = false;
  };
  WindowSum collect_window();
  unsigned runnable_warps() const;

  SmShared shared_;
  HostArena arena_;  // outlives L2 and the SMs, which lie in it
  L2Memory l2_;
  SmSet sms_;
  DeadlockDetector detector_;
  StoreLink stores_;
  AtomicLink atomics_;
  RequestLink requests_;
  CtaPlacement placement_;
  std::uint64_t window_, until_ = 0;
  std::uint64_t executed_ = 0;
  std::vector<Grid*> grids_;
  std::unique_ptr<HostThreads> threads_;  // nullptr: the calling thread alone
  bool may_use_threads_ = true;           // the grids that have come allow it
  bool proven_stuck_ = false;
  std::string printed_;
};

}  // namespace simt
