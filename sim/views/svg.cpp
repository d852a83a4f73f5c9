#include "sim/views/svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace simt {

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // Control characters may not stand in XML at all.
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  return out;
}

std::string scaled_text(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 6> kPrefixes{"", "K", "M", "G", "T", "P"};
  std::size_t i = 0;
  while (i + 1 < kPrefixes.size() && std::fabs(value) >= 1000) {
    value /= 1000;
    ++i;
  }
  return fmt::format("{:.{}f} {}{}", value, i == 0 && value == std::floor(value) ? 0 : 1,
                     kPrefixes[i], unit);
}

std::string byte_text(double bytes) {
  return scaled_text(bytes, "B");
}

void SvgPen::text(double x, double y, std::string_view anchor, std::string_view cls,
                  std::string_view words) {
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n",
                     x, y, anchor, cls, xml(words));
}

void SvgPen::line(double x1, double y1, double x2, double y2, std::string_view cls) {
  out +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                  x1, y1, x2, y2, cls);
}

std::string_view drawing_colours() {
  return R"css(
:root { --page: #fff; --panel: #f6f7f9; --text: #1b1f24; --soft: #5b6470; --line: #d5dae1;
  --accent: #2563a8; --bad: #b42318; --warn: #9a6700; --good: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --page: #14171b; --panel: #1e2329; --text: #e6e9ed;
  --soft: #9aa4b0; --line: #39424d; --accent: #6aa9ee; --bad: #f2877d; --warn: #e0b354; --good: #67c67f; } }
)css";
}

std::string_view drawing_style() {
  return R"css(
.chart { width: 100%; max-width: 1000px; font: 13px system-ui, sans-serif; display: block; }
.chart text { fill: var(--text); }
.chart .title { font-weight: 600; font-size: 15px; }
.chart .name { font-weight: 600; font-size: 15px; }
.chart .note, .chart .label { fill: var(--soft); font-size: 12px; }
.chart .box { fill: var(--panel); stroke: var(--line); }
.chart .flow { stroke: var(--accent); } .chart .head { fill: var(--accent); }
.chart .idle { stroke: var(--line); } .chart .idle-head { fill: var(--line); }
.chart .axis { stroke: var(--line); } .chart .grid { stroke: var(--line); opacity: .35; }
.chart .roof { stroke: var(--text); stroke-width: 1.6; fill: none; }
.chart .point { fill: var(--accent); stroke: var(--page); stroke-width: 1.5; }
.chart .point2 { fill: var(--bad); stroke: var(--page); stroke-width: 1.5; }
)css";
}

}  // namespace simt
