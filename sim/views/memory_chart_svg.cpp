// The memory chart as a drawing: boxes from left to right, an arrow for each direction, as wide as
// its share of the bytes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/views/memory_chart.h"
#include "sim/views/svg.h"

namespace simt {
namespace {

constexpr double kBoxWidth = 120, kHeight = 330;

std::string amount(std::optional<double> bytes) {
  return bytes ? byte_text(*bytes) : "n/a";
}

class ChartDrawing : SvgPen {
 public:
  explicit ChartDrawing(const MemoryChart& chart) : c_(chart) {
    for (const auto* links : {&c_.kernel_l1, &c_.kernel_shared})
      for (const ChartLink& l : *links) widest(l);
    widest(c_.l1_l2);
    widest(c_.l2_memory);
  }

  std::string draw(const std::string& title) {
    box(10, 60, kHeight - 90, "Kernel", "");
    box(390, 60, 110, "L1", hit(c_.l1_hit));
    const bool conflicts = c_.shared_conflicts.value_or(0) > 0;
    box(390, 190, 110, "Shared", conflicts ? count_text(*c_.shared_conflicts) + " conflicts" : "");
    box(640, 60, kHeight - 90, "L2", hit(c_.l2_hit));
    box(870, 60, kHeight - 90, "Memory", "");
    links(c_.kernel_l1, 130, 390, 60);
    links(c_.kernel_shared, 130, 390, 190);
    pair(c_.l1_l2, 510, 640, 115);
    pair(c_.l2_memory, 760, 870, 115);
    return fmt::format(
        "<svg class=\"chart\" viewBox=\"0 0 1000 {}\" role=\"img\" aria-label=\"{}\">\n"
        "<text x=\"10\" y=\"28\" class=\"title\">{}</text>\n{}</svg>\n",
        kHeight, xml(title), xml(title), out);
  }

 private:
  static std::string count_text(double n) { return grouped_fixed(n, 0); }
  static std::string hit(std::optional<double> rate) {
    return rate ? fmt::format("{:.1f}% hit", *rate) : "";
  }
  void widest(const ChartLink& l) {
    most_ = std::max({most_, l.to_bytes.value_or(0), l.from_bytes.value_or(0)});
  }

  void box(double x, double y, double height, const std::string& name, const std::string& note) {
    out +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" class=\"box\"/>\n",
                    x, y, kBoxWidth, height);
    text(x + 60, y + height / 2, "middle", "name", name);
    if (!note.empty()) text(x + 60, y + height / 2 + 20, "middle", "note", note);
  }

  double width_of(std::optional<double> bytes) const {
    const double share = most_ > 0 && bytes.value_or(0) > 0 ? *bytes / most_ : 0;
    return share <= 0 ? 1 : std::max(1.5, 8 + 1.6 * std::log2(share));
  }

  // A line with its arrow head at `to`; its width grows with the logarithm of its share.
  void arrow(double from, double to, double y, std::optional<double> bytes) {
    const double share = bytes.value_or(0), width = width_of(bytes);
    const double tip = to > from ? to - 7 : to + 7;
    out += fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke-width=\"{:.1f}\" class=\"{}\"/>\n",
        from, y, tip, y, width, share > 0 ? "flow" : "idle");
    out += fmt::format("<path d=\"M{} {} L{} {} L{} {} Z\" class=\"{}\"/>\n", to, y, tip, y - 6,
                       tip, y + 6, share > 0 ? "head" : "idle-head");
  }

  // One arrow for each kind of access, spread over the height of its box.
  void links(const std::vector<ChartLink>& all, double left, double right, double top) {
    const double step = 110.0 / (static_cast<double>(all.size()) + 1);
    double y = top;
    for (const ChartLink& l : all) {
      y += step;
      const bool load = l.from_bytes.has_value();
      const auto bytes = load ? l.from_bytes : l.to_bytes;
      arrow(load ? right : left, load ? left : right, y, bytes);
      text((left + right) / 2, y - 4 - width_of(bytes) / 2, "middle", "label",
           fmt::format("{}: {} requests, {}", l.label,
                       l.instructions ? count_text(*l.instructions) : "-", amount(bytes)));
    }
  }

  void pair(const ChartLink& l, double left, double right, double y) {
    arrow(right, left, y, l.from_bytes);
    text((left + right) / 2, y - 6 - width_of(l.from_bytes) / 2, "middle", "label",
         amount(l.from_bytes));
    arrow(left, right, y + 60, l.to_bytes);
    text((left + right) / 2, y + 54 - width_of(l.to_bytes) / 2, "middle", "label",
         amount(l.to_bytes));
  }

  const MemoryChart& c_;
  double most_ = 0;
};

}  // namespace

std::string memory_chart_svg(const MemoryChart& chart, const std::string& title) {
  return ChartDrawing(chart).draw(title);
}

}  // namespace simt
