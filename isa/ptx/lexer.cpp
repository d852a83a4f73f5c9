#include "isa/ptx/lexer.h"

#include <fmt/format.h>

#include <array>

#include "isa/ptx/characters.h"
#include "isa/ptx/diagnostics.h"

namespace simt {

Lexer::Lexer(Diagnostics& diags) : diags_(diags), text_(diags.text()) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

char Lexer::peek(std::size_t ahead) const {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

void Lexer::advance(std::size_t bytes) {
  for (; bytes > 0 && at_ < text_.size(); --bytes, ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    line_start_ = at_ + 1;
    starts_line_ = true;
  }
}

SourceLoc Lexer::here() const {
  return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
}

void Lexer::skip_block_comment() {
  const SourceLoc start = here();
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    diags_.error(start, "this comment does not end", 2, "close it with '*/'");
    advance(text_.size() - at_);
  } else {
    advance(end + 2 - at_);
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(peek())) {
      advance(1);
    } else if (peek() == '/' && peek(1) == '/') {
      const std::size_t end = text_.find('\n', at_);
      advance((end == std::string_view::npos ? text_.size() : end) - at_);
    } else if (peek() == '/' && peek(1) == '*') {
      skip_block_comment();
    } else if (peek() == '#' && starts_line_) {
      diags_.error(here(), "preprocessor lines are not supported", 1,
                   "run the preprocessor first, for instance 'cpp -P'");
      const std::size_t end = text_.find('\n', at_);
      advance((end == std::string_view::npos ? text_.size() : end) - at_);
    } else {
      return;
    }
  }
}

Token Lexer::finish(Token::Kind kind, std::size_t start) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(start, at_ - start);
  token.loc = token_loc_;
  token.starts_line = token_starts_line_;
  token.length = static_cast<std::uint32_t>(at_ - start);
  return token;
}

Token Lexer::identifier() {
  const std::size_t start = at_;
  advance(1);
  while (is_follow(peek())) advance(1);
  return finish(Token::Kind::Identifier, start);
}

Token Lexer::dotted() {
  const std::size_t start = at_;
  advance(1);
  while (is_follow(peek()) || (peek() == ':' && peek(1) == ':' && is_follow(peek(2))))
    advance(peek() == ':' ? 2 : 1);
  Token token = finish(Token::Kind::Dotted, start);
  token.text.remove_prefix(1);
  return token;
}

Token Lexer::string() {
  const std::size_t start = at_;
  advance(1);
  while (at_ < text_.size() && peek() != '"' && peek() != '\n')
    advance(peek() == '\\' && peek(1) != '\n' ? 2 : 1);
  const bool closed = peek() == '"';
  if (!closed) diags_.error(token_loc_, "this string does not end", 1, "close it with '\"'");
  if (closed) advance(1);
  Token token = finish(Token::Kind::String, start);
  token.text.remove_prefix(1);
  if (closed) token.text.remove_suffix(1);
  return token;
}

void Lexer::skip_unknown() {
  const std::size_t start = at_;
  advance(1);  // a lone '$' or '#' could start a token but does not
  while (at_ < text_.size() && !is_token_char(peek()) && !is_blank(peek())) advance(1);
  const std::string_view bytes = text_.substr(start, at_ - start);
  const auto first = static_cast<unsigned char>(bytes[0]);
  const bool printable = bytes.size() == 1 && first > 0x20 && first < 0x7f;
  diags_.error(token_loc_,
               printable ? fmt::format("unexpected character '{}'", bytes)
                         : fmt::format("unexpected byte 0x{:02x}", first),
               static_cast<unsigned>(bytes.size()));
}

Token Lexer::next() {
  while (true) {
    skip_blanks();
    token_loc_ = here();
    token_starts_line_ = starts_line_;
    if (at_ >= text_.size()) return finish(Token::Kind::End, at_);
    starts_line_ = false;
    const char c = peek();
    const bool glued = at_ > 0 && is_follow(text_[at_ - 1]);
    if (is_digit(c) || (c == '.' && is_digit(peek(1)) && !glued)) return number();
    if (is_letter(c) || c == '_' ||
        ((c == '$' || c == '%') && is_follow(peek(1)) && !(c == '%' && is_digit(peek(1)))))
      return identifier();
    if (c == '.' && is_follow(peek(1))) return dotted();
    if (c == '"') return string();
    constexpr std::array<std::string_view, 8> kPairs{
        "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    const std::size_t start = at_;
    for (const std::string_view pair : kPairs) {
      if (text_.substr(at_, 2) != pair) continue;
      advance(2);
      return finish(Token::Kind::Punct, start);
    }
    if (is_punctuation(c)) {
      advance(1);
      return finish(Token::Kind::Punct, start);
    }
    skip_unknown();
  }
}

}  // namespace simt
