#include "sim/diff/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "isa/core/code_mode.h"
#include "isa/core/place.h"
#include "sim/diff/paired_lines.h"

namespace simt::diff {
namespace {

std::optional<double> number(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::vector<Figure> figures_of(const Subject& subject) {
  std::vector<Figure> out;
  for (const NamedFact& f : named_facts(collect_report(subject)))
    out.push_back({f.section, f.label, f.fact.metric, number(f.fact.value), {}});
  return out;
}

std::vector<Figure> figures_of(const Subject& subject, const std::vector<std::string>& names) {
  std::vector<Figure> out;
  for (const std::string& name : names) {
    const Metric* metric = find_metric(name);
    out.push_back({"Metrics", name, metric, metric->value(subject.measured()), {}});
  }
  return out;
}

// Figures of b go to the rows of a; a section or row that only b has stands after the section.
std::vector<Figure> joined(std::vector<Figure> a, const std::vector<Figure>& b) {
  for (const Figure& f : b) {
    const auto same = std::find_if(a.begin(), a.end(), [&](const Figure& x) {
      return x.section == f.section && x.label == f.label;
    });
    if (same != a.end()) {
      same->b = f.a;
      continue;
    }
    auto place = std::find_if(a.rbegin(), a.rend(), [&](const Figure& x) {
                   return x.section == f.section;
                 }).base();
    if (place == a.begin()) place = a.end();
    a.insert(place, {f.section, f.label, f.metric, {}, f.a});
  }
  return a;
}

std::vector<LineRow> line_rows(const Subject& a, const Subject& b,
                               const std::vector<LinePair>& pairs) {
  const auto by_line = [](const Subject& s) {
    std::map<unsigned, SourceRow> out;
    for (SourceRow& row : collect_source(s))
      if (row.has_instruction) out.emplace(row.line, std::move(row));
    return out;
  };
  const auto rows_a = by_line(a), rows_b = by_line(b);
  const auto find = [](const std::map<unsigned, SourceRow>& rows, unsigned line) {
    const auto found = rows.find(line);
    return found == rows.end() ? std::nullopt : std::optional(found->second);
  };
  std::vector<LineRow> out;
  for (const LinePair& p : pairs) {
    LineRow row{find(rows_a, p.a), find(rows_b, p.b)};
    if (row.a || row.b) out.push_back(std::move(row));
  }
  return out;
}

std::string end_of(const RunResult& run) {
  switch (run.status) {
    case RunStatus::Fault:
      return "stopped by a fault";
    case RunStatus::Deadlock:
      return "deadlock";
    case RunStatus::Limit:
      return "stopped by a limit";
    case RunStatus::Finished:
      break;
  }
  return fmt::format("finished in {} cycles", grouped(run.cycles_elapsed));
}

std::string machine(const Subject& s) {
  return fmt::format("{}, sm_{}{}, {}{}", s.arch.name, s.arch.cc.major, s.arch.cc.minor,
                     model_text(s.arch.control.divergence),
                     s.program.as_compiled ? ", " + code_mode(s.program) : "");
}

std::string launch(const Subject& s) {
  return fmt::format("grid {}, block {}", extent(s.run.launch.grid), extent(s.run.launch.block));
}

Run run_of(const Side& s) {
  const RunStatus status = s.subject.run.status;
  return {s.subject.program, s.paths, status == RunStatus::Fault || status == RunStatus::Limit};
}

bool all_passed(const std::vector<CheckLine>& lines) {
  return std::all_of(lines.begin(), lines.end(), [](const CheckLine& c) { return c.passed; });
}

bool all_passed(const Subject& s) {
  return all_passed(s.checks) && all_passed(s.goals);
}

std::string end_text(const Subject& s) {
  return end_of(s.run) + (all_passed(s.checks) ? "" : ", check failed") +
         (all_passed(s.goals) ? "" : ", goal not met");
}

}  // namespace

bool Figure::timeless() const {
  const MetricClass kind = class_of(*metric);
  return kind == MetricClass::Exact || kind == MetricClass::AsWritten;
}

bool LineRow::timeless() const {
  if (!a || !b) return true;
  const LineCounters &x = a->counters, &y = b->counters;
  return x.executed != y.executed || x.thread_executed != y.thread_executed ||
         x.sectors != y.sectors || x.divergent != y.divergent || x.conflicts != y.conflicts;
}

bool LineRow::differs() const {
  return timeless() || std::fabs(a->stall_share - b->stall_share) > 1;
}

bool Difference::differs() const {
  return first_divergence || ends_differ ||
         std::any_of(figures.begin(), figures.end(),
                     [](const Figure& f) { return f.differs() && f.timeless(); }) ||
         std::any_of(lines.begin(), lines.end(), [](const LineRow& r) { return r.timeless(); });
}

Difference compare(const Side& a, const Side& b, const std::vector<std::string>& names) {
  Difference out{a.label,
                 b.label,
                 a.subject.program.kernel,
                 b.subject.program.kernel,
                 machine(a.subject),
                 machine(b.subject),
                 launch(a.subject),
                 launch(b.subject),
                 end_text(a.subject),
                 end_text(b.subject),
                 a.subject.run.explanation,
                 b.subject.run.explanation,
                 {},
                 {},
                 {},
                 {},
                 {},
                 {},
                 a.paths.complete() && b.paths.complete()};
  if (a.subject.program.machine) out.text_a = text_name(a.subject.program);
  if (b.subject.program.machine) out.text_b = text_name(b.subject.program);
  out.figures = names.empty() ? joined(figures_of(a.subject), figures_of(b.subject))
                              : joined(figures_of(a.subject, names), figures_of(b.subject, names));
  const std::vector<LinePair> lines = paired_lines(a.subject.program, b.subject.program);
  out.lines = line_rows(a.subject, b.subject, lines);
  out.first_divergence = first_divergence(run_of(a), run_of(b), lines);
  if (out.first_divergence) {
    out.divergence_words = words(*out.first_divergence, a, b);
    for (const Stretch& s : out.first_divergence->path_a)
      out.places_a.push_back(place_of(a.subject.program, s));
    for (const Stretch& s : out.first_divergence->path_b)
      out.places_b.push_back(place_of(b.subject.program, s));
  }
  out.ends_differ = a.subject.run.status != b.subject.run.status ||
                    all_passed(a.subject) != all_passed(b.subject);
  return out;
}

}  // namespace simt::diff
