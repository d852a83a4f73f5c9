// Cycles in which something had residents. Stays may be told out of order of time: whoever leaves
// may have been promised to stay until a later cycle than others who leave after.
#pragma once

#include <algorithm>
#include <cstdint>

namespace simt {

class ActiveTime {
 public:
  unsigned residents() const { return residents_; }
  void enter(std::uint64_t at) {
    at = std::max(at, counted_until_);
    since_ = residents_++ == 0 ? at : std::min(since_, at);
  }
  /// Returns the cycles of all stays since it was empty when this was the last one, else 0.
  std::uint64_t leave(std::uint64_t at) {
    until_ = std::max(until_, at);
    if (--residents_ > 0) return 0;
    counted_until_ = std::max(since_, until_);
    return counted_until_ - since_;
  }

 private:
  unsigned residents_ = 0;
  std::uint64_t since_ = 0, until_ = 0;
  std::uint64_t counted_until_ = 0;
};

}  // namespace simt
