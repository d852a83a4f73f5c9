// Loops of a control-flow graph. A natural loop has a header that dominates it; code that jumps
// into the middle of a loop (irreducible) has none, and counts as one loop of all blocks on the
// cycle.
#pragma once

#include <vector>

#include "isa/program/cfg.h"

namespace simt {

struct Loop {
  Node header = kNoNode;     ///< kNoNode for an irreducible cycle
  std::vector<Node> blocks;  ///< ascending
  bool contains(Node n) const;
};

/// All loops, smallest first.
std::vector<Loop> find_loops(const Cfg& cfg);
/// The smallest loop that holds both blocks; nullptr when there is none.
const Loop* innermost_loop(const std::vector<Loop>& loops, Node a, Node b);

}  // namespace simt
