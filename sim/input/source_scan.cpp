#include "sim/input/source_scan.h"

#include <cctype>

#include "sim/input/spec_cursor.h"

namespace simt::source_scan {
namespace {

// Where what begins at `from` (a comment, a literal, a line of the preprocessor) ends; `from` when
// nothing of these does.
std::size_t end_of_blank(std::string_view text, std::size_t from, bool line_start) {
  const auto behind = [&](std::size_t at, std::size_t size) {
    return at == std::string_view::npos ? text.size() : at + size;
  };
  if (text.substr(from, 2) == "//") return behind(text.find('\n', from), 0);
  if (text.substr(from, 2) == "/*") return behind(text.find("*/", from + 2), 2);
  if (text[from] == '#' && line_start) {
    std::size_t end = from;
    do end = behind(text.find('\n', end), 1);
    while (end < text.size() && end >= 2 && text[end - 2] == '\\');
    return end - (end > from && text[end - 1] == '\n');
  }
  const char quote = text[from];
  if (quote != '"' && quote != '\'') return from;
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

}  // namespace

std::string cleaned(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = end_of_blank(text, i, line_start);
    if (end > i) {
      // What is compiled or not is not known: kConditional marks it.
      const std::size_t word = text.find_first_not_of("# \t", i);
      const bool conditional =
          text[i] == '#' && (text.substr(word, 2) == "if" || text.substr(word, 2) == "el");
      out += conditional ? kConditional : ' ';
      i = end;
      continue;
    }
    if (text[i] == '\n')
      line_start = true;
    else if (std::isspace(static_cast<unsigned char>(text[i])) == 0)
      line_start = false;
    out += std::isspace(static_cast<unsigned char>(text[i])) != 0 ? ' ' : text[i];
    ++i;
  }
  return out;
}

std::size_t closing_of(std::string_view text, std::size_t open) {
  const char opening = text[open], closing = opening == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == opening) ++depth;
    if (text[i] == closing && --depth == 0) return i;
  }
  return std::string::npos;
}

std::string within(const std::string& text, std::size_t open) {
  const std::size_t end = closing_of(text, open);
  return end == std::string::npos ? "" : text.substr(open + 1, end - open - 1);
}

std::vector<std::string> parts(const std::string& text, char mark) {
  std::vector<std::string> out;
  std::string part;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (c == mark && depth == 0) {
      out.push_back(trim(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trim(part).empty()) out.push_back(trim(part));
  return out;
}

}  // namespace simt::source_scan
