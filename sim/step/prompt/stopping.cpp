// break, watch, delete, info breakpoints.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/step/error.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"

namespace simt {
namespace {

std::string joined(const std::vector<std::string>& words, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < words.size(); ++i) text += (i > from ? " " : "") + words[i];
  return text;
}

/// "31" of "line 31": as it was typed.
std::string bare_line(const std::string& name) {
  return name.starts_with("line ") ? name.substr(5) : name;
}

/// Where a line of CUDA C++ begins in the text; that the line asked for has no instruction.
std::string place_details(const Program& program, const CodePlace& place) {
  constexpr std::size_t kMost = 6;
  std::string out;
  if (place.cuda) {
    std::vector<unsigned> lines;
    for (const Pc pc : place.at)
      if (const unsigned line = line_of(program, pc); std::ranges::find(lines, line) == lines.end())
        lines.push_back(line);
    const bool more = lines.size() > kMost;
    if (more) lines.resize(kMost);
    out = fmt::format("{} line{} {}{}", text_name(program), lines.size() == 1 ? "" : "s",
                      fmt::join(lines, ", "), more ? ", ..." : "");
  }
  if (!place.remark.empty()) out += (out.empty() ? "" : "; ") + place.remark;
  return out.empty() ? "" : fmt::format(" ({})", out);
}

}  // namespace

void Prompt::break_at(const Words& words) {
  if (words.empty()) throw StepError("break takes a line: break 31, break matmul.cu:12 if warp==2");
  CodePlace place = find_place(subject_.program, words[0], subject_.cuda_file);
  std::optional<Expression> condition;
  if (words.size() > 1) {
    if (words[1] != "if" || words.size() == 2)
      throw StepError("a condition is 'if EXPR': break 31 if warp==2 && %r5 > 10");
    condition = Expression::parse(joined(words, 2), subject_, place.at.front());
  }
  const std::string tail = condition ? " if " + condition->text() : "";
  const std::string name = place.name, details = place_details(subject_.program, place);
  const unsigned number = points_.add_breakpoint(std::move(place), std::move(condition));
  say(fmt::format("breakpoint {} at {}{}{}", number, name, tail, details));
}

void Prompt::watch(const Words& words) {
  if (words.empty())
    throw StepError("watch takes a value: watch %r5, watch out[0], watch [0x7f00]");
  Expression expression = parsed(joined(words, 0));
  if (expression.is_constant())
    throw StepError(
        fmt::format("'{}' never changes; an element is NAME[INDEX], a word of memory "
                    "[ADDRESS]",
                    expression.text()));
  const std::string text = expression.text();
  const bool by_warp = expression.needs() == Expression::Needs::Warp;
  const unsigned number = points_.add_watchpoint(std::move(expression), lane_place(0));
  const Watchpoint& w = points_.watchpoints().back();
  say(fmt::format("watchpoint {}: {}{}, now {}", number, text,
                  by_warp ? fmt::format(" of warp {}", w.warp()) : "", w.value_text()));
}

void Prompt::delete_points(const Words& words) {
  if (words.empty()) {
    points_.clear();
    say("all breakpoints and watchpoints deleted");
  }
  for (const std::string& word : words)
    if (!points_.remove(static_cast<unsigned>(parse_number(word, "number of a breakpoint"))))
      throw StepError(fmt::format("there is no breakpoint or watchpoint {}", word));
}

void Prompt::info_breakpoints(const Words&) {
  if (points_.breakpoints().empty() && points_.watchpoints().empty())
    say("no breakpoints or watchpoints");
  for (const Breakpoint& b : points_.breakpoints())
    say(fmt::format("  {:>3}  break {}{}, hit {}", b.number, bare_line(b.place.name),
                    b.condition ? " if " + b.condition->text() : "", plural(b.hits, "time")));
  for (const Watchpoint& w : points_.watchpoints())
    say(fmt::format("  {:>3}  watch {}{}, changed {}", w.number(), w.expression().text(),
                    w.expression().needs() == Expression::Needs::Warp
                        ? fmt::format(" of warp {}", w.warp())
                        : "",
                    plural(w.hits(), "time")));
}

}  // namespace simt
