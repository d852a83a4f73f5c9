#include <fmt/format.h>

#include "isa/base/kernel_name.h"
#include "sim/compare/charts.h"
#include "sim/compare/render.h"
#include "sim/views/svg.h"

namespace simt::compare {
namespace {

constexpr std::string_view kStyle = R"css(
body { margin: 0 auto; max-width: 1080px; padding: 24px; background: var(--page); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 28px 0 8px; }
p.about, p.remark { color: var(--soft); margin: 2px 0; }
.tiles { display: flex; gap: 12px; margin: 16px 0; flex-wrap: wrap; }
.tile { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 10px 16px; }
.tile b { display: block; font-size: 18px; } .tile.bad b { color: var(--bad); } .tile.good b { color: var(--good); }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: var(--soft); font-weight: 500; }
td, th { padding: 3px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td code { font: 12.5px ui-monospace, monospace; word-break: break-all; }
tr.differs td { color: var(--bad); } tr.beyond td.d { color: var(--warn); } tr.equal td.d { color: var(--good); }
td .advice { color: var(--soft); font-size: 13px; } details summary { cursor: pointer; color: var(--soft); margin-top: 6px; }
table.metrics { table-layout: fixed; min-width: 900px; } table.metrics th:nth-child(2), table.metrics th:nth-child(3) { width: 130px; }
table.metrics th:nth-child(4) { width: 84px; } table.metrics th:nth-child(5) { width: 90px; } table.metrics th:nth-child(6) { width: 96px; }
.wide { overflow-x: auto; }
)css";

std::string tile(const std::string& cls, const std::string& figure, const std::string& what) {
  return fmt::format("<div class=\"tile {}\"><b>{}</b>{}</div>\n", cls, xml(figure), xml(what));
}

std::string tiles(const Comparison& c) {
  const std::size_t differ = c.count(CompareClass::Exact, Verdict::Differs),
                    exact = differ + c.count(CompareClass::Exact, Verdict::Equal),
                    beyond = c.count(CompareClass::Modelled, Verdict::Beyond),
                    modelled = beyond + c.count(CompareClass::Modelled, Verdict::Within) +
                               c.count(CompareClass::Modelled, Verdict::Equal);
  return "<div class=\"tiles\">\n" +
         tile(differ == 0 ? "good" : "bad", fmt::format("{} of {}", exact - differ, exact),
              "exact metrics equal") +
         tile("", fmt::format("{} of {}", modelled - beyond, modelled),
              fmt::format("modelled metrics within {:g}%", c.tolerance)) +
         tile("", grouped(c.not_modelled.size()), "metrics of the report not modelled") +
         "</div>\n";
}

bool agrees(const Row& r) {
  return r.verdict == Verdict::Equal || r.verdict == Verdict::Within;
}

std::string row(const Row& r, bool with_advice) {
  std::string name = r.label.empty() ? "" : xml(r.label) + "<br>";
  name += "<code>" + xml(r.name) + "</code>";
  if (with_advice && !r.advice.empty()) name += "<div class=\"advice\">" + xml(r.advice) + "</div>";
  const std::string note = r.caveat.empty() ? "" : fmt::format(" title=\"{}\"", xml(r.caveat));
  return fmt::format(
      "<tr class=\"{}\"><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td>"
      "<td class=\"n d\">{}</td><td{}>{}{}</td></tr>\n",
      name_of(r.verdict), name, value_text(r, r.simulated), value_text(r, r.measured), xml(r.unit),
      xml(difference_text(r)), note, name_of(r.kind), r.caveat.empty() ? "" : " *");
}

std::string table(const std::string& rows) {
  return "<div class=\"wide\"><table class=\"metrics\"><tr><th>metric</th><th "
         "class=\"n\">simulated</th>"
         "<th class=\"n\">measured</th><th>unit</th><th "
         "class=\"n\">difference</th><th>class</th></tr>\n" +
         rows + "</table></div>\n";
}

// What differs stands open, what agrees folds away.
std::string sections(const Comparison& c) {
  std::string out;
  for (std::size_t i = 0; i < c.rows.size();) {
    const std::string& section = c.rows[i].section;
    std::string apart, together, advice;
    std::size_t agreeing = 0;
    for (; i < c.rows.size() && c.rows[i].section == section; ++i) {
      // The same advice for several rows stands in the first.
      (agrees(c.rows[i]) ? together : apart) += row(c.rows[i], c.rows[i].advice != advice);
      advice = c.rows[i].advice;
      agreeing += agrees(c.rows[i]) ? 1 : 0;
    }
    out += "<h2>" + xml(section) + "</h2>\n";
    if (!apart.empty()) out += table(apart);
    if (agreeing > 0)
      out += fmt::format("<details><summary>{} agree</summary>\n{}</details>\n",
                         plural(agreeing, "metric"), table(together));
  }
  return out;
}

std::string lines(const Comparison& c) {
  if (c.lines.empty()) return "";
  std::string out =
      "<h2>Lines whose counts differ</h2>\n<div "
      "class=\"wide\"><table><tr><th>line</th><th>count</th>"
      "<th class=\"n\">simulated</th><th class=\"n\">measured</th><th>source</th></tr>\n";
  for (const LineRow& l : c.lines) {
    const auto value = [](const std::optional<double>& v) {
      return v ? grouped_fixed(*v, 0) : "-";
    };
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td><code>{}</code></td></tr>\n",
        xml(l.place), xml(l.column), value(l.simulated), value(l.measured), xml(l.text));
  }
  return out + "</table></div>\n";
}

std::string charts(const Subject& subject, const ncu::Launch& launch) {
  const Charts c = charts_of(subject, launch);
  std::string out = "<h2>Memory</h2>\n" + memory_chart_svg(c.memory, "Simulated");
  if (c.measured_memory) out += memory_chart_svg(*c.measured_memory, "Measured");
  return out + "<h2>Roofline</h2>\n" +
         roofline_svg(c.roofline, c.measured_roofline ? &*c.measured_roofline : nullptr,
                      "Operations per second over operations per byte");
}

}  // namespace

std::string render_html(const Comparison& c, const Subject& subject, const ncu::Launch& measured) {
  const std::string kernel = display_name(c.kernel);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{} beside Nsight "
      "Compute</title>\n<style>{}{}{}</style></head>\n<body>\n<h1>{}</h1>\n",
      xml(kernel), drawing_colours(), kStyle, drawing_style(), xml(kernel));
  out += fmt::format("<p class=\"about\">Simulated: {}, {}. Measured: {}{}{}, {}.</p>\n",
                     xml(c.arch), xml(c.mode), xml(c.report), c.device.empty() ? "" : ", ",
                     xml(c.device), xml(c.launch));
  for (const std::string& remark : c.remarks)
    out += "<p class=\"remark\">" + xml(remark) + "</p>\n";
  out += tiles(c) + sections(c) + lines(c) + charts(subject, measured);
  return out +
         "<p class=\"remark\">* Counts of instructions are those of the IR as it is run; hardware "
         "counters of shared memory add arbitration. Both are held to the tolerance.</p>\n"
         "</body></html>\n";
}

}  // namespace simt::compare
