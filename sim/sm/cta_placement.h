// Which CTA starts on which SM, and when: the dispatcher hands them out, a ledger for each SM says
// what fits. The way from an SM whose CTA has ended, by way of the dispatcher, to the SM where the
// next one starts is one of the links between SMs.
#pragma once

#include <optional>
#include <vector>

#include "sim/sm/core/ledger.h"
#include "sim/sm/cta_dispatcher.h"
#include "sim/sm/link.h"
#include "sim/sm/rules/deadlock.h"
#include "sim/sm/sm_set.h"

namespace simt {

class CtaPlacement final : public Link {
 public:
  /// All outlive it. The detector is told of the warps that start.
  CtaPlacement(const ArchConfig& arch, SmSet& sms, DeadlockDetector& detector);

  /// The grid's CTAs start from cycle `now` on, the end of a window: of an idle device the first
  /// wave at once, one CTA to each SM in turn; beside others one by one where there is room.
  void launch(Grid& grid, std::uint64_t now, bool device_is_idle);
  /// A CTA of `grid` has ended, or will have at cycle `at`.
  void ended(std::uint64_t at, unsigned sm, const Grid& grid);

  bool empty() const { return dispatcher_.empty(); }
  std::uint64_t not_started() const { return dispatcher_.left(); }
  /// Are there CTAs to come, and places that they are left for?
  bool others_come() const { return !dispatcher_.empty() && !freed_.empty(); }
  /// May a CTA come to the SM at any time?
  bool may_come_to(const Sm& sm) const;

  std::string_view name() const override { return "CTA starts"; }
  std::uint64_t latency() const override { return arch_.launch.cta_cycles; }
  /// CTAs go to the places that became free, in order of time, then of SMs.
  bool deliver(std::uint64_t until) override;
  std::uint64_t next() const override { return freed_.empty() ? kNever : freed_.front().at; }

 private:
  struct Freed {
    std::uint64_t at;
    unsigned sm;
    CtaNeeds cta;  ///< what it gives back; its grid may be gone by then
  };
  void use(unsigned sm, const GridNeeds& needs, std::uint64_t now);
  void start(unsigned sm, const CtaDispatcher::Cta& cta);
  void start_first_wave(const std::vector<unsigned>& used, std::uint64_t now);
  void start_beside_others(std::uint64_t now);
  std::optional<unsigned> emptiest_sm(const GridNeeds& needs) const;

  const ArchConfig& arch_;
  SmSet& sms_;
  DeadlockDetector& detector_;
  CtaDispatcher dispatcher_;
  std::vector<SmLedger> ledgers_;  ///< by number of the SM
  std::vector<Freed> freed_;       ///< by time
};

}  // namespace simt
