// The instruction table: the one place where an instruction is defined.
// Decoder, spelling, timing class, `simt-sim list-instructions` and the test that every
// instruction has a value test are all derived from the rows. To add an instruction, add a row.
//
// An opcode pattern is written in the PTX ISA's own notation:
//   "add{.sat}.s32"                       a literal suffix, an optional one
//   "mul(.lo|.hi)(.u32|.s32)"             exactly one of
//   "fma(.rn|.rz|.rm|.rp){.ftz}{.sat}.f32"
//   "ld{.volatile|.relaxed|.acquire}{.gpu|.cta|.sys}{.global|.shared}{.v2|.v4}(.u32|.f32)"
//   "vote[.sync(.all|.any)].pred"         the suffixes within [] come in any order
//   "ld{.shared::cta}"                    an alternative with "::cta" sets both modifiers
// A suffix that can be absent, or has an alternative, is a modifier (modifiers.def). Suffixes
// appear in the pattern's order; alternatives are separated by '|'; {} may be absent. Scalar types
// are recognised by their spelling: OpForm::types, in the order of the opcode. Several rows may
// share a mnemonic; the first row whose whole pattern matches is taken.
//
// An operand pattern is a comma list of NAME[:TYPE]; a name that starts with 'd' is written, the
// others are read. `?` after an operand: it may be absent. At most one operand of a row is
// optional, so the number of operands tells; an absent one keeps its place among the sources, as
// kNoSlot.
//   TYPE   t (default; the first of OpForm::types) | t2, t3 ... (the second, third)
//          | wide (twice t) | a literal type | pred
//   d|p    a dual destination, its second half a predicate that may be absent ("%r1|%p1")
//   dv, av a scalar or a vector "{%r1,%r2}": of as many elements as .v2/.v4 say, or for mov of 2 or
//          4 elements that share the width of the type (pack, unpack)
//   dv4, av2  a vector of so many elements, whatever the opcode says
//   [a]    an address: register, symbol, immediate, or register/symbol + immediate
//   [a;c]:TYPE  a handle and coordinates of this type; of layers, the first one is an integer
//   #a     a constant expression: its value goes to Inst::imm and it takes no source slot
//   label, targets, call   the operands of bra, brx.idx and call
// The carry flag CC.CF is a hidden operand: an Alu form with .cc writes it as Inst::dst[1], a row
// with reads_carry reads it as the source after the written ones (src[2] of addc, src[3] of madc).
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/type_list.h"
#include "isa/core/inst.h"
#include "isa/core/spelling.h"

namespace simt {

enum class Mod : std::uint8_t {
#define MODIFIER(id, spelling) id,
#include "isa/ptx/rows/modifiers.def"
#undef MODIFIER
  kCount
};
std::string_view name_of(Mod m);
std::optional<Mod> modifier(std::string_view spelling);

struct OpInfo;

/// An opcode as parsed: the row that matched and the suffixes present.
struct OpForm {
  const OpInfo* op = nullptr;
  TypeList types;
  std::bitset<static_cast<std::size_t>(Mod::kCount)> mods;

  ScalarType type() const { return types[0]; }
  bool has(Mod m) const { return mods.test(static_cast<std::size_t>(m)); }
  void set(Mod m) { mods.set(static_cast<std::size_t>(m)); }
  bool operator==(const OpForm&) const = default;
  unsigned vector_width() const { return has(Mod::v4) ? 4 : has(Mod::v2) ? 2 : 1; }
};

/// What a form means.
Semantics semantics_of(const OpForm& form);
MatrixForm matrix_form_of(const OpForm& form);

struct OpInfo {
  std::string_view opcode;    ///< opcode pattern, starts with the mnemonic
  std::string_view operands;  ///< operand pattern; "" for none
  Kind kind;
  OpClass op_class;
  /// What an Alu instruction computes, or the operation of an atomic that is an Alu instruction
  /// too (half-precision addition); else null.
  LaneSelect lanes;
  std::string_view section;                ///< heading in the PTX ISA, one of sections()
  std::uint8_t machine_insts = 1;          ///< machine instructions that the assembler makes of one
  bool reads_carry = false;                ///< reads CC.CF (addc, subc, madc)
  OtherInsts others{};                     ///< of machine_insts
  StateSpace space = StateSpace::Generic;  ///< that it accesses where no suffix says so
};

/// What the instructions under a heading of the PTX ISA do (isa/ptx/rows/sections.def).
struct SectionInfo {
  std::string_view heading;
  Operation operation;
  std::string_view text;
};
std::span<const SectionInfo> sections();

std::string_view mnemonic_of(const OpInfo& op);
/// Every row, grouped as in the PTX ISA.
std::span<const OpInfo> op_table();
/// All rows with this mnemonic; empty when there is none.
std::vector<const OpInfo*> ops_named(std::string_view mnemonic);

/// Result of matching the dot-separated parts of an opcode ("setp","lt","and","s32").
struct OpMatch {
  std::optional<OpForm> form;
  std::size_t bad_part = 0;  ///< when there is no form: index of the first part that fits no row
};
OpMatch match_opcode(std::span<const std::string_view> parts);
/// An instruction of this form without operands.
Inst inst_of(const OpForm& form);
/// "ld.global.v4.f32": the opcode of a form, its suffixes in the order of the pattern.
std::string spelling_of(const OpForm& form);

/// One operand of an operand pattern, parsed.
struct OperandSpec {
  using Shape = OperandShape;
  Shape shape = Shape::Value;
  bool written = false;
  bool optional = false;
  bool dual_predicate = false;  ///< "d|p"
  std::uint8_t elements = 0;    ///< of a vector: "av4"; 0: as the form says
  std::string name;
  std::string type;  ///< as written in the pattern; "t" when absent
  /// The scalar type for this form (resolves t, t2, ..., wide).
  ScalarType resolve(const OpForm& form) const;
};
std::vector<OperandSpec> parse_operands(std::string_view pattern);

}  // namespace simt
