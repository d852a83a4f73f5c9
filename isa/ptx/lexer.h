// Text to tokens. Source: PTX ISA 9.1, sections 4.1 to 4.5 (comments, identifiers, constants).
// Tokens are views into the text of the Diagnostics they were made from. Nothing is buffered, so
// memory does not grow with the input. Not modelled: the preprocessor (a '#' line is an error).
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/base/types.h"

namespace simt {

class Diagnostics;

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Identifier,  ///< add, %r1, $L_1, _ , sm_75
    Dotted,      ///< .entry, .s32, .L1::evict_last, .2d; `text` has no dot
    Integer,
    Float32,  ///< 0fXXXXXXXX
    Float64,  ///< 0dXXXXXXXXXXXXXXXX and decimals
    String,   ///< `text` has no quotes
    Punct,    ///< one character, or one of << >> <= >= == != && ||
  };
  Kind kind = Kind::End;
  std::string_view text;
  SourceLoc loc;
  std::uint32_t length = 0;  ///< bytes of source text
  std::uint64_t bits = 0;    ///< value of Integer, bits of Float32 and Float64
  bool is_unsigned = false;  ///< Integer: "U" suffix or beyond the signed range
  bool starts_line = false;  ///< nothing but blanks before it on its line

  bool is(Kind k) const { return kind == k; }
  bool is(char c) const { return kind == Kind::Punct && text.size() == 1 && text[0] == c; }
  bool is_punct(std::string_view s) const { return kind == Kind::Punct && text == s; }
  bool is_dotted(std::string_view s) const { return kind == Kind::Dotted && text == s; }
  bool is_word(std::string_view s) const { return kind == Kind::Identifier && text == s; }
  SourceLoc end() const { return {loc.line, loc.column + length}; }
};

class Lexer {
 public:
  explicit Lexer(Diagnostics& diags);
  /// The next token; End for ever once the text is used up. Reports what is no token and skips it.
  Token next();

 private:
  char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  void skip_blanks();
  void skip_block_comment();
  void skip_unknown();
  SourceLoc here() const;
  Token finish(Token::Kind kind, std::size_t start);
  Token identifier();
  Token dotted();
  Token number();
  Token bit_float(std::size_t digits);
  Token decimal_float();
  Token integer();
  Token string();

  Diagnostics& diags_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool starts_line_ = true;
  SourceLoc token_loc_;
  bool token_starts_line_ = false;
};

}  // namespace simt
