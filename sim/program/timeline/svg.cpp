#include "sim/program/timeline/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/program/timeline/overlap.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/text.h"

namespace simt::program::timeline {
namespace {

constexpr double kLeft = 130, kRight = 975, kPitch = 20, kHeight = 16;
constexpr double kLeastWidth = 0.5, kGap = 0.6;  ///< of a box; between two that follow each other
constexpr std::size_t kMostStreams = 24;         ///< rows
constexpr std::string_view kHostClass = "s-wait";

/// Colours of the sheet, as far apart as these four have to be.
std::string_view class_of(Engine engine) {
  constexpr std::array<std::string_view, 5> classes{"on", "s-long_scoreboard", "s-barrier",
                                                    "s-mio_throttle", "rest"};
  return classes[static_cast<std::size_t>(engine)];
}

class DevicePicture {
 public:
  DevicePicture(const DeviceTimeline& t, Sheet& sheet)
      : t_(t), overlap_(overlap_of(t)), sheet_(sheet) {
    for (const Work& work : t.work)
      if (work.done && work.engine != Engine::None) streams_.insert(work.stream);
  }

  void draw() {
    sheet_.paragraph("name",
                     fmt::format("Device {} ({}): {} from the first work to the last", t_.device,
                                 t_.arch, duration(overlap_.to - overlap_.from)));
    if (streams_.empty()) return;
    host();
    std::size_t rows = 0;
    for (const std::uint64_t stream : streams_)
      if (rows++ < kMostStreams)
        row(stream == 0 ? "default stream" : fmt::format("stream {}", stream),
            [&](const Work& work) { return work.stream == stream; });
    sheet_.down(6);
    for (const EngineUse& use : overlap_.engines)
      row(std::string(name_of(use.engine)),
          [&](const Work& work) { return work.engine == use.engine; });
    axis();
    if (rows > kMostStreams)
      sheet_.paragraph("note", fmt::format("{} more streams are not shown.", rows - kMostStreams));
  }

 private:
  static std::string duration(double ns) { return with_unit(ns, "ns", false); }

  double x(double ns) const {
    const double share = (ns - overlap_.from) / (overlap_.to - overlap_.from);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kRight - kLeft);
  }

  Sheet::Span span(double from, double to) const {
    const double width = x(to) - x(from);
    return {x(from), std::max(kLeastWidth, width > 2 * kGap ? width - kGap : width)};
  }

  void name(const std::string& text) {
    sheet_.text(kLeft - 8, sheet_.y() + 12, "end", "label", text);
  }

  void host() {
    std::vector<Sheet::Span> waits;
    for (const HostCall& call : t_.host)
      if (call.waits && call.to > overlap_.from && call.from < overlap_.to)
        waits.push_back(span(call.from, call.to));
    if (waits.empty()) return;
    name("the host waits");
    sheet_.boxes(waits, sheet_.y(), kHeight, kHostClass);
    sheet_.down(kPitch + 6);
  }

  template <class Wanted>
  void row(const std::string& title, Wanted wanted) {
    name(title);
    std::map<Engine, std::vector<Sheet::Span>> boxes;
    for (const Work& work : t_.work)
      if (work.done && work.engine != Engine::None && wanted(work))
        boxes[work.engine].push_back(span(work.started, work.ended));
    for (const auto& [engine, spans] : boxes)
      sheet_.boxes(spans, sheet_.y(), kHeight, class_of(engine));
    sheet_.down(kPitch);
  }

  void axis() {
    constexpr unsigned kTicks = 5;
    for (unsigned i = 0; i <= kTicks; ++i) {
      const double ns = (overlap_.to - overlap_.from) * i / kTicks;
      const double at = x(overlap_.from + ns);
      sheet_.line(at, sheet_.y(), at, sheet_.y() + 4, "axis");
      sheet_.text(at, sheet_.y() + 16,
                  i == kTicks ? "end"
                  : i == 0    ? "start"
                              : "middle",
                  "label", i == 0 ? "0" : duration(ns));
    }
    sheet_.down(30);
  }

  const DeviceTimeline& t_;
  const Overlap overlap_;
  Sheet& sheet_;
  std::set<std::uint64_t> streams_;  ///< with work of an engine
};

}  // namespace

std::string timeline_svg(const std::vector<const DeviceTimeline*>& devices) {
  Sheet sheet(
      "Streams and engines over time",
      "Above, work by the stream that it was given to; below, by the engine that carried it "
      "out. Simulated time.");
  sheet.down(6);
  std::set<Engine> used;
  bool waits = false;
  for (const DeviceTimeline* device : devices) {
    DevicePicture(*device, sheet).draw();
    for (const Work& work : device->work)
      if (work.done) used.insert(work.engine);
    waits |= std::ranges::any_of(device->host, &HostCall::waits);
  }
  std::vector<Sheet::Key> keys;
  for (const Engine engine : kEngines)
    if (used.contains(engine))
      keys.push_back({std::string(class_of(engine)), std::string(name_of(engine))});
  if (waits) keys.push_back({std::string(kHostClass), "the host waits in a call"});
  sheet.legend(keys);
  return sheet.finish();
}

}  // namespace simt::program::timeline
