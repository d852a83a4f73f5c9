// Tokens of an expression, where a parser takes them from, and what goes wrong on the way.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "isa/base/types.h"

namespace simt::expr {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Number,
    Name,
    Symbol,
    Other  ///< no part of an expression: one ends before it
  };
  Kind kind = Kind::End;
  std::string_view text;
  std::size_t offset = 0;              ///< in the whole text; of End: its size
  ScalarType type = ScalarType::None;  ///< of a Number: S64, U64 beyond its range, F64, F32
  std::uint64_t bits = 0;              ///< its value

  std::size_t end() const { return offset + text.size(); }
  /// A name, symbol or other token that is spelled so.
  bool is(std::string_view spelling) const { return kind != Kind::Number && text == spelling; }
};

class TokenSource {
 public:
  virtual ~TokenSource() = default;
  /// The next token, which stays the next; End for ever after the last.
  virtual const Token& next() const = 0;
  virtual void take() = 0;
};

/// what() says what is wrong, without the place; tokens are views into the text.
struct Error : std::runtime_error {
  enum class Problem : std::uint8_t {
    NoToken,       ///< a character or number that begins none
    ValueMissing,  ///< where `at` stands
    NotClosed,     ///< `opener`
    ColonMissing,  ///< of ?:
    Leftover,      ///< `at` and what follows
    Chained,       ///< comparisons that cannot be
    TooDeep,
    TooLong,
    Form,  ///< of something that only one language has
  };
  Error(Problem p, const Token& where, const std::string& message, const Token& opened = {})
      : std::runtime_error(message), problem(p), at(where), opener(opened) {}
  Problem problem;
  Token at, opener;
};

/// "at the end", "before '+ 1'": the place of an error.
std::string place_in(std::string_view text, std::size_t offset);

}  // namespace simt::expr
