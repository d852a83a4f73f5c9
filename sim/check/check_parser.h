// Recursive descent over the tokens of a check; the grammar stands in check.h. Operators and ranges
// are in check_parser.cpp, names and calls in check_names.cpp.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/check/check.h"
#include "sim/check/check_builder.h"
#include "sim/check/check_lexer.h"

namespace simt {

struct CheckBinaryOp;  ///< a row of the operator table
struct CheckFold;      ///< a row of the table of sum, min, max, count

class CheckParser {
 public:
  CheckParser(const std::string& text, const CheckScope& scope);
  /// Throws SpecError.
  CheckTree parse();

 private:
  using Id = CheckBuilder::Id;

  const CheckToken& token() const { return tokens_[at_]; }
  /// The text of the token `n` behind the next one; empty behind the end.
  std::string_view ahead(std::size_t n) const {
    return at_ + n < tokens_.size() ? tokens_[at_ + n].text : std::string_view();
  }
  bool next_is(std::string_view text) const { return token().text == text; }
  bool accept(std::string_view text);
  void expect(std::string_view text);
  [[noreturn]] void fail(const std::string& expected) const;
  /// An error at a place of the text.
  [[noreturn]] void fail_at(std::size_t at, const std::string& message) const;
  /// Gives the node the text from `from` to the last token read.
  Id spanned(std::size_t from, Id id);

  Id expression();
  const CheckBinaryOp* operator_at(int level) const;
  Id binary(int level);
  Id combine(CheckOp op, int level, Id left, Id right);
  Id near(Id left, Id right);
  Id unary();

  Id quantifier();
  /// Position of the `for` that belongs to the expression starting at `from`; 0 when there is none.
  std::size_t find_for(std::size_t from) const;
  /// EXPR for NAME in LO..HI, ... : the ranges are read first, because EXPR uses their names.
  Id ranged(CheckOp op);
  CheckNode::Range range();

  Id primary();
  Id call(const std::string& name);
  Id fold_call(const CheckFold& fold);
  void require_function(const std::string& name) const;
  Id function(const std::string& name, Id value);
  Id named(const std::string& name);
  [[noreturn]] void unknown(const std::string& name) const;
  [[noreturn]] void unknown_metric(const std::string& name) const;
  std::string buffer_name();
  std::uint32_t buffer_named(const std::string& name, bool old);
  /// NAME[EXPR], of structures NAME[EXPR].FIELD.
  Id element(const std::string& name, bool old);
  Id of_structure(const std::string& name);
  /// "nearest", "a[1].x" behind the point.
  std::string field_name();
  std::uint32_t field_buffer(const std::string& name, bool old, const std::string& field);
  [[noreturn]] void unknown_field(const BoundArg& arg, const std::string& problem) const;

  const CheckScope& scope_;
  CheckTree tree_;
  CheckBuilder build_;
  std::vector<CheckToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::map<std::string, unsigned> variables_;                      ///< those in scope
  std::map<std::pair<std::string, bool>, std::uint32_t> buffers_;  ///< name, old
};

}  // namespace simt
