#include <map>
#include <nlohmann/json.hpp>

#include "sim/trace/attribution.h"
#include "sim/trace/names.h"
#include "sim/trace/producers.h"
#include "sim/views/player/access_pattern.h"
#include "sim/views/player/player.h"
#include "sim/views/recording_text.h"
#include "sim/views/source.h"

namespace simt {
namespace {

using Json = nlohmann::ordered_json;
using trace::IssueRecord;
using trace::Recording;

/// A column of a table: one value for each record.
template <class Records, class Value>
Json column(const Records& records, Value value) {
  Json out = Json::array();
  for (const auto& r : records) out.push_back(value(r));
  return out;
}

// A program counter that may be none.
Json place(Pc pc) {
  return pc == kNoPc ? Json(-1) : Json(pc);
}

Json machine(const ArchConfig& arch) {
  return {{"name", arch.name},
          {"cc", std::to_string(arch.cc_major) + "." + std::to_string(arch.cc_minor)},
          {"divergence", std::string(name_of(arch.divergence))},
          {"warpSize", arch.warp_size},
          {"schedulers", arch.sub_partitions},
          {"banks", arch.shared_banks},
          {"bankBytes", arch.shared_bank_bytes},
          {"wordBytes", arch.shared_word_bytes}};
}

Json shown(const Recording& r, std::uint64_t executed) {
  return {{"text", describe(r, executed)},
          {"whole", r.issues.size() == executed},
          {"from", r.from},
          {"to", r.to}};
}

Json lines(const std::vector<SourceRow>& rows) {
  const auto count = [&](std::uint64_t LineCounters::*member) {
    return column(rows, [&](const SourceRow& r) { return r.counters.*member; });
  };
  return {{"number", column(rows, [](const SourceRow& r) { return r.line; })},
          {"text", column(rows, [](const SourceRow& r) { return r.text; })},
          {"cuda", column(rows, [](const SourceRow& r) { return r.cuda; })},
          {"code", column(rows, [](const SourceRow& r) { return int{r.has_instruction}; })},
          {"executed", count(&LineCounters::executed)},
          {"threads", count(&LineCounters::thread_executed)},
          {"divergent", count(&LineCounters::divergent)},
          {"sectors", count(&LineCounters::sectors)},
          {"sectorsIdeal", count(&LineCounters::sectors_ideal)},
          {"wavefronts", count(&LineCounters::wavefronts)},
          {"wavefrontsIdeal", count(&LineCounters::wavefronts_ideal)},
          {"stall", column(rows, [](const SourceRow& r) { return r.counters.stall; })}};
}

Json code(const Program& program) {
  return {{"line", column(program.code, [](const Inst& i) { return i.loc.line; })},
          {"text", trace::instruction_names(program)}};
}

Json stalls(const RunResult& run) {
  Json out = Json::array();
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const auto s = static_cast<Stall>(i);
    out.push_back({{"name", info(s).name}, {"text", info(s).text}, {"cycles", run.counters[s]}});
  }
  return out;
}

Json counters(const RunResult& run) {
  Json out = Json::array();
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto c = static_cast<Counter>(i);
    out.push_back({{"name", info(c).name},
                   {"unit", info(c).unit},
                   {"text", info(c).text},
                   {"value", run.counters[c]}});
  }
  return out;
}

Json states(const Recording& r) {
  return column(r.states, [](const DivergenceView& view) {
    Json paths = Json::array(), barriers = Json::array();
    for (const PathView& p : view.paths)
      paths.push_back({static_cast<int>(p.state), place(p.path.pc), p.path.lanes, place(p.join),
                       p.waits_for, p.barrier, p.depth});
    for (const ConvergenceBarrierView& b : view.barriers)
      barriers.push_back({b.id, place(b.target), b.participants, b.arrived, b.yielded, b.parent});
    return Json{{"paths", paths}, {"barriers", barriers}, {"exited", view.exited}};
  });
}

Json warps(const Recording& r) {
  return {{"sm", column(r.warps, [](const auto& w) { return w.sm; })},
          {"slot", column(r.warps, [](const auto& w) { return w.slot; })},
          {"block", column(r.warps, [](const auto& w) { return w.cta; })},
          {"warp", column(r.warps, [](const auto& w) { return w.warp; })},
          {"from", column(r.warps, [](const auto& w) { return w.from; })},
          {"to", column(r.warps, [&](const auto& w) { return std::min(w.to, r.to); })}};
}

Json waits(const Recording& r) {
  return {{"warp", column(r.waits, [](const auto& w) { return w.warp; })},
          {"from", column(r.waits, [](const auto& w) { return w.from; })},
          {"cycles", column(r.waits, [](const auto& w) { return w.to - w.from; })},
          {"state", column(r.waits, [](const auto& w) { return static_cast<int>(w.reason); })},
          {"pc", column(r.waits, [](const auto& w) { return w.pc; })},
          {"ordinal", column(r.waits, [](const auto& w) { return w.ordinal; })}};
}

