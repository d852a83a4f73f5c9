// The operators of the prompt's expressions on values: C's meaning on integers of 64 bits, which
// wrap, and on doubles as soon as one side is a float.
#pragma once

#include <cstdint>

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
  // Of one value.
  Not,
  Invert,
  Negate,
  // Of two.
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Xor,
  Or,
  Both,
  Either,
  OfLane  ///< a register, and the lane that it is read in
};
constexpr bool is_leaf(ExpressionOp op) {
  return op <= ExpressionOp::SharedWord;
}

Value apply(ExpressionOp op, const Value& a);
/// Throws StepError: division by zero, bits of floats. Both and Either look at their first side
/// alone where it decides, and are none of these.
Value apply(ExpressionOp op, const Value& a, const Value& b);

}  // namespace simt
