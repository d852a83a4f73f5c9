// The decoded program of one kernel: what every stage after the front end works on.
// Immutable once built. Nothing here knows PTX: operands are slots of a register file, control flow
// is program counters, symbols are addresses. Another front end can produce the same structure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "isa/base/register_file.h"
#include "isa/base/types.h"
#include "isa/ops/op_table.h"
#include "isa/program/special_regs.h"

namespace simt {

/// Dense register number, the index into Program::registers and into the scoreboard.
using RegId = std::uint16_t;
inline constexpr RegId kNoReg = 0xffff;
/// Named barriers of a CTA (PTX ISA 9.7.13.1).
inline constexpr unsigned kNamedBarriers = 16;

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
  /// Registers read and written, guard included, for the scoreboard.
  std::array<RegId, 8> reads{};
  std::array<RegId, 4> writes{};
  std::uint8_t num_reads = 0, num_writes = 0;
  OpForm form;    ///< opcode with its suffixes: for Kind-specific details and printing
  SourceLoc loc;  ///< in the IR text
  std::uint32_t debug_line = 0;  ///< index + 1 into Program::debug_lines; 0: none
};

struct RegisterInfo {
  std::string name;  ///< "%r5"; hidden ones start with '$' ("$sp", "$cc", "$const12")
  ScalarType type = ScalarType::None;
  Slot slot = kNoSlot;
  std::uint32_t function = 0;  ///< index into Program::functions
};
struct ConstantSlot {  ///< `value` (low bytes) broadcast to all lanes; a predicate takes
                       ///< all-ones/zero
  Slot slot;
  ScalarType type;
  std::uint64_t value;
};
struct SpecialSlot {
  Slot slot;
  SpecialReg reg;
};

struct Param {
  std::string name;
  ScalarType type = ScalarType::None;  ///< element type; an aggregate is B8 with count > 1
  std::uint32_t count = 1;
  std::uint32_t offset = 0, bytes = 0, align = 1;
  bool pointer_hint = false;  ///< .ptr attribute seen
};

struct FunctionInfo {
  std::string name;
  Pc entry = kNoPc;
  Pc end = kNoPc;  ///< one past the last instruction
  /// Local variables and parameter copies. A callee's frame starts at the caller's $sp +
  /// frame_bytes rounded up to 16; its formal .param parameters (results first) lie at the start of
  /// it.
  std::uint32_t frame_bytes = 0;
  bool recursive = false;              ///< its registers are saved by a call (see sim/exec/call)
  Slot first_slot = 0, last_slot = 0;  ///< its registers occupy [first, last) of the file
  std::uint32_t formal_bytes = 0;      ///< its formal .param parameters take [0, formal_bytes)
  bool register_formals = false;       ///< has parameters in registers: not callable by address
};
struct ParamCopy {  ///< offsets from the caller's and callee's frame base
  std::uint32_t caller, callee, bytes;
};
struct CallSite {
  /// For an external function `callee` is the offset in its argument list laid out by the same
  /// rules.
  std::vector<ParamCopy> in, out;
  /// Parameters in registers (.reg formals): slot to slot, `bytes` per lane.
  struct RegCopy {
    Slot from, to;
    std::uint8_t bytes;
  };
  std::vector<RegCopy> in_regs, out_regs;
  std::uint32_t caller = 0;
  std::uint32_t formal_bytes = 0;  ///< of the prototype; must be the callee's
  std::string external;            ///< "vprintf", "__assertfail", "malloc", "free"; else empty
};

struct Variable {  ///< a .global or .const variable with its address and initial bytes
  std::string name;
  StateSpace space = StateSpace::Global;
  ScalarType type = ScalarType::B8;
  std::uint64_t address = 0;  ///< absolute for .global, offset for .const
  std::uint64_t bytes = 0;
  std::vector<std::byte> initial;  ///< may be shorter than bytes: the rest is zero
};
/// `bytes` is 0 for an extern array: it takes the dynamic shared memory.
struct SharedVariable {
  std::string name;
  std::uint32_t offset, bytes;
  ScalarType type;
};

struct DebugLine {
  std::uint32_t file, line, column;
};
struct DebugFile {
  std::uint32_t id;
  std::string path;
};

/// Lines of the text, 1-based, both included.
struct LineRange {
  std::uint32_t first, last;
};

/// Limits that the kernel's directives state; 0: not given.
struct LaunchBounds {
  std::array<std::uint32_t, 3> max_ntid{}, req_ntid{};
  std::uint32_t min_ctas_per_sm = 0, max_registers = 0;
};

struct Program {
  std::string kernel;
  std::string target;                     ///< "sm_75"
  std::string source_name;                ///< path as given
  std::vector<std::string> source_lines;  ///< the IR text, for the source view
  /// Functions of the text that the kernel cannot reach, with the comments above them.
  std::vector<LineRange> unreached_lines;

  std::vector<Inst> code;  ///< entry function first; entry pc is functions[0].entry
  std::vector<FunctionInfo> functions;
  std::vector<CallSite> call_sites;
  std::vector<std::vector<Pc>> branch_tables;

  std::vector<RegisterInfo> registers;
  std::uint32_t register_file_bytes = 0;  ///< a warp's own
  std::uint32_t common_bytes = 0;         ///< of the common part
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  Slot stack_pointer = kNoSlot;  ///< u64 per lane: base of the running function's local frame
  Slot carry = kNoSlot;          ///< CC.CF, a predicate

  std::vector<Param> params;
  std::uint32_t param_bytes = 0;
  std::vector<Variable> variables;
  std::vector<SharedVariable> shared_variables;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_offset = 0;  ///< where extern .shared arrays start
  bool uses_dynamic_shared = false;
  std::uint32_t barriers_used = 0;

  LaunchBounds bounds;
  std::uint32_t registers_per_thread = 0;  ///< estimate from liveness; bounds applied
  bool if_converted = false;
  std::vector<DebugFile> debug_files;
  std::vector<DebugLine> debug_lines;
};

}  // namespace simt
