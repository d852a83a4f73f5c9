// What one warp did, instruction by instruction: what pictures of lanes and accesses are made from.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/base/events.h"
#include "sim/sm/count/access_record.h"

namespace simt {

/// One instruction of the warp.
struct WarpStep {
  Pc pc = kNoPc;
  LaneMask path = 0, executed = 0;
  LaneMask exited_before = 0;    ///< lanes that had ended
  unsigned targets = 0;          ///< groups that take different paths; 0: none goes on
  std::size_t first_access = 0;  ///< into WarpTrace::accesses()
  unsigned num_access = 0;
  std::uint64_t cycle = 0;
  int fault_lane = -1;  ///< the access of this lane is a fault: the instruction did not issue
};

class WarpTrace final : public Observer {
 public:
  /// `wanted`: by instruction. At most `most` are kept, the first of those.
  WarpTrace(std::uint64_t cta, std::uint32_t warp, std::vector<bool> wanted, std::size_t most)
      : cta_(cta), warp_(warp), wanted_(std::move(wanted)), most_(most) {}

  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) override;

  void on_access(const AccessEvent& access) override;
  void on_fault(std::uint64_t cycle, const WarpId& id, const KernelFault& fault, const Outcome& out,
                const DivergenceModel& paths) override;

  const std::vector<WarpStep>& steps() const { return steps_; }
  const std::vector<AccessRecord>& accesses() const { return accesses_; }
  LaneMask threads() const { return threads_; }         ///< lanes that have a thread
  std::uint64_t left_out() const { return left_out_; }  ///< wanted instructions beyond `most`
  bool seen() const { return threads_ != 0; }           ///< does the launch have this warp?
  std::uint64_t cta() const { return cta_; }
  std::uint32_t warp() const { return warp_; }

 private:
  void add(std::uint64_t cycle, const WarpId& id, Pc pc, const Outcome& out, int fault_lane);

  std::uint64_t cta_;
  std::uint32_t warp_;
  std::vector<bool> wanted_;
  std::size_t most_;
  std::vector<WarpStep> steps_;
  std::vector<AccessRecord> accesses_;
  bool takes_accesses_ = false;  ///< of the instruction that was told of last
  LaneMask threads_ = 0, exited_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace simt
