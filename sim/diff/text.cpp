#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "isa/base/lane_list.h"
#include "sim/diff/render.h"

namespace simt::diff {
namespace {

constexpr std::size_t kWidth = 110, kSide = 40, kValue = 16;

class Page {
 public:
  Page(const Difference& d, const Style& style, bool all) : d_(d), style_(style), all_(all) {}

  std::string render(TextPart part) {
    const auto wants = [&](TextPart p) { return part == TextPart::All || part == p; };
    head();
    if (wants(TextPart::Parting)) parting();
    if (wants(TextPart::Figures)) figures();
    if (wants(TextPart::Lines)) out_ += render_lines(d_, style_, all_);
    if (!d_.ways_complete) {
      line("");
      line("The ways of the warps are compared over the first part of the runs only.");
    }
    return std::move(out_);
  }

 private:
  void line(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    out_ += text + "\n";
  }
  void title(const std::string& text) {
    line("");
    line(style_.bold(text));
  }
  void pair(const std::string& a, const std::string& b) {
    line(fmt::format("  {:<{}}  {}", clipped(a, kSide), kSide, b));
  }

  void head() {
    const bool same = d_.kernel_a == d_.kernel_b;
    line(style_.bold(same ? d_.kernel_a : d_.kernel_a + " and " + d_.kernel_b));
    pair(d_.label_a, d_.label_b);
    pair(d_.machine_a, d_.machine_b);
    pair(d_.launch_a, d_.launch_b);
    pair(d_.end_a, d_.end_b);
    for (const auto& [label, text] :
         {std::pair{&d_.label_a, &d_.explanation_a}, std::pair{&d_.label_b, &d_.explanation_b}})
      if (!text->empty()) explanation(*label, *text);
  }

  void explanation(const std::string& label, const std::string& text) {
    title("Why " + label + " did not finish");
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      line("  " + text.substr(from, end - from));
      from = end + 1;
    }
  }

  void parting() {
    if (!d_.parting) {
      line("");
      line("Every warp runs the same instructions with the same lanes in the same order.");
      return;
    }
    title("Where they part");
    for (const std::string& sentence : d_.parting_words)
      for (const std::string& part : wrapped(sentence, kWidth - 2)) line("  " + part);
    line("");
    const Parting& p = *d_.parting;
    if (p.way_a == p.way_b && !p.way_a.empty())
      return line(
          "  Both then run the same lines with the same lanes: what differs is the text above.");
    pair(style_.dim(d_.label_a), style_.dim(d_.label_b));
    for (std::size_t i = 0; i < std::max(p.way_a.size(), p.way_b.size()); ++i)
      pair(stretch(p.way_a, i), stretch(p.way_b, i));
  }

  static std::string stretch(const std::vector<Stretch>& way, std::size_t i) {
    if (i >= way.size()) return i == way.size() && i < kMostStretches ? "(no more)" : "";
    const Stretch& s = way[i];
    const std::string where = s.first_line == s.last_line
                                  ? fmt::format("line {}", s.first_line)
                                  : fmt::format("lines {}-{}", s.first_line, s.last_line);
    return fmt::format("{:<14} {}{}{}", where, lanes_text(s.lanes),
                       s.rounds == 1 ? "" : fmt::format(", {} times", grouped(s.rounds)),
                       i + 1 == kMostStretches ? " ..." : "");
  }

  static std::string shown(const Figure& f, const std::optional<double>& v) {
    return v ? with_unit(*v, f.metric->unit, f.metric->integral) : "-";
  }
  static std::string difference(const Figure& f) {
    if (!f.a || !f.b || *f.a == *f.b) return f.differs() ? "" : "=";
    const double d = *f.b - *f.a;
    if (f.metric->unit == "%") return fmt::format("{:+.1f} pt", d);
    return (d > 0 ? "+" : "-") + with_unit(std::fabs(d), f.metric->unit, f.metric->integral);
  }
  static std::string ratio(const Figure& f) {
    if (!f.a || !f.b || *f.a == 0 || *f.a == *f.b || f.metric->unit == "%") return "";
    return fmt::format("x {:.2f}", *f.b / *f.a);
  }

  // A difference behind the places that are shown is none for a reader.
  bool figure_shown(const Figure& f) const {
    return all_ || (f.differs() && shown(f, f.a) != shown(f, f.b));
  }

  void figures() {
    if (!all_ && !(d_.explanation_a.empty() && d_.explanation_b.empty())) {
      line("");
      line("A run that stopped early has no figures to compare (--all shows them all the same).");
      return;
    }
    for (const auto& [label, text] :
         {std::pair{&d_.label_a, &d_.explanation_a}, std::pair{&d_.label_b, &d_.explanation_b}})
      if (!text->empty()) {
        line("");
        line(*label + " did not finish: its figures end where it stopped.");
      }
    std::string section;
    std::size_t equal = 0, width = 26;
    const std::size_t column = std::max({kValue, d_.label_a.size() + 2, d_.label_b.size() + 2});
    for (const Figure& f : d_.figures)
      if (figure_shown(f)) width = std::max(width, f.label.size());
    for (const Figure& f : d_.figures) {
      if (!figure_shown(f)) {
        ++equal;
        continue;
      }
      if (f.section != section) {
        section = f.section;
        line("");
        line(style_.bold(fmt::format("{:<{}}", section, width + 2)) +
             style_.dim(fmt::format("{:>{}}{:>{}}{:>{}}{:>9}", d_.label_a, column, d_.label_b,
                                    column, "difference", kValue, "ratio")));
      }
      line(fmt::format("  {:<{}}{:>{}}{:>{}}{:>{}}{:>9}", f.label, width, shown(f, f.a), column,
                       shown(f, f.b), column, difference(f), kValue, ratio(f)));
    }
    if (equal > 0) {
      line("");
      line(fmt::format("Equal and not shown: {} (--all shows them).", plural(equal, "figure")));
    }
  }

  const Difference& d_;
  const Style& style_;
  bool all_;
  std::string out_;
};

}  // namespace

std::string render_text(const Difference& difference, const Style& style, bool all, TextPart part) {
  return Page(difference, style, all).render(part);
}

}  // namespace simt::diff
