// What an instruction does, in the terms of no language: a front end fills it in once, from its own
// opcodes and suffixes; everything after the front end reads it and never an opcode. A field that
// an operation has no use for keeps its first value.
#pragma once

#include <cstdint>

#include "isa/base/type_list.h"
#include "isa/core/kind.h"

namespace simt {

/// What is computed, as far as a pass, a view or a message asks. The lane function computes it.
enum class Operation : std::uint8_t {
  Other,
  Move,
  ConvertAddress,  ///< of a space to a generic one or back
  Convert,         ///< Semantics::type2 to type
  Add,
  Subtract,
  Multiply,
  MultiplyAdd,
  Divide,
  Remainder,
  Reciprocal,
  SquareRoot,
  And,
  Or,
  Xor,
  Not,
  ShiftLeft,
  ShiftRight,
  LogicTable,  ///< of three; PTX's has its table in Inst::imm: bit 4a + 2b + c of it
  Compare,
  Breakpoint,
  ReadSpecial,  ///< a special register as an operand (S2R)
};

/// What a comparison asks. With a NaN the first six and Ordered are false, the others true.
enum class Relation : std::uint8_t {
  None,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  EqualOrNan,
  NotEqualOrNan,
  LessOrNan,
  LessEqualOrNan,
  GreaterOrNan,
  GreaterEqualOrNan,
  Ordered,    ///< neither is a NaN
  Unordered,  ///< one is a NaN
};

/// How a predicate is combined with another one, or those of the threads of a CTA.
enum class Combine : std::uint8_t { None, And, Or, Xor, Count };
enum class AtomicOp : std::uint8_t { Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };
enum class ShuffleMode : std::uint8_t { Index, Up, Down, Butterfly };
/// Of a vote, and the first two of a match.
/// Elect: the lowest lane and whether it is this one, without a vote.
enum class VoteMode : std::uint8_t { Any, All, Uniform, Ballot, Elect };
/// Of a branch by where other lanes are (Kind::BranchApart): taken always (.ANY), where the named
/// lanes are all here (.CONV), or where they are not these (.DIV).
enum class PathTest : std::uint8_t { None, Together, Apart };
/// What a branch of machine code is for.
enum class Transfer : std::uint8_t { Jump, Call, Return };
/// Of a fence: who sees memory in order.
enum class Scope : std::uint8_t { Gpu, Cta, System };
enum class FloatTest : std::uint8_t { Subnormal, Normal, Finite, Infinite, Number, NotANumber };

enum class Rounding : std::uint8_t {
  Nearest,  ///< to nearest, ties to even
  Zero,
  Down,
  Up,
  Away,  ///< to nearest, ties away from zero
};
/// What changes the value of an arithmetic operation.
struct FloatMode {
  Rounding rounding = Rounding::Nearest;
  bool ftz = false;        ///< subnormals are zero
  bool sat = false;        ///< clamped to [0, 1], or to the range of the type
  bool relu = false;       ///< clamped to 0 from below
  bool satfinite = false;  ///< what is too large becomes the largest finite value
  bool nan = false;        ///< minimum and maximum: a NaN is the result
  bool xorsign = false;    ///< of the magnitudes, with the product of the signs
  bool operator==(const FloatMode&) const = default;
};

struct Semantics {
  ScalarType type = ScalarType::None;   ///< of the result, or of what is compared or exchanged
  ScalarType type2 = ScalarType::None;  ///< of the operands where it differs
  TypeList more_types;  ///< of the operands after those: of a matrix product's second, of its sum
  Operation operation = Operation::Other;
  Relation relation : 4 = Relation::None;
  AtomicOp reduce : 4 = AtomicOp::Add;  ///< of Kind::Redux
  Combine combine : 3 = Combine::None;
  FloatTest test : 3 = FloatTest::Subnormal;
  ShuffleMode shuffle : 2 = ShuffleMode::Index;
  VoteMode vote : 3 = VoteMode::Any;
  Scope scope : 2 = Scope::Gpu;
  PathTest path_test : 2 = PathTest::None;
  Transfer transfer : 2 = Transfer::Jump;
  bool aligned : 1 = false;      ///< CTA barrier: the warp comes to it as one
  bool packed : 1 = false;       ///< CTA barrier: one operand, its number, at bit 16 the count
  bool parts : 1 = false;        ///< WARPSYNC: parts the path (.EXCLUSIVE, .COLLECTIVE)
  bool tells_swap : 1 = false;   ///< CAS: 1 where it has swapped, else 0 (CAST.SPIN)
  bool sync : 1 = false;         ///< warp-level: an operand names the lanes that take part
  bool approximate : 1 = false;  ///< within stated bounds, not correctly rounded
  bool high : 1 = false;         ///< upper half of a product
  bool matrix_unit : 1 = false;  ///< on the multipliers of the tensor cores (HFMA2.MMA)
  /// Its guard has one value in all lanes, and it computes for all of them whatever the path: a
  /// machine executes it once for the warp (Alu, Load).
  bool whole_warp : 1 = false;
  /// Branch: all lanes that execute it go one way, as the text says or an analysis shows.
  bool uniform : 1 = false;
  FloatMode mode;

  bool is(Operation o) const { return operation == o; }
  bool operator==(const Semantics&) const = default;
};

}  // namespace simt
