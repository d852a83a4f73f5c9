#include "sim/input/spec_cursor.h"

#include <fmt/format.h>

#include <cctype>

#include "sim/input/launch_spec.h"

namespace simt {

std::string trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return "";
  return std::string(text.substr(from, text.find_last_not_of(kBlanks) - from + 1));
}

void SpecCursor::skip_blanks() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
}

void SpecCursor::fail(std::string_view problem) const {
  throw SpecError(fmt::format("'{}': {}", trim(text_), problem));
}

char SpecCursor::peek() {
  skip_blanks();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool SpecCursor::accept(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

void SpecCursor::expect(char c, std::string_view meaning) {
  if (accept(c)) return;
  const std::string found = at_end() ? "the text ends" : fmt::format("'{}' stands", peek());
  fail(fmt::format("{} where '{}' should be ({})", found, c, meaning));
}

std::string SpecCursor::word() {
  skip_blanks();
  const std::size_t from = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '$' && c != '%' &&
        c != '.')
      break;
    ++at_;
  }
  return std::string(text_.substr(from, at_ - from));
}

std::string SpecCursor::until(char stop) {
  const std::size_t end = text_.find(stop, at_);
  if (end == std::string_view::npos) fail(fmt::format("a '{}' is missing", stop));
  std::string out = trim(text_.substr(at_, end - at_));
  at_ = end;
  return out;
}

std::string SpecCursor::rest() {
  std::string out = trim(text_.substr(at_));
  at_ = text_.size();
  return out;
}

std::vector<std::string> SpecCursor::list(char close) {
  std::vector<std::string> out;
  std::size_t from = at_;
  int depth = 0;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    const bool ends = depth == 0 && c == close;
    if (ends || (depth == 0 && c == ',')) {
      out.push_back(trim(text_.substr(from, at_ - from)));
      from = at_ + 1;
    }
    if (ends) break;
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
  }
  if (at_ == text_.size()) fail(fmt::format("a '{}' is missing", close));
  ++at_;
  if (out.size() == 1 && out[0].empty()) return {};
  for (const std::string& part : out)
    if (part.empty()) fail("a value is missing beside a comma");
  return out;
}

std::string SpecCursor::quoted() {
  std::string out;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      ++at_;
      return out;
    }
    const bool escape = text_[at_] == '\\' && at_ + 1 < text_.size() &&
                        (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\');
    if (escape) ++at_;
    out += text_[at_];
  }
  fail("a closing quote is missing");
}

std::string SpecCursor::path(char close) {
  if (peek() == '"') {
    std::string out = quoted();
    expect(close, "end of the path");
    return out;
  }
  // The path itself may hold the closing character: the last one ends it.
  const std::size_t end = text_.rfind(close);
  if (end == std::string_view::npos || end < at_) fail(fmt::format("a '{}' is missing", close));
  std::string out = trim(text_.substr(at_, end - at_));
  at_ = end + 1;
  if (out.empty()) fail("the path is missing");
  return out;
}

void SpecCursor::finish() {
  if (!at_end()) fail(fmt::format("'{}' is left over", rest()));
}

}  // namespace simt
