#include <fmt/format.h>

#include "sim/program/timeline/overlap.h"
#include "sim/views/text.h"

namespace simt::program::timeline {
namespace {

constexpr std::size_t kTextWidth = 96;

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
          "copies of pageable memory",
          "The host stages them and gives nothing else meanwhile. Pinned memory (cudaMallocHost, "
          "cudaHostRegister) is copied beside kernels and other copies."};
    case Cause::DefaultStream:
      return {"the legacy default stream",
              "It waits for all other streams, and they for it. Streams of cudaStreamNonBlocking, "
              "or 'nvcc --default-stream per-thread', do not."};
    case Cause::HostWaits:
      return {"the host waited",
              "It gave this work only after a call that waits (cudaMemcpy, synchronize, free). "
              "Asynchronous calls in streams of their own give it earlier."};
    case Cause::StreamOrder:
      return {"order within a stream",
              "Work of one stream follows in order. Whether it needs what stands before it is not "
              "known here; where it does not, it belongs into another stream."};
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

}  // namespace

std::string overlap_text(const DeviceTimeline& timeline) {
  const Overlap o = overlap_of(timeline);
  if (o.engines.empty()) return "";
  double busy = 0;
  Intervals any;
  for (const EngineUse& use : o.engines) {
    busy += length(use.busy);
    any.insert(any.end(), use.busy.begin(), use.busy.end());
  }
  const double covered = length(united(std::move(any)));
  std::string out =
      fmt::format("Timeline of device {} ({}), {} from the first work to the last, {} of it busy\n",
                  timeline.device, timeline.arch, duration_of(o.to - o.from), duration_of(covered));
  out += engines_text(o);
  const double overlapped = busy - covered;
  out += overlapped >= kLeastOverlap
             ? fmt::format("Work overlapped for {}.\n", duration_of(overlapped))
             : "No work overlapped.\n";
  if (o.lost.empty()) return out;
  out += "What could have overlapped, at most (an engine was idle while another was busy):\n";
  for (const LostOverlap& lost : o.lost) {
    const auto [what, remedy] = text_of(lost.cause);
    out += fmt::format("  {:>10}  {}, {} held back\n", duration_of(lost.ns), what,
                       plural(lost.count, "command"));
    for (const std::string& line : wrapped(remedy, kTextWidth - 14))
      out += fmt::format("{:14}{}\n", "", line);
  }
  return out;
}

}  // namespace simt::program::timeline
