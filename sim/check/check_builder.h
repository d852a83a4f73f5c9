// Makes typed nodes of a check: decides signed, unsigned or real, and inserts the conversions.
#pragma once

#include <initializer_list>
#include <string>

#include "isa/base/expression/token.h"
#include "sim/check/check_tree.h"

namespace simt {

class CheckBuilder {
 public:
  using Id = std::uint32_t;
  explicit CheckBuilder(CheckTree& tree) : tree_(tree) {}

  Id integer(std::uint64_t value, CheckKind kind, ScalarType type = ScalarType::None);
  Id real(double value, ScalarType type = ScalarType::None);
  Id number(const expr::Token& token);  ///< a literal
  Id variable(unsigned number);
  Id element(std::uint32_t buffer, Id index);
  /// An index of that dimension, from 1, which has `extent`.
  Id within(std::uint32_t buffer, std::size_t dimension, std::uint64_t extent, Id index);
  Id buffer_fold(CheckOp op, std::uint32_t buffer);

  Id unary(CheckOp op, Id operand);       ///< Neg, BitNot, Not, Abs
  Id arithmetic(CheckOp op, Id a, Id b);  ///< Add ... Xor, Min2, Max2
  Id compare(CheckOp op, Id a, Id b);
  Id near(Id a, Id b, double tolerance, bool relative);
  Id logic(CheckOp op, Id a, Id b);
  Id select(Id condition, Id a, Id b);
  Id cast(ScalarType type, Id value);
  Id math(double (*f)(double), Id value);
  Id is_nan(Id value);
  Id fold(CheckOp op, Id body, std::vector<CheckNode::Range> ranges);

  CheckNode& node(Id id) { return tree_.nodes[id]; }
  std::string text_of(Id id) const;
  Id to_integer(Id id, std::string_view where);

 private:
  Id add(CheckOp op, CheckKind kind, std::initializer_list<Id> children);
  Id to_real(Id id);
  Id truth(Id id);
  /// The wider of two kinds, with both operands brought to it.
  CheckKind unify(Id& a, Id& b);
  /// "; how_to_type()" of an element, where there is something to say.
  std::string typing_hint(Id id) const;
  /// Throws where a variable's bytes meet what is no byte.
  void refuse_for_bytes(Id element, Id other) const;
  void take_type_of_other(Id& typed, Id& other);

  CheckTree& tree_;
};

}  // namespace simt
