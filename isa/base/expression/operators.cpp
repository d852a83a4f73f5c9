#include "isa/base/expression/operators.h"

#include <array>

namespace simt::expr {
namespace {

constexpr int kComparisonsBelowBits = 3;
constexpr std::array<OperatorRow, 19> kBinary{{
    {"||", Operator::Or, kLoosest},
    {"&&", Operator::And, 2},
    // 3: comparisons below bits
    {"|", Operator::BitOr, 4},
    {"^", Operator::BitXor, 5},
    {"&", Operator::BitAnd, 6},
    {"==", Operator::Equal, 7},
    {"!=", Operator::NotEqual, 7},
    {"~=", Operator::Near, 0},
    {"<", Operator::Less, 8},
    {"<=", Operator::LessEqual, 8},
    {">", Operator::Greater, 8},
    {">=", Operator::GreaterEqual, 8},
    {"<<", Operator::ShiftLeft, 9},
    {">>", Operator::ShiftRight, 9},
    {"+", Operator::Add, 10},
    {"-", Operator::Subtract, 10},
    {"*", Operator::Multiply, 11},
    {"/", Operator::Divide, 11},
    {"%", Operator::Remainder, 11},
}};
constexpr int kTightest = 12;
constexpr std::array<OperatorRow, 4> kUnary{{
    {"-", Operator::Minus, kTightest},
    {"+", Operator::Plus, kTightest},
    {"!", Operator::Not, kTightest},
    {"~", Operator::Invert, kTightest},
}};

// The rows stand in the order of the enumeration.
constexpr bool in_order() {
  std::size_t place = 1;
  for (const OperatorRow& row : kBinary)
    if (static_cast<std::size_t>(row.op) != place++) return false;
  for (const OperatorRow& row : kUnary)
    if (static_cast<std::size_t>(row.op) != place++) return false;
  return true;
}
static_assert(in_order());

const OperatorRow& row_of(Operator op) {
  const std::size_t place = static_cast<std::size_t>(op) - 1;
  return place < kBinary.size() ? kBinary[place] : kUnary[place - kBinary.size()];
}

/// Characters that begin an operator: most tokens of a long text begin none.
constexpr std::array<bool, 256> kBegin = [] {
  std::array<bool, 256> out{};
  for (const OperatorRow& row : kBinary) out[static_cast<unsigned char>(row.spelling[0])] = true;
  for (const OperatorRow& row : kUnary) out[static_cast<unsigned char>(row.spelling[0])] = true;
  return out;
}();

Operator find(std::span<const OperatorRow> rows, std::string_view spelling) {
  if (spelling.empty() || !kBegin[static_cast<unsigned char>(spelling[0])]) return Operator::None;
  for (const OperatorRow& row : rows)
    if (row.spelling == spelling) return row.op;
  return Operator::None;
}

}  // namespace

std::span<const OperatorRow> binary_operators() {
  return kBinary;
}
std::span<const OperatorRow> unary_operators() {
  return kUnary;
}

Operator binary_operator(std::string_view spelling) {
  return find(kBinary, spelling);
}
Operator unary_operator(std::string_view spelling) {
  return find(kUnary, spelling);
}

std::string_view spelling_of(Operator op) {
  return op == Operator::None ? std::string_view() : row_of(op).spelling;
}

bool is_comparison(Operator op) {
  return op >= Operator::Equal && op <= Operator::GreaterEqual;
}

int level_of(Operator op, Comparisons comparisons) {
  if (op == Operator::None || op > Operator::Remainder) return 0;
  const bool below = comparisons == Comparisons::BelowBits && is_comparison(op);
  return below ? kComparisonsBelowBits : row_of(op).level;
}

}  // namespace simt::expr
