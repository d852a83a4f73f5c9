// Trees of expressions as text and in brackets, for tests.
#pragma once

#include <string>

#include "isa/base/expression/lexer.h"
#include "isa/base/expression/parser.h"

namespace simt::expr {

inline Tree parsed(std::string_view text, Comparisons comparisons = Comparisons::AsInC) {
  TokenList tokens(text);
  return Parser(tokens, comparisons).whole();
}

/// Every operation in brackets of its own: "(1+(2*3))". Two trees of one shape give one text.
inline std::string bracketed(const Tree& tree, Id id) {
  const Node& node = tree[id];
  const auto child = [&](std::size_t i) { return bracketed(tree, node.children[i]); };
  const std::string text(node.token.text);
  switch (node.kind) {
    case Kind::Unary:
      return "(" + text + child(0) + ")";
    case Kind::Binary:
      return "(" + child(0) + text + child(1) + ")";
    case Kind::Select:
      return "(" + child(0) + "?" + child(1) + ":" + child(2) + ")";
    case Kind::Subscript:
      return child(0) + "[" + child(1) + "]";
    case Kind::Member:
      return child(0) + "." + text;
    case Kind::Call: {
      std::string out = text + "(";
      for (std::size_t i = 0; i < node.children.size(); ++i) out += (i > 0 ? "," : "") + child(i);
      return out + ")";
    }
    default:
      return text;
  }
}
inline std::string bracketed(const std::string& text,
                             Comparisons comparisons = Comparisons::AsInC) {
  const Tree tree = parsed(text, comparisons);
  return bracketed(tree, tree.root);
}

}  // namespace simt::expr
