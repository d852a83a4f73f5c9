// What a lane function of machine code reads from Inst::imm: signs of its operands, and what its
// opcode has beside them.
#pragma once

#include <cstdint>

#include "isa/core/inst.h"

namespace simt::machine {

/// Flags; one that an opcode has no use for is not set.
enum Flag : std::uint64_t {
  kNegateA = 1,
  kNegateB = 2,
  kNegateC = 4,
  kAbsoluteA = 8,
  kAbsoluteB = 16,
  kAbsoluteC = 32,
  kExtended = 64,     ///< .X, .EX: with carries in, or a comparison of lower words
  kSigned = 128,      ///< of integers
  kHigh = 256,        ///< .HI: the upper half
  kWide = 512,        ///< of 64 bits, not 32
  kWrap = 1024,       ///< .W: amounts wrap, and are not clamped
  kRight = 2048,      ///< a shift to the right
  kAnd = 4096,        ///< of LOP3: the predicates are both to be true
  kPositions = 8192,  ///< .SH: as a shift
  kBfloat = 1 << 14,  ///< BF16, not F16
  kSingle = 1 << 15,  ///< the result is of single precision
  kClears = 1 << 16,  ///< the source is cleared
  kInvertA = 1 << 17,
  kFlushMul = 1 << 18,  ///< .FMZ: a zero factor gives zero, whatever the other one
  kRelu = 1 << 19,      ///< clamped to 0 from below
  kPairs = 1 << 20,     ///< of integers: two of 16 bits
  kInBounds = 1 << 21,  ///< .OOB: zero, if a factor is out of a tensor's bounds
};
/// Functions of packed integers.
enum PackedFunction : unsigned { kSumOf, kExtremeOfTwo, kExtremeOfThree, kExtremeOfSum };
constexpr unsigned kFunctionAt = 24, kTableAt = 32, kSecondTableAt = 40, kAmountAt = 48;

struct Modifiers {
  std::uint64_t bits;
  explicit Modifiers(const Inst& inst) : bits(static_cast<std::uint64_t>(inst.imm)) {}
  bool has(Flag flag) const { return (bits & flag) != 0; }
  unsigned function() const { return bits >> kFunctionAt & 0xff; }  ///< which of several
  unsigned table() const { return bits >> kTableAt & 0xff; }
  unsigned second_table() const { return bits >> kSecondTableAt & 0xff; }
  unsigned amount() const { return bits >> kAmountAt & 0xff; }
};

/// Comparisons by the number that machine code gives them; integers have the first seven and True.
enum Comparison : unsigned {
  kFalse,
  kLess,
  kEqual,
  kLessEqual,
  kGreater,
  kNotEqual,
  kGreaterEqual,
  kNumber,
  kNan,
  kLessOrNan,
  kEqualOrNan,
  kLessEqualOrNan,
  kGreaterOrNan,
  kNotEqualOrNan,
  kGreaterEqualOrNan,
  kTrue
};
/// How a comparison is combined with a predicate, in the two bits below those of the comparison.
enum Combination : unsigned { kWithAnd, kWithOr, kWithXor };

}  // namespace simt::machine
