// A check, compiled: typed nodes over buffers already found, so that a million elements are quick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isa/base/types.h"

namespace simt {

using CheckStorage = std::vector<std::unique_ptr<std::vector<std::byte>>>;

struct CheckBuffer {
  std::string name;
  const std::byte* data = nullptr;
  std::uint64_t count = 0;
  ScalarType type = ScalarType::S32;
  std::uint64_t stride = size_of(ScalarType::S32);  ///< bytes from one element to the next
  std::string field = "";                           ///< ".nearest" of structures
  bool is_variable = false;                         ///< of the module
};

/// How to say what a variable holds that is declared as bytes; "" of all else.
std::string how_to_type(const CheckBuffer& buffer);

/// How a node's value is held: 64-bit integer, signed or not, or double. Truth is a Signed 0 or 1.
enum class CheckKind : std::uint8_t { Signed, Unsigned, Real };

enum class CheckOp : std::uint8_t {
  Constant,
  Variable,
  Element,
  ToReal,
  ToInteger,
  Cast,    // Cast: to `type`, staying integer or real
  Within,  // an index of dimension `dimension` of `buffer`, which has `bits`
  Neg,
  BitNot,
  Not,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Near,  // Near: `real` is the tolerance, `relative` its kind
  LogicAnd,
  LogicOr,
  Select,
  Abs,
  Min2,
  Max2,
  Math,
  IsNan,  // Math: `math` applied to a real
  All,
  Any,
  Count,
  Sum,
  Min,
  Max,  // over `ranges`
  BufferSum,
  BufferMin,
  BufferMax,  // over all elements of `buffer`
};

/// Of ~= without 'within': relative.
inline constexpr double kDefaultTolerance = 1e-5;

struct CheckNode {
  struct Range {
    unsigned variable;
    std::uint32_t lo, hi;
  };

  CheckOp op = CheckOp::Constant;
  CheckKind kind = CheckKind::Signed;
  /// Type of an element, scalar argument or cast; None: a value without a type of its own.
  ScalarType type = ScalarType::None;
  bool literal = false;  ///< a number as written, possibly negated
  bool relative = true;
  std::uint32_t child[3] = {};  ///< indices into CheckTree::nodes
  std::uint64_t bits = 0;       ///< integer constant; loop variable's number
  double real = 0;
  double (*math)(double) = nullptr;
  std::uint32_t buffer = 0;  ///< index into CheckTree::buffers
  std::uint32_t dimension = 0;
  std::vector<Range> ranges;
  std::size_t from = 0, to = 0;  ///< the node's text in CheckTree::text
};

struct CheckTree {
  std::string text;
  std::vector<CheckNode> nodes;
  std::vector<CheckBuffer> buffers;
  CheckStorage storage;                ///< of old(...) buffers
  std::vector<std::string> variables;  ///< loop variables by number
  std::uint32_t root = 0;
};

}  // namespace simt
