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
