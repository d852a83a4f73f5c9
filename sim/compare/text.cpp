#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "isa/base/kernel_name.h"
#include "sim/compare/render.h"

namespace simt::compare {
namespace {

constexpr std::size_t kValue = 17, kWidth = 110, kMostName = 76;

class Page {
 public:
  Page(const Comparison& c, const Style& style, bool all) : c_(c), style_(style), all_(all) {
    for (const Row& r : c.rows)
      if (shown(r)) name_ = std::max(name_, std::min(kMostName, name(r).size()));
  }

  std::string render() {
    head();
    summary();
    sections();
    lines();
    tail();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }
  void wrapped_at(std::size_t indent, const std::string& text) {
    for (const std::string& part : wrapped(text, kWidth - indent))
      line(std::string(indent, ' ') + style_.dim(part));
  }

  void head() {
    const std::string kernel = display_name(c_.kernel);
    line(style_.bold(kernel) + fmt::format("   simulated: {}, {}", c_.arch, c_.mode));
    line(fmt::format("{}   measured: {}{}{}, {}", std::string(kernel.size(), ' '), c_.report,
                     c_.device.empty() ? "" : ", ", c_.device, c_.launch));
    for (const std::string& remark : c_.remarks) wrapped_at(2, remark);
  }

  void summary() {
    const auto n = [&](CompareClass kind, Verdict verdict) { return c_.count(kind, verdict); };
    const std::size_t differ = n(CompareClass::Exact, Verdict::Differs),
                      equal = n(CompareClass::Exact, Verdict::Equal),
                      beyond = n(CompareClass::Modelled, Verdict::Beyond),
                      within = n(CompareClass::Modelled, Verdict::Within) +
                               n(CompareClass::Modelled, Verdict::Equal);
    line("");
    const std::string exact = fmt::format("{} of {} differ", differ, differ + equal);
    line(fmt::format(
        "  {:<13}{}", "exact",
        differ == 0 ? style_.good(fmt::format("all {} equal", equal)) : style_.bad(exact)));
    if (within + beyond > 0)
      line(fmt::format("  {:<13}{} of {} within {:g}%", "modelled", within, within + beyond,
                       c_.tolerance));
    if (!c_.not_modelled.empty())
      line(fmt::format("  {:<13}{} of the report's metrics", "not modelled",
                       grouped(c_.not_modelled.size())));
  }

  static const std::string& name(const Row& r) { return r.label.empty() ? r.name : r.label; }
  bool shown(const Row& r) const {
    return all_ || r.verdict == Verdict::Differs || r.verdict == Verdict::Beyond ||
           r.verdict == Verdict::OneSided;
  }

  void sections() {
    std::string section;
    std::size_t agreeing = 0;
    for (const Row& r : c_.rows) {
      if (!shown(r)) {
        ++agreeing;
        continue;
      }
      if (r.section != section) {
        section = r.section;
        line("");
        line(style_.bold(fmt::format("{:<{}}", section, name_ + 3)) +
             style_.dim(fmt::format("{:>{}}{:>{}}{:>12}", "simulated", kValue, "measured", kValue,
                                    "difference")));
      }
      row(r);
    }
    if (agreeing > 0) {
      line("");
      line(fmt::format("Metrics that agree are not shown: {} (--all shows them).", agreeing));
    }
  }

  void row(const Row& r) {
    const bool wrong = r.verdict == Verdict::Differs;
    const std::string mark = wrong ? "!" : r.verdict == Verdict::Beyond ? "~" : " ";
    const std::string text =
        fmt::format("{} {:<{}}{:>{}}{:>{}}{:>12}  {}", mark, clipped(name(r), name_), name_ + 1,
                    value_text(r, r.simulated), kValue, value_text(r, r.measured), kValue,
                    difference_text(r), name_of(r.kind));
    line(wrong ? style_.bad(text) : text);
    // The same advice for several rows stands after the first.
    if (!r.advice.empty() && r.advice != advice_) wrapped_at(4, r.advice);
    advice_ = r.advice;
  }

  void lines() {
    if (c_.lines.empty()) return;
    line("");
    line(style_.bold("Lines whose counts differ"));
    constexpr std::size_t kMost = 20;
    for (std::size_t i = 0; i < std::min(kMost, c_.lines.size()); ++i) {
      const LineRow& l = c_.lines[i];
      const auto value = [](const std::optional<double>& v) {
        return v ? grouped_fixed(*v, 0) : "-";
      };
      line(fmt::format("  {:<22} {:<30} {:>14} {:>14}  {}", clipped(l.place, 22), l.column,
                       value(l.simulated), value(l.measured), clipped(l.text, 40)));
    }
    if (c_.lines.size() > kMost)
      line(fmt::format("  and {} more (--json has all)", c_.lines.size() - kMost));
  }

  void tail() {
    const bool as_written = std::any_of(c_.rows.begin(), c_.rows.end(), [&](const Row& r) {
      return shown(r) && r.verdict == Verdict::Beyond && !r.caveat.empty();
    });
    if (!as_written) return;
    line("");
    const std::string conflicts =
        "Bank conflicts are those of the addresses; the hardware counters add arbitration. ";
    if (c_.machine_code)
      return wrapped_at(0, conflicts + "They are held to the tolerance, not to equality.");
    wrapped_at(0,
               "Counts of instructions, lanes and branches are those of the IR as it is run; the "
               "assembler makes other instructions of it. " +
                   conflicts + "Both are held to the tolerance, not to equality.");
  }

  const Comparison& c_;
  const Style& style_;
  bool all_;
  std::size_t name_ = 30;
  std::string out_, advice_;
};

}  // namespace

std::string difference_text(const Row& row) {
  if (!row.simulated || !row.measured) return "";
  if (row.verdict == Verdict::Equal) return "=";
  if (std::isinf(row.difference)) return row.difference > 0 ? "only sim." : "";
  if (row.unit == "%") return fmt::format("{:+.1f} pt", row.difference);
  if (std::fabs(row.difference) >= 1000)
    return fmt::format("x {:.1f}", *row.simulated / *row.measured);
  return fmt::format("{:+.1f}%", row.difference);
}

std::string value_text(const Row& row, const std::optional<double>& value) {
  if (!value) return "-";
  if (row.integral || (std::floor(*value) == *value && std::fabs(*value) >= 1000))
    return grouped_fixed(*value, 0);
  if (std::fabs(*value) >= 1e6) return grouped_fixed(*value, 0);
  return grouped_fixed(*value, 2);
}

std::string render_text(const Comparison& comparison, const Style& style, bool all) {
  return Page(comparison, style, all).render();
}

}  // namespace simt::compare
