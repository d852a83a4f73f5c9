#include "sim/check/check_lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "sim/input/launch_spec.h"

namespace simt {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Longest first.
constexpr std::array<std::string_view, 33> kSymbols{
    "==", "!=", "~=", "<=", ">=", "<<", ">>", "&&", "||", "..", "<", ">", "+", "-", "*", "/", "%",
    "&",  "|",  "^",  "~",  "!",  "(",  ")",  "[",  "]",  ",",  "?", ":", "=", "{", "}", "."};

// A name; one of ncu's form has parts joined by points: "smsp__inst_executed.sum".
std::size_t name_end(std::string_view s, std::size_t at) {
  const std::size_t from = at;
  while (at < s.size() && is_name(s[at])) ++at;
  if (s.substr(from, at - from).find("__") == std::string_view::npos) return at;
  while (at + 1 < s.size() && s[at] == '.' && is_name(s[at + 1]))
    for (++at; at < s.size() && is_name(s[at]);) ++at;
  return at;
}

// "0..n" is the number 0 and a range.
std::size_t number_end(std::string_view s, std::size_t at) {
  if (s.substr(at, 2) == "0x" || s.substr(at, 2) == "0X") {
    at += 2;
    while (at < s.size() && std::isxdigit(static_cast<unsigned char>(s[at])) != 0) ++at;
    return at;
  }
  while (at < s.size() && is_digit(s[at])) ++at;
  if (at < s.size() && s[at] == '.' && s.substr(at, 2) != "..") {
    ++at;
    while (at < s.size() && is_digit(s[at])) ++at;
  }
  if (at < s.size() && (s[at] == 'e' || s[at] == 'E')) {
    std::size_t e = at + 1;
    if (e < s.size() && (s[e] == '-' || s[e] == '+')) ++e;
    if (e < s.size() && is_digit(s[e])) {
      while (e < s.size() && is_digit(s[e])) ++e;
      at = e;
    }
  }
  return at;
}

}  // namespace

std::vector<CheckToken> check_tokens(std::string_view text) {
  using Kind = CheckToken::Kind;
  std::vector<CheckToken> out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
      continue;
    }
    std::size_t end = at;
    Kind kind = Kind::Symbol;
    if (is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]))) {
      kind = Kind::Number;
      end = number_end(text, at);
    } else if (is_name(c)) {
      kind = Kind::Name;
      end = name_end(text, at);
    } else {
      for (const std::string_view symbol : kSymbols)
        if (end == at && text.substr(at, symbol.size()) == symbol) end = at + symbol.size();
    }
    if (end == at) throw SpecError(fmt::format("'{}' has no meaning in a check: {}", c, text));
    out.push_back({kind, text.substr(at, end - at), at});
    at = end;
  }
  out.push_back({Kind::End, {}, text.size()});
  return out;
}

}  // namespace simt
