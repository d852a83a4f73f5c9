// A resource that serves one request at a time, asked out of order of time: a request that was held
// up elsewhere (a miss, a blocked port) comes later than who is asked for next, and must not hold
// that one up. Each request takes the first gap that is long enough.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>

namespace simt {

inline double cycle(std::uint64_t at) {
  return static_cast<double>(at);
}

class Timeline {
 public:
  /// Takes the resource for `cycles` (fractions allowed) from the first moment on, not before `at`,
  /// from which it is free for so long; returns that moment. No call will ask for a moment before
  /// `past` again.
  double take(double past, double at, double cycles) {
    if (cycles <= 0) return at;
    forget(past);
    const Gap found = gap(at, cycles);
    take(found, cycles);
    return found.from;
  }
  /// Where it is free for so long: the first place, from `at` on.
  struct Gap {
    double from;
    std::ptrdiff_t next;  ///< how many that are served come before it; kBehind: all
  };
  Gap gap(double at, double cycles) const {
    if (busy_.empty()) return {at, kBehind};
    if (at >= busy_.back().from) return {std::max(at, busy_.back().to), kBehind};
    auto next = std::partition_point(busy_.begin(), busy_.end(),
                                     [=](const Span& span) { return span.to <= at; });
    for (; next != busy_.end() && next->from < at + cycles; ++next) at = next->to;
    return {at, next == busy_.end() ? kBehind : next - busy_.begin()};
  }
  /// Takes it there, as long as nothing has been taken, closed or forgotten since it was found.
  void take(const Gap& found, double cycles) {
    if (cycles <= 0) return;
    const Span span{found.from, found.from + cycles};
    if (found.next != kBehind) return insert(busy_.begin() + found.next, span);
    if (!busy_.empty() && busy_.back().to == span.from)
      busy_.back().to = span.to;
    else
      busy_.push_back(span);
  }
  /// The same in pieces: takes what is free from `at` on until it has `cycles` together; returns
  /// when it has. Whole ones would leave gaps between them that are too short for the next.
  double take_pieces(double past, double at, double cycles) {
    forget(past);
    while (cycles > 0) {
      const auto next = std::partition_point(busy_.begin(), busy_.end(),
                                             [=](const Span& span) { return span.to <= at; });
      if (next != busy_.end() && next->from <= at) {
        at = next->to;
        continue;
      }
      const double end = next == busy_.end() ? at + cycles : std::min(at + cycles, next->from);
      insert(next, {at, end});
      cycles = end == at + cycles ? 0 : cycles - (end - at);
      at = end;
    }
    return at;
  }
  /// The first moment from `at` on at which nobody has it.
  double free_from(double at) const {
    const auto next = std::partition_point(busy_.begin(), busy_.end(),
                                           [=](const Span& span) { return span.to <= at; });
    return next != busy_.end() && next->from <= at ? next->to : at;
  }
  /// Nobody has it from `from` until `until`.
  void close(double from, double until) {
    if (until <= from) return;
    const auto first = std::partition_point(busy_.begin(), busy_.end(),
                                            [=](const Span& span) { return span.to < from; });
    auto last = first;
    for (; last != busy_.end() && last->from <= until; ++last) {
      from = std::min(from, last->from);
      until = std::max(until, last->to);
    }
    busy_.insert(busy_.erase(first, last), {from, until});
  }
  /// No call will ask for a moment before `past` again.
  void forget(double past) {
    while (!busy_.empty() && busy_.front().to <= past) busy_.pop_front();
  }

 private:
  struct Span {
    double from, to;
  };
  using Place = std::deque<Span>::iterator;
  static constexpr std::ptrdiff_t kBehind = -1;

  // Spans that touch become one.
  void insert(Place next, Span span) {
    const bool joins_next = next != busy_.end() && next->from == span.to;
    const bool joins_last = next != busy_.begin() && std::prev(next)->to == span.from;
    if (joins_last && joins_next) {
      next->from = std::prev(next)->from;
      busy_.erase(std::prev(next));
    } else if (joins_last) {
      std::prev(next)->to = span.to;
    } else if (joins_next) {
      next->from = span.from;
    } else {
      busy_.insert(next, span);
    }
  }

  std::deque<Span> busy_;  // ascending, apart; what is past is dropped
};

}  // namespace simt
