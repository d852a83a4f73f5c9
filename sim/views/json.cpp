#include "sim/views/json.h"

#include <atomic>
#include <nlohmann/json.hpp>

#include "isa/base/kernel_name.h"
#include "isa/core/code_mode.h"
#include "isa/core/place.h"
#include "sim/views/cuda_source.h"
#include "sim/views/json_writer.h"
#include "sim/views/place_json.h"
#include "sim/views/source.h"

namespace simt {
namespace {

// Whole numbers stay whole: 131072, not 131072.0.
void write_number(JsonWriter& out, const Metric& metric, double value) {
  if (metric.integral)
    out.value(static_cast<std::int64_t>(value));
  else
    out.value(value);
}

void write_triple(JsonWriter& out, const char* name, const Dim3& d) {
  out.field(name, std::vector<unsigned>{d.x, d.y, d.z});
}

void write_fact(JsonWriter& out, const Fact& f) {
  out.begin_object();
  out.field("label", f.label);
  out.field("metric", f.metric->name);
  out.field("unit", f.metric->unit);
  out.key("value");
  write_number(out, *f.metric, f.value);
  if (!f.origin.empty()) out.field("origin", f.origin);
  out.end_object();
}

void write_fact_row(JsonWriter& out, const FactRow& row) {
  out.begin_object();
  out.field("label", row.label);
  bool any = false;
  for (const auto& cell : row.cells) {
    if (!cell) continue;
    if (!any) {
      out.key("cells");
      out.begin_array();
    }
    any = true;
    write_fact(out, *cell);
  }
  if (any) out.end_array();
  out.end_object();
}

void write_bar(JsonWriter& out, const FactBar& b) {
  out.begin_object();
  out.field("label", b.label);
  out.field("percent", b.percent);
  out.field("note", b.note);
  out.end_object();
}

/// What is empty is left out.
template <class T>
void write_list(JsonWriter& out, const char* name, const std::vector<T>& list,
                void (*write)(JsonWriter&, const T&)) {
  if (list.empty()) return;
  out.key(name);
  out.begin_array();
  for (const T& one : list) write(out, one);
  out.end_array();
}

void write_section(JsonWriter& out, const Section& s) {
  out.begin_object();
  out.field("title", s.title);
  write_list(out, "facts", s.facts, write_fact);
  write_list(out, "rows", s.rows, write_fact_row);
  write_list(out, "bars", s.bars, write_bar);
  if (!s.remarks.empty()) out.field("remarks", s.remarks);
  out.end_object();
}

/// Whose results the line waits for: for each kind of wait the line that it waits for most.
void write_producers(JsonWriter& out, const Program& program, const SourceRow& r) {
  bool any = false;
  for (const Stall wait : {Stall::long_scoreboard, Stall::short_scoreboard}) {
    const Pc pc = r.producer(wait);
    if (pc == kNoPc) continue;
    if (!any) {
      out.key("waits_for");
      out.begin_array();
    }
    any = true;
    out.begin_object();
    out.field("stall", info(wait).name);
    out.field("line", program.code[pc].loc.line);
    if (const std::string cuda = cuda_place(program, pc); !cuda.empty()) out.field("source", cuda);
    out.end_object();
  }
  if (any) out.end_array();
}

void write_row_fields(JsonWriter& out, const Program& program, const SourceRow& r, bool timing) {
  const LineCounters& c = r.counters;
  out.field("line", r.line);
  out.field("text", r.text);
  out.field("executed", c.executed);
  out.field("thread_executed", c.thread_executed);
  out.field("thread_executed_pred_on", c.thread_pred_on);
  out.field("divergent", c.divergent);
  out.field("requests", c.requests);
  out.field("sectors", c.sectors);
  out.field("sectors_ideal", c.sectors_ideal);
  out.field("load_requests", r.load_requests);
  out.field("load_sectors", r.load_sectors);
  out.field("wavefronts", c.wavefronts);
  out.field("wavefronts_ideal", c.wavefronts_ideal);
  out.field("conflicts", c.conflicts);
  if (!timing) return;
  out.field("waiting_pct", r.stall_share);
  write_producers(out, program, r);
}

void write_line(JsonWriter& out, const Program& program, const SourceRow& r, bool timing) {
  out.begin_object();
  write_row_fields(out, program, r, timing);
  if (!r.cuda.empty()) {
    out.field("source", r.cuda);
    out.field("cuda", cuda_json(program, r.pc));
  }
  out.end_object();
}

/// Sums by line of CUDA C++; "ptx" has the lines of PTX that they are made of.
void write_cuda_lines(JsonWriter& out, const Subject& s, const std::vector<SourceRow>& rows) {
  out.key("cuda_lines");
  out.begin_array();
  for (const CudaFileRows& file : collect_cuda(s, rows))
    for (const CudaRow& row : file.rows) {
      if (!row.sums.has_instruction) continue;
      out.begin_object();
      out.field("file", file.name);
      out.field("path", file.path);
      write_row_fields(out, s.program, row.sums, s.run.timing);
      out.key("ptx");
      out.begin_array();
      for (const std::size_t i : row.ptx) out.value(rows[i].line);
      out.end_array();
      out.end_object();
    }
  out.end_array();
}

void write_checks(JsonWriter& out, const char* name, const std::vector<CheckLine>& checks) {
  out.key(name);
  out.begin_array();
  for (const CheckLine& c : checks) {
    out.begin_object();
    out.field("text", c.text);
    out.field("line", c.line);
    out.field("passed", c.passed);
    out.field("message", c.message);
    out.end_object();
  }
  out.end_array();
}

void write_advice(JsonWriter& out, const Program& program, const Advice& a) {
  out.begin_object();
  out.field("line", a.line);
  out.field("place", a.place);
  out.field("title", a.title);
  out.field("text", a.text);
  out.field("estimated_speedup_pct", a.gain);
  out.field("estimate", name_of(a.kind));
  if (!a.packs.empty()) out.field("what_if_run", a.ran);
  if (a.line != 0) {
    if (!a.further.empty()) out.field("further_lines", a.further);
    out.field("source_text", tabs_expanded(program.text.lines.at(a.line - 1)));
    if (const nlohmann::ordered_json cuda = cuda_json(program, first_at_line(program, a.line));
        !cuda.empty())
      out.field("cuda", cuda);
  }
  out.end_object();
}

std::string one_text(const RunWarning& w) {
  std::string out = w.title;
  for (const std::string& line : w.text) out += "\n" + line;
  return out + "\n" + w.hint;
}

void write_launch(JsonWriter& out, const Subject& s, const Report& report,
                  const std::vector<std::string>& warnings, const std::string& compiled) {
  out.field("kernel", report.kernel);
  out.field("kernel_demangled", demangled(report.kernel));
  out.field("arch", s.arch.name);
  out.field("compute_capability",
            std::to_string(s.arch.cc.major) + "." + std::to_string(s.arch.cc.minor));
  out.field("file", report.file);
  out.field("status", name_of(s.run.status));
  out.field("code", code_name(s.program));
  out.field("as_compiled", s.program.as_compiled);
  write_triple(out, "grid", s.run.launch.grid);
  write_triple(out, "block", s.run.launch.block);
  if (!compiled.empty()) out.field("compiled", compiled);
  if (!s.run.timing) out.field("timing", false);
  if (!s.run.explanation.empty()) out.field("explanation", s.run.explanation);
  std::vector<std::string> all = warnings;
  for (const RunWarning& w : report.warnings) all.push_back(one_text(w));
  if (!all.empty()) out.field("warnings", all);
}

void write_metrics(JsonWriter& out, const Subject& s) {
  const Measured m = s.measured();
  out.key("metrics");
  out.begin_object();
  for (const Metric& metric : metrics()) {
    if (!has_value(metric, s.run)) continue;
    out.key(metric.name);
    write_number(out, metric, metric.value(m));
  }
  out.end_object();
}

void write_lines(JsonWriter& out, const Subject& s) {
  const std::vector<SourceRow> rows = collect_source(s);
  out.key("lines");
  out.begin_array();
  for (const SourceRow& row : rows)
    if (row.has_instruction) write_line(out, s.program, row, s.run.timing);
  out.end_array();
  if (has_cuda_lines(s.program)) write_cuda_lines(out, s, rows);
}

}  // namespace

std::string render_json(const Subject& s, const std::vector<std::string>& warnings,
                        const std::string& compiled) {
  const Report report = collect_report(s);
  // Launches of a program have reports of one size, nearly.
  static std::atomic<std::size_t> last_bytes{0};
  JsonWriter out(last_bytes + last_bytes / 8);
  out.begin_object();
  write_launch(out, s, report, warnings, compiled);
  write_metrics(out, s);
  out.field("occupancy_limiters", s.run.launch.occupancy.limiters);
  write_list(out, "sections", report.sections, write_section);
  write_lines(out, s);
  write_checks(out, "checks", s.checks);
  if (!s.goals.empty()) write_checks(out, "goals", s.goals);
  if (s.run.timing) {
    out.key("advice");
    out.begin_array();
    for (const Advice& a : report.advice) write_advice(out, s.program, a);
    out.end_array();
  }
  out.end_object();
  std::string text = out.take();
  text += '\n';
  last_bytes = text.size();
  return text;
}

}  // namespace simt
