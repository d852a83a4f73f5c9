// One instruction while its operands are collected: slots, widths, and the registers that the
// scoreboard watches.
#pragma once

#include "isa/core/program.h"
#include "isa/ptx/rows/op_table.h"

namespace simt::decode {

/// An operand that has a slot: a register, a constant or a special register.
struct Value {
  Slot slot = kNoSlot;
  RegId reg = kNoReg;  ///< kNoReg unless a register
  ScalarType type = ScalarType::None;
  bool negated = false;
};

/// Collects the operands of one Inst.
struct InstBuilder {
  Inst inst;
  OpForm form;  ///< its opcode
  InstBuilder(const OpForm& opcode, SourceLoc loc);
  void add_dst(const Value& value);
  void add_src(const Value& value);
  void read(RegId reg);
  void write(RegId reg);
};

}  // namespace simt::decode
