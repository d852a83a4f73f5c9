// What two instructions are as one (combine.h has the pairs and their source).
#pragma once

#include "isa/analysis/constant_values.h"

namespace simt {

/// Makes of `second` what both do; its source `operand` is what `first` computes. False: the two
/// are no such pair, and `second` stays as it is. `values`: of slots that always hold one value; an
/// instruction of the machine has room for one constant.
bool join(const Inst& first, Inst& second, unsigned operand, const ConstantValues& values);

}  // namespace simt
