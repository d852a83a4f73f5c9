#include "tools/learn/lesson_text.h"

#include <fmt/format.h>

#include <sstream>

#include "isa/base/regex.h"
#include "tools/learn/table.h"

namespace simt::learn {
namespace {

constexpr std::size_t kColumns = 80;  // of a table

std::string with_program(const std::string& line, std::string_view program) {
  static const Regex tool(R"(\btools/run\b)");
  return tool.replace(line, [&](const Regex::Groups&) { return std::string(program); });
}

/// Where a link of a lesson leads, for somebody at a terminal.
std::string target(const std::string& link, std::string_view program) {
  static const Regex lesson(R"((\d+)_\w+\.md)");
  if (const auto number = lesson.whole(link))
    return fmt::format("{} learn {}", program, std::stoul(number->at(1)));
  if (link.starts_with("../")) return "docs/" + link.substr(3);
  return link.find("://") == std::string::npos ? "docs/lessons/" + link : link;
}

std::string prose(const std::string& line, std::string_view program, const Style& style) {
  static const Regex picture(R"(!\[([^\]]*)\]\(([^)]*)\))"), link(R"(\[([^\]]*)\]\(([^)]*)\))"),
      strong(R"(\*\*([^*]*)\*\*)"), heading(R"(^#+ (.*)$)");
  if (const auto title = heading.whole(line)) return style.bold(title->at(1));
  std::string out = picture.replace(line, [&](const Regex::Groups& m) {
    return style.dim("[picture docs/lessons/" + m[2] + ": " + m[1] + "]");
  });
  out = link.replace(out, [&](const Regex::Groups& m) {
    return fmt::format("{} ({})", m[1], target(m[2], program));
  });
  return strong.replace(out, [&](const Regex::Groups& m) { return style.bold(m[1]); });
}

}  // namespace

std::string lesson_text(std::string_view markdown, std::string_view program, const Style& style) {
  std::string out;
  bool in_code = false;
  std::vector<std::string> table;
  const auto end_table = [&] {
    if (table.size() > 1) out += table_text(table, kColumns, style);
    table.clear();
  };
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      end_table();
      in_code = !in_code;
      continue;
    }
    if (!in_code && line.starts_with("<!--")) continue;  // for scripts
    line = with_program(line, program);
    if (!in_code && line.starts_with('|')) {
      table.push_back(prose(line, program, Style{}));
      continue;
    }
    end_table();
    if (in_code)
      out += "    " + (line.starts_with("$ ") ? "$ " + style.accent(line.substr(2)) : line);
    else
      out += prose(line, program, style);
    out += '\n';
  }
  end_table();
  return out;
}

}  // namespace simt::learn
