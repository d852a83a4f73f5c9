// The grammar of checks: that of isa/base/expression, comparisons below bits, and three forms:
//   all EXPR for ...   any (EXPR for ...)   token "all" or "any"; child: the "for"
//   EXPR for NAME in LO..HI, ...            token "for"; children: EXPR, then NAME, LO, HI of each
//   A ~= B within T   A ~= B within T%      token "within"; children: A ~= B, T or a form "%" of T
// "for" stands after all and any, and in the argument of a call.
#pragma once

#include <string>

#include "isa/base/expression/parser.h"

namespace simt {

class CheckSyntax final : public expr::Parser {
 public:
  explicit CheckSyntax(expr::TokenSource& tokens)
      : expr::Parser(tokens, expr::Comparisons::BelowBits) {}

 private:
  using Id = expr::Id;
  using Kind = expr::Kind;
  using Token = expr::Token;

  Id form() override;
  Id after(Id operation) override;
  Id argument() override;
  std::string leftover() const override;
  bool next_is_name(std::string_view name) const {
    return next().kind == Token::Kind::Name && next().is(name);
  }
  /// `for` and its ranges, which come next.
  Id ranged(Id body);
  void range(expr::Ids& children);
  [[noreturn]] void fail_here(const std::string& message) const {
    fail(expr::Error::Problem::Form, next(), message);
  }
};

}  // namespace simt
