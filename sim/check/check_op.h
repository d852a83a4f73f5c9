// Operators of the syntax as operations of a check.
#pragma once

#include "isa/base/expression/operators.h"
#include "sim/check/check_tree.h"

namespace simt {

/// Of any operator but Plus, which does nothing.
CheckOp check_op(expr::Operator op);
/// Is its value a truth, 0 or 1 (or, of ?:, maybe one)?
bool is_truth(CheckOp op);

}  // namespace simt
