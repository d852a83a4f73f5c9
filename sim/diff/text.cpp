#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "isa/base/kernel_name.h"
#include "isa/base/lane_list.h"
#include "sim/diff/render.h"

namespace simt::diff {
namespace {

constexpr std::size_t kWidth = 110, kSide = 40, kValue = 16, kPlace = 14;

class Page {
 public:
  Page(const Difference& d, const Style& style, bool all) : d_(d), style_(style), all_(all) {}

  std::string render(TextPart part) {
    const auto wants = [&](TextPart p) { return part == TextPart::All || part == p; };
    head();
    if (wants(TextPart::FirstDivergence)) first_divergence();
    if (wants(TextPart::Figures)) figures();
    if (wants(TextPart::Lines)) out_ += render_lines(d_, style_, all_);
    if (!d_.paths_complete) {
      line("");
      line("The execution paths of the warps are compared over the first part of the runs only.");
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
  void pair(const std::string& a, const std::string& b, std::size_t side = kSide) {
    line(fmt::format("  {:<{}}  {}", clipped(a, side), side, b));
  }

  void head() {
    const std::string a = display_name(d_.kernel_a), b = display_name(d_.kernel_b);
    line(style_.bold(d_.kernel_a == d_.kernel_b ? a : a + " and " + b));
    pair(d_.label_a, d_.label_b);
    pair(d_.machine_a, d_.machine_b);
    pair(d_.launch_a, d_.launch_b);
    pair(d_.end_a, d_.end_b);
    if (!d_.note.empty()) line(style_.dim("  " + d_.note));
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

  void first_divergence() {
    if (!d_.first_divergence) {
      line("");
      line("Every warp runs the same instructions with the same lanes in the same order.");
      return;
    }
    title("Where the runs differ first");
    for (const std::string& sentence : d_.divergence_words)
      for (const std::string& part : wrapped(sentence, kWidth - 2)) line("  " + part);
    line("");
    const FirstDivergence& p = *d_.first_divergence;
    if (p.path_a == p.path_b && !p.path_a.empty())
      return line(
          "  From there on the lanes are the same, line by line: the programs differ in what the "
          "lines "
          "say.");
    std::size_t width = kPlace;
    for (const auto* places : {&d_.places_a, &d_.places_b})
      for (const std::string& place : *places) width = std::max(width, place.size());
    // Of a long list of lanes the first ones, so that what follows it has room.
    constexpr std::size_t kLanes = kSide - kPlace - 1, kAll = std::string::npos;
    std::size_t side = kSide + width - kPlace;
    for (std::size_t i = 0; i < p.path_a.size(); ++i)
      side = std::max(side, stretch(p.path_a, d_.places_a, i, width, kLanes).size());
    pair(style_.dim(d_.label_a), style_.dim(d_.label_b), side);
    for (std::size_t i = 0; i < std::max(p.path_a.size(), p.path_b.size()); ++i)
      pair(stretch(p.path_a, d_.places_a, i, width, kLanes),
           stretch(p.path_b, d_.places_b, i, width, kAll), side);
  }

  /// ", 4 times, then up to line 40"
  static std::string rounds(const Stretch& s) {
    if (s.rounds == 1) return "";
    const std::uint64_t whole = s.left_at == 0 ? s.rounds : s.rounds - 1;
    const std::string times = whole == 1 ? ", once" : fmt::format(", {} times", grouped(whole));
    return s.left_at == 0 ? times : fmt::format("{}, then up to line {}", times, s.left_at);
  }

  static std::string stretch(const std::vector<Stretch>& path,
                             const std::vector<std::string>& places, std::size_t i,
                             std::size_t width, std::size_t lanes) {
    if (i >= path.size()) return i == path.size() && i < kMostStretches ? "(no more)" : "";
    const Stretch& s = path[i];
    return fmt::format("{:<{}} {}{}{}", places[i], width, clipped(lanes_text(s.lanes), lanes),
                       rounds(s), i + 1 == kMostStretches ? " ..." : "");
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

  // A difference beyond the decimal places that are shown is none for a reader.
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
