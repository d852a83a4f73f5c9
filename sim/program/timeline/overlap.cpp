#include "sim/program/timeline/overlap.h"

#include <algorithm>
#include <map>

namespace simt::program::timeline {
namespace {

class Analysis {
 public:
  explicit Analysis(const DeviceTimeline& t) : t_(t) {
    for (const HostCall& call : t.host)
      if (call.waits) (call.pageable ? in_pageable_ : in_wait_).emplace_back(call.from, call.to);
    in_pageable_ = united(std::move(in_pageable_));
    in_wait_ = united(std::move(in_wait_));
  }

  Overlap result() {
    use_engines();
    for (const Work& work : t_.work)
      if (work.done && work.engine != Engine::None) hold(work);
    for (const Cause cause : kCauses) {
      Held& held = held_[static_cast<std::size_t>(cause)];
      const double ns = length(united(std::move(held.times)));
      if (ns > 0) out_.lost.push_back({cause, held.count, ns});
    }
    std::ranges::stable_sort(out_.lost, std::greater{}, &LostOverlap::ns);
    return std::move(out_);
  }

 private:
  struct Held {
    std::size_t count = 0;
    Intervals times;
  };

  void use_engines() {
    bool any = false;
    for (const Engine engine : kEngines) {
      EngineUse use{engine, 0, {}};
      for (const Work& work : t_.work) {
        if (!work.done || work.engine != engine) continue;
        ++use.count;
        use.busy.emplace_back(work.started, work.ended);
        out_.from = any ? std::min(out_.from, work.started) : work.started;
        out_.to = any ? std::max(out_.to, work.ended) : work.ended;
        any = true;
      }
      use.busy = united(std::move(use.busy));
      if (use.count > 0) out_.engines.push_back(std::move(use));
    }
    // Times in which an engine has nothing to do and another one has.
    for (const EngineUse& use : out_.engines) {
      Intervals others;
      for (const EngineUse& other : out_.engines)
        if (other.engine != use.engine)
          others.insert(others.end(), other.busy.begin(), other.busy.end());
      free_beside_[use.engine] = without(united(std::move(others)), use.busy);
    }
  }

  // The latest of what it waited for is the cause, since the second latest.
  void hold(const Work& work) {
    double in_stream = 0, by_default = 0, by_event = 0;
    if (const auto last = last_of_stream_.find(work.stream); last != last_of_stream_.end())
      in_stream = last->second;
    last_of_stream_[work.stream] = work.ended;
    for (const Work::Source& source : work.after) {
      const Work& before = t_.work[source.work];
      double& latest = source.event                   ? by_event
                       : before.stream == work.stream ? in_stream
                                                      : by_default;
      latest = std::max(latest, before.ended);
    }
    const double given = work.issued;
    if (const double since = std::max({in_stream, by_event, given}); by_default > since)
      return add(Cause::DefaultStream, work, {{since, by_default}});
    if (const double since = std::max({by_default, by_event, given}); in_stream > since)
      return add(Cause::StreamOrder, work, {{since, in_stream}});
    const double since = std::max({in_stream, by_event, by_default});
    if (given <= since) return;
    const Intervals late{{since, given}};
    add(Cause::Pageable, work, intersection(late, in_pageable_));
    add(Cause::HostWaits, work, intersection(late, in_wait_));
  }

  void add(Cause cause, const Work& work, const Intervals& times) {
    const Intervals lost = intersection(times, free_beside_[work.engine]);
    if (lost.empty()) return;
    Held& held = held_[static_cast<std::size_t>(cause)];
    ++held.count;
    held.times.insert(held.times.end(), lost.begin(), lost.end());
  }

  const DeviceTimeline& t_;
  Overlap out_;
  Intervals in_pageable_, in_wait_;  ///< of the host
  std::map<Engine, Intervals> free_beside_;
  std::map<std::uint64_t, double> last_of_stream_;
  std::array<Held, kCauses.size()> held_;
};

}  // namespace

std::string_view name_of(Engine engine) {
  constexpr std::array<std::string_view, 5> names{"kernels", "copies to device", "copies to host",
                                                  "copies on device", "nothing"};
  return names[static_cast<std::size_t>(engine)];
}

Overlap overlap_of(const DeviceTimeline& timeline) {
  return Analysis(timeline).result();
}

}  // namespace simt::program::timeline
