// Directed graphs over dense node numbers, and the orders and components that the analyses need.
// Nothing here recurses, so graphs of any size are fine.
#pragma once

#include <cstdint>
#include <vector>

namespace simt {

using Node = std::uint32_t;
inline constexpr Node kNoNode = ~Node{0};

/// Successors of each node.
using Graph = std::vector<std::vector<Node>>;

Graph reversed(const Graph& graph);
/// The nodes that `root` reaches, each after all that it reaches first (depth first).
std::vector<Node> postorder(const Graph& graph, Node root);
std::vector<bool> reachable(const Graph& graph, Node root);
/// Adds what `root` reaches to `seen`, without going through what is there already.
void mark_reachable(const Graph& graph, Node root, std::vector<bool>& seen);

/// Strongly connected components: nodes with equal numbers reach each other.
struct Components {
  std::vector<Node> of;      ///< component of each node
  std::vector<bool> cyclic;  ///< by component: more than one node, or an edge to itself
};
Components strong_components(const Graph& graph);

}  // namespace simt
