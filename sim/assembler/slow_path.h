// Arithmetic whose machine code looks at its operands and calls a routine for rare ones (a
// denormal, an infinity, a large integer). The call ends a block of machine code: the assembler
// moves no load across it. Source: `@P0 BRA`, `CALL.REL.NOINC` in machine code for sm_90
// (tests/hardware/h200/cuda_source.csv.gz, unseen_source.csv.gz).
#pragma once

#include "isa/ops/op_table.h"

namespace simt {

inline bool has_slow_path(const Inst& inst) {
  if (inst.kind != Kind::Alu || inst.form.op == nullptr) return false;
  const std::string_view name = mnemonic_of(*inst.form.op);
  const bool divides = name == "div" || name == "rem";
  const OpForm& form = inst.form;
  const bool rounded =
      form.has(Mod::rn) || form.has(Mod::rz) || form.has(Mod::rm) || form.has(Mod::rp);
  if (divides || name == "rcp" || name == "sqrt")
    return rounded || (divides && !is_float(form.type) && size_of(form.type) == 8);
  return false;
}

}  // namespace simt
