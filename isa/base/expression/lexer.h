// The text of an expression as tokens:
//   names     letters, digits, _ and $, not a digit first; with Percent::BeginsNames also %r1 where
//             a value may stand
//   numbers   42 0x2a 1.5 .5 1e-3; "0..n" begins with the number 0; 'A' is its code
//   symbols   the operators, and ( ) [ ] , ? : . .. =
// Names with dots are members: see tree.h.
#pragma once

#include <optional>
#include <vector>

#include "isa/base/expression/token.h"

namespace simt::expr {

enum class Percent : std::uint8_t { IsOperator, BeginsNames };

/// 'A' or '\\n' as C writes it.
struct Character {
  char value;
  std::size_t size;  ///< of its spelling
  std::uint64_t bits() const { return static_cast<std::uint64_t>(std::int64_t{value}); }
};
/// The one that `text` begins with.
std::optional<Character> character_at(std::string_view text);

/// Throws Error. The last token is End.
std::vector<Token> tokens_of(std::string_view text, Percent percent = Percent::IsOperator);

/// A text that is one expression, as a source of tokens; the text outlives it.
class TokenList final : public TokenSource {
 public:
  explicit TokenList(std::string_view text, Percent percent = Percent::IsOperator)
      : tokens_(tokens_of(text, percent)) {}
  const Token& next() const override { return tokens_[at_]; }
  void take() override {
    if (at_ + 1 < tokens_.size()) ++at_;
  }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace simt::expr
