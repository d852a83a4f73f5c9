// Constant expressions within a file: its tokens as the shared parser of expressions takes them,
// and casts, (.s64) and (.u64), which PTX alone has: a Form of '(' with the type's name and the
// operand.
#pragma once

#include "isa/base/expression/parser.h"
#include "isa/ptx/parser.h"

namespace simt {

/// WARP_SZ is the number 32. Names end an expression.
class Parser::ConstantTokens final : public expr::TokenSource {
 public:
  explicit ConstantTokens(Parser& parser) : parser_(parser) { convert(); }
  const expr::Token& next() const override { return next_; }
  void take() override;
  /// Is what follows "(.s64" or "(.u64"?
  bool at_cast() const;

 private:
  void convert();
  Parser& parser_;
  expr::Token next_;
};

class Parser::ConstantSyntax final : public expr::Parser {
 public:
  explicit ConstantSyntax(ConstantTokens& tokens) : expr::Parser(tokens), tokens_(tokens) {}

 private:
  expr::Id form() override;
  ConstantTokens& tokens_;
};

}  // namespace simt
