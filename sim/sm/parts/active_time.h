// Cycles in which something had residents: the union of their stays. They may be told out of order
// of time: who comes may be on its way still, and who leaves may have been promised to stay until a
// later cycle than others who leave after.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simt {

class ActiveTime {
 public:
  unsigned residents() const { return residents_; }
  void enter() { ++residents_; }
  /// Who entered at cycle `from` leaves at `to`. Returns the cycles in which it alone was there, as
  /// far as stays have ended.
  std::uint64_t leave(std::uint64_t from, std::uint64_t to) {
    const std::uint64_t before = counted_;
    add({from, std::max(from, to)});
    // No stay to come begins before those of today, but for the time that was promised.
    if (--residents_ == 0) spans_.erase(spans_.begin(), spans_.end() - 1);
    return counted_ - before;
  }

 private:
  struct Span {
    std::uint64_t from, to;
  };

  void add(Span span) {
    const auto first = std::partition_point(spans_.begin(), spans_.end(),
                                            [&](const Span& s) { return s.to < span.from; });
    auto last = first;
    for (; last != spans_.end() && last->from <= span.to; ++last) {
      counted_ -= last->to - last->from;
      span = {std::min(span.from, last->from), std::max(span.to, last->to)};
    }
    counted_ += span.to - span.from;
    spans_.insert(spans_.erase(first, last), span);
  }

  unsigned residents_ = 0;
  std::uint64_t counted_ = 0;
  std::vector<Span> spans_;  // ascending, apart
};

}  // namespace simt
