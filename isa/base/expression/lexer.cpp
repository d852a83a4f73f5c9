#include "isa/base/expression/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>

#include "isa/base/expression/operators.h"

namespace simt::expr {
namespace {

// Independent of the locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex_digit(char c) {
  return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}
bool is_name(char c) {
  return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '$';
}
bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

class Lexer {
 public:
  Lexer(std::string_view text, Percent percent) : text_(text), percent_(percent) {}

  std::vector<Token> all() {
    while (skip_blanks(), at_ < text_.size()) out_.push_back(token());
    out_.push_back(
        {Token::Kind::End, text_.substr(text_.size()), text_.size(), ScalarType::None, 0});
    return std::move(out_);
  }

 private:
  using Kind = Token::Kind;

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  template <class Is>
  void skip_all(Is is) {
    while (at_ < text_.size() && is(text_[at_])) ++at_;
  }
  Token finish(Kind kind, std::size_t from) const {
    return {kind, text_.substr(from, at_ - from), from, ScalarType::None, 0};
  }
  [[noreturn]] void fail(const Token& at, const std::string& message) const {
    throw Error(Error::Problem::NoToken, at, message);
  }

  // After a value an operator follows, or a member.
  bool behind_value() const {
    if (out_.empty()) return false;
    const Token& last = out_.back();
    return last.kind != Kind::Symbol || last.is(")") || last.is("]");
  }

  Token token() {
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)) && !behind_value())) return number();
    if (c == '\'') return character();
    const bool percent_name =
        c == '%' && percent_ == Percent::BeginsNames && is_name(peek(1)) && !behind_value();
    return percent_name || is_name(c) ? name() : symbol();
  }

  Token name() {
    const std::size_t from = at_++;
    skip_all(is_name);
    return finish(Kind::Name, from);
  }

  Token symbol() {
    constexpr std::array<std::string_view, 10> kOthers{"..", "(", ")", "[", "]",
                                                       ",",  "?", ":", ".", "="};
    std::size_t longest = 0;
    const auto match = [&](std::string_view symbol) {
      if (text_.substr(at_).starts_with(symbol)) longest = std::max(longest, symbol.size());
    };
    for (const OperatorRow& row : binary_operators()) match(row.spelling);
    for (const OperatorRow& row : unary_operators()) match(row.spelling);
    for (const std::string_view other : kOthers) match(other);
    const std::size_t from = at_;
    at_ += std::max<std::size_t>(longest, 1);
    if (longest > 0) return finish(Kind::Symbol, from);
    skip_all([](char c) { return (c & 0xc0) == 0x80; });  // the rest of a character of UTF-8
    const Token bad = finish(Kind::Other, from);
    fail(bad, fmt::format("'{}' has no meaning here", bad.text));
  }

  /// Over a number; true for a floating-point one.
  bool skip_number() {
    if (peek() == '0' && (peek(1) | 0x20) == 'x') {
      at_ += 2;
      skip_all(is_hex_digit);
      return false;
    }
    skip_all(is_digit);
    const bool fraction = peek() == '.' && peek(1) != '.';
    if (fraction) ++at_;
    if (fraction) skip_all(is_digit);
    if ((peek() | 0x20) != 'e') return fraction;
    const std::size_t digits = peek(1) == '-' || peek(1) == '+' ? 2 : 1;
    if (!is_digit(peek(digits))) return fraction;
    at_ += digits;
    skip_all(is_digit);
    return true;
  }

  Token number() {
    const std::size_t from = at_;
    const bool real = skip_number();
    const std::size_t end = at_;
    skip_all(is_name);
    Token out = finish(Kind::Number, from);
    const bool single = real && at_ == end + 1 && (text_[end] | 0x20) == 'f';  // as in C++
    if (at_ != end && !single) fail(out, fmt::format("'{}' is no number", out.text));
    if (single) {
      out.type = ScalarType::F64;
      const double value = std::strtof(std::string(out.text).c_str(), nullptr);
      out.bits = std::bit_cast<std::uint64_t>(value);
    } else if (real) {
      out.type = ScalarType::F64;
      // strtod honours the locale, which the tools never set.
      out.bits = std::bit_cast<std::uint64_t>(std::strtod(std::string(out.text).c_str(), nullptr));
    } else {
      read_integer(out);
    }
    return out;
  }

  Token character() {
    const std::size_t from = at_;
    const std::optional<Character> found = character_at(text_.substr(at_));
    at_ += found ? found->size : 1;
    Token out = finish(found ? Kind::Number : Kind::Other, from);
    if (!found) fail(out, "a character such as 'A' is expected after '");
    out.type = ScalarType::S64;
    out.bits = found->bits();
    return out;
  }

  void read_integer(Token& out) const {
    const bool hex = out.text.size() > 1 && (out.text[1] | 0x20) == 'x';
    const char* const end = out.text.data() + out.text.size();
    const auto read =
        std::from_chars(out.text.data() + (hex ? 2 : 0), end, out.bits, hex ? 16 : 10);
    if (read.ec == std::errc::result_out_of_range)
      fail(out, fmt::format("'{}' does not fit 64 bits", out.text));
    if (read.ec != std::errc{}) fail(out, fmt::format("'{}' is no number", out.text));
    out.type = out.bits >> 63 != 0 ? ScalarType::U64 : ScalarType::S64;
  }

  std::string_view text_;
  Percent percent_;
  std::size_t at_ = 0;
  std::vector<Token> out_;
};

}  // namespace

std::optional<Character> character_at(std::string_view text) {
  constexpr std::string_view kNames = "0abtnvfr\\'\"", kValues("\0\a\b\t\n\v\f\r\\'\"", 11);
  if (text.size() < 3 || text[0] != '\'') return std::nullopt;
  if (text[1] != '\\')
    return text[2] == '\'' && text[1] != '\'' ? std::optional(Character{text[1], 3}) : std::nullopt;
  const std::size_t at = kNames.find(text[2]);
  if (text.size() < 4 || text[3] != '\'' || at == std::string_view::npos) return std::nullopt;
  return Character{kValues[at], 4};
}

std::vector<Token> tokens_of(std::string_view text, Percent percent) {
  return Lexer(text, percent).all();
}

std::string place_in(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_blank(text[offset])) ++offset;
  if (offset >= text.size()) return "at the end";
  return fmt::format("before '{}'", text.substr(offset));
}

}  // namespace simt::expr
