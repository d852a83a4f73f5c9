// Dominators and post-dominators of a control-flow graph.
// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
#pragma once

#include <vector>

#include "isa/program/cfg.h"
#include "isa/program/graph.h"

namespace simt {

/// The immediate dominator of every node that `root` reaches; the root's is itself, that of an
/// unreachable node kNoNode.
std::vector<Node> immediate_dominators(const Graph& graph, Node root);
/// Whether `a` is on every path from the root to `b`.
bool dominates(const std::vector<Node>& idom, Node a, Node b);

/// The block at which the lanes that part at the end of a block meet again; cfg.exit when they meet
/// only at the end of the function. Lanes that end in exit or trap do not come, so a path into one
/// counts only where every path ends so. Blocks that cannot leave a loop are taken to leave it.
std::vector<Node> reconvergence_blocks(const Cfg& cfg);

}  // namespace simt
