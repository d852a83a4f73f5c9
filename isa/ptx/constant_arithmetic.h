// The arithmetic of constant expressions: PTX ISA 9.1, sections 4.5.3 to 4.5.6. Integers are 64
// bits wide and wrap; an operation with one unsigned operand is unsigned (table of section 4.5.6),
// a comparison gives a signed 0 or 1. A shift by 64 or more, which the ISA leaves open, shifts
// everything out.
#pragma once

#include <optional>

#include "isa/base/expression/operators.h"
#include "isa/ptx/ast.h"

namespace simt::constant {

ast::Literal integer(std::uint64_t bits, bool is_unsigned);
bool is_integer(const ast::Literal& a);
/// nullopt for an operation that needs an integer.
std::optional<ast::Literal> unary_operation(expr::Operator op, const ast::Literal& a);
/// The divisor of / and % is not zero.
ast::Literal integer_operation(expr::Operator op, const ast::Literal& a, const ast::Literal& b);
/// nullopt for an operation that needs integers.
std::optional<ast::Literal> float_operation(expr::Operator op, const ast::Literal& left,
                                            const ast::Literal& right);

}  // namespace simt::constant
