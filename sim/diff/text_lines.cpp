// The lines of two programs beside each other, with what they cost.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/diff/render.h"

namespace simt::diff {
namespace {

constexpr std::size_t kColumns = 9, kSource = 7, kCode = 44, kLineWidth = 110;
using Cells = std::array<std::string, kColumns>;

std::string count_pair(std::uint64_t a, std::uint64_t b, bool both) {
  return !both || a == b ? grouped(std::max(a, b))
                         : fmt::format("{} -> {}", grouped(a), grouped(b));
}

std::string cell(double a, double b, int decimals, bool both) {
  const std::string x = grouped_fixed(a, decimals), y = grouped_fixed(b, decimals);
  return !both || x == y ? (std::fabs(a) >= std::fabs(b) ? x : y) : x + " -> " + y;
}

char mark(const LineRow* r) {
  return r == nullptr || (r->a && r->b) ? ' ' : r->a ? '-' : '+';
}
std::string painted(const LineRow* r, const std::string& text, const Style& style) {
  if (r == nullptr) return style.dim(text);
  return r->a && r->b ? text : r->a ? style.bad(text) : style.good(text);
}

Cells cells(const LineRow& r) {
  const SourceRow none;
  const SourceRow &a = r.a ? *r.a : none, &b = r.b ? *r.b : none;
  const bool both = r.a && r.b;
  const auto number = [](unsigned n) { return n == 0 ? std::string() : std::to_string(n); };
  const auto counts = [&](std::uint64_t m, std::uint64_t n) {
    return m == 0 && n == 0 ? "" : count_pair(m, n, both);
  };
  const LineCounters &x = a.counters, &y = b.counters;
  const bool waits = a.stall_share >= 0.05 || b.stall_share >= 0.05;
  return {number(a.line),
          number(b.line),
          counts(x.executed, y.executed),
          cell(a.active_lanes, b.active_lanes, 1, both),
          counts(x.sectors, y.sectors),
          counts(x.conflicts, y.conflicts),
          waits ? cell(a.stall_share, b.stall_share, 1, both) + "%" : "",
          a.cuda.empty() || a.cuda == b.cuda || b.cuda.empty() ? (a.cuda.empty() ? b.cuda : a.cuda)
                                                               : a.cuda + " -> " + b.cuda,
          clipped(bare(r.either().text), kCode)};
}

}  // namespace

std::string render_lines(const Difference& d, const Style& style, bool all) {
  std::vector<Cells> rows{Cells{"line", "line", "executed", "lanes", "sectors", "conflicts",
                                "waiting", "source",
                                d.text_a == d.text_b ? d.text_a : d.text_a + ", " + d.text_b}};
  std::vector<const LineRow*> shown{nullptr};
  for (const LineRow& r : d.lines) {
    if (!all && !r.differs()) continue;
    rows.push_back(cells(r));
    shown.push_back(&r);
  }
  if (rows.size() == 1) return "";
  std::string out = "\n" + style.bold(all ? "Lines" : "Lines that differ") + "\n";
  const bool cuda =
      std::any_of(rows.begin() + 1, rows.end(), [](const Cells& c) { return !c[kSource].empty(); });
  std::array<std::size_t, kColumns> width{};
  for (const Cells& c : rows)
    for (std::size_t i = 0; i + 1 < kColumns; ++i) width[i] = std::max(width[i], c[i].size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string text(1, mark(shown[i]));
    for (std::size_t c = 0; c < kSource; ++c)
      text += fmt::format("{:>{}}", rows[i][c], width[c] + 2);
    if (cuda) text += fmt::format("  {:<{}}", rows[i][kSource], width[kSource]);
    out += painted(shown[i], text + "  " + rows[i][kColumns - 1], style) + "\n";
  }
  const std::string legend = fmt::format(
      "x -> y: {0} -> {1}; -: only in {0}; +: only in {1}; waiting: share of warps' "
      "cycles spent waiting before the line",
      d.label_a, d.label_b);
  out += "\n";
  for (const std::string& text : wrapped(legend, kLineWidth)) out += style.dim(text) + "\n";
  return out;
}

}  // namespace simt::diff
