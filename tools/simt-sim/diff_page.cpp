#include "tools/simt-sim/diff_page.h"

#include <fmt/format.h>

namespace simt {
namespace {

std::string shown(const diff::Figure& f, const std::optional<double>& value) {
  return value ? with_unit(*value, f.metric->unit, f.metric->integral) : "-";
}

std::string change(const diff::Figure& f) {
  if (!f.a || !f.b || f.metric->unit == "%")
    return f.a && f.b ? fmt::format("{:+.1f} pt", *f.b - *f.a) : "";
  return *f.a == 0 ? "" : fmt::format("x {:.2f}", *f.b / *f.a);
}

}  // namespace

PlayedPair page_of(const diff::Difference& difference, const Played& a, const Played& b) {
  PlayedPair out{a, b, {}, {}, difference.divergence_words};
  for (const diff::LineRow& row : difference.lines)
    if (row.a && row.b) out.lines.push_back({row.a->line, row.b->line});
  for (const diff::Figure& f : difference.figures) {
    const std::string before = shown(f, f.a), after = shown(f, f.b);
    if (before != after) out.figures.push_back({f.section, f.label, before, after, change(f)});
  }
  return out;
}

}  // namespace simt
