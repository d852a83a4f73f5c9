#include "sim/program/timeline/replay.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace simt::program::timeline {
namespace {

constexpr double kTouch = 1;  // ns: what times that belong together differ by

/// Kernels begin in the order in which they are ready, when there is room.
class Room {
 public:
  double start(double ready, double length, double share) {
    double at = std::max(ready, last_);
    const auto leave = [&] {
      used_ -= running_.top().second;
      running_.pop();
    };
    while (!running_.empty() && running_.top().first <= at) leave();
    while (!running_.empty() && used_ + share > 1 + 1e-9) {
      at = std::max(at, running_.top().first);
      leave();
    }
    running_.emplace(at + length, share);
    used_ += share;
    last_ = at;
    return at;
  }

 private:
  using Running = std::pair<double, double>;  ///< end, share
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
  double used_ = 0, last_ = 0;
};

class Replay {
 public:
  Replay(const DeviceTimeline& t, const Without& without) : t_(t), without_(without) {
    nodes_.resize(t.work.size());
    for (const HostCall& call : t.host)
      if (call.waits) waits_.push_back({from_of(call), call.to, leaves_out(call)});
    std::ranges::sort(waits_, {}, &Wait::to);
    host();
    dependencies();
  }

  double result() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].unmet == 0) ready_.emplace(nodes_[i].ready, i);
    double first = std::numeric_limits<double>::infinity(), last = 0;
    while (!ready_.empty()) {
      const auto [at, i] = ready_.top();
      ready_.pop();
      const bool work = i < t_.work.size() && t_.work[i].done;
      const double start = work ? started(t_.work[i], at) : at;
      const double end = work ? start + t_.work[i].ended - t_.work[i].started : at;
      if (work && t_.work[i].engine != Engine::None) {
        first = std::min(first, start);
        last = std::max(last, end);
      }
      for (const auto& [next, lag] : nodes_[i].next) {
        Node& node = nodes_[next];
        node.ready = std::max(node.ready, end + lag);
        if (--node.unmet == 0) ready_.emplace(node.ready, next);
      }
    }
    return std::max(0.0, last - first);
  }

 private:
  /// Of a command, or of the end of a wait of the host.
  struct Node {
    std::vector<std::pair<std::size_t, double>> next;  ///< with the time between
    std::size_t unmet = 0;
    double ready = 0;
  };
  struct Wait {
    double from = 0, to = 0;
    bool left_out = false;
    std::size_t node = 0;
  };

  bool leaves_out(const HostCall& call) const {
    return call.pageable ? without_.pageable : without_.host_waits;
  }
  // What the call gives first takes the host's time in any case.
  double from_of(const HostCall& call) const {
    return call.gives ? std::clamp(t_.work[*call.gives].issued, call.from, call.to) : call.from;
  }
  void after(std::size_t from, std::size_t to, double lag) {
    nodes_[from].next.emplace_back(to, lag);
    ++nodes_[to].unmet;
  }

  // The command whose end a wait of the host was for.
  std::optional<std::size_t> awaited(const Wait& wait) const {
    const auto later = std::ranges::upper_bound(by_end_, wait.to + kTouch, {},
                                                [&](std::size_t i) { return t_.work[i].ended; });
    for (auto it = later; it != by_end_.begin();) {
      const Work& work = t_.work[*--it];
      if (work.ended <= wait.from) break;
      if (work.issued <= wait.from + kTouch) return *it;
    }
    return std::nullopt;
  }

  // The host gives each command as long after its last wait as it did.
  void host() {
    for (std::size_t i = 0; i < t_.work.size(); ++i)
      if (t_.work[i].done) by_end_.push_back(i);
    std::ranges::sort(by_end_, {}, [&](std::size_t i) { return t_.work[i].ended; });
    left_out_before_.assign(1, 0);
    const Wait* last = nullptr;
    for (Wait& wait : waits_) {
      const double length = wait.left_out ? wait.to - wait.from : 0;
      left_out_before_.push_back(left_out_before_.back() + length);
      if (wait.left_out) continue;
      wait.node = nodes_.size();
      nodes_.emplace_back();
      const std::optional<std::size_t> command = awaited(wait);
      follow(wait.node, last, command ? wait.from : wait.to);
      if (command) after(*command, wait.node, std::max(0.0, wait.to - t_.work[*command].ended));
      last = &wait;
    }
    for (std::size_t i = 0; i < t_.work.size(); ++i)
      follow(i, last_wait(t_.work[i]), t_.work[i].issued);
  }

  const Wait* last_wait(const Work& work) const {
    auto it = std::ranges::upper_bound(waits_, work.issued + 1e-3, {}, &Wait::to);
    while (it != waits_.begin())
      if (!(--it)->left_out) return &*it;
    return nullptr;
  }

  /// Of waits that are left out, before `at`.
  double left_out_until(double at) const {
    const auto it = std::ranges::upper_bound(waits_, at + 1e-3, {}, &Wait::to);
    return left_out_before_[static_cast<std::size_t>(it - waits_.begin())];
  }

  // The host reaches the time `at` that it had when `last` was the wait before.
  void follow(std::size_t node, const Wait* last, double at) {
    if (last == nullptr) {
      nodes_[node].ready = at - left_out_until(at);
      return;
    }
    const double left_out = left_out_until(at) - left_out_until(last->to);
    after(last->node, node, std::max(0.0, at - last->to - left_out));
  }

  void dependencies() {
    for (std::size_t i = 0; i < t_.work.size(); ++i)
      for (const Work::Source& source : t_.work[i].after)
        if (!without_.default_stream || source.order != Work::Order::Default)
          after(source.work, i, 0);
  }

  double started(const Work& work, double ready) {
    const double length = work.ended - work.started;
    if (work.engine == Engine::None) return ready;
    if (work.engine == Engine::Kernels) return room_.start(ready, length, work.share);
    double& free = free_[static_cast<std::size_t>(work.engine)];
    const double at = std::max(free, ready);
    free = at + length;
    return at;
  }

  const DeviceTimeline& t_;
  const Without without_;
  std::vector<Node> nodes_;
  std::vector<Wait> waits_;              ///< of the host, in order
  std::vector<double> left_out_before_;  ///< time of the first 0, 1, ... of them that is left out
  std::vector<std::size_t> by_end_;      ///< work that has ended
  using Ready = std::pair<double, std::size_t>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
  Room room_;
  std::array<double, 4> free_{};  ///< by Engine
};

}  // namespace

double replayed_ns(const DeviceTimeline& timeline, const Without& without) {
  return Replay(timeline, without).result();
}

}  // namespace simt::program::timeline
