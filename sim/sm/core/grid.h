// One launch: a kernel, what it was given, and how many of its CTAs have started. Several grids can
// be on the device at once; each counts for itself (GridOnSm).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/assembler/kernel.h"
#include "sim/base/host_arena.h"
#include "sim/exec/executor.h"
#include "sim/sm/core/grid_on_sm.h"
#include "sim/sm/core/ledger.h"

namespace simt {

/// Static and dynamic, as the kernel sees it.
std::uint32_t shared_bytes_per_cta(const Program& program, const LaunchState& launch);

/// What a launch takes of the device.
struct GridNeeds {
  CtaNeeds cta;
  unsigned shared_per_sm = 0;  ///< bytes of the unified array that become shared memory
  unsigned l1_bytes = 0;       ///< what is left of it
  unsigned warp_slots = 1;     ///< of an SM, if no other grid is there
};

class Grid {
 public:
  /// All outlive the grid. `sms`: that may execute it at the same time on threads of the host.
  Grid(const Kernel& kernel, const LaunchState& launch, const GridNeeds& needs,
       const ArchConfig& arch, unsigned sms);

  struct Cta {
    std::uint64_t linear;
    Dim3 id;
  };
  std::uint64_t ctas() const { return count_; }
  std::uint64_t not_started() const { return count_ - next_; }
  /// The next one in order of the linear index. There is one.
  Cta take();
  unsigned warps_per_cta() const { return needs_.cta.warps; }
  std::uint32_t shared_bytes_per_cta() const { return shared_bytes_per_cta_; }

  /// What an SM knows of it, from its first CTA there on; by number of the SM, nullptr before.
  const GridOnSms& on_sms() const { return on_sms_; }
  GridOnSm& on(unsigned sm);
  std::uint64_t ctas_finished() const;
  bool finished() const { return ctas_finished() == count_; }
  /// Cycle of the device's clock at which the last of its CTAs that has ended did; 0: none has.
  std::uint64_t finished_at() const;

  /// As CUDA numbers them: lower ones come first, 0 is the last. Before the device has the grid.
  void set_priority(int priority) { priority_ = priority; }
  int priority() const { return priority_; }

  /// A what-if run: the accesses of these instructions take the time of packed ones. Before the
  /// first CTA starts; `packings` outlives the grid.
  void pack(const Packings& packings) { packings_ = &packings; }

  /// Of L2 and device memory: the device opens it when the grid comes.
  void set_account(AccountId account) { account_ = account; }
  AccountId account() const { return account_; }

  const Kernel& kernel() const { return kernel_; }
  const LaunchState& launch() const { return launch_; }
  const GridNeeds& needs() const { return needs_; }
  Executor& executor() { return executor_; }
  const Executor& executor() const { return executor_; }

 private:
  const Kernel& kernel_;
  const LaunchState& launch_;
  GridNeeds needs_;
  const ArchConfig& arch_;
  Executor executor_;
  std::uint32_t shared_bytes_per_cta_;
  std::uint64_t count_, next_ = 0;
  AccountId account_ = 0;
  int priority_ = 0;
  const Packings* packings_ = nullptr;
  HostArena arena_;  // outlives what lies in it: on_sms_
  GridOnSms on_sms_;
};

}  // namespace simt
