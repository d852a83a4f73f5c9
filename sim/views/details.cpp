// The `details` page: one screen, aligned, largest facts first.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/views/advice_rules.h"
#include "sim/views/report.h"

namespace simt {
namespace {

constexpr std::size_t kWidth = 96;
constexpr unsigned kShareWidth = 16;
constexpr std::size_t kLabelWidth = 26, kValueWidth = 18;
constexpr std::size_t kPlaceWidth = 10;

std::string shown(const Fact& f) {
  if (std::isnan(f.value)) return "-";
  const std::string value = with_unit(f.value, f.metric->unit, f.metric->integral);
  return f.origin.empty() ? value : f.origin + " " + value;
}

constexpr double kMuchGain = 2;        ///< percent: beside such, what hardly shows is not told
constexpr std::size_t kMostSmall = 2;  ///< where there is none, so many of these are

/// What the page tells of a list of advice, and what it leaves to one line at its end.
struct Told {
  std::vector<const Advice*> told, left_out;
};

Told told_of(const std::vector<Advice>& advice) {
  const auto promises = [](const Advice& a) {
    return a.kind == GainKind::Expected || a.kind == GainKind::AtMost;
  };
  const bool much = std::ranges::any_of(advice, [](const Advice& a) {
    return a.gain >= kMuchGain || (a.kind == GainKind::Open && a.share >= kMuchGain);
  });
  std::size_t small = 0;
  Told out;
  for (const Advice& a : advice) {
    const bool left_out = promises(a) && a.gain < kLeastGain && ++small > (much ? 0 : kMostSmall);
    (left_out ? out.left_out : out.told).push_back(&a);
  }
  return out;
}

class DetailsPage {
 public:
  explicit DetailsPage(const Style& style) : style_(style) {}

