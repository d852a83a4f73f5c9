#include "sim/program/timeline/overlap.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "sim/program/timeline/replay.h"

namespace simt::program::timeline {
namespace {

/// Less of all the time is not worth a line.
constexpr double kLeastShare = 0.005;

void use_engines(const DeviceTimeline& t, Overlap& out) {
  bool any = false;
  for (const Engine engine : kEngines) {
    EngineUse use{engine, 0, {}};
    for (const Work& work : t.work) {
      if (!work.done || work.engine != engine) continue;
      ++use.count;
      use.busy.emplace_back(work.started, work.ended);
      out.from = any ? std::min(out.from, work.started) : work.started;
      out.to = any ? std::max(out.to, work.ended) : work.ended;
      any = true;
    }
    use.busy = united(std::move(use.busy));
    if (use.count > 0) out.engines.push_back(std::move(use));
  }
}

double time_of_several(const DeviceTimeline& t) {
  std::vector<std::pair<double, int>> steps;
  for (const Work& work : t.work) {
    if (!work.done || work.engine == Engine::None || work.ended <= work.started) continue;
    steps.emplace_back(work.started, 1);
    steps.emplace_back(work.ended, -1);
  }
  std::ranges::sort(steps);
  double sum = 0;
  int running = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (running > 1) sum += steps[i].first - steps[i - 1].first;
    running += steps[i].second;
  }
  return sum;
}

Without without(Cause cause) {
  const bool all = cause == Cause::All;
  return {all || cause == Cause::Pageable, all || cause == Cause::DefaultStream,
          all || cause == Cause::HostWaits};
}

void lose(const DeviceTimeline& t, Overlap& out) {
  const double as_it_was = replayed_ns(t, {});
  double most = kLeastShare * (out.to - out.from);
  for (const Cause cause : kCauses) {
    const double takes = replayed_ns(t, without(cause)), ns = as_it_was - takes;
    if (cause == Cause::All) {
      out.in_order = takes;
      if (ns <= 1.02 * most) continue;
    }
    if (ns <= kLeastShare * (out.to - out.from)) continue;
    out.lost.push_back({cause, ns});
    most = std::max(most, ns);
  }
  std::ranges::stable_sort(out.lost, std::greater{}, &LostTime::ns);
}

}  // namespace

std::string_view name_of(Engine engine) {
  constexpr std::array<std::string_view, 5> names{"kernels", "copies to device", "copies to host",
                                                  "copies on device", "nothing"};
  return names[static_cast<std::size_t>(engine)];
}

std::string_view name_of(Work::Order order) {
  constexpr std::array<std::string_view, 4> names{"stream order", "graph", "event",
                                                  "default stream"};
  return names[static_cast<std::size_t>(order)];
}

Overlap overlap_of(const DeviceTimeline& timeline) {
  Overlap out;
  use_engines(timeline, out);
  if (out.engines.empty()) return out;
  out.overlapped = time_of_several(timeline);
  lose(timeline, out);
  return out;
}

}  // namespace simt::program::timeline
