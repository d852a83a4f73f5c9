// When the first and the last warp instructions of a run issued: a second run with windows up to
// there and from there shows how it began and its end, as long runs that end in a deadlock need it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/events.h"

namespace simt::trace {

class LastIssues final : public Observer {
 public:
  /// How a run began: so many instructions.
  static constexpr std::uint64_t kHead = 500;
  /// Of the SMs named (none: all), the last `count` instructions.
  LastIssues(std::vector<std::uint32_t> sms, std::size_t count)
      : sms_(std::move(sms)), cycles_(count) {}

  void on_issue(const IssueEvent& issue, const Outcome&, const WarpState&) override {
    const std::uint64_t cycle = issue.cycle;
    if (cycles_.empty() ||
        (!sms_.empty() && std::find(sms_.begin(), sms_.end(), issue.warp.sm) == sms_.end()))
      return;
    if (seen_++ < kHead) head_ = std::max(head_, cycle + 1);
    cycles_[next_] = cycle;
    next_ = next_ + 1 == cycles_.size() ? 0 : next_ + 1;
  }
  /// A cycle below which the first of them issued, kHead or all that there were.
  std::uint64_t head() const { return head_; }
  /// A cycle from which on at least `count` instructions issued; 0 when there were fewer.
  std::uint64_t from() const {
    return cycles_.empty() ? 0 : *std::min_element(cycles_.begin(), cycles_.end());
  }

 private:
  std::vector<std::uint32_t> sms_;
  std::vector<std::uint64_t> cycles_;  // a ring
  std::size_t next_ = 0;
  std::uint64_t seen_ = 0, head_ = 0;
};

}  // namespace simt::trace
