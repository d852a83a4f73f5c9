// Arithmetic whose machine code looks at its operands and calls a routine for rare ones (a
// denormal, an infinity, a large integer). The call ends a block of machine code: the assembler
// moves no load across it, what comes after it issues when it is done, and no guard can stand for a
// branch around it. Source: `@P0 BRA`, `CALL.REL.NOINC` in machine code for sm_90
// (tests/hardware/h200/cuda_source.csv.gz, unseen_source.csv.gz).
#pragma once

#include "isa/core/inst.h"

namespace simt {

inline bool has_slow_path(const Inst& inst) {
  if (inst.kind != Kind::Alu) return false;
  switch (inst.op.operation) {
    case Operation::Divide:
    case Operation::Remainder:
      return is_float(inst.op.type) ? !inst.op.approximate : size_of(inst.op.type) == 8;
    case Operation::Reciprocal:
    case Operation::SquareRoot:
      return !inst.op.approximate;
    default:
      return false;
  }
}

}  // namespace simt
