// Tokens of a check expression.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

struct CheckToken {
  enum class Kind { Name, Number, Symbol, End } kind = Kind::End;
  std::string_view text;
  std::size_t at = 0;  ///< offset in the expression
};

/// Throws SpecError at a character that begins no token. The last token is End.
std::vector<CheckToken> check_tokens(std::string_view text);

}  // namespace simt
