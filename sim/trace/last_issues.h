// When the last warp instructions of a run issued: a second run with a window from there shows its
// end, as long runs that end in a deadlock need it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/events.h"

namespace simt::trace {

class LastIssues final : public Observer {
 public:
  /// Of the SMs named (none: all), the last `count` instructions.
  LastIssues(std::vector<std::uint32_t> sms, std::size_t count)
      : sms_(std::move(sms)), cycles_(count) {}

  void on_issue(std::uint64_t cycle, const WarpId& warp, Pc, const Outcome&,
                const WarpState&) override {
    if (cycles_.empty() ||
        (!sms_.empty() && std::find(sms_.begin(), sms_.end(), warp.sm) == sms_.end()))
      return;
    cycles_[next_] = cycle;
    next_ = next_ + 1 == cycles_.size() ? 0 : next_ + 1;
  }
  /// A cycle from which on at least `count` instructions issued; 0 when there were fewer.
  std::uint64_t from() const {
    return cycles_.empty() ? 0 : *std::min_element(cycles_.begin(), cycles_.end());
  }

 private:
  std::vector<std::uint32_t> sms_;
  std::vector<std::uint64_t> cycles_;  // a ring
  std::size_t next_ = 0;
};

}  // namespace simt::trace
