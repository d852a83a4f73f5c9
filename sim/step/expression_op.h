// What the prompt's expressions are made of, and operators on their values: C's meaning on integers
// of 64 bits, which wrap, and on doubles as soon as one side is a float.
#pragma once

#include <cstdint>

#include "isa/base/expression/operators.h"
#include "sim/step/value.h"

namespace simt {

enum class ExpressionOp : std::uint8_t {
  // Leaves: read in expression.cpp.
  Number,
  Warp,
  Lane,
  Cta,
  Sm,
  Cycle,
  Register,
  Special,
  Element,
  SharedElement,
  ConstantElement,   ///< of a variable in constant memory
  ParameterElement,  ///< of an argument that is passed by value
  Word,
  SharedWord,
  // Of others: Unary and Binary say which operator.
  Unary,
  Binary,
  Select,
  Within,  ///< an index of a dimension, in its range
  OfLane   ///< a register, and the lane that it is read in
};
constexpr bool is_leaf(ExpressionOp op) {
  return op <= ExpressionOp::SharedWord;
}

Value apply(expr::Operator op, const Value& a);
/// Throws StepError: division by zero, bits of floats. && and || look at their first side alone
/// where it decides, and are none of these.
Value apply(expr::Operator op, const Value& a, const Value& b);

}  // namespace simt
