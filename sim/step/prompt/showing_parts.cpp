// print of a structure or an array: the values of all its parts.
#include <fmt/format.h>

#include "sim/step/parts.h"
#include "sim/step/prompt/prompt.h"

namespace simt {
namespace {

/// "p[lane] {x, y}": what the values of a lane are. Elements of a row have no names.
std::string heading(const std::string& text, const Parts& of) {
  if (of.parts.front().name.empty()) return text;
  std::string names;
  for (const Parts::Part& part : of.parts) names += (names.empty() ? "" : ", ") + part.name;
  return fmt::format("{} {{{}}}", text, names);
}

}  // namespace

/// Of parts that are the same for all lanes; fewer where one is not.
std::vector<std::string> Prompt::part_values(const Parts& of, Format format) const {
  std::vector<std::string> values;
  for (const Parts::Part& part : of.parts) {
    const Expression expression = parsed(part.expression);
    if (expression.by_lane()) break;
    const std::optional<Value> value = expression.evaluate(lane_place(0));
    values.push_back(value ? value_text(*value, format) : std::string(kNotWritten));
  }
  return values;
}

/// "{x = 1, y = 2}" of a name that is a structure.
std::string Prompt::structure_text(const std::string& name) const {
  const std::optional<Parts> of = parts_of(subject_, name);
  return of ? parts_text(*of, part_values(*of, Format::Natural)) : "";
}

/// False: TEXT is no structure and no array.
bool Prompt::show_parts(const std::string& text, Format format) {
  const std::optional<Parts> of = parts_of(subject_, text);
  if (!of) return false;
  const std::vector<std::string> values = part_values(*of, format);
  if (values.size() < of->parts.size()) {
    std::vector<std::string> expressions;
    for (const Parts::Part& part : of->parts) expressions.push_back(part.expression);
    show_vector(heading(text, *of), expressions, format);
    return true;
  }
  Lines lines;
  for (const std::string& line : wrapped(text + " = " + parts_text(*of, values), kColumns - 4))
    lines.push_back((lines.empty() ? "  " : "    ") + line);
  say(lines);
  return true;
}

}  // namespace simt
