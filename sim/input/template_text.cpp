#include "sim/input/template_text.h"

#include <map>

#include "isa/base/regex.h"
#include "sim/input/spec_cursor.h"

namespace simt {
namespace {

/// What stands between the '<' at `open` and its '>', parted at commas. Nothing without a '>'.
std::vector<std::string> bracketed(const std::string& text, std::size_t open) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '>' && --depth == 0) {
      for (std::string& part : out) part = trim(part);
      return out;
    }
    if (c == ',' && depth == 1)
      out.emplace_back();
    else if (depth > 0)
      out.back() += c;
    if (c == '<') ++depth;
  }
  return {};
}

/// A number as the demangled name has it, "4u", without what says its type.
std::string plain_argument(const std::string& argument) {
  static const Regex number("^(?:\\(\\w+\\))?([0-9]+)[uUlL]*$");
  const auto digits = number.first_in(argument);
  return digits ? (*digits)[1] : argument;
}

}  // namespace

TemplateInstance template_instance(const std::string& type) {
  const std::size_t open = type.find('<');
  if (open == std::string::npos) return {type};
  return {trim(type.substr(0, open)), bracketed(type, open)};
}

std::optional<std::string> with_template_arguments(std::string body, const std::string& head,
                                                   const std::vector<std::string>& arguments) {
  static const Regex start("\\btemplate *<"), parameter("^[\\w ]+[ ](\\w+) *(?:=.*)?$"),
      word("[A-Za-z_]\\w*");
  if (!start.found_in(head)) return std::nullopt;
  const std::vector<std::string> parameters = bracketed(head, head.find('<'));
  if (parameters.size() != arguments.size()) return std::nullopt;
  std::map<std::string, std::string> meaning;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto name = parameter.first_in(parameters[i]);
    if (!name) return std::nullopt;
    meaning[(*name)[1]] = plain_argument(arguments[i]);
  }
  return word.replace(body, [&](const Regex::Groups& found) {
    const auto known = meaning.find(found[0]);
    return known == meaning.end() ? found[0] : known->second;
  });
}

}  // namespace simt
