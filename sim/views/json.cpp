#include "sim/views/json.h"

#include <nlohmann/json.hpp>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/views/cuda_source.h"
#include "sim/views/place_json.h"
#include "sim/views/source.h"

namespace simt {
namespace {

using Json = nlohmann::ordered_json;

// Whole numbers stay whole: 131072, not 131072.0.
Json number(const Metric& metric, double value) {
  return metric.integral ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json triple(const Dim3& d) {
  return Json::array({d.x, d.y, d.z});
}

Json fact_json(const Fact& f) {
  Json out{{"label", f.label},
           {"metric", f.metric->name},
           {"unit", f.metric->unit},
           {"value", number(*f.metric, f.value)}};
  if (!f.origin.empty()) out["origin"] = f.origin;
  return out;
}

Json section_json(const Section& s) {
  Json out{{"title", s.title}};
  for (const Fact& f : s.facts) out["facts"].push_back(fact_json(f));
  for (const FactRow& r : s.rows) {
    Json row{{"label", r.label}};
    for (const auto& cell : r.cells)
      if (cell) row["cells"].push_back(fact_json(*cell));
    out["rows"].push_back(row);
  }
  for (const FactBar& b : s.bars)
    out["bars"].push_back({{"label", b.label}, {"percent", b.percent}, {"note", b.note}});
  if (!s.remarks.empty()) out["remarks"] = s.remarks;
  return out;
}

/// Whose results the line waits for: for each kind of wait the line that it waits for most.
Json producers_json(const Program& program, const SourceRow& r) {
  Json out = Json::array();
  for (const Stall wait : {Stall::long_scoreboard, Stall::short_scoreboard}) {
    const Pc pc = r.producer(wait);
    if (pc == kNoPc) continue;
    Json one{{"stall", info(wait).name}, {"line", program.code[pc].loc.line}};
    if (const std::string cuda = cuda_place(program, pc); !cuda.empty()) one["source"] = cuda;
    out.push_back(std::move(one));
  }
  return out;
}

Json row_json(const Program& program, const SourceRow& r, bool timing) {
  const LineCounters& c = r.counters;
  Json out{{"line", r.line},
           {"text", r.text},
           {"executed", c.executed},
           {"thread_executed", c.thread_executed},
           {"thread_executed_pred_on", c.thread_pred_on},
           {"divergent", c.divergent},
           {"requests", c.requests},
           {"sectors", c.sectors},
           {"sectors_ideal", c.sectors_ideal},
           {"load_requests", r.load_requests},
           {"load_sectors", r.load_sectors},
           {"wavefronts", c.wavefronts},
           {"wavefronts_ideal", c.wavefronts_ideal},
           {"conflicts", c.conflicts}};
  if (!timing) return out;
  out["waiting_pct"] = r.stall_share;
  if (Json producers = producers_json(program, r); !producers.empty())
    out["waits_for"] = std::move(producers);
  return out;
}

Json line_json(const Program& program, const SourceRow& r, bool timing) {
  Json out = row_json(program, r, timing);
  if (r.cuda.empty()) return out;
  out["source"] = r.cuda;
  out["cuda"] = cuda_json(program, r.pc);
  return out;
}

/// Sums by line of CUDA C++; "ptx" has the lines of PTX that they are made of.
Json cuda_lines_json(const Subject& s, const std::vector<SourceRow>& rows) {
  Json out = Json::array();
  for (const CudaFileRows& file : collect_cuda(s, rows))
    for (const CudaRow& row : file.rows) {
      if (!row.sums.has_instruction) continue;
      Json line{{"file", file.name}, {"path", file.path}};
      line.update(row_json(s.program, row.sums, s.run.timing));
      line["ptx"] = Json::array();
      for (const std::size_t i : row.ptx) line["ptx"].push_back(rows[i].line);
      out.push_back(std::move(line));
    }
  return out;
}

Json checks_json(const std::vector<CheckLine>& checks) {
  Json out = Json::array();
  for (const CheckLine& c : checks)
    out.push_back(
        {{"text", c.text}, {"line", c.line}, {"passed", c.passed}, {"message", c.message}});
  return out;
}

Json advice_json(const Program& program, const Advice& a) {
  Json out{{"line", a.line},
           {"place", a.place},
           {"title", a.title},
           {"text", a.text},
           {"estimated_speedup_pct", a.gain},
           {"estimate", std::string(name_of(a.kind))}};
  if (!a.packs.empty()) out["what_if_run"] = a.ran;
  if (a.line == 0) return out;
  if (!a.further.empty()) out["further_lines"] = a.further;
  out["source_text"] = tabs_expanded(program.text.lines.at(a.line - 1));
  if (Json cuda = cuda_json(program, first_at_line(program, a.line)); !cuda.empty())
    out["cuda"] = std::move(cuda);
  return out;
}

std::string one_text(const RunWarning& w) {
  std::string out = w.title;
  for (const std::string& line : w.text) out += "\n" + line;
  return out + "\n" + w.hint;
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string render_json(const Subject& s, const std::vector<std::string>& warnings,
                        const std::string& compiled) {
  const Measured m = s.measured();
  const Report report = collect_report(s);
  Json out{{"kernel", report.kernel},
           {"kernel_demangled", demangled(report.kernel)},
           {"arch", s.arch.name},
           {"compute_capability",
            std::to_string(s.arch.cc.major) + "." + std::to_string(s.arch.cc.minor)},
           {"file", report.file},
           {"status", std::string(name_of(s.run.status))},
           {"as_compiled", s.program.as_compiled},
           {"grid", triple(s.run.launch.grid)},
           {"block", triple(s.run.launch.block)}};
  if (!compiled.empty()) out["compiled"] = compiled;
  if (!s.run.timing) out["timing"] = false;
  if (!s.run.explanation.empty()) out["explanation"] = s.run.explanation;
  std::vector<std::string> all = warnings;
  for (const RunWarning& w : report.warnings) all.push_back(one_text(w));
  if (!all.empty()) out["warnings"] = all;
  Json& values = out["metrics"] = Json::object();
  for (const Metric& metric : metrics())
    if (has_value(metric, s.run)) values[metric.name] = number(metric, metric.value(m));
  out["occupancy_limiters"] = s.run.launch.occupancy.limiters;
  for (const Section& section : report.sections) out["sections"].push_back(section_json(section));
  out["lines"] = Json::array();
  const std::vector<SourceRow> rows = collect_source(s);
  for (const SourceRow& row : rows)
    if (row.has_instruction) out["lines"].push_back(line_json(s.program, row, s.run.timing));
  if (has_cuda_lines(s.program)) out["cuda_lines"] = cuda_lines_json(s, rows);
  out["checks"] = checks_json(s.checks);
  if (!s.goals.empty()) out["goals"] = checks_json(s.goals);
  if (!s.run.timing) return dumped(out);
  out["advice"] = Json::array();
  for (const Advice& a : report.advice) out["advice"].push_back(advice_json(s.program, a));
  return dumped(out);
}

}  // namespace simt
