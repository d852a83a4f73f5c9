#include "sim/sm/core/ledger.h"

namespace simt {

SmLedger::SmLedger(const OccupancyLimits& limits, unsigned shared_bytes)
    : limits_(&limits), shared_bytes_(shared_bytes) {}

// Each sub-partition holds whole warps in its own share of the file. What other kernels' warps take
// counts as so many warps of this one.
bool SmLedger::registers_fit(const CtaNeeds& needs) const {
  if (needs.registers_per_warp == 0) return true;
  const unsigned parts = limits_->register_sub_partitions;
  const std::uint64_t room =
      std::uint64_t{limits_->registers_per_sm} / parts / needs.registers_per_warp * parts;
  const std::uint64_t taken =
      (registers_ + needs.registers_per_warp - 1) / needs.registers_per_warp;
  return taken + needs.warps <= room;
}

bool SmLedger::fits(const CtaNeeds& needs) const {
  return ctas_ < limits_->max_ctas_per_sm && warps_ + needs.warps <= limits_->max_warps_per_sm &&
         shared_ + needs.shared_bytes <= shared_bytes_ && registers_fit(needs) &&
         (!limits_->barrier_limit_applies ||
          barriers_ + needs.barriers <= limits_->barriers_per_sm);
}

void SmLedger::take(const CtaNeeds& needs) {
  ++ctas_;
  warps_ += needs.warps;
  registers_ += std::uint64_t{needs.registers_per_warp} * needs.warps;
  shared_ += needs.shared_bytes;
  barriers_ += needs.barriers;
}

void SmLedger::give_back(const CtaNeeds& needs) {
  --ctas_;
  warps_ -= needs.warps;
  registers_ -= std::uint64_t{needs.registers_per_warp} * needs.warps;
  shared_ -= needs.shared_bytes;
  barriers_ -= needs.barriers;
}

}  // namespace simt