  std::string render(const Report& report, bool full) {
    head(report);
    for (const Section& s : report.sections)
      if (full || s.basic) section(s);
    warnings(report.warnings);
    checks("Checks", report.checks);
    checks("Goals", report.goals);
    if (report.timing) advice(report);
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  void title(const std::string& text) {
    line("");
    line(style_.bold(text));
  }

  void head(const Report& r) {
    both_ends(r.title, r.arch, true);
    both_ends(r.geometry, r.mode, false);
    if (!r.counted)
      line("Without timing and counters (--timing off --counters off): nothing was counted.");
    else if (!r.timing)
      line("Without timing (--timing off): exact counters, and no cycles or caches.");
  }

  void both_ends(const std::string& left, const std::string& right, bool bold) {
    const std::size_t used = left.size() + right.size();
    const std::string gap(used + 2 > kWidth ? 2 : kWidth - used, ' ');
    line((bold ? style_.bold(left) : left) + gap + right);
  }

  void section(const Section& s) {
    if (s.rows.empty())
      title(s.title);
    else
      table(s);
    for (std::size_t i = 0; i < s.facts.size(); i += 2) pair(s, i);
    for (const FactBar& b : s.bars) bar(b);
    for (const std::string& remark : s.remarks)
      for (const std::string& text : wrapped(remark, kWidth - 2)) line("  " + style_.dim(text));
  }

  void pair(const Section& s, std::size_t i) {
    const auto one = [](const Fact& f) {
      return fmt::format("{:<{}}{:>{}}", f.label, kLabelWidth, shown(f), kValueWidth);
    };
    std::string text = "  " + one(s.facts[i]);
    if (i + 1 < s.facts.size()) text += "    " + one(s.facts[i + 1]);
    line(text);
  }

  void table(const Section& s) {
    std::string header = fmt::format("{:<{}}", s.title, kLabelWidth + 2);
    std::string columns;
    for (const std::string& c : s.columns) columns += fmt::format("{:>{}}", c, kValueWidth - 1);
    line("");
    line(style_.bold(header) + style_.dim(columns));
    for (const FactRow& row : s.rows) {
      std::string text = fmt::format("  {:<{}}", row.label, kLabelWidth);
      for (const auto& cell : row.cells)
        text += fmt::format("{:>{}}", cell ? shown(*cell) : "-", kValueWidth - 1);
      line(text);
    }
  }

  void bar(const FactBar& b) {
    line(fmt::format("  {:<18}{:>7.1f}%  {}  {}", b.label, b.percent,
                     style_.bar(b.percent / 100, kShareWidth), b.note));
  }

  // Lines of the kernel stand as they are, like those of the text.
  void warnings(const std::vector<RunWarning>& warnings) {
    if (warnings.empty()) return;
    title("Warnings");
    for (const RunWarning& w : warnings) {
      line("  " + style_.bad(w.title));
      for (const std::string& text : w.text) line("    " + indented(text));
    }
    for (const std::string& text : wrapped(warnings.front().hint, kWidth - 4)) line("    " + text);
  }

  static std::string indented(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      text.insert(at + 1, "  ");
    return text;
  }

  void checks(const std::string& heading, const std::vector<CheckLine>& checks) {
    if (checks.empty()) return;
    title(heading);
    for (const CheckLine& c : checks) {
      const std::string verdict = c.passed ? style_.good("ok    ") : style_.bad("FAILED");
      const std::vector<std::string> text = wrapped(c.text, kWidth - 10);
      for (std::size_t i = 0; i < text.size(); ++i)
        line(i == 0 ? fmt::format("  {}  {}", verdict, text[i])
                    : fmt::format("          {}", text[i]));
      for (const std::string& text : wrapped(c.message, kWidth - 10))
        line(fmt::format("          {}", text));
    }
  }

  void legend(const Report& report, const Told& told) {
    std::string text =
        "Est. speedup: share of the kernel's time that goes away, if nothing else takes its place.";
    const auto ran = [](const Advice* a) { return a->ran; };
    if (std::ranges::any_of(told.told, ran))
      text +=
          " What-if run: what the model says with those accesses packed, each advice by itself.";
    const auto most = [](const Advice* a) { return a->kind == GainKind::AtMost && a->gain > 0; };
    if (std::ranges::any_of(told.told, most))
      text +=
          " At most: if all of that wait, here and on other lines, could be filled with other "
          "work.";
    if (report.what_if_too_long)
      text += " The launch is long: --what-if on runs it again to measure what is estimated here.";
    for (const std::string& one : wrapped(text, kWidth - 2)) line("  " + style_.dim(one));
  }

  void advice(const Report& report) {
    title("Advice");
    const Told told = told_of(report.advice);
    if (told.told.empty())
      line("  Nothing stands out: no access, branch or wait that costs much.");
    else
      legend(report, told);
    for (const Advice* a : told.told) advice(*a);
    if (!told.left_out.empty()) left_out(told.left_out);
  }

  void advice(const Advice& a) {
    const bool beside = a.place.size() < kPlaceWidth;
    if (!beside) line("  " + a.place);
    const std::string gain = gain_text(a);
    const std::size_t used = 2 + kPlaceWidth + a.title.size() + gain.size();
    const bool fits = used + 2 <= kWidth;
    line(fmt::format("  {:<{}}{}{}", beside ? a.place : "", kPlaceWidth, style_.accent(a.title),
                     fits ? std::string(kWidth - used, ' ') + gain : ""));
    if (!fits) line(fmt::format("{:>{}}", gain, kWidth));
    for (const std::string& text : wrapped(a.text, kWidth - 12))
      line(fmt::format("            {}", text));
  }

  void left_out(const std::vector<const Advice*>& advice) {
    std::string places;
    for (const Advice* a : advice) places += (places.empty() ? "" : "; ") + a->place;
    const std::string text = fmt::format("{} more below {}%, told in full by --json: {}.",
                                         advice.size(), kLeastGain, places);
    for (const std::string& one : wrapped(text, kWidth - 2)) line("  " + style_.dim(one));
  }

  const Style& style_;
  std::string out_;
};

}  // namespace

std::string render_details(const Report& report, const Style& style, bool full) {
  return DetailsPage(style).render(report, full);
}

}  // namespace simt
