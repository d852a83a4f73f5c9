// The sweep as a drawing: one panel below the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "sim/views/svg.h"
#include "tools/sweep/result.h"

namespace simt {
namespace {

constexpr double kLeft = 110, kRight = 980, kTop = 90, kPanel = 190, kPitch = 265;
constexpr std::string_view kStyle = R"css(
svg { background: var(--page); }
.s0 { --c: var(--accent); } .s1 { --c: var(--bad); } .s2 { --c: var(--good); }
.s3 { --c: var(--warn); } .s4 { --c: var(--soft); } .s5 { --c: var(--text); }
.chart .bar, .chart .dot { fill: var(--c); } .chart .curve { stroke: var(--c); stroke-width: 2; fill: none; }
)css";

std::string series_class(std::size_t number) {
  return fmt::format("s{}", number % 6);
}

// A round number not below `value`, for the top of an axis.
double round_up(double value) {
  if (value <= 0) return 1;
  const double unit = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0})
    if (value <= step * unit * (1 + 1e-9)) return step * unit;
  return 10 * unit;
}

// Values that are numbers stand where they belong, by their logarithm when each is at least half as
// large again as the one before; other values (names) get a place each.
class Axis {
 public:
  explicit Axis(const std::vector<std::string>& values) : count_(values.size()) {
    for (const std::string& v : values) {
      double number = 0;
      const auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), number);
      if (error == std::errc{} && end == v.data() + v.size()) numbers_.push_back(number);
    }
    if (numbers_.size() < values.size() || values.size() < 2) numbers_.clear();
    if (names()) return;
    bool logarithmic = numbers_.front() > 0 && numbers_.size() > 2;
    for (std::size_t i = 1; i < numbers_.size(); ++i)
      logarithmic = logarithmic && numbers_[i] >= 1.5 * numbers_[i - 1];
    if (logarithmic)
      for (double& n : numbers_) n = std::log2(n);
    const auto [from, to] = std::minmax_element(numbers_.begin(), numbers_.end());
    from_ = *from;
    to_ = *to;
    if (to_ <= from_) numbers_.clear();
  }

  bool names() const { return numbers_.empty(); }
  double slot() const { return (kRight - kLeft) / static_cast<double>(count_); }
  double x(std::size_t i) const {
    if (names()) return kLeft + slot() * (static_cast<double>(i) + 0.5);
    return kLeft + 20 + (numbers_[i] - from_) / (to_ - from_) * (kRight - kLeft - 40);
  }

 private:
  std::size_t count_;
  std::vector<double> numbers_;
  double from_ = 0, to_ = 1;
};

class Plot : SvgPen {
 public:
  explicit Plot(const SweepResult& sweep) : sweep_(sweep), axis_(sweep.over[0].values) {
    if (sweep.is_matrix()) series_ = sweep.over[1].values;
  }

  std::string draw() {
    for (std::size_t i = 0; i < sweep_.columns.size(); ++i)
      panel(sweep_.columns[i], kTop + kPitch * static_cast<double>(i));
    if (series_.size() > 1) key();
    const std::string title = xml(sweep_title(sweep_));
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 1000 {}\" "
        "role=\"img\" aria-label=\"{}\">\n<style>{}{}{}</style>\n"
        "<text x=\"10\" y=\"28\" class=\"title\">{}</text>\n{}</svg>\n",
        kTop + kPitch * static_cast<double>(sweep_.columns.size()), title, drawing_colours(),
        drawing_style(), kStyle, title, out);
  }

 private:
  std::size_t runs() const { return sweep_.over[0].values.size(); }
  std::optional<double> value(const SweepColumn& c, std::size_t i, std::size_t s) const {
    return sweep_.value(sweep_.at(i, s), c);
  }

  void panel(const SweepColumn& c, double top) {
    double most = 0;
    for (const SweepPoint& p : sweep_.points) most = std::max(most, sweep_.value(p, c).value_or(0));
    most = round_up(most);
    const double bottom = top + kPanel;
    const auto y = [&](double v) { return bottom - std::max(0.0, v) / most * kPanel; };
    text(kLeft, top - 10, "start", "name", c.label);
    for (int i = 0; i <= 4; ++i) {
      line(kLeft, y(most * i / 4), kRight, y(most * i / 4), i == 0 ? "axis" : "grid");
      text(kLeft - 6, y(most * i / 4) + 4, "end", "label",
           with_unit(most * i / 4, c.metric->unit, std::floor(most * i / 4) == most * i / 4));
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
  Axis axis_;
  std::vector<std::string> series_{""};  ///< what each line is; one without a name for a list
};

}  // namespace

std::string sweep_svg(const SweepResult& sweep) {
  return Plot(sweep).draw();
}

}  // namespace simt
