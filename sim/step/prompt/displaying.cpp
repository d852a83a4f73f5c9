// print and display: values of expressions, for all lanes or one.
#include <fmt/format.h>

#include <algorithm>

#include "sim/step/error.h"
#include "sim/step/named_data.h"
#include "sim/step/prompt/prompt.h"

namespace simt {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The values of 32 lanes as a table, as many a row as 80 columns hold.
Lines lane_table(const std::vector<std::string>& cells, LaneMask lit, const Style& style) {
  std::size_t width = 1;
  for (const std::string& cell : cells) width = std::max(width, cell.size());
  const unsigned per_row = width <= 7 ? 8 : width <= 16 ? 4 : 2;
  Lines lines;
  for (unsigned first = 0; first < cells.size(); first += per_row) {
    std::string line = style.dim(fmt::format("  {:>2}:", first));
    for (unsigned lane = first; lane < std::min<std::size_t>(first + per_row, cells.size());
         ++lane) {
      const std::string cell = fmt::format(" {:>{}}", cells[lane], width);
      line += (lit >> lane & 1) != 0 ? cell : style.dim(cell);
    }
    lines.push_back(line);
  }
  return lines;
}

/// The parts of "{%x, %y, a[1]}"; none where the text is no list in braces.
std::vector<std::string> listed(const std::string& text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return {};
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : std::string_view(text).substr(1, text.size() - 2)) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      out.emplace_back();
    else if (c != ' ' || !out.back().empty())
      out.back() += c;
  }
  return out;
}

/// "p = {n = 300, scale = 2}", on as many lines as that takes.
Lines structure_lines(const std::string& name,
                      const std::vector<std::pair<std::string, Value>>& fields, Format format) {
  constexpr std::size_t kMost = 64;
  std::string text = name + " = {";
  for (std::size_t i = 0; i < std::min(kMost, fields.size()); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", fields[i].first,
                        value_text(fields[i].second, format));
  text += fields.size() > kMost ? ", ...}" : "}";
  Lines lines;
  for (const std::string& line : wrapped(text, kColumns - 4))
    lines.push_back((lines.empty() ? "  " : "    ") + line);
  return lines;
}

}  // namespace

/// The format of print/x, or of a first word /x, which is taken away.
Format Prompt::format_of(Words& words) const {
  if (words.empty() || words[0].size() != 2 || words[0][0] != '/') return format_;
  constexpr std::string_view kFormats = "xduft";
  if (kFormats.find(words[0][1]) == std::string_view::npos)
    throw StepError(fmt::format("'{}' is no format; there are /x /d /u /f /t", words[0]));
  const auto format = static_cast<Format>(words[0][1]);
  words.erase(words.begin());
  return format;
}

std::string Prompt::one_value(const Expression& expression, unsigned lane, Format format) const {
  const std::optional<Value> value = expression.evaluate(lane_place(lane));
  return fmt::format("{} = {}", expression.text(),
                     value ? value_text(*value, format) : std::string(kNotWritten));
}

void Prompt::show_value(const Expression& expression, Format format) {
  if (!expression.by_lane()) return say("  " + one_value(expression, 0, format));
  if (focus_.lane)
    return say(
        fmt::format("  {} in lane {}", one_value(expression, *focus_.lane, format), *focus_.lane));
  const LaneMask all = warp().state.lanes;
  std::vector<std::string> cells(subject_.arch.sm.warp_size, "-");
  LaneValues values{};
  LaneMask known = 0, failed = 0;
  std::string failure;
  for_each_lane(all, [&](unsigned lane) {
    try {
      const std::optional<Value> value = expression.evaluate(lane_place(lane));
      if (!value) return;
      values[lane] = *value;
      cells[lane] = value_text(*value, format);
      known |= LaneMask{1} << lane;
    } catch (const StepError& e) {
      if (failure.empty()) failure = e.what();
      failed |= LaneMask{1} << lane;
    }
  });
  if (all == 0) throw StepError("the warp has no lanes");
  if (known == 0 && failed != 0) throw StepError(failure);
  say(fmt::format("  {} of warp {}: {}", expression.text(), warp().state.index_in_cta,
                  known_values_text(values, all & ~failed, known, format)));
  if (known == 0) return;
  const LaneMask live = warp().resident ? warp().paths->live() : 0;
  say(lane_table(cells, live & known, style_));
  if (!failure.empty()) say("  - has no value: " + failure);
}

