#include "isa/analysis/dominators.h"

#include <algorithm>

namespace simt {
namespace {

// Post-dominators over `graph` after every block that cannot reach the exit was given an edge to
// it, latest first: an endless loop is left, if at all, from its end.
std::vector<Node> post_dominators(Graph graph, Node exit) {
  const Graph predecessors = reversed(graph);
  std::vector<bool> leaves(graph.size());
  mark_reachable(predecessors, exit, leaves);
  for (Node n = exit; n-- > 0;) {
    if (leaves[n]) continue;
    graph[n].push_back(exit);
    mark_reachable(predecessors, n, leaves);
  }
  return immediate_dominators(reversed(graph), exit);
}

// Nodes are numbered in depth-first preorder from the root; all arrays are by number.
class SemiNca {
 public:
  SemiNca(const Graph& graph, Node root) : number_(graph.size(), kNoNode) {
    number_in_preorder(graph, root);
    predecessors_.resize(order_.size());
    for (Node v = 0; v < order_.size(); ++v)
      for (const Node s : graph[order_[v]]) predecessors_[number_[s]].push_back(v);
  }

  std::vector<Node> run() {
    const auto n = static_cast<Node>(order_.size());
    semi_.resize(n);
    best_.resize(n);
    forest_ = parent_;
    for (Node v = 0; v < n; ++v) semi_[v] = best_[v] = v;
    for (Node v = n; v-- > 1;) {
      semi_[v] = parent_[v];
      for (const Node p : predecessors_[v])
        semi_[v] = std::min(semi_[v], p <= v ? p : semi_[lowest(p, v)]);
    }
    std::vector<Node> idom(n);
    std::vector<Node> result(number_.size(), kNoNode);
    for (Node v = 1; v < n; ++v) {
      idom[v] = parent_[v];
      while (idom[v] > semi_[v]) idom[v] = idom[idom[v]];
    }
    for (Node v = 0; v < n; ++v) result[order_[v]] = order_[idom[v]];
    return result;
  }

 private:
  void number_in_preorder(const Graph& graph, Node root) {
    std::vector<std::pair<Node, Node>> stack{{root, 0}};  // node, number of its parent
    while (!stack.empty()) {
      const auto [node, parent] = stack.back();
      stack.pop_back();
      if (number_[node] != kNoNode) continue;
      number_[node] = static_cast<Node>(order_.size());
      order_.push_back(node);
      parent_.push_back(parent);
      for (auto s = graph[node].rbegin(); s != graph[node].rend(); ++s)
        if (number_[*s] == kNoNode) stack.push_back({*s, number_[node]});
    }
  }

  // The node with the smallest semidominator on the path from p up to, without, the nodes at or
  // above v; the path is shortened for the next time.
  Node lowest(Node p, Node v) {
    path_.clear();
    for (; forest_[p] > v; p = forest_[p]) path_.push_back(p);
    for (; !path_.empty(); path_.pop_back()) {
      const Node q = path_.back();
      if (semi_[best_[p]] < semi_[best_[q]]) best_[q] = best_[p];
      forest_[q] = forest_[p];
      p = q;
    }
    return best_[p];
  }

  std::vector<Node> number_, order_, parent_, forest_, semi_, best_, path_;
  std::vector<std::vector<Node>> predecessors_;
};

}  // namespace

std::vector<Node> immediate_dominators(const Graph& graph, Node root) {
  return SemiNca(graph, root).run();
}

DominatorTree::DominatorTree(const Graph& graph, Node root)
    : first_(graph.size(), kNoNode), last_(graph.size()) {
  const std::vector<Node> idom = immediate_dominators(graph, root);
  Graph children(graph.size());
  for (Node n = 0; n < graph.size(); ++n)
    if (idom[n] != kNoNode && n != root) children[idom[n]].push_back(n);
  // In postorder, the nodes below n are those from the first of them up to n.
  const std::vector<Node> order = postorder(children, root);
  for (Node i = 0; i < order.size(); ++i) {
    const Node n = order[i];
    last_[n] = i;
    first_[n] = children[n].empty() ? i : first_[children[n].front()];
  }
}

bool DominatorTree::dominates(Node a, Node b) const {
  if (first_[a] == kNoNode || first_[b] == kNoNode) return false;
  return first_[a] <= last_[b] && last_[b] <= last_[a];
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