/// Each instruction with what it added to the counters, and its accesses.
class Issues {
 public:
  Issues(const Subject& s, const Recording& r)
      : r_(r),
        program_(s.program),
        attribution_(s.program, s.arch),
        patterns_({s.arch.shared_banks, s.arch.shared_bank_bytes, s.arch.shared_word_bytes}) {}

  void write(Json& out) {
    Json parts = Json::array();
    for (const IssueRecord& i : r_.issues) parts.push_back(part(i));
    Json accesses{{"pattern", Json::array()}, {"base", Json::array()}}, counts = Json::array();
    for (const IssueRecord& i : r_.issues) counts.push_back(add_accesses(i, accesses));
    const auto issue = [&](auto member) {
      return column(r_.issues, [&](const IssueRecord& i) { return i.*member; });
    };
    out["issues"] = {{"cycle", issue(&IssueRecord::cycle)},
                     {"ready", column(r_.issues, [&](const IssueRecord& i) { return ready(i); })},
                     {"warp", issue(&IssueRecord::warp)},
                     {"ordinal", issue(&IssueRecord::ordinal)},
                     {"pc", issue(&IssueRecord::pc)},
                     {"path", issue(&IssueRecord::path)},
                     {"executed", issue(&IssueRecord::executed)},
                     {"targets", issue(&IssueRecord::targets)},
                     {"state", issue(&IssueRecord::state)},
                     {"accesses", counts},
                     {"parts", parts}};
    const auto waited = trace::waited_for(r_, program_);
    out["waited"] = {{"issue", column(waited, [](const auto& d) { return d.consumer; })},
                     {"for", column(waited, [](const auto& d) { return d.producer; })}};
    out["parts"] = parts_;
    out["accesses"] = accesses;
    out["patterns"] = patterns_.take();
  }

 private:
  // Of what writes no register there is no result to wait for.
  std::uint64_t ready(const IssueRecord& issue) const {
    return program_.code[issue.pc].num_writes > 0 ? issue.ready : 0;
  }

  // Parameters are operands, not memory. Returns how many accesses there are.
  unsigned add_accesses(const IssueRecord& issue, Json& accesses) {
    unsigned count = 0;
    for (std::uint32_t a = 0; a < issue.num_access; ++a) {
      const MemoryAccess& access = r_.accesses[issue.first_access + a];
      if (access.space == StateSpace::Param) continue;
      const auto at = patterns_.place(access);
      accesses["pattern"].push_back(at.pattern);
      accesses["base"].push_back(at.base);
      ++count;
    }
    return count;
  }

  std::size_t part(const IssueRecord& issue) {
    Json flat = Json::array();
    for (const auto& [counter, by] : attribution_.of(issue, r_)) {
      flat.push_back(static_cast<unsigned>(counter));
      flat.push_back(by);
    }
    const auto [entry, added] = numbers_.try_emplace(flat.dump(), parts_.size());
    if (added) parts_.push_back(std::move(flat));
    return entry->second;
  }

  const Recording& r_;
  const Program& program_;
  trace::Attribution attribution_;
  player::AccessPatterns patterns_;
  std::map<std::string, std::size_t> numbers_;
  Json parts_ = Json::array();
};

Json advice(const Report& report) {
  Json out = Json::array();
  for (const Advice& a : report.advice)
    out.push_back({{"line", a.line}, {"title", a.title}, {"text", a.text}});
  return out;
}

Json checks(const Report& report) {
  Json out = Json::array();
  for (const CheckLine& c : report.checks)
    out.push_back(
        {{"text", c.text}, {"line", c.line}, {"passed", c.passed}, {"message", c.message}});
  return out;
}

}  // namespace

std::string player_data(const Subject& s, const Recording& r) {
  const RunResult& run = s.run;
  const Report report = collect_report(s);
  Json out{{"kernel", s.program.kernel},
           {"file", s.program.source_name},
           {"machine", machine(s.arch)},
           {"geometry", report.geometry},
           {"mode", report.mode},
           {"status", name_of(run.status)},
           {"explanation", run.explanation},
           {"faultPc", place(run.fault_pc)},
           {"cycles", run.cycles_elapsed},
           {"shown", shown(r, run.counters[Counter::inst_executed])},
           {"advice", advice(report)},
           {"checks", checks(report)},
           {"lines", lines(collect_source(s))},
           {"code", code(s.program)},
           {"stalls", stalls(run)},
           {"counters", counters(run)},
           {"warps", warps(r)},
           {"waits", waits(r)},
           {"states", states(r)}};
  Issues(s, r).write(out);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace simt
