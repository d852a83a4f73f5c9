// The issue slots of one scheduler, one a cycle. An expansion takes one for each of its machine
// instructions: the first at once, the others while its chain lasts, between those of other warps.
// Others wait (not_selected) where more are taken than those cycles have.
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt {

class IssueSlots {
 public:
  void take(std::uint64_t now, unsigned slots, std::uint32_t latency) {
    if (taken_until_ <= now) {
      if (slots == 1) return;  // the cycle itself
      taken_until_ = now;
      spread_ = 0;
    }
    taken_until_ += slots;
    if (slots > 1) spread_ = std::max(spread_, latency);
  }
  /// None before `until`: an instruction that has issued does not go on.
  void hold(std::uint64_t until) {
    if (free_at() >= until) return;
    taken_until_ = until;
    spread_ = 0;
  }
  /// First cycle with a slot for another instruction.
  std::uint64_t free_at() const {
    return taken_until_ - std::min<std::uint64_t>(taken_until_, spread_);
  }

 private:
  std::uint64_t taken_until_ = 0;
  std::uint32_t spread_ = 0;  ///< latency of the longest expansion since a slot was left over
};

}  // namespace simt