/// Registers in braces, as PTX writes a vector: a lane's values side by side.
void Prompt::show_vector(const std::string& text, const std::vector<std::string>& parts,
                         Format format) {
  std::vector<Expression> expressions;
  for (const std::string& part : parts) expressions.push_back(parsed(part));
  std::vector<std::string> cells(subject_.arch.sm.warp_size, "-");
  for_each_lane(warp().state.lanes, [&](unsigned lane) {
    std::string cell;
    for (const Expression& expression : expressions) {
      const std::optional<Value> value = expression.evaluate(lane_place(lane));
      cell += (cell.empty() ? "{" : ", ") + (value ? value_text(*value, format) : "-");
    }
    cells[lane] = cell + "}";
  });
  if (focus_.lane)
    return say(fmt::format("  {} = {} in lane {}", text, cells[*focus_.lane], *focus_.lane));
  say(fmt::format("  {} of warp {}, by lane; -: {}", text, warp().state.index_in_cta, kNotWritten));
  say(lane_table(cells, warp().resident ? warp().paths->live() : 0, style_));
}

void Prompt::print(const Words& given) {
  Words words = given;
  const Format format = format_of(words);
  if (words.empty()) throw StepError("print takes a value: print %r5, print/x out[3], print [%at]");
  const std::string text = joined(words);
  const auto fields = structure_fields(subject_, text);
  if (!fields.empty()) return say(structure_lines(text, fields, format));
  if (const std::vector<std::string> parts = listed(text); !parts.empty())
    return show_vector(text, parts, format);
  if (!show_parts(text, format)) show_value(parsed(text), format);
}

void Prompt::display(const Words& given) {
  Words words = given;
  const Format format = format_of(words);
  if (words.empty()) return show_displays();
  displays_.push_back({last_display_ + 1, parsed(joined(words)), format});
  ++last_display_;
  say(fmt::format("display {}:", last_display_));
  try {
    show_value(displays_.back().expression, format);
  } catch (const StepError& e) {
    say("  has no value here: " + std::string(e.what()));
  }
}

/// At a stop: a line each. What has no value now may have one at the next stop.
void Prompt::show_displays() {
  for (const Display& d : displays_) {
    std::string text;
    try {
      if (!d.expression.by_lane() || focus_.lane) {
        text = one_value(d.expression, focus_.lane.value_or(0), d.format);
        if (d.expression.by_lane()) text += fmt::format(" in lane {}", *focus_.lane);
      } else {
        LaneValues values{};
        LaneMask known = 0;
        for_each_lane(warp().state.lanes, [&](unsigned lane) {
          const std::optional<Value> value = d.expression.evaluate(lane_place(lane));
          if (!value) return;
          values[lane] = *value;
          known |= LaneMask{1} << lane;
        });
        text = fmt::format("{} = {}", d.expression.text(),
                           known_values_text(values, warp().state.lanes, known, d.format));
      }
    } catch (const StepError& e) {
      text = fmt::format("{} has no value here: {}", d.expression.text(), e.what());
    }
    say(style_.fitted(fmt::format("  {}: {}", d.number, text), kColumns));
  }
}

void Prompt::undisplay(const Words& words) {
  if (words.empty()) {
    displays_.clear();
    return say("all displays ended");
  }
  for (const std::string& word : words) {
    const std::uint64_t number = parse_number(word, "number of a display");
    if (std::erase_if(displays_, [=](const Display& d) { return d.number == number; }) == 0)
      throw StepError(fmt::format("there is no display {}; 'info display' lists them", word));
  }
}

void Prompt::info_display(const Words&) {
  if (displays_.empty()) say("no displays");
  for (const Display& d : displays_)
    say(fmt::format("  {:>3}  display{} {}", d.number,
                    d.format == Format::Natural ? std::string()
                                                : fmt::format("/{}", static_cast<char>(d.format)),
                    d.expression.text()));
}

}  // namespace simt
