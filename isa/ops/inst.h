// One decoded instruction: what its operands are and what executes it. Operands are slots of a
// register file (isa/base/register_file.h), control flow is program counters.
#pragma once

#include <array>
#include <cstdint>

#include "isa/base/register_file.h"
#include "isa/base/small_list.h"
#include "isa/base/types.h"
#include "isa/ops/op_table.h"

namespace simt {

/// Dense register number, the index into Program::registers and into the scoreboard.
using RegId = std::uint16_t;
inline constexpr RegId kNoReg = 0xffff;
/// Memory ordering as far as the models distinguish it (PTX ISA 9.7.9.8, 8.3).
enum class MemoryOrder : std::uint8_t { Weak, Volatile, Relaxed, Acquire, Release, AcqRel };
enum class CacheOp : std::uint8_t { Default, CacheGlobal, Streaming, LastUse, NoCache, ReadOnly };
enum class AtomicOp : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };

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
  /// The lanes are at one address and are added up first: one of them goes to memory.
  bool aggregated = false;
  /// Adds 1 in shared memory, and nobody reads the old value: lanes on one word are counted and
  /// added together (ATOMS.POPC.INC).
  bool counts_lanes = false;
  unsigned bytes() const { return size_of(type) * elements; }
};

/// One instruction. Where its operands stand, by kind:
///   Alu          dst and src in the order of the row's operand pattern (isa/ops/op_table.h)
///   Load         dst[i] element i (kNoSlot: discarded), src[0] base of the address
///   Store        src[0] base of the address, src[1 + i] element i
///   Atomic       dst[0] old value (kNoSlot: discarded), src[0] base, src[1], src[2] operands
///   Reduction    src[0] base, src[1] operand
///   Branch       guard, target;   BranchIndexed: src[0] index, imm: entry of branch_tables
///   Call         imm: entry of call_sites; direct: target; indirect: src[0] function address and
///                target == kNoPc; external: CallSite::external
///   ReadSpecial  dst[0], imm: a SpecialReg
///   others       as the row's pattern; an absent optional operand between others is kNoSlot
/// An address is base + imm. The base is a register of src_bytes (4 or 8), the stack pointer (local
/// frame) or a constant slot (absolute addresses). An optional cache policy is checked and dropped.
struct Inst {
  /// Alu: executes it. Atomic, Reduction on halves: dst[0] = src[0] op src[1] on registers; else
  /// null.
  LaneOp lanes = nullptr;
  Kind kind = Kind::Nop;
  OpClass op_class = OpClass::Misc;
  std::uint8_t machine_insts = 1;
  /// Instructions that compute when this one issues: itself and those behind it that do nothing
  /// else (isa/host/runs.h); 0: an earlier one has done it.
  std::uint8_t run_length = 1;
  bool copies_parameter = false;  ///< a load that does nothing else, and cannot fault (runs.h)
  bool guard_negated = false;
  std::uint8_t num_dst = 0, num_src = 0;
  std::uint8_t src_negated = 0;  ///< bit i: src[i] is a predicate that is read as !p
  /// Register widths of dst[0] and src[0] (elements of a vector have one width). A store has no
  /// destination: there dst_bytes is the width of the registers stored. A load or store narrower
  /// than its register extends (by the sign of memory.type) or truncates.
  std::uint8_t dst_bytes = 0, src_bytes = 0;
  Slot guard = kNoSlot;      ///< predicate; kNoSlot: always executed
  RegId guard_reg = kNoReg;  ///< the same as a register number
  std::array<Slot, 4> dst{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::array<Slot, 5> src{kNoSlot, kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  /// Address offset of a memory instruction; value of a `#` operand (lut of lop3); branch table,
  /// call site or special register.
  std::int64_t imm = 0;
  MemoryForm memory;  ///< Load, Store, Atomic, Reduction
  Pc target = kNoPc;  ///< Branch: taken target; direct Call: callee's entry
  /// Immediate post-dominator of a control instruction: where its lanes rejoin. kNoPc: only at the
  /// end of the function.
  Pc reconverge = kNoPc;
  bool yields = false;     ///< back edge of a loop that waits on memory: YIELD (see divergence)
  bool back_edge = false;  ///< taken edge of this branch closes a natural loop
  /// Registers read and written, guard included, each once, for the scoreboard. A call has as many
  /// as its parameters.
  SmallList<RegId, 8> reads;
  SmallList<RegId, 4> writes;
  OpForm form;    ///< opcode with its suffixes: for Kind-specific details and printing
  SourceLoc loc;  ///< in the IR text
  std::uint32_t debug_line = 0;  ///< index + 1 into Program::debug_lines; 0: none

  /// Of its machine instructions, those of other timing classes than its own.
  OtherInsts others() const { return form.op == nullptr ? OtherInsts{} : form.op->others; }
};

}  // namespace simt
