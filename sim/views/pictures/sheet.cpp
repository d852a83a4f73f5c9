#include "sim/views/pictures/sheet.h"

#include <fmt/format.h>

#include "sim/base/counters.h"
#include "sim/views/stall_colours.h"
#include "sim/views/text.h"

namespace simt {
namespace {

constexpr double kMargin = 12;
constexpr std::size_t kParagraphColumns = 145;  ///< of a paragraph

// Colours and their names as on the page that plays a run (sim/views/player/web/src/style.css):
// tests/player compares them.
constexpr std::string_view kLightStyle = R"css(
:root { --lane-on: #1f7a4d; --lane-on-text: #fff; --lane-guard: #a9d9bd; --lane-ready: #7ba7e0;
  --lane-empty: #eceff3; --lane-exited: #c3cad3; --mark-conflict: #d93025; --conflict-text: #fff; --waste: #fdebc8; --mark-waste: #d98b00;
)css";
constexpr std::string_view kDarkStyle = R"css( }
@media (prefers-color-scheme: dark) { :root { --lane-on: #34b272; --lane-on-text: #06140c; --lane-guard: #7fa893;
  --lane-ready: #6b9ad8; --lane-empty: #232b36; --lane-exited: #3b4552; --mark-conflict: #ff6b60;
  --conflict-text: #2a0704; --waste: #463413; --mark-waste: #f0a93a;
)css";
constexpr std::string_view kRules = R"css( } }
.chart { max-width: 990px; background: var(--page); }
.chart .code { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; }
.chart .in { font: 10px ui-monospace, "DejaVu Sans Mono", monospace; }
.chart .mark { fill: var(--bad); font-weight: 600; font-size: 12px; }
.chart .on { fill: var(--lane-on); } .chart .in-on { fill: var(--lane-on-text); }
.chart .guard { fill: var(--lane-guard); } .chart .in-guard { fill: var(--text); }
.chart .rest { fill: var(--lane-empty); } .chart .in-rest { fill: var(--soft); }
.chart .inactive { fill: var(--lane-ready); }
.chart .gone { fill: var(--lane-exited); } .chart .in-gone { fill: var(--soft); }
.chart .clash { fill: var(--mark-conflict); } .chart .in-clash { fill: var(--conflict-text); }
.chart .waste { fill: var(--waste); } .chart .frame { fill: none; stroke: var(--mark-waste); }
.chart .none { fill: none; stroke: var(--line); stroke-dasharray: 2 2; }
)css";

std::string style() {
  std::string out(kLightStyle);
  out += stall_colours(Shade::Light);
  out += kDarkStyle;
  out += stall_colours(Shade::Dark);
  return out += kRules;
}

/// A rule for each stall reason; one without a colour of its own is grey.
std::string state_rules() {
  std::string out;
  for (std::size_t i = 0; i < kNumStalls; ++i)
    out += fmt::format(".chart .s-{0} {{ fill: var(--s-{0}, var(--soft)); }}\n",
                       info(static_cast<Stall>(i)).name);
  return out;
}

}  // namespace

Sheet::Sheet(std::string_view title, std::string_view about) : title_(title) {
  text(kMargin, 26, "start", "title", title);
  y_ = 46;
  if (!about.empty()) paragraph("note", about);
}

void Sheet::rect(double x, double y, double w, double h, std::string_view cls) {
  out += fmt::format(
      "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"2\" class=\"{}\"/>\n", x, y,
      w, h, cls);
}

void Sheet::cell(double x, double y, double w, double h, std::string_view cls,
                 std::string_view words) {
  rect(x, y, w, h, cls);
  if (!words.empty())
    text(x + w / 2, y + h / 2 + 3.5, "middle", fmt::format("in in-{}", cls), words);
}

void Sheet::boxes(const std::vector<Span>& spans, double y, double h, std::string_view cls) {
  if (spans.empty()) return;
  out += fmt::format("<path class=\"{}\" d=\"", cls);
  for (const Span& s : spans)
    out += fmt::format("M{:.4g} {:g}h{:.3g}v{:g}h-{:.3g}z", s.x, y, s.w, h, s.w);
  out += "\"/>\n";
}

void Sheet::code(double x, double y, std::string_view cls, std::string_view words) {
  text(x, y, "start", fmt::format("code {}", cls), words);
}

void Sheet::paragraph(std::string_view cls, std::string_view words) {
  for (const std::string& line : wrapped(words, kParagraphColumns)) {
    text(kMargin, y_, "start", cls, line);
    y_ += 17;
  }
}

void Sheet::legend(const std::vector<Key>& keys) {
  constexpr double kLetter = 6.6, kSquare = 12;
  double x = kMargin;
  y_ += 8;
  for (const Key& key : keys) {
    const double width = kSquare + 6 + kLetter * static_cast<double>(key.text.size()) + 16;
    if (x > kMargin && x + width > kWidth) {
      x = kMargin;
      y_ += 19;
    }
    rect(x, y_, kSquare, kSquare, key.cls);
    text(x + kSquare + 6, y_ + 10.5, "start", "label", key.text);
    x += width;
  }
  y_ += 26;
}

std::string Sheet::finish() const {
  const std::string label = xml(title_);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {:g} {:g}\" "
      "role=\"img\" aria-label=\"{}\">\n<style>{}{}{}{}</style>\n"
      "<rect width=\"{:g}\" height=\"{:g}\" fill=\"var(--page)\"/>\n{}</svg>\n",
      kWidth, y_ + 4, label, drawing_colours(), drawing_style(), style(), state_rules(), kWidth,
      y_ + 4, out);
}

}  // namespace simt
