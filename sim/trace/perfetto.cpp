#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/base/json.h"
#include "sim/trace/names.h"
#include "sim/trace/steps.h"
#include "sim/trace/trace_events.h"
#include "sim/trace/writers.h"

namespace simt::trace {
namespace {

std::string_view label_of(Pipe pipe) {
  switch (pipe) {
    case Pipe::Lsu:
      return "load/store";
    case Pipe::Barrier:
      return "barriers";
    case Pipe::Branch:
    case Pipe::Uniform:
      return "branch/uniform";
    default:
      return name_of(pipe);
  }
}

class PerfettoWriter : TraceEvents {
 public:
  PerfettoWriter(const Traced& traced, std::ostream& out)
      : TraceEvents(out), t_(traced), r_(traced.recording), index_(traced.recording) {
    for (const std::string& name : instruction_names(t_.program))
      names_.push_back(json_string(name));
  }

  void write() {
    begin("ms",
          fmt::format(R"("kernel":{},"kernel_demangled":{},"arch":{},"time":"1 us is one SM )"
                      R"(cycle","shown":{})",
                      json_string(t_.program.kernel), json_string(demangled(t_.program.kernel)),
                      json_string(t_.arch.name), json_string(t_.shown)));
    for (std::uint32_t w = 0; w < r_.warps.size(); ++w) warp(w);
    for (const IssueRecord& issue : r_.issues) pipe(issue);
    for (const IssueRecord& issue : r_.issues) in_flight(issue);
    for (const BarrierRecord& b : r_.barriers) barrier(b);
    resident_warps();
    end();
  }

 private:
  unsigned pid(const WarpRecord& w) { return process(w.sm); }
  unsigned process(std::uint32_t sm) {
    if (named_sms_.emplace(sm, true).second)
      event(R"("ph":"M","pid":{},"name":"process_name","args":{{"name":"SM {}"}})", sm + 1, sm);
    return sm + 1;
  }

