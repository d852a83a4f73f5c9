// The roofline as a drawing with two logarithmic axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/views/roofline.h"
#include "sim/views/svg.h"

namespace simt {
namespace {

constexpr double kLeft = 80, kRight = 980, kTop = 50, kBottom = 380;

class RooflineDrawing : SvgPen {
 public:
  RooflineDrawing(const Roofline& run, const Roofline* measured) : run_(run), measured_(measured) {
    double top = 1, low = 1e30;
    for (const Roofline* r : {&run, measured})
      if (r != nullptr)
        for (const PrecisionRoof* p : r->drawn())
          // The roof of a side without operations is shown where the other has none either.
          if ((r == &run || p->achieved > 0) &&
              std::none_of(roofs_.begin(), roofs_.end(),
                           [&](const PrecisionRoof* q) { return q->name == p->name; }))
            roofs_.push_back(p);
    for (const PrecisionRoof* p : roofs_) top = std::max(top, p->peak);
    for (const Roofline* r : {&run, measured})
      if (r != nullptr)
        for (const PrecisionRoof* p : r->drawn())
          if (p->achieved > 0) low = std::min(low, p->achieved);
    y_to_ = std::ceil(std::log10(top) + 0.2);
    y_from_ = std::clamp(std::floor(std::log10(low)), y_to_ - 8, y_to_ - 4);
    x_from_ = -3;
    x_to_ = 3;
  }

  std::string draw(const std::string& title) {
    axes();
    for (const PrecisionRoof* p : roofs_)
      for (const MemoryRoof& m : run_.memories) roof(*p, m);
    points(run_, "point", "simulated");
    if (measured_ != nullptr) points(*measured_, "point2", "measured");
    return fmt::format(
        "<svg class=\"chart\" viewBox=\"0 0 1000 430\" role=\"img\" aria-label=\"{}\">\n"
        "<text x=\"10\" y=\"28\" class=\"title\">{}</text>\n{}</svg>\n",
        xml(title), xml(title), out);
  }

 private:
  double x(double intensity) const {
    const double at = (std::log10(intensity) - x_from_) / (x_to_ - x_from_);
    return kLeft + std::clamp(at, 0.0, 1.0) * (kRight - kLeft);
  }
  double y(double work) const {
    const double at = (std::log10(std::max(work, 1e-9)) - y_from_) / (y_to_ - y_from_);
    return kBottom - std::clamp(at, 0.0, 1.0) * (kBottom - kTop);
  }
  void axes() {
    for (double e = x_from_; e <= x_to_; ++e) {
      line(x(std::pow(10, e)), kTop, x(std::pow(10, e)), kBottom, "grid");
      text(x(std::pow(10, e)), kBottom + 18, "middle", "label",
           fmt::format("{:g}", std::pow(10, e)));
    }
    for (double e = y_from_; e <= y_to_; ++e) {
      line(kLeft, y(std::pow(10, e)), kRight, y(std::pow(10, e)), "grid");
      text(kLeft - 6, y(std::pow(10, e)) + 4, "end", "label", scaled_text(std::pow(10, e), "OP/s"));
    }
    text((kLeft + kRight) / 2, kBottom + 38, "middle", "label", "operations per byte");
  }

  void roof(const PrecisionRoof& p, const MemoryRoof& m) {
    const double knee = p.peak / m.peak,
                 start = std::pow(10, std::max(y_from_ - std::log10(m.peak), x_from_));
    out += fmt::format(
        "<path d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f}\" class=\"roof\" "
        "opacity=\"{}\"/>\n",
        x(start), y(m.peak * start), x(knee), y(p.peak), kRight, y(p.peak),
        &p == roofs_.front() ? 1 : 0.45);
    if (&m == &run_.memories.front())
      text(kRight, y(p.peak) - 5, "end", "label",
           p.name + " " + scaled_text(p.peak, p.unit + "/s"));
    if (&p != roofs_.front()) return;
    // Along the slope, above it.
    const double at = std::pow(10, (std::log10(start) + std::log10(knee)) / 2);
    const double angle = std::atan2(y(m.peak * knee) - y(m.peak * start), x(knee) - x(start));
    out += fmt::format(
        "<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"middle\" class=\"label\" "
        "transform=\"rotate({2:.1f} {0:.1f} {1:.1f})\">{3} {4}</text>\n",
        x(at) - 4, y(m.peak * at) - 6, angle * 180 / std::numbers::pi, m.name,
        scaled_text(m.peak, "B/s"));
  }

  // Labels of the run stand below their points, those of the measurement above.
  void points(const Roofline& r, const char* cls, const std::string& who) {
    bool any = false;
    for (const PrecisionRoof* drawn : r.drawn()) {
      const PrecisionRoof& p = *drawn;
      const double step = &r == &run_ ? 13 : -13;
      double offset = 0, previous = -1000;
      for (const MemoryRoof& m : r.memories) {
        const auto at = Roofline::intensity(p, m);
        if (!at || p.achieved <= 0) continue;
        any = true;
        out += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" class=\"{}\"><title>{} {} over {}: {:.3f} "
            "{}/B, {}</title></circle>\n",
            x(*at), y(p.achieved), cls, xml(who), xml(p.name), xml(m.name), *at, xml(p.unit),
            xml(scaled_text(p.achieved, p.unit + "/s")));
        // Points that lie close to each other have their labels one above the other.
        offset = std::fabs(x(*at) - previous) < 40 ? offset + step : step * 1.2;
        previous = x(*at);
        text(x(*at), y(p.achieved) + offset + (step > 0 ? 5 : 0), "middle", "label", m.name);
      }
    }
    const double key = &r == &run_ ? kTop - 20 : kTop - 4;
    if (any)
      out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"5\" class=\"{}\"/>\n", kRight - 80,
                         key - 4, cls);
    text(any ? kRight - 70 : kRight, key, any ? "start" : "end", "label",
         any ? who : who + ": no operations known");
  }

  const Roofline& run_;
  const Roofline* measured_;
  std::vector<const PrecisionRoof*> roofs_;  ///< that either side uses, each once
  double x_from_ = 0, x_to_ = 0, y_from_ = 0, y_to_ = 0;
};

}  // namespace

std::string roofline_svg(const Roofline& run, const Roofline* measured, const std::string& title) {
  return RooflineDrawing(run, measured).draw(title);
}

}  // namespace simt
