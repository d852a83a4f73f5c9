// The sweep as a drawing: one panel below the other.
#include <fmt/format.h>

#include <algorithm>

#include "sim/views/svg.h"
#include "tools/sweep/axis.h"
#include "tools/sweep/result.h"

namespace simt {
namespace {

constexpr double kLeft = 110, kRight = 980, kTop = 90, kPanel = 190, kPitch = 265, kSentence = 60;
constexpr std::string_view kStyle = R"css(
svg { background: var(--page); }
.s0 { --c: var(--accent); } .s1 { --c: var(--bad); } .s2 { --c: var(--good); }
.s3 { --c: var(--warn); } .s4 { --c: var(--soft); } .s5 { --c: var(--text); }
.chart .bar, .chart .dot { fill: var(--c); } .chart .curve { stroke: var(--c); stroke-width: 2; fill: none; }
)css";

std::string series_class(std::size_t number) {
  return fmt::format("s{}", number % 6);
}

class Plot : SvgPen {
 public:
  explicit Plot(const SweepResult& sweep)
      : sweep_(sweep), axis_(sweep.over[0].values, kLeft, kRight) {
    if (sweep.is_matrix()) series_ = sweep.over[1].values;
  }

  std::string draw() {
    double top = kTop;
    for (const SweepColumn& c : sweep_.columns) {
      if (const std::string always = only_value(c); !always.empty()) {
        sentence(c.label, always, top);
        top += kSentence;
      } else {
        panel(c, top);
        top += kPitch;
      }
    }
    if (series_.size() > 1) key();
    const std::string title = xml(sweep_title(sweep_));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 1000 {}\" "
        "role=\"img\" aria-label=\"{}\">\n<style>{}{}{}</style>\n"
        "<text x=\"10\" y=\"28\" class=\"title\">{}</text>\n{}</svg>\n",
        top, title, drawing_colours(), drawing_style(), kStyle, title, out);
  }

 private:
  std::size_t runs() const { return sweep_.over[0].values.size(); }
  std::optional<double> value(const SweepColumn& c, std::size_t i, std::size_t s) const {
    return sweep_.value(sweep_.at(i, s), c);
  }

  // What all runs show for a metric; empty when they differ, or none has a value.
  std::string only_value(const SweepColumn& c) const {
    std::string only;
    bool all = true;
    for (const SweepPoint& p : sweep_.points) {
      const auto v = sweep_.value(p, c);
      all = all && v;
      if (!v) continue;
      const std::string shown = with_unit(*v, c.metric->unit, c.metric->integral);
      if (!only.empty() && shown != only) return "";
      only = shown;
    }
    if (only.empty()) return "";
    return fmt::format("{} in every run{}", only, all ? "" : " that finished");
  }

  // In place of a picture that has nothing to show.
  void sentence(const std::string& label, const std::string& words, double top) {
    text(kLeft, top - 10, "start", "name", label);
    text(kLeft, top + 8, "start", "label", words);
  }

  void panel(const SweepColumn& c, double top) {
    double most = 0;
    for (const SweepPoint& p : sweep_.points) most = std::max(most, sweep_.value(p, c).value_or(0));
    const std::vector<double> marks = axis_marks(most, c.metric->integral);
    const std::vector<std::string> labels = tick_labels(marks, c.metric->unit);
    const double bottom = top + kPanel;
    const auto y = [&](double v) { return bottom - std::max(0.0, v) / marks.back() * kPanel; };
    text(kLeft, top - 10, "start", "name", c.label);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      line(kLeft, y(marks[i]), kRight, y(marks[i]), i == 0 ? "axis" : "grid");
      text(kLeft - 6, y(marks[i]) + 4, "end", "label", i == 0 ? "0" : labels[i]);
    }
    ticks(bottom);
    for (std::size_t s = 0; s < series_.size(); ++s)
      axis_.names() ? bars(c, s, bottom, y) : curve(c, s, y);
  }

  // Labels that would run into each other are left out.
  void ticks(double bottom) {
    double free = 0;
    for (std::size_t i = 0; i < runs(); ++i) {
      const std::string& label = sweep_.over[0].values[i];
      const double half = 3.5 * static_cast<double>(label.size());
      if (axis_.x(i) - half < free) continue;
      text(axis_.x(i), bottom + 18, "middle", "label", label);
      free = axis_.x(i) + half + 6;
    }
    text((kLeft + kRight) / 2, bottom + 36, "middle", "label", sweep_.over[0].parameter);
  }

  std::string tip(const SweepColumn& c, std::size_t i, std::size_t s, double v) const {
    return xml(fmt::format("{} {}{}: {}", sweep_.over[0].parameter, sweep_.over[0].values[i],
                           series_[s].empty() ? "" : ", " + series_[s],
                           with_unit(v, c.metric->unit, c.metric->integral)));
  }

  template <class Y>
  void curve(const SweepColumn& c, std::size_t s, Y y) {
    std::string path;
    for (std::size_t i = 0; i < runs(); ++i)
      if (const auto v = value(c, i, s))
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " L", axis_.x(i), y(*v));
    out += fmt::format("<g class=\"{}\"><path d=\"{}\" class=\"curve\"/>\n", series_class(s), path);
    for (std::size_t i = 0; i < runs(); ++i)
      if (const auto v = value(c, i, s))
        out += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" "
            "class=\"dot\"><title>{}</title></circle>\n",
            axis_.x(i), y(*v), tip(c, i, s, *v));
    out += "</g>\n";
  }

  template <class Y>
  void bars(const SweepColumn& c, std::size_t s, double bottom, Y y) {
    const double group = std::min(axis_.slot() * 0.7, 90.0),
                 width = group / static_cast<double>(series_.size());
    out += fmt::format("<g class=\"{}\">\n", series_class(s));
    for (std::size_t i = 0; i < runs(); ++i)
      if (const auto v = value(c, i, s))
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"bar\">"
            "<title>{}</title></rect>\n",
            axis_.x(i) - group / 2 + width * static_cast<double>(s), y(*v), width * 0.92,
            bottom - y(*v), tip(c, i, s, *v));
    out += "</g>\n";
  }

  void key() {
    double x = kLeft;
    for (std::size_t s = 0; s < series_.size(); ++s) {
      out += fmt::format(
          "<g class=\"{}\"><circle cx=\"{:.1f}\" cy=\"44\" r=\"5\" class=\"dot\"/></g>\n",
          series_class(s), x);
      const std::string words = fmt::format("{} {}", sweep_.over[1].parameter, series_[s]);
      text(x + 10, 48, "start", "label", words);
      x += 34 + 7 * static_cast<double>(words.size());
    }
  }

  const SweepResult& sweep_;
  ValueAxis axis_;
  std::vector<std::string> series_{""};  ///< what each line is; one without a name for a list
};

}  // namespace

std::string sweep_svg(const SweepResult& sweep) {
  return Plot(sweep).draw();
}

}  // namespace simt
