// Outstanding requests of an SM to L2, as many as it may have at once: when there is room for more.
// Requests of one kind are answered in the order in which they were sent, at any time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

namespace simt {

/// Loads and atomics: what comes back leaves in the order in which it was asked for.
class OutstandingLoads {
 public:
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  struct Load {
    std::uint32_t sectors = 0;
    std::uint32_t accesses = 0;  ///< in parts: the requests of one access make one together
  };

  explicit OutstandingLoads(Load most) : most_(most) {}

  void send(Load load) {
    // Not one copied whole: the host would wait until its parts, just written, are in its cache.
    Sent& sent = sent_.emplace_back();
    sent.load.sectors = load.sectors;
    sent.load.accesses = load.accesses;
    total_.sectors += load.sectors;
    total_.accesses += load.accesses;
  }
  /// The first one without an answer is back at `at`.
  void answer(std::uint64_t at) { sent_[answered_++].back = at; }

  /// From when on there is room; kUnknown: not before the next answer. `now` does not decrease.
  std::uint64_t room_at(std::uint64_t now) {
    while (answered_ > 0 && sent_.front().back <= now) {
      total_.sectors -= sent_.front().load.sectors;
      total_.accesses -= sent_.front().load.accesses;
      sent_.pop_front();
      --answered_;
    }
    const bool room = total_.sectors < most_.sectors && total_.accesses < most_.accesses;
    return room ? now : sent_.front().back;
  }

 private:
  struct Sent {
    std::uint64_t back = kUnknown;  ///< kUnknown until answered
    Load load{};
  };

  Load most_, total_;
  std::deque<Sent> sent_;
  std::size_t answered_ = 0;  ///< the first ones of sent_
};

/// Stores: each leaves when L2 has taken it.
class OutstandingStores {
 public:
  explicit OutstandingStores(std::uint32_t most_sectors) : most_(most_sectors) {}

  void send(std::uint32_t sectors) {
    unanswered_.push_back(sectors);
    total_ += sectors;
  }
  /// The first one without an answer is taken at `at`.
  void answer(std::uint64_t at) {
    taken_.push({at, unanswered_.front()});
    unanswered_.pop_front();
  }
  /// From when on there is room, unless the next answers tell of an earlier time; kUnknown: not
  /// before they come. `now` does not decrease.
  std::uint64_t room_at(std::uint64_t now) {
    for (; !taken_.empty() && taken_.top().at <= now; taken_.pop()) total_ -= taken_.top().sectors;
    if (total_ < most_) return now;
    return taken_.empty() ? OutstandingLoads::kUnknown : taken_.top().at;
  }

 private:
  struct Taken {
    std::uint64_t at;
    std::uint32_t sectors;
    bool operator>(const Taken& other) const { return at > other.at; }
  };

  std::uint32_t most_, total_ = 0;
  std::deque<std::uint32_t> unanswered_;
  std::priority_queue<Taken, std::vector<Taken>, std::greater<>> taken_;
};

}  // namespace simt
