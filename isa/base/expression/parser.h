// Tokens to a tree, with C's grammar of expressions.
//   text -> lexer.h --------------> tokens -> Parser -> tree -> values: sim/check/check_compiler.h
//                                     ^                                 sim/step/expression.h
//   PTX  -> isa/ptx/constant_tokens.h +                                 isa/ptx/parser_constant.cpp
//
//   expression   binary [? expression : expression]
//   binary       unary {operator unary}, by the levels of operators.h
//   unary        {- + ! ~} value
//   value        NUMBER | ( expression ) | NAME [( arguments )] { [ expression ] or .NAME }
// What only one language has, its parser adds as a Form where a value begins, after an operation
// or in an argument. Nesting and length are bounded: no text exhausts the stack, neither here nor
// where a tree is walked.
#pragma once

#include <initializer_list>
#include <string>

#include "isa/base/expression/tree.h"

namespace simt::expr {

inline constexpr int kMaxDepth = 250;           ///< two for each pair of parentheses
inline constexpr std::size_t kMaxNodes = 1000;  ///< of a tree

class Parser {
 public:
  explicit Parser(TokenSource& source, Comparisons comparisons = Comparisons::AsInC);
  virtual ~Parser() = default;

  // All throw Error.
  Tree whole();                        ///< up to the end of the tokens
  Tree leading();                      ///< up to what belongs to no expression
  Tree tighter_than(Operator looser);  ///< up to that as well, or an operator as loose as `looser`

 protected:
  /// What a language has of its own where a value begins; kNone: nothing.
  virtual Id form() { return kNone; }
  /// A finished Binary, or a Form around it.
  virtual Id after(Id operation) { return operation; }
  virtual Id argument() { return expression(); }
  /// What is wrong where a whole text goes on behind its end.
  virtual std::string leftover() const { return "nothing more is expected here"; }

  Id expression();
  /// The rest of an expression whose first value is read.
  Id expression_from(Id value);
  Id unary();
  /// Its text ends with the last token taken.
  Id add(Kind kind, std::size_t from, const Token& token, std::initializer_list<Id> children = {},
         Operator op = Operator::None);
  Node& node(Id id) { return tree_.nodes[id]; }

  const Token& next() const { return source_.next(); }
  Token take();
  const Token& last() const { return last_; }  ///< taken
  bool accept(std::string_view symbol);
  void close(const Token& opener, std::string_view closer);
  [[noreturn]] void fail(Error::Problem problem, const Token& at, const std::string& message) const;

 private:
  struct Nested;
  Id binary(Id left, int loosest);
  Id value();
  Id named();
  Id postfix(Id base);
  Tree finish(Id root);

  TokenSource& source_;
  Comparisons comparisons_;
  Tree tree_;
  Token last_;
  int depth_ = 0;
};

}  // namespace simt::expr
