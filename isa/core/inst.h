// One decoded instruction: what its operands are and what executes it. Operands are slots of a
// register file (isa/base/register_file.h), control flow is program counters.
#pragma once

#include <cstdint>
#include <memory>

#include "isa/base/register_file.h"
#include "isa/base/slot_list.h"
#include "isa/base/small_list.h"
#include "isa/base/types.h"
#include "isa/core/async_form.h"
#include "isa/core/matrix_form.h"
#include "isa/core/op_class.h"
#include "isa/core/semantics.h"
#include "isa/core/texel_form.h"

namespace simt {

/// Dense register number, the index into Program::registers and into the scoreboard.
using RegId = std::uint16_t;
inline constexpr RegId kNoReg = 0xffff;
/// Of an instruction that no text has.
inline constexpr std::uint16_t kNoSpelling = 0xffff;
/// Memory ordering as far as the models distinguish it (PTX ISA 9.7.9.8, 8.3).
enum class MemoryOrder : std::uint8_t { Weak, Volatile, Relaxed, Acquire, Release, AcqRel };
/// Of an atomic whose lanes are at one address: which warps combine their values first, so that one
/// lane goes to memory. WholeWarps: those all of whose lanes execute it.
enum class Aggregation : std::uint8_t { None, WholeWarps, AllWarps };
enum class CacheOp : std::uint8_t { Default, CacheGlobal, Streaming, LastUse, NoCache, ReadOnly };

struct Inst;
struct RowOperands;
/// Executes one Alu instruction for the lanes of `active`. `regs` are the warp's registers;
/// operands are Inst::dst / Inst::src, slots of it. Must be total: no input traps.
using LaneOp = void (*)(const Inst& inst, Registers regs, LaneMask active);
/// Picks the lane function of an operation; nullptr means "this combination is not supported".
using LaneSelect = LaneOp (*)(const Semantics& what);

struct MemoryForm {
  StateSpace space = StateSpace::Generic;
  ScalarType type = ScalarType::None;  ///< type of one element in memory
  std::uint8_t elements = 1;           ///< 1, 2 or 4
  MemoryOrder order = MemoryOrder::Weak;
  CacheOp cache = CacheOp::Default;
  AtomicOp atomic = AtomicOp::Add;
  /// A call argument or result that the ABI passes in registers: it lives in the local frame here,
  /// and makes no memory traffic.
  bool register_passed = false;
  Aggregation aggregated = Aggregation::None;
  /// Adds 1 in shared memory, and nobody reads the old value: lanes on one word are counted and
  /// added together (ATOMS.POPC.INC).
  bool counts_lanes = false;
  TexelForm texel;    ///< Texture and Surface
  AsyncForm async;    ///< AsyncCopy and Mbarrier
  MatrixForm matrix;  ///< Matrix, MatrixLoad, MatrixStore
  /// What is added to every lane's address beside Inst::imm: a row that has one value in all lanes,
  /// and the row of its upper 32 bits; kNoSlot: zero.
  Slot uniform_low = kNoSlot, uniform_high = kNoSlot;
  std::uint8_t base_shift = 0;  ///< the base is shifted to the left by so many bits first
  /// Of machine code, where a register says what of a constant bank: the bank.
  static constexpr std::uint8_t kNoBank = 0xff;
  std::uint8_t bank = kNoBank;
  bool of_texels() const { return texel.geometry != Geometry::None; }
  unsigned bytes() const { return size_of(type) * elements; }
};

/// Machine instructions that the assembler makes of one.
struct Expansion {
  std::uint8_t insts = 1;
  OtherInsts others;  ///< of them
};
/// What the host computes at once (isa/host/runs.h).
struct HostRun {
  /// Instructions that compute when this one issues: itself and those after it that do nothing
  /// else; 0: an earlier one has done it.
  std::uint8_t length = 1;
  bool copies_parameter = false;  ///< a load that does nothing else, and cannot fault
  bool copies_constant = false;   ///< the same of constant memory: all lanes, one address
};
/// Of a control instruction, from the control-flow graph (isa/analysis/control_flow.h).
struct FlowFacts {
  /// Immediate post-dominator: where its lanes reconverge. kNoPc: only at the end of the function.
  Pc reconverge = kNoPc;
  bool yields = false;     ///< back edge of a loop that waits on memory: YIELD (see divergence)
  bool back_edge = false;  ///< taken edge of this branch closes a natural loop
};

/// One instruction. Where its operands stand, by kind:
///   Alu          dst and src as the lane function takes them
///   Load         dst[i] element i (kNoSlot: discarded), src[0] base of the address
///   Store        src[0] base of the address, src[1 + i] element i
///                Both, of texels: src[0] handle, then the coordinates, then elements that are
///                stored
///   TexelQuery   dst[0] answer, or dst[i] the answer to query i (kNoSlot: discarded); src[0]
///   handle,
///                src[1], where there is one, the level of detail
///   Atomic       dst[0] old value (kNoSlot: discarded), src[0] base, src[1], src[2] operands
///   Reduction    src[0] base, src[1] operand
///   AsyncCopy    src[0] base in global memory, src[1] base in shared memory (of dst_bytes, 4 or
///   8),
///                src[2] as CopyAmount says
///   AsyncWait    imm: groups that may still be under way; negative: waits for all copies, also
///   those
///                of no group
///   Mbarrier     dst[0] state, or predicate of a wait, or count (kNoSlot: discarded); src[0] base,
///                src[1] operand (MbarrierOp); of PendingCount src[0] is a state
///   Branch       guard, target;   BranchIndexed: src[0] index, imm: entry of branch_tables
///   Call         imm: entry of call_sites; direct: target; indirect: src[0] function address and
///                target == kNoPc; external: CallSite::external
///   ReadSpecial  dst[0], imm: a SpecialReg
///   ConvergeAt, ConvergeWait, ConvergeLeave   dst[0]: a barrier, a mask of the warp (a predicate's
///                slot) with the lanes that it waits for
///   BranchTo     src[0] of src_bytes (4 or 8), imm: added to it; a byte address, 16 an instruction
///                src[1], where there is one, is a second predicate
///   WarpSync     src[0] mask; dst[0], of a collective: where each lane goes on after it, imm
///   BranchIf     guard, src[0] another predicate, target;   BranchApart: src[0] a mask, target
///   Matrix       dst the result, src the registers of A, B and the sum, as many as they have;
///                and the metadata of a sparse one; without a shape (MatrixForm::m) dst[0] is
///                src[0], columns and rows exchanged
///   MatrixLoad   dst[i] register i, src[0] base of the address; of a fragment src[1], where there
///                is one, the elements from one row or column to the next
///   MatrixStore  src[0] base of the address, src[1 + i] register i; of a fragment the elements
///                from one row or column to the next behind them
///   others       as sim/exec takes them; an absent optional operand between others is kNoSlot
/// An address is base + imm. The base is a register of src_bytes (4 or 8), the stack pointer (local
/// frame) or a constant slot (absolute addresses). An optional cache policy is checked and dropped.
struct Inst {
  /// Alu: executes it. Atomic, Reduction on halves: dst[0] = src[0] op src[1] on registers; else
  /// null.
  LaneOp lanes = nullptr;
  /// Of dst and src those that lie in rows of 32 bits (isa/core/rows.h); null: none, all are wide.
  std::shared_ptr<const RowOperands> rows;
  Kind kind = Kind::Nop;
  OpClass op_class = OpClass::Misc;
  Expansion expansion;
  HostRun run;
  /// Register widths of dst[0] and src[0] (elements of a vector have one width). A store has no
  /// destination: there dst_bytes is the width of the registers stored. A load or store narrower
  /// than its register extends (by the sign of memory.type) or truncates.
  std::uint8_t dst_bytes = 0, src_bytes = 0;
  bool guard_negated = false;
  std::uint16_t src_negated = 0;  ///< bit i: src[i] is a predicate that is read as !p
  RegId guard_reg = kNoReg;       ///< the guard as a register number
  Slot guard = kNoSlot;           ///< predicate; kNoSlot: always executed
  SlotList<4> dst;                ///< as many as it has; what is absent reads as kNoSlot
  SlotList<5> src;
  Pc target = kNoPc;  ///< Branch: taken target; direct Call: callee's entry
  /// Address offset of a memory instruction; value of an operand that is a constant (the table of
  /// Operation::LogicTable); branch table, call site or special register.
  std::int64_t imm = 0;
  MemoryForm memory;                     ///< of what accesses memory
  Semantics op;                          ///< what it does beyond its kind
  std::uint16_t spelling = kNoSpelling;  ///< index into ProgramText::spellings
  /// Registers read and written, guard included, each once, for the scoreboard. A call has as many
  /// as its parameters.
  SmallList<RegId, 8> reads;
  SmallList<RegId, 4> writes;
  FlowFacts flow;
  SourceLoc loc;                 ///< in the IR text
  std::uint32_t debug_line = 0;  ///< index + 1 into DebugInfo::lines; 0: none
};

}  // namespace simt
