// How the instructions of one 12-bit opcode are encoded and written: what a row of the opcode table
// (isa/machine/notation.h) says for one operand form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/machine/word.h"

namespace simt::machine {

/// Number of a field of an encoding; kNoField: there is none.
using FieldIndex = int;
constexpr FieldIndex kNoField = -1;

/// A field whose values have names: ".FTZ", ".RM". One of an encoding's name or of an operand;
/// without a field, its one name is always written.
struct Modifier {
  FieldIndex field = kNoField;
  std::vector<std::string> names;  ///< by value; fewer than values: the others are reserved
  std::vector<bool> reserved;      ///< by value
  bool imad_alias = false;         ///< .MOV, .IADD, .SHL: what IMAD is written as (print.cpp)
};

enum class PieceKind : std::uint8_t {
  Register,
  UniformRegister,
  Predicate,
  UniformPredicate,
  Barrier,     ///< convergence barrier B0..B15
  Scoreboard,  ///< SB0..SB5
  SpecialRegister,
  Unsigned,
  Signed,
  Float32,
  Float64,     ///< the upper 32 bits of a double
  HalfPair,    ///< two values of 16 bits, the upper one written first
  Constant,    ///< c[bank][offset], or c[bank][register + offset]
  Target,      ///< offset / 4 from the next instruction
  ByteTarget,  ///< the same in bytes
  Offset,      ///< the same, written as an offset
  Set,         ///< {2,1,0}: the numbers of the bits that are set
  Names,       ///< one of the names of suffix[0]
  Literal,
  Descriptor,  ///< desc[UR4], gdesc[UR4], and the address behind it
  Address,     ///< [inner + inner ...]
};

/// Bits that must have these values.
struct Condition {
  Word mask, value;
  bool holds(const Word& word) const { return (word & mask) == value; }
};

/// Of a source register: bits of the word that say whether it is kept for the next instruction, one
/// for each slot of an operand.
constexpr unsigned kReuseBits = 122;
/// Of the metadata of a sparse matrix product; no disassembler writes it.
constexpr unsigned kReuseMetadata = kReuseBits + 3;

struct Piece {
  PieceKind kind = PieceKind::Literal;
  FieldIndex field = kNoField;
  FieldIndex bank = kNoField;  ///< of a constant
  FieldIndex negate = kNoField, absolute = kNoField, invert = kNoField, complement = kNoField;
  unsigned reuse_bit = 0;               ///< of a source register; 0: it cannot be kept for reuse
  FieldIndex bfloat = kNoField;         ///< of a pair of halves: 1 for bfloat16
  std::optional<std::uint64_t> hidden;  ///< not written when it has this value
  std::optional<Condition> condition;   ///< written only where it holds
  std::string text;
  std::vector<Modifier> suffix;
  std::vector<Piece> inner;  ///< of an address or a constant's register
};

/// Pieces with a space between them; operands are separated by commas.
/// An operand of which no piece is written is left out.
struct Operand {
  std::vector<Piece> pieces;
};

struct NamePart {
  std::string text;  ///< written before the modifier
  std::optional<Modifier> modifier;
};

struct Encoding {
  std::string row;  ///< as in the table, for messages
  unsigned opcode = 0;
  unsigned first_target = 0, last_target = 0;  ///< sm_75: 75
  bool uniform_guard = false;                  ///< the guard is a uniform predicate
  std::vector<NamePart> name;
  std::vector<Operand> operands;
  std::vector<Bits> fields;  ///< those of every instruction first (CommonField)
  Condition fixed;           ///< constant bits, the opcode among them
  Word ignored;              ///< bits without a meaning
  Word reuse_slots;          ///< reuse bits that may be set
  bool quiet_reuse = false;  ///< and are not written
};

/// Fields that every encoding has, in this order.
enum CommonField : FieldIndex { kGuard, kGuardNot, kControl, kCommonFields };

constexpr Bits kOpcodeBits{{{{0, 12}, {}, {}}}};

}  // namespace simt::machine
