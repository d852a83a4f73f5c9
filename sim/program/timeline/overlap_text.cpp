#include <fmt/format.h>

#include <algorithm>

#include "sim/program/timeline/overlap.h"
#include "sim/views/text.h"

namespace simt::program::timeline {
namespace {

constexpr std::size_t kTextWidth = 96;
/// Than the busiest engine: so much longer the order of streams takes where it is worth a word.
constexpr double kMuchLonger = 1.5;

std::string duration_of(double ns) {
  return with_unit(ns, "ns", false);
}

/// Less is what times that touch differ by when they are added up in another order.
constexpr double kLeastOverlap = 0.005;  // ns

std::string shared_time(double ns) {
  return ns >= kLeastOverlap ? duration_of(ns) : "none";
}

struct CauseText {
  std::string_view what, remedy;
};
CauseText text_of(Cause cause) {
  switch (cause) {
    case Cause::Pageable:
      return {
          "waiting for copies of pageable memory",
          "The host stages them and gives nothing else meanwhile. Pinned memory (cudaMallocHost, "
          "cudaHostRegister) is copied beside kernels and other copies, and faster."};
    case Cause::DefaultStream:
      return {"the legacy default stream",
              "It waits for all other streams, and they for it. Streams of cudaStreamNonBlocking, "
              "or 'nvcc --default-stream per-thread', do not."};
    case Cause::HostWaits:
      return {
          "other waits of the host",
          "It gave work only after a call that waits (cudaMemcpy, synchronize, free). Where the "
          "host needs no result for it, asynchronous calls give it earlier."};
    case Cause::All:
      return {"all of these", ""};
  }
  return {};
}

std::string engines_text(const Overlap& o) {
  const double all = o.to - o.from;
  std::string out = fmt::format("{:<18}{:>7}{:>12}{:>7}", "engine", "count", "busy", "share");
  for (const EngineUse& other : o.engines)
    out += fmt::format("  {:>18}", fmt::format("with {}", name_of(other.engine)).substr(0, 21));
  out += "\n";
  for (const EngineUse& use : o.engines) {
    const double busy = length(use.busy);
    out += fmt::format("{:<18}{:>7}{:>12}{:>6.0f}%", name_of(use.engine), use.count,
                       duration_of(busy), all > 0 ? 100 * busy / all : 0);
    for (const EngineUse& other : o.engines)
      out += fmt::format("  {:>{}}",
                         other.engine == use.engine
                             ? "-"
                             : shared_time(length(intersection(use.busy, other.busy))),
                         std::max<std::size_t>(18, name_of(other.engine).size() + 5));
    out += "\n";
  }
  return out;
}

std::string lost_text(const Overlap& o) {
  if (o.lost.empty()) return "";
  std::string out =
      "The same work, each command as long as it took, in the order of its streams and events, "
      "would\n"
      "take less, at most:\n";
  for (const LostTime& lost : o.lost) {
    const auto [what, remedy] = text_of(lost.cause);
    out += fmt::format("  {:>10}  without {}\n", duration_of(lost.ns), what);
    for (const std::string& line : wrapped(std::string(remedy), kTextWidth - 14))
      out += fmt::format("{:14}{}\n", "", line);
  }
  return out;
}

// What no other way to wait can change.
std::string order_text(const Overlap& o) {
  const auto busiest = std::ranges::max_element(
      o.engines, {}, [](const EngineUse& use) { return length(use.busy); });
  const double busy = length(busiest->busy);
  if (o.engines.size() < 2 || o.in_order < kMuchLonger * busy) return "";
  std::string out;
  for (const std::string& line :
       wrapped(fmt::format(
                   "In the order of its streams and events the work takes {}; its busiest engine, "
                   "{}, is busy for {}. What does not need the work before it in its stream "
                   "belongs in another one: whether it does is not known here.",
                   duration_of(o.in_order), name_of(busiest->engine), duration_of(busy)),
               kTextWidth))
    out += line + "\n";
  return out;
}

}  // namespace

std::string overlap_text(const DeviceTimeline& timeline) {
  const Overlap o = overlap_of(timeline);
  if (o.engines.empty()) return "";
  Intervals any;
  for (const EngineUse& use : o.engines) any.insert(any.end(), use.busy.begin(), use.busy.end());
  const double covered = length(united(std::move(any)));
  std::string out =
      fmt::format("Timeline of device {} ({}), {} from the first work to the last, {} of it busy\n",
                  timeline.device, timeline.arch, duration_of(o.to - o.from), duration_of(covered));
  out += engines_text(o);
  out += o.overlapped >= kLeastOverlap
             ? fmt::format("Work overlapped for {}.\n", duration_of(o.overlapped))
             : "No work overlapped.\n";
  return out + lost_text(o) + order_text(o);
}

}  // namespace simt::program::timeline
