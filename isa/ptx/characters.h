// Character classes of PTX text (PTX ISA 9.1, sections 4.1 and 4.4), independent of the locale.
#pragma once

#include <string_view>

namespace simt {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr unsigned digit_value(char c) {
  return static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// May follow the first character of an identifier.
constexpr bool is_follow(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_punctuation(char c) {
  return c != '\0' &&
         std::string_view("(){}[]<>,;:|@!+-*/%&^~?=.").find(c) != std::string_view::npos;
}
/// May start a token or a comment.
constexpr bool is_token_char(char c) {
  return is_follow(c) || is_punctuation(c) || c == '"' || c == '#';
}

}  // namespace simt
