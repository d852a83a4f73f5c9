// The operators of expressions and how tightly they bind: the only table of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace simt::expr {

enum class Operator : std::uint8_t {
  None,
  // Of two values, loosest first.
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Near,  ///< ~=, of checks alone
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  // Of one.
  Minus,
  Plus,
  Not,
  Invert,
};

/// Where comparisons stand. AsInC: between shifts and &, those of order tighter than == and !=.
/// BelowBits: looser than | ^ and &, all on one level, not chained, and ~= is one.
enum class Comparisons : std::uint8_t { AsInC, BelowBits };

struct OperatorRow {
  std::string_view spelling;
  Operator op;
  int level;  ///< in C; higher binds tighter
};
std::span<const OperatorRow> binary_operators();
std::span<const OperatorRow> unary_operators();

/// Operator::None for anything else.
Operator binary_operator(std::string_view spelling);
Operator unary_operator(std::string_view spelling);
std::string_view spelling_of(Operator op);
bool is_comparison(Operator op);

constexpr int kLoosest = 1;
/// From kLoosest; 0 for what is no operator of two values there.
int level_of(Operator op, Comparisons comparisons);

}  // namespace simt::expr
