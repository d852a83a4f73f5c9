#include "tools/learn/lesson_text.h"

#include <regex>
#include <sstream>

namespace simt::learn {
namespace {

// Each match of `what` replaced by what `with` makes of it.
template <class F>
std::string replaced(const std::string& line, const std::regex& what, F with) {
  std::string out;
  auto from = line.begin();
  for (std::sregex_iterator at(line.begin(), line.end(), what), end; at != end; ++at) {
    out.append(from, (*at)[0].first);
    out += with(*at);
    from = (*at)[0].second;
  }
  out.append(from, line.end());
  return out;
}

std::string with_program(const std::string& line, std::string_view program) {
  static const std::regex tool(R"(\btools/run\b)");
  return replaced(line, tool, [&](const std::smatch&) { return std::string(program); });
}

std::string prose(const std::string& line, const Style& style) {
  static const std::regex picture(R"(!\[([^\]]*)\]\(([^)]*)\))"), link(R"(\[([^\]]*)\]\([^)]*\))"),
      strong(R"(\*\*([^*]*)\*\*)"), heading(R"(^#+ (.*)$)");
  if (std::smatch m; std::regex_match(line, m, heading)) return style.bold(m[1].str());
  std::string out = replaced(line, picture, [&](const std::smatch& m) {
    return style.dim("[picture docs/lessons/" + m[2].str() + ": " + m[1].str() + "]");
  });
  out = replaced(out, link, [](const std::smatch& m) { return m[1].str(); });
  return replaced(out, strong, [&](const std::smatch& m) { return style.bold(m[1].str()); });
}

}  // namespace

std::string lesson_text(std::string_view markdown, std::string_view program, const Style& style) {
  std::string out;
  bool in_code = false;
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      in_code = !in_code;
      continue;
    }
    if (!in_code && line.starts_with("<!--")) continue;  // for scripts
    line = with_program(line, program);
    if (in_code)
      out += "    " + (line.starts_with("$ ") ? "$ " + style.accent(line.substr(2)) : line);
    else
      out += prose(line, style);
    out += '\n';
  }
  return out;
}

}  // namespace simt::learn
