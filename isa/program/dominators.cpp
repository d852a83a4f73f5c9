#include "isa/program/dominators.h"

#include <algorithm>

namespace simt {
namespace {

// Post-dominators over `graph` after every block that cannot reach the exit was given an edge to
// it, latest first: an endless loop is left, if at all, from its end.
std::vector<Node> post_dominators(Graph graph, Node exit) {
  std::vector<bool> leaves = reachable(reversed(graph), exit);
  for (Node n = exit; n-- > 0;) {
    if (leaves[n]) continue;
    graph[n].push_back(exit);
    const std::vector<bool> now = reachable(reversed(graph), n);
    for (Node m = 0; m < now.size(); ++m) leaves[m] = leaves[m] || now[m];
  }
  return immediate_dominators(reversed(graph), exit);
}

}  // namespace

std::vector<Node> immediate_dominators(const Graph& graph, Node root) {
  const Graph predecessors = reversed(graph);
  const std::vector<Node> order = postorder(graph, root);
  std::vector<Node> number(graph.size(), kNoNode), idom(graph.size(), kNoNode);
  for (Node i = 0; i < order.size(); ++i) number[order[i]] = i;
  idom[root] = root;
  const auto common = [&](Node a, Node b) {
    while (a != b) {
      while (number[a] < number[b]) a = idom[a];
      while (number[b] < number[a]) b = idom[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto n = order.rbegin(); n != order.rend(); ++n) {
      if (*n == root) continue;
      Node best = kNoNode;
      for (const Node p : predecessors[*n]) {
        if (idom[p] == kNoNode) continue;
        best = best == kNoNode ? p : common(p, best);
      }
      changed = changed || idom[*n] != best;
      idom[*n] = best;
    }
  }
  return idom;
}

bool dominates(const std::vector<Node>& idom, Node a, Node b) {
  if (idom[b] == kNoNode) return false;
  while (b != a && idom[b] != b) b = idom[b];
  return a == b;
}

std::vector<Node> reconvergence_blocks(const Cfg& cfg) {
  Graph returning = cfg.graph;
  for (Node n = 0; n < cfg.exit; ++n)
    if (cfg.blocks[n].dies) std::erase(returning[n], cfg.exit);
  const std::vector<Node> all = post_dominators(cfg.graph, cfg.exit);
  // Without the edges of dying blocks; what no longer reaches the exit keeps the other answer.
  const std::vector<Node> surviving = immediate_dominators(reversed(returning), cfg.exit);
  std::vector<Node> result(cfg.graph.size(), cfg.exit);
  for (Node n = 0; n < cfg.exit; ++n) {
    const Node found = surviving[n] != kNoNode ? surviving[n] : all[n];
    if (found != kNoNode) result[n] = found;
  }
  return result;
}

}  // namespace simt
