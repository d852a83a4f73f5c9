// Operands in rows of 32 bits. An operation takes each operand as one wide row: 32 lanes side by
// side, each as wide as the type. Registers of the machine have 32 bits, and a wider operand is a
// pair of them or four, its low bits in the first. For an instruction that has such operands they
// are gathered into wide rows of the common part, the operation is executed on these as on any
// others, and what it wrote is scattered: every operation is written once. All are gathered before
// anything is written, so results may lie in rows that are read. Instructions without such operands
// (all that PTX makes) pay nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isa/base/small_list.h"
#include "isa/core/inst.h"

namespace simt {

struct Program;

enum class OperandRole : std::uint8_t { Written, Read };

/// One operand in rows.
struct RowOperand {
  OperandRole role = OperandRole::Read;
  Slot wide = kNoSlot;      ///< what Inst::dst or Inst::src names: 4 * rows.size() bytes a lane
  SmallList<Slot, 4> rows;  ///< low bits first; kNoSlot: read as zero, not written
  unsigned bytes() const { return static_cast<unsigned>(4 * rows.size()); }
};
/// Those of an instruction.
struct RowOperands {
  LaneOp wide = nullptr;  ///< Alu: executes it on wide rows
  std::vector<RowOperand> operands;
};

/// Appends an operand that lies in `rows` (low bits first) to Inst::dst or Inst::src. Registers
/// read and written, and dst_bytes and src_bytes (those of the whole operand), are the caller's to
/// say, as of any operand; Inst::lanes of an Alu instruction is set before.
void add_row_operand(Program& program, Inst& inst, OperandRole role, std::span<const Slot> rows);

/// Another lane function for an Alu instruction that has all of its operands.
void set_lanes(Inst& inst, LaneOp lanes);

/// The operand that a slot of dst or src stands for; nullptr: the slot is a row itself.
const RowOperand* row_operand(const Inst& inst, OperandRole role, Slot slot);
/// Of an instruction that has operands in rows: puts together all of them, those it writes too.
void gather_rows(const Inst& inst, Registers regs);
/// Writes back the results of `lanes`.
void scatter_rows(const Inst& inst, Registers regs, LaneMask lanes);

/// The low bits (`bytes`, at most 8) of one lane of src[index], in rows or not.
std::uint64_t source_bits(const Inst& inst, ConstRegisters regs, std::size_t index, unsigned bytes,
                          unsigned lane);

}  // namespace simt
