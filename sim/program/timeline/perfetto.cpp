#include "sim/program/timeline/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/base/json.h"
#include "sim/trace/trace_events.h"

namespace simt::program::timeline {
namespace {

constexpr unsigned kHostTrack = 1, kFirstStream = 2, kTracksOfEngine = 1000;

struct Track {
  unsigned pid = 0, tid = 0;
};

class Writer : trace::TraceEvents {
 public:
  explicit Writer(std::ostream& out) : TraceEvents(out) {}

  void write(const std::vector<const DeviceTimeline*>& devices) {
    begin("ns", R"("time":"1 us is one simulated microsecond")");
    for (const DeviceTimeline* device : devices) write(*device);
    end();
  }

 private:
  void name_process(unsigned pid, const std::string& name) {
    event(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":{}}})", pid,
          json_string(name));
    event(R"("ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}})", pid, pid);
  }

  void name_track(const Track& track, const std::string& name) {
    if (!named_.emplace(track.pid, track.tid).second) return;
    event(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}})", track.pid,
          track.tid, json_string(name));
    event(R"("ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}})",
          track.pid, track.tid, track.tid);
  }

  /// Whole nanoseconds, in microseconds: what ends when something else begins does so in the text.
  static double us(double ns) { return std::round(ns) * 1e-3; }

  void slice(const Track& track, double from, double to, std::string_view category,
             const std::string& name, const std::string& args) {
    event(
        R"("ph":"X","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"cat":"{}","name":{},"args":{{{}}})",
        track.pid, track.tid, us(from), us(to) - us(from), category, json_string(name), args);
  }

  // An arrow begins within a slice and ends where one begins.
  void arrow(const Track& from, double at, const Track& to, double until, std::string_view why) {
    const unsigned id = ++arrows_;
    event(R"("ph":"s","pid":{},"tid":{},"ts":{:.3f},"cat":"{}","id":{},"name":"{}")", from.pid,
          from.tid, us(at), why, id, why);
    event(R"("ph":"f","bp":"e","pid":{},"tid":{},"ts":{:.3f},"cat":"{}","id":{},"name":"{}")",
          to.pid, to.tid, us(until), why, id, why);
  }

  void write(const DeviceTimeline& t) {
    streams_ = 2 * t.device + 1;
    engines_ = 2 * t.device + 2;
    name_process(streams_, fmt::format("device {} ({}): host and streams", t.device, t.arch));
    name_process(engines_, fmt::format("device {} ({}): engines", t.device, t.arch));
    name_track({streams_, kHostTrack}, "host calls");
    busy_until_.clear();
    for (const HostCall& call : t.host)
      slice({streams_, kHostTrack}, call.from, call.to, "host", call.label,
            call.waits ? R"("waits":true)" : "");
    for (const std::size_t i : by_start(t)) work(t.work[i]);
    for (const HostCall& call : t.host)
      if (call.gives && drawn(t.work[*call.gives])) {
        const Work& work = t.work[*call.gives];
        arrow({streams_, kHostTrack}, call.from, stream_of(work), work.started, "launch");
      }
    for (const Work& w : t.work)
      if (drawn(w))
        for (const Work::Source& source : w.after)
          if (source.waited) dependency(t.work[source.work], w, source.order);
  }

  static bool drawn(const Work& work) { return work.done; }

  /// A free track of an engine is taken in this order.
  static std::vector<std::size_t> by_start(const DeviceTimeline& t) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < t.work.size(); ++i)
      if (drawn(t.work[i])) out.push_back(i);
    std::ranges::stable_sort(out, {}, [&](std::size_t i) { return t.work[i].started; });
    return out;
  }

  Track stream_of(const Work& work) {
    const Track track{streams_, kFirstStream + static_cast<unsigned>(work.stream)};
    name_track(track, work.stream == 0 ? "default stream" : fmt::format("stream {}", work.stream));
    return track;
  }

  Track engine_of(const Work& work) {
    std::vector<double>& until = busy_until_[work.engine];
    std::size_t i = 0;
    while (i < until.size() && until[i] > work.started + 1e-6) ++i;
    if (i == until.size()) until.push_back(0);
    until[i] = work.ended;
    const Track track{engines_, 1 + kTracksOfEngine * static_cast<unsigned>(work.engine) +
                                    static_cast<unsigned>(i)};
    name_track(track, fmt::format("{}{}", name_of(work.engine),
                                  i == 0 ? "" : fmt::format(" ({})", i + 1)));
    return track;
  }

  void work(const Work& w) {
    std::string args = fmt::format(R"("stream":{},"given":{:.3f})", w.stream, w.issued * 1e-3);
    if (!w.detail.empty()) args += ",\"launch\":" + json_string(w.detail);
    if (w.bytes != 0)
      args += fmt::format(R"(,"bytes":{},"memory":"{}")", w.bytes,
                          w.engine == Engine::OnDevice ? "device"
                          : w.pageable                 ? "pageable"
                                                       : "pinned");
    slice(stream_of(w), w.started, w.ended, "stream", w.label, args);
    if (w.engine != Engine::None) slice(engine_of(w), w.started, w.ended, "engine", w.label, args);
  }

  void dependency(const Work& from, const Work& to, Work::Order order) {
    if (!drawn(from)) return;
    if (order == Work::Order::Stream && from.engine == to.engine)
      return;  // they stand side by side
    const double at = std::max(from.started, from.ended - 1);
    arrow(stream_of(from), at, stream_of(to), to.started, name_of(order));
  }

  unsigned streams_ = 1, engines_ = 2, arrows_ = 0;
  std::set<std::pair<unsigned, unsigned>> named_;
  std::map<Engine, std::vector<double>> busy_until_;
};

}  // namespace

void write_perfetto(const std::vector<const DeviceTimeline*>& devices, std::ostream& out) {
  Writer(out).write(devices);
}

}  // namespace simt::program::timeline
