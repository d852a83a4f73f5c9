// How instructions are written in the language that they came from: for listings and messages.
// Nothing that executes, times or changes code reads it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/core/semantics.h"

namespace simt {

struct Program;

enum class OperandShape : std::uint8_t {
  Value,
  Vector,
  Address,
  Texel,      ///< a handle and coordinates
  Immediate,  ///< Inst::imm
  Label,
  Targets,  ///< of an indexed branch
  Call,
};
/// One operand as a listing shows it, in the order of Inst::dst or Inst::src.
struct OperandText {
  OperandShape shape = OperandShape::Value;
  bool written = false;
  bool optional = false;        ///< not shown where it is absent
  bool dual_predicate = false;  ///< a second destination may stand after it: "d|p"
  ScalarType type = ScalarType::None;
  std::uint8_t elements = 0;  ///< of a vector; 0: as many as the instruction has left
};
/// One opcode with its suffixes; instructions that are written alike share it.
struct Spelling {
  std::string mnemonic;  ///< "vote"
  std::string opcode;    ///< "vote.sync.ballot.b32"
  std::string heading;   ///< its chapter in the language's manual: "vote.sync"
  std::vector<OperandText> operands;
};

/// A language, for what passes make: it stands in no text.
class Language {
 public:
  Language() = default;
  virtual ~Language() = default;
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;
  /// One that has no way to write the operation gives an empty one.
  virtual Spelling spell(Operation operation, ScalarType type) const = 0;
  /// The same load or store, of `elements` words that follow each other.
  virtual Spelling widened(const Spelling& access, unsigned elements) const = 0;
};

/// Index for Inst::spelling of what a pass makes; kNoSpelling where the program has no language.
std::uint16_t add_spelling(Program& program, Operation operation, ScalarType type);
/// The same of a load or store, written as `spelling`, that a pass makes wider.
std::uint16_t add_widened_spelling(Program& program, std::uint16_t spelling, unsigned elements);

}  // namespace simt
