// The decoded program of one kernel: what every stage after the front end works on.
// Immutable once built. Nothing here knows PTX: operands are slots of a register file, control flow
// is program counters, symbols are addresses. Another front end can produce the same structure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/core/debug_info.h"
#include "isa/core/inst.h"
#include "isa/core/issue_control.h"
#include "isa/core/machine_form.h"
#include "isa/core/shared_layout.h"
#include "isa/core/special_regs.h"
#include "isa/core/spelling.h"

namespace simt {

/// Named barriers of a CTA (PTX ISA 9.7.13.1).
inline constexpr unsigned kNamedBarriers = 16;

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
/// Fills the constant's slot.
void fill_constant(Registers regs, const ConstantSlot& constant);
/// Bytes of a warp's own registers.
struct SlotRange {
  Slot begin, end;
};
/// How large the parts of a register file are, and what lies at a place of its own.
struct SlotLayout {
  std::uint32_t own_bytes = 0;  ///< a warp's own
  /// What of it starts with zero in a new warp; no one reads the rest before writing it.
  std::vector<SlotRange> zeroed{{0, ~Slot{0}}};
  std::uint32_t common_bytes = 0;  ///< of the common part
  /// In the common part, by place: where operands in rows are put together (isa/core/rows.h).
  std::vector<Slot> wide_rows;
  /// After it: room for values that live within a run (runs.h), of whichever warp issues.
  std::uint32_t temporary_bytes = 0;
  Slot stack_pointer = kNoSlot;  ///< u64 per lane: base of the running function's local frame
  Slot carry = kNoSlot;          ///< CC.CF, a predicate
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
  bool recursive = false;  ///< its registers are saved by a call (see sim/exec/calls.cpp)
  Slot first_slot = 0, last_slot = 0;  ///< its registers occupy [first, last) of the file
  std::uint32_t formal_bytes = 0;      ///< its formal .param parameters take [0, formal_bytes)
  bool register_formals = false;       ///< has parameters in registers: not callable by address
  std::uint64_t address = 0;           ///< what a register holds that names it (kFunctionWindow)
  /// Formals, kNoReg for one in .param space: calls write the parameters and read the results,
  /// where no instruction of the function does.
  std::vector<RegId> parameter_registers{}, result_registers{};
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

/// Index into `functions` of the one at `address`, functions.size() when there is none.
std::size_t function_at(const std::vector<FunctionInfo>& functions, std::uint64_t address);

/// Lines of the text, 1-based, both included.
struct LineRange {
  std::uint32_t first, last;
};
/// What the program was decoded from, and how that writes its instructions.
struct ProgramText {
  std::string name;                ///< path as given
  std::vector<std::string> lines;  ///< of the IR, for the source view
  /// Functions that the kernel cannot reach, with the comments above them.
  std::vector<LineRange> unreached;
  std::vector<Spelling> spellings;     ///< by Inst::spelling
  const Language* language = nullptr;  ///< lives as long as the process
};

/// Limits that the kernel's directives state; 0: not given.
struct LaunchBounds {
  std::array<std::uint32_t, 3> max_ntid{}, req_ntid{};
  std::uint32_t min_ctas_per_sm = 0, max_registers = 0;
};

/// Where Program::registers_per_thread comes from.
enum class RegisterCount : std::uint8_t {
  Estimated,  ///< from liveness, within the launch bounds
  ByPtxas,    ///< the assembler's own, for the device
  Given,      ///< by the person: a what-if
};

struct Program {
  std::string kernel;
  std::string target;  ///< "sm_75"
  ProgramText text;

  std::vector<Inst> code;  ///< entry function first; entry pc is functions[0].entry
  /// By PC, of a program that brings it: what the machine code says. Else empty, and the imitation
  /// of the assembler decides (sim/assembler/issue_info.h).
  std::vector<IssueControl> issue_control;
  std::optional<MachineForm> machine;  ///< of machine code only
  std::vector<FunctionInfo> functions;
  std::vector<CallSite> call_sites;
  std::vector<std::vector<Pc>> branch_tables;

  std::vector<RegisterInfo> registers;
  SlotLayout slots;
  std::vector<ConstantSlot> constants;
  std::vector<SpecialSlot> specials;
  std::vector<BankSlot> bank_slots;  ///< in the common part

  std::vector<Param> params;
  std::uint32_t param_bytes = 0;
  std::vector<Variable> variables;
  SharedLayout shared;
  std::uint32_t barriers_used = 0;

  LaunchBounds bounds;
  std::uint32_t registers_per_thread = 0;
  RegisterCount registers_from = RegisterCount::Estimated;
  bool as_compiled = false;
  DebugInfo debug;
};

/// Whether a person may look at it: "%r5" of PTX, "R5", "P0" and "B1" of machine code.
bool has_name(const Program& program, RegId reg);

}  // namespace simt
