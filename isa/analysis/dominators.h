// Dominators and post-dominators of a control-flow graph.
// Source: Georgiadis, Tarjan, Werneck, "Finding Dominators in Practice" (2006), the algorithm
// SEMI-NCA: near linear also on the graphs of machine-written kernels with thousands of blocks.
#pragma once

#include <vector>

#include "isa/analysis/cfg.h"
#include "isa/base/graph.h"

namespace simt {

/// The immediate dominator of every node that `root` reaches; the root's is itself, that of an
/// unreachable node kNoNode.
std::vector<Node> immediate_dominators(const Graph& graph, Node root);

class DominatorTree {
 public:
  DominatorTree(const Graph& graph, Node root);
  /// Whether `a` is on every path from the root to `b`; false for unreachable nodes.
  bool dominates(Node a, Node b) const;

 private:
  std::vector<Node> first_, last_;  // by node: the range of its subtree in postorder
};

/// The block at which the lanes that diverge at the end of a block meet again; cfg.exit when they
/// meet only at the end of the function. Lanes that end in exit or trap do not come, so a path into
/// one counts only where every path ends so. Blocks that cannot leave a loop are taken to leave it.
std::vector<Node> reconvergence_blocks(const Cfg& cfg);

}  // namespace simt
