// The parsed module: what the text says, with source locations, before any meaning is checked.
// Grammar: PTX ISA 9.1, chapters 4, 5, 7, 10, 11. Types and opcodes are still text here except
// where the grammar itself needs them; names are resolved by the decoder (isa/ptx/decode).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "isa/base/types.h"

namespace simt::ast {

struct Name {
  std::string text;
  SourceLoc loc;
};

/// A literal. Floats keep their bits: 0fXXXXXXXX as F32, 0dXXXXXXXXXXXXXXXX and decimals as F64.
struct Literal {
  enum class Kind : std::uint8_t { Integer, Float32, Float64 } kind = Kind::Integer;
  std::uint64_t bits = 0;    ///< integer: two's complement of the evaluated constant expression
  bool is_unsigned = false;  ///< "U" suffix or beyond the signed range
  SourceLoc loc;
};

struct Operand;
using OperandList = std::vector<Operand>;

/// %r1 | sym | 42 | [sym+4] | {a,b} | d|p | !p | _ | (a, b) in calls
struct Operand {
  enum class Shape : std::uint8_t { Name, Literal, Address, Vector, Dual, Sink, Parenthesised };
  Shape shape = Shape::Name;
  SourceLoc loc;
  std::uint32_t length = 1;  ///< bytes of source text, for underlining
  bool negated = false;      ///< "!p"
  Name name;                 ///< Name; base of Address ("" when absolute)
  Literal literal;           ///< Literal; Address: the offset (0 when absent). `sym+4` as a Name
                             ///< operand (mov of an address expression) keeps its offset here too
  bool has_offset = false;
  char component = 0;    ///< 'x','y','z','w' of a vector register or of %tid (".x"), else 0
  OperandList elements;  ///< Vector, Dual (two), Parenthesised
};

struct Guard {
  Name predicate;
  bool negated = false;
};

struct Instruction {
  std::vector<Name> opcode;  ///< split at dots: {"ld","global","v4","f32"}; "L1::evict_last" and
                             ///< "shared::cta" stay one part
  std::optional<Guard> guard;
  OperandList operands;
  SourceLoc loc;  ///< of the mnemonic
};

/// An element of an initialiser: a literal, or the address of a symbol (+ offset), possibly
/// generic(sym), or a byte of it (mask(sym) forms are kept as `mask`).
struct Initialiser {
  std::variant<Literal, Name> value;
  std::int64_t offset = 0;
  bool generic = false;
  std::uint64_t mask = 0;           ///< 0xFF00(sym): the mask; 0 when absent
  std::vector<Initialiser> nested;  ///< non-empty for a brace list; value is then unused
};

/// .reg/.shared/.local/.const/.global/.param declaration of one name.
struct Variable {
  enum class Space : std::uint8_t { Reg, Shared, Local, Const, Global, Param } space = Space::Reg;
  ScalarType type = ScalarType::None;
  std::uint32_t vector = 1;  ///< .v2, .v4
  std::uint32_t align = 0;   ///< 0: natural
  Name name;
  std::uint32_t range = 0;  ///< %r<100>: declares %r0 .. %r99
  bool is_array = false;
  std::vector<std::uint64_t> dims;  ///< outermost first; 0 means [] (extern or from initialiser)
  std::optional<Initialiser> initial;
  bool is_extern = false, is_visible = false, is_weak = false;
  bool pointer = false;  ///< .ptr on an entry parameter
  std::uint64_t elements() const {
    std::uint64_t n = vector;
    for (auto d : dims) n *= d;
    return n;
  }
};

struct Label {
  Name name;
};
/// A line of the language that was compiled.
struct Place {
  std::uint32_t file = 0, line = 0, column = 0;
};
struct LocDirective {
  Place place;
  SourceLoc loc;
  std::string function;         ///< function_name: a label of .debug_str; "" when absent
  std::uint64_t offset = 0;     ///< from there
  std::optional<Place> called;  ///< inlined_at
};
struct BranchTargets {
  Name label;
  std::vector<Name> targets;
};  ///< L: .branchtargets A, B;
struct CallTargets {
  Name label;
  std::vector<Name> targets;
};
struct CallPrototype {
  Name label;
  std::vector<Variable> returns, params;
};
struct Block;
using Statement = std::variant<Instruction, Variable, Label, LocDirective, BranchTargets,
                               CallTargets, CallPrototype, std::unique_ptr<Block>>;
struct Block {  ///< { ... } opens a scope for declarations and labels
  std::vector<Statement> statements;
};

struct Function {
  bool is_entry = false, is_extern = false, is_visible = false, is_weak = false;
  bool has_body = false;
  Name name;
  std::vector<Variable> returns, params;
  std::vector<std::uint32_t> max_ntid, req_ntid;
  std::uint32_t min_ctas_per_sm = 0, max_registers = 0;
  Name cluster;  ///< the directive that asks for clusters; "": none does
  std::uint32_t first_line = 0, last_line = 0;  ///< from its linkage to its '}' or ';'
  Block body;
};

struct File {
  std::uint32_t id;
  std::string path;
};

/// The section .debug_str: strings that end in a zero byte.
struct DebugStrings {
  std::string bytes;
  std::map<std::string, std::size_t> labels;  ///< where each begins
  /// "" when there is no such label.
  std::string at(const std::string& label, std::uint64_t offset) const;
};

struct Module {
  std::string version, target;
  std::uint32_t address_size = 64;
  std::vector<Variable> variables;
  std::vector<std::unique_ptr<Function>> functions;  ///< in order; declarations and definitions
  std::vector<File> files;
  DebugStrings debug_strings;
};

}  // namespace simt::ast
