// Literals as bits of an operand's type (PTX ISA 9.1, section 4.5, and what ptxas accepts).
// Integers go to integer and untyped operands (modulo 2^width, as ptxas does, with a warning);
// floats to .f32 and .f64, rounded to nearest even; 0f and 0d also to untyped bits of their width.
#pragma once

#include <string>

#include "isa/ptx/ast.h"

namespace simt::decode {

/// An initialiser of .b32 takes a decimal (rounded to single precision); an operand does not.
enum class Strictness { Operand, Initialiser };

struct Immediate {
  std::uint64_t bits = 0;
  bool truncated = false;  ///< the value did not fit
};
/// Throws Error when a literal of this kind cannot stand for the type.
Immediate immediate_bits(const ast::Literal& literal, ScalarType type, Strictness strictness);

}  // namespace simt::decode
