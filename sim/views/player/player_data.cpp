#include <map>

#include "isa/core/place.h"
#include "sim/base/json.h"
#include "sim/views/memory_chart.h"
#include "sim/views/place_json.h"
#include "sim/views/player/code_data.h"
#include "sim/views/player/issue_data.h"
#include "sim/views/player/player.h"
#include "sim/views/player/value_data.h"
#include "sim/views/recording_text.h"
#include "sim/views/roofline.h"
#include "sim/views/source.h"

namespace simt {
namespace {

using player::column;
using player::Json;
using player::place;
using trace::Recording;

Json machine(const ArchConfig& arch) {
  return {{"name", arch.name},
          {"cc", std::to_string(arch.cc.major) + "." + std::to_string(arch.cc.minor)},
          {"divergence", std::string(name_of(arch.control.divergence))},
          {"warpSize", arch.sm.warp_size},
          {"schedulers", arch.sm.sub_partitions},
          {"banks", arch.shared.banks},
          {"bankBytes", arch.shared.bank_bytes},
          {"wordBytes", arch.shared.word_bytes}};
}

Json shown(const Recording& r, std::uint64_t executed) {
  return {{"text", describe(r, executed)},
          {"whole", issued_in(r) == executed},
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
          {"wavefrontsIdeal",
           column(rows,
                  [](const SourceRow& r) { return r.counters.wavefronts - r.counters.conflicts; })},
          {"stall", column(rows, [](const SourceRow& r) { return r.counters.stall; })}};
}

/// The files of CUDA C++ with their text, and by instruction the index of its chain.
Json cuda(const Program& program) {
  Json files = Json::array(), chains = Json::array();
  for (const DebugFile& f : program.debug.files)
    if (!f.lines.empty()) files.push_back({{"path", f.path}, {"lines", f.lines}});
  std::map<std::string, std::size_t> known;  // by text: maps of Json take long to compile
  const auto of = [&](Pc pc) {
    Json chain = cuda_json(program, pc);
    const auto [at, added] = known.try_emplace(json_text(chain), chains.size());
    if (added) chains.push_back(std::move(chain));
    return at->second;
  };
  std::vector<std::size_t> index;
  for (Pc pc = 0; pc < program.code.size(); ++pc) index.push_back(of(pc));
  return {{"files", files}, {"chains", chains}, {"of", index}};
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
          {"slot", column(r.warps, [](const auto& w) { return w.place.slot; })},
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

Json advice(const Report& report) {
  Json out = Json::array();
  for (const RunWarning& w : report.warnings) {
    std::string text;
    for (const std::string& line : w.text) text += line + (line.ends_with(';') ? " " : "; ");
    out.push_back({{"line", w.line},
                   {"further", Json::array()},
                   {"shown", ""},
                   {"place", w.place},
                   {"title", w.title},
                   {"text", text + w.hint},
                   {"gain", "The result is not defined"}});
  }
  for (const Advice& a : report.advice)
    out.push_back({{"line", a.line},
                   {"further", a.further},
                   {"shown", name_of(a.shown)},
                   {"place", a.place},
                   {"title", a.title},
                   {"text", a.text},
                   {"gain", gain_text(a)}});
  return out;
}

Json checks(const Report& report) {
  Json out = Json::array();
  for (const CheckLine& c : report.checks)
    out.push_back(
        {{"text", c.text}, {"line", c.line}, {"passed", c.passed}, {"message", c.message}});
  return out;
}

Json charts(const Subject& s) {
  const Figures figures = figures_of(s.measured());
  return {{"memory", memory_chart_svg(memory_chart(figures), "Memory")},
          {"roofline", roofline_svg(roofline(figures, s.arch), nullptr, "Roofline")}};
}

Json side(const Played& played) {
  const Subject& s = played.subject;
  const Recording& r = played.recording;
  const RunResult& run = s.run;
  const Report report = collect_report(s);
  Json out{{"kernel", s.program.kernel},
           {"kernelTitle", kernel_title(s.program)},
           {"label", played.label},
           {"file", s.program.text.name},
           {"machine", machine(s.arch)},
           {"geometry", report.geometry},
           {"mode", report.mode},
           {"textName", text_name(s.program)},
           {"status", name_of(run.status)},
           {"explanation", run.explanation},
           {"faultPc", place(run.fault_pc)},
           {"cycles", run.cycles_elapsed},
           {"seconds", run.seconds()},
           {"shown", shown(r, run.counters[Counter::inst_executed])},
           {"advice", advice(report)},
           {"checks", checks(report)},
           {"lines", lines(collect_source(s))},
           {"cuda", cuda(s.program)},
           {"stalls", stalls(run)},
           {"counters", counters(run)},
           {"charts", charts(s)},
           {"warps", warps(r)},
           {"waits", waits(r)},
           {"states", states(r)}};
  player::write_code(s.program, played.signature, out);
  player::write_launch(s, played.launch, out);
  player::write_issues(s, r, out);
  player::write_values(s.program, r, out);
  return out;
}

std::string text_of(const Json& json) {
  return json_text(json);
}

}  // namespace

std::string player_data(const Played& run) {
  return text_of({{"sides", Json::array({side(run)})}});
}

std::string player_data(const PlayedPair& runs) {
  Json lines = Json::array(), figures = Json::array();
  for (const PlayedPair::Lines& l : runs.lines) lines.push_back({l.a, l.b});
  for (const PlayedPair::Figure& f : runs.figures)
    figures.push_back({f.section, f.label, f.a, f.b, f.change});
  return text_of({{"sides", Json::array({side(runs.a), side(runs.b)})},
                  {"lines", lines},
                  {"figures", figures},
                  {"first_divergence", runs.first_divergence}});
}

}  // namespace simt