  void name_track(unsigned pid, unsigned tid, const std::string& name) {
    event(R"("ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"{}"}})", pid, tid,
          name);
    event(R"("ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}})",
          pid, tid, tid);
  }

  // A slot may get its next warp while stores of the last one drain: that one takes a second track.
  unsigned track_of(const WarpRecord& w, std::uint64_t to) {
    std::vector<std::uint64_t>& ends = slot_ends_[{w.sm, w.place.slot}];
    std::size_t i = 0;
    while (i < ends.size() && ends[i] > w.from) ++i;
    const unsigned tid = 1 + w.place.slot * 4 + static_cast<unsigned>(std::min<std::size_t>(i, 3));
    if (i == ends.size()) {
      ends.push_back(0);
      name_track(pid(w), tid,
                 fmt::format("warp slot {}, scheduler {}", w.place.slot, w.place.partition));
    }
    ends[i] = to;
    return tid;
  }

  void slice(unsigned pid, unsigned tid, std::uint64_t from, std::uint64_t to,
             std::string_view category, std::string_view quoted_name, std::string_view args) {
    event(R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"cat":"{}","name":{},"args":{{{}}})", pid,
          tid, from, to - from, category, quoted_name, args);
  }

  void warp(std::uint32_t number) {
    const std::vector<Step> steps = index_.of(number);
    if (steps.empty()) return;
    const WarpRecord& w = r_.warps[number];
    const std::uint64_t from = steps.front().from(), to = steps.back().to();
    const unsigned process = pid(w), tid = track_of({w.sm, w.place, w.cta, w.warp, from}, to);
    slice(process, tid, from, to, "warp", fmt::format("\"block {}, warp {}\"", w.cta, w.warp),
          fmt::format("\"block\":{},\"warp\":{}", w.cta, w.warp));
    for (const Step& step : steps) instruction(process, tid, step);
  }

  void instruction(unsigned process, unsigned tid, const Step& step) {
    std::string args = fmt::format("\"line\":{}", t_.program.code[step.pc()].loc.line);
    if (const std::string cuda = cuda_place(t_.program, step.pc()); !cuda.empty())
      args += ",\"source\":" + json_string(cuda);
    if (step.issue != nullptr)
      args += fmt::format(
          R"(,"issued":{},"lanes":{},"lanes_guard_true":{},"mask":"{:08x}","targets":{})",
          step.issue->cycle, count_lanes(step.issue->path), count_lanes(step.issue->executed),
          step.issue->path, step.issue->targets);
    slice(process, tid, step.from(), step.to(), "instruction", names_[step.pc()], args);
    for (const WaitRecord& wait : step.waits)
      slice(process, tid, wait.from, wait.to, "state",
            fmt::format("\"{}\"", info(wait.reason).name), "");
    if (step.issue != nullptr && step.issue->targets > 1)
      event(R"("ph":"i","s":"t","pid":{},"tid":{},"ts":{},"cat":"divergence","name":"diverges")",
            process, tid, step.issue->cycle);
  }

  // A pipe takes its next instruction when the interval of the last one has passed, to 1/16 cycle.
  void pipe(const IssueRecord& issue) {
    const WarpRecord& w = r_.warps[issue.warp];
    if (issue.interval16 == 0) return;
    const unsigned partition = w.place.partition;
    const unsigned tid = 100'000 + partition * 16 + static_cast<unsigned>(issue.pipe);
    const auto [free, fresh] = pipe_free16_.try_emplace({w.sm, tid}, 0);
    if (fresh)
      name_track(pid(w), tid, fmt::format("scheduler {}: {}", partition, label_of(issue.pipe)));
    const std::uint64_t from16 = std::max(free->second, issue.cycle * 16);
    free->second = from16 + issue.interval16;
    event(
        R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"cat":"pipe","name":{},"args":{{"block":{},"warp":{}}})",
        pid(w), tid, static_cast<double>(from16) / 16, issue.interval16 / 16.0, names_[issue.pc],
        w.cta, w.warp);
  }

  void in_flight(const IssueRecord& issue) {
    const Kind kind = t_.program.code[issue.pc].kind;
    if ((kind != Kind::Load && kind != Kind::Atomic) || issue.ready <= issue.cycle) return;
    const unsigned process = pid(r_.warps[issue.warp]);
    const std::string common =
        fmt::format(R"("pid":{},"tid":0,"cat":"in flight","id":{},"name":{})", process, ++last_id_,
                    names_[issue.pc]);
    const std::string_view from = words_of(issue.level);
    event(R"("ph":"b",{},"ts":{}{})", common, issue.cycle,
          from.empty() ? "" : fmt::format(R"(,"args":{{"from":"{}"}})", from));
    event(R"("ph":"e",{},"ts":{})", common, issue.ready);
  }

  void barrier(const BarrierRecord& b) {
    event(
        R"("ph":"i","s":"p","pid":{},"tid":0,"ts":{},"cat":"barrier","name":"barrier {} of block {} opens")",
        process(b.sm), b.cycle, b.barrier, b.cta);
  }

  void resident_warps() {
    std::map<std::pair<std::uint32_t, std::uint64_t>, int> change;  // SM, cycle
    for (const WarpRecord& w : r_.warps) {
      ++change[{w.sm, std::max(w.from, r_.from)}];
      if (w.to < r_.to) --change[{w.sm, w.to}];
    }
    std::uint32_t sm = 0;
    int warps = 0;
    for (const auto& [at, by] : change) {
      if (at.first != sm) warps = 0;
      sm = at.first;
      warps += by;
      event(R"("ph":"C","pid":{},"ts":{},"name":"resident warps","args":{{"warps":{}}})",
            process(sm), at.second, warps);
    }
  }

  const Traced& t_;
  const Recording& r_;
  StepIndex index_;
  std::vector<std::string> names_;  ///< JSON strings
  std::map<std::uint32_t, bool> named_sms_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint64_t>> slot_ends_;
  std::map<std::pair<std::uint32_t, unsigned>, std::uint64_t> pipe_free16_;
  std::uint64_t last_id_ = 0;
};

}  // namespace

void write_perfetto(const Traced& traced, std::ostream& out) {
  PerfettoWriter(traced, out).write();
}

}  // namespace simt::trace
