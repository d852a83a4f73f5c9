// The text of an expression, read from left to right: symbols, names, numbers.
#pragma once

#include <string>
#include <string_view>

#include "sim/step/value.h"

namespace simt {

class ExpressionText {
 public:
  /// `text` outlives this object.
  explicit ExpressionText(const std::string& text) : text_(text) {}

  /// Throws StepError, naming the expression.
  [[noreturn]] void fail(const std::string& what) const;
  void skip();  ///< blanks
  /// Behind the blanks.
  std::string_view rest();
  /// Does what follows begin so? Blanks count.
  bool starts_with(std::string_view symbol) const;
  bool accept(std::string_view symbol);
  void expect(std::string_view symbol);
  /// Letters, digits, _ $ and dots, behind `prefix` characters that may be any.
  std::string name(std::size_t prefix);
  Value number();

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace simt
