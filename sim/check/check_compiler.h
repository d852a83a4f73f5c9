// From the syntax tree of a check to typed nodes: what names, calls and subscripts mean. The
// language stands in check.h, its syntax in check_syntax.h. Operators and ranges are in
// check_compiler.cpp, calls in check_calls.cpp, names in check_names.cpp.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isa/base/expression/tree.h"
#include "sim/check/check.h"
#include "sim/check/check_builder.h"

namespace simt {

struct CheckFold;  ///< a row of the table of sum, min, max, count

class CheckCompiler {
 public:
  CheckCompiler(const std::string& text, const CheckScope& scope);
  /// Throws SpecError.
  CheckTree compile();

 private:
  using Id = CheckBuilder::Id;
  using Node = expr::Node;
  using Kind = expr::Kind;
  /// The members and subscripts after a name, from one of them on.
  using Steps = std::span<const expr::Id>;

  expr::Tree parse() const;
  /// "in the check '...', before '...': MESSAGE".
  [[noreturn]] void fail(std::size_t at, const std::string& message) const;
  [[noreturn]] void fail_behind(const Node& node, const std::string& message) const;
  /// MESSAGE alone, with the place.
  [[noreturn]] void fail_at(const Node& node, const std::string& message) const;

  Id value(expr::Id id);
  Id value_of(const Node& node, expr::Id id);
  Id binary(const Node& node);
  Id form(const Node& node);
  Id within(const Node& node);
  Id ranged(CheckOp op, const Node& ranges);
  CheckNode::Range range(const Node& ranges, std::size_t first);

  Id call(const Node& node);
  const Node& only_argument(const Node& call) const;
  Id fold_call(const CheckFold& fold, const Node& node);
  std::optional<Id> whole_buffer(const CheckFold& fold, expr::Id argument);
  Id length(const Node& node);
  void require_function(const Node& node) const;
  Id function(const std::string& name, Id value);

  /// A name with what stands after it.
  Id place(expr::Id id);
  Id named(const Node& name, Steps steps);
  Id scalar(const BoundArg& arg);
  void nothing_behind(Steps steps) const;
  [[noreturn]] void unknown(const Node& name) const;
  [[noreturn]] void unknown_metric(const Node& name, const std::string& metric) const;
  /// "NAME.FIELD" where that is a buffer that a structure points to, else "NAME"; nothing for what
  /// is no name.
  std::optional<std::string> buffer_name(expr::Id id) const;
  std::string required_buffer(expr::Id id) const;
  std::uint32_t buffer_named(const std::string& name, bool old, const Node& at);
  /// NAME[EXPR], of structures NAME[EXPR].FIELD.
  Id element(const std::string& name, bool old, const Node& base, Steps steps);
  std::size_t subscripts_of(const BoundArg& arg, Steps steps) const;
  Id index_of(const BoundArg& arg, std::uint32_t buffer, Steps subscripts);
  Id of_structure(const Node& name, Steps steps);
  /// "nearest", "a[1].x" of the steps.
  std::string field_name(Steps steps) const;
  std::uint32_t field_buffer(const std::string& name, bool old, Steps field, const Node& at);
  static bool holds_structures(const BoundArg& arg);
  std::string about_fields(const BoundArg& arg, const std::string& problem) const;

  const CheckScope& scope_;
  CheckTree tree_;
  CheckBuilder build_;
  expr::Tree syntax_;
  std::map<std::string, unsigned> variables_;                      ///< those in scope
  std::map<std::pair<std::string, bool>, std::uint32_t> buffers_;  ///< name, old
};

}  // namespace simt
