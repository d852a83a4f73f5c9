// When the asynchronous copies of a warp have ended, by their numbers. They end in order: one that
// has its bytes before an earlier one counts with that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/sm/parts/scoreboard.h"

namespace simt {

class CopyTimes {
 public:
  void reset() { *this = {}; }
  /// The next copy ends at `ready`; kNever: not known yet.
  void begin(std::uint64_t ready) { ends_.push_back(ready); }
  /// Its end becomes known.
  void settle(std::uint32_t copy, std::uint64_t ready) {
    ends_[copy - first_] = ready;
    std::size_t known = 0;
    while (known < ends_.size() && ends_[known] != kNever)
      latest_ = std::max(latest_, ends_[known++]);
    ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(known));
    first_ += static_cast<std::uint32_t>(known);
  }
  /// A group is closed at `now`: no wait for groups ends before it is counted.
  void close_group(std::uint64_t counted) { counted_ = counted; }
  /// When those before `copy` have ended, and groups are counted; kNever: not known yet.
  std::uint64_t ended(std::uint32_t copy) const {
    std::uint64_t at = std::max(copy > 0 ? latest_ : 0, counted_);
    for (std::uint32_t i = first_; i < copy; ++i) at = std::max(at, ends_[i - first_]);
    return at;
  }
  /// So many have an end that is known, as have all before them.
  std::uint32_t known() const {
    std::uint32_t n = 0;
    while (n < ends_.size() && ends_[n] != kNever) ++n;
    return first_ + n;
  }

 private:
  std::uint32_t first_ = 0;          ///< number of ends_[0]
  std::vector<std::uint64_t> ends_;  ///< of those that are not yet behind latest_
  std::uint64_t latest_ = 0, counted_ = 0;

 public:
  /// A wait that the warp has begun holds it until then at most, or at least; 0: it has not.
  std::uint64_t held_until = 0;
};

}  // namespace simt
