// What a parser makes of an expression: nodes in an array, each after its children, so that who
// evaluates may go from the first to the last. What a name, a call, a subscript or a member means
// is its matter.
#pragma once

#include <vector>

#include "isa/base/expression/operators.h"
#include "isa/base/expression/token.h"
#include "isa/base/small_list.h"

namespace simt::expr {

using Id = std::uint32_t;  ///< of a node: its place in Tree::nodes
inline constexpr Id kNone = ~Id{0};
using Ids = SmallList<Id, 4>;

enum class Kind : std::uint8_t {
  Number,
  Name,
  Unary,      ///< op; the operand
  Binary,     ///< op; both operands
  Select,     ///< condition ? one : other
  Subscript,  ///< what has it, the index
  Member,     ///< what has it; the token is the member's name
  Call,       ///< the arguments; the token is the function's name
  Form,       ///< of one language alone: its parser says what its token and children are
};

struct Node {
  Kind kind = Kind::Number;
  Operator op = Operator::None;
  Token token;                   ///< number, name, operator, opening bracket
  Ids children;                  ///< smaller numbers than its own
  std::size_t from = 0, to = 0;  ///< its text, with parentheses around it
};

struct Tree {
  std::vector<Node> nodes;
  Id root = kNone;

  const Node& operator[](Id id) const { return nodes[id]; }
  const Node& child(const Node& node, std::size_t i) const { return nodes[node.children[i]]; }
};

/// NAME.first[i].second taken apart: the node of the name or call, and those of the members and
/// subscripts after it, from left to right. Any other node is a base without steps.
struct Path {
  Id base;
  std::vector<Id> steps;
};
Path path_of(const Tree& tree, Id id);

}  // namespace simt::expr
