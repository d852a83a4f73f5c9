#include "sim/check/check_op.h"

namespace simt {

CheckOp check_op(expr::Operator op) {
  using expr::Operator;
  switch (op) {
    case Operator::Or:
      return CheckOp::LogicOr;
    case Operator::And:
      return CheckOp::LogicAnd;
    case Operator::BitOr:
      return CheckOp::Or;
    case Operator::BitXor:
      return CheckOp::Xor;
    case Operator::BitAnd:
      return CheckOp::And;
    case Operator::Equal:
      return CheckOp::Eq;
    case Operator::NotEqual:
      return CheckOp::Ne;
    case Operator::Near:
      return CheckOp::Near;
    case Operator::Less:
      return CheckOp::Lt;
    case Operator::LessEqual:
      return CheckOp::Le;
    case Operator::Greater:
      return CheckOp::Gt;
    case Operator::GreaterEqual:
      return CheckOp::Ge;
    case Operator::ShiftLeft:
      return CheckOp::Shl;
    case Operator::ShiftRight:
      return CheckOp::Shr;
    case Operator::Add:
      return CheckOp::Add;
    case Operator::Subtract:
      return CheckOp::Sub;
    case Operator::Multiply:
      return CheckOp::Mul;
    case Operator::Divide:
      return CheckOp::Div;
    case Operator::Remainder:
      return CheckOp::Rem;
    case Operator::Minus:
      return CheckOp::Neg;
    case Operator::Not:
      return CheckOp::Not;
    default:
      return CheckOp::BitNot;
  }
}

bool is_truth(CheckOp op) {
  switch (op) {
    case CheckOp::Eq:
    case CheckOp::Ne:
    case CheckOp::Lt:
    case CheckOp::Le:
    case CheckOp::Gt:
    case CheckOp::Ge:
    case CheckOp::Near:
    case CheckOp::LogicAnd:
    case CheckOp::LogicOr:
    case CheckOp::Not:
    case CheckOp::IsNan:
    case CheckOp::All:
    case CheckOp::Any:
    case CheckOp::Select:
      return true;
    default:
      return false;
  }
}

}  // namespace simt
