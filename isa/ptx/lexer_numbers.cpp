// Numeric constants: PTX ISA 9.1, section 4.5.1 (integers) and 4.5.2 (floating point).
#include <bit>
#include <cstdlib>
#include <string>

#include "isa/ptx/characters.h"
#include "isa/ptx/diagnostics.h"
#include "isa/ptx/lexer.h"

namespace simt {

Token Lexer::number() {
  const char marker = static_cast<char>(peek(1) | 0x20);
  if (peek() == '0' && (marker == 'f' || marker == 'd')) return bit_float(marker == 'f' ? 8 : 16);
  std::size_t digits = 0;
  while (is_digit(peek(digits))) ++digits;
  const char after = peek(digits);
  const bool exponent = (after == 'e' || after == 'E') && digits > 0 && marker != 'x';
  const bool fraction = after == '.' && (digits == 0 || !is_letter(peek(digits + 1)));
  return fraction || exponent ? decimal_float() : integer();
}

Token Lexer::bit_float(std::size_t digits) {
  const std::size_t start = at_;
  advance(2);
  std::uint64_t bits = 0;
  std::size_t seen = 0;
  for (; is_hex_digit(peek()); advance(1), ++seen) bits = bits << 4 | digit_value(peek());
  bool good = seen == digits;
  for (; is_follow(peek()); advance(1)) good = false;
  Token token = finish(digits == 8 ? Token::Kind::Float32 : Token::Kind::Float64, start);
  token.bits = bits;
  if (!good)
    diags_.error(token.loc,
                 digits == 8 ? "a single-precision constant is 0f and 8 hexadecimal digits"
                             : "a double-precision constant is 0d and 16 hexadecimal digits",
                 token.length);
  return token;
}

Token Lexer::decimal_float() {
  const std::size_t start = at_;
  while (is_digit(peek())) advance(1);
  if (peek() == '.') advance(1);
  while (is_digit(peek())) advance(1);
  bool good = true;
  if (peek() == 'e' || peek() == 'E') {
    advance(1);
    if (peek() == '+' || peek() == '-') advance(1);
    good = is_digit(peek());
    while (is_digit(peek())) advance(1);
  }
  for (; is_follow(peek()); advance(1)) good = false;
  Token token = finish(Token::Kind::Float64, start);
  if (!good) diags_.error(token.loc, "this is not a number", token.length);
  // strtod honours the locale, which the tool never sets: the C locale's point is '.'.
  token.bits = std::bit_cast<std::uint64_t>(std::strtod(std::string(token.text).c_str(), nullptr));
  return token;
}

Token Lexer::integer() {
  const std::size_t start = at_;
  unsigned base = 10;
  const char marker = static_cast<char>(peek(1) | 0x20);
  if (peek() == '0' && (marker == 'x' || marker == 'b')) {
    base = marker == 'x' ? 16 : 2;
    advance(2);
  } else if (peek() == '0' && is_digit(peek(1))) {
    base = 8;
    advance(1);
  }
  const std::size_t first_digit = at_;
  std::uint64_t value = 0;
  bool overflow = false, bad_digit = false;
  for (; base == 16 ? is_hex_digit(peek()) : is_digit(peek()); advance(1)) {
    const unsigned digit = digit_value(peek());
    bad_digit |= digit >= base;
    overflow |= value > (~std::uint64_t{0} - digit) / base;
    value = value * base + digit;
  }
  bad_digit |= at_ == first_digit;
  const bool suffix = peek() == 'U';
  if (suffix) advance(1);
  for (; is_follow(peek()); advance(1)) bad_digit = true;
  Token token = finish(Token::Kind::Integer, start);
  token.bits = value;
  token.is_unsigned = suffix || value >> 63 != 0;
  if (bad_digit)
    diags_.error(token.loc, "this is not a number", token.length);
  else if (overflow)
    diags_.error(token.loc, "this integer does not fit 64 bits", token.length);
  return token;
}

}  // namespace simt
