// Whose turn it is when there is room for one more of what the sub-partitions of an SM wait to send
// (reductions, L1Memory::accepts_at): all of them may try in the cycle in which it comes free, one
// after the other, and the first would always win. Who has had a turn leaves it to one that waits,
// comes later in the cycle and had its last turn longer ago; once, for that one may not want it.
#pragma once

#include <array>
#include <cstdint>

namespace simt {

class RoomTurns {
 public:
  /// There was no room for sub-partition `p`.
  void refused(unsigned p) {
    waiting_ |= 1u << p;
    left_ &= ~(1u << p);
  }
  /// There is: does it take it? Who leaves it asks again in the next cycle.
  bool takes(unsigned p) {
    const std::uint32_t later = waiting_ & ~((2u << p) - 1);
    if ((left_ >> p & 1) != 0) {
      waiting_ &= ~later;  // they did not want it
    } else if (longer_ago(p, later)) {
      left_ |= 1u << p;
      return false;
    }
    left_ &= ~(1u << p);
    waiting_ &= ~(1u << p);
    last_turn_[p] = ++turns_;
    return true;
  }

 private:
  bool longer_ago(unsigned p, std::uint32_t others) const {
    for (unsigned q = 0; others >> q != 0; ++q)
      if ((others >> q & 1) != 0 && last_turn_[q] < last_turn_[p]) return true;
    return false;
  }

  std::uint32_t waiting_ = 0, left_ = 0;  ///< one bit a sub-partition
  std::uint64_t turns_ = 0;
  std::array<std::uint64_t, 16> last_turn_{};
};

}  // namespace simt
