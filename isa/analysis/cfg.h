// The control-flow graph of one function of a Program: basic blocks and their successors.
// A guarded exit or return falls through for the lanes that stay, so it ends no block; a guarded
// trap likewise. A call falls through to the instruction after it. Falling off the end returns.
#pragma once

#include <vector>

#include "isa/base/graph.h"
#include "isa/core/program.h"

namespace simt {

struct BasicBlock {
  Pc begin = kNoPc, end = kNoPc;
  bool dies = false;  ///< ends in an unguarded exit or trap
};

struct Cfg {
  std::vector<BasicBlock> blocks;  ///< in code order; the entry is blocks[0]
  Graph graph;                     ///< blocks.size() + 1 nodes: the last is the exit
  Node exit = 0;
  Pc first = 0;
  std::vector<Node> block_at;  ///< by pc - first

  Node block_of(Pc pc) const { return block_at[pc - first]; }
  /// The first instruction of a block; kNoPc for the exit.
  Pc begin_of(Node n) const { return n == exit ? kNoPc : blocks[n].begin; }
};

/// The function that has the instruction at `pc`; nullptr: none has.
const FunctionInfo* function_of(const Program& program, Pc pc);
/// Where lanes may go after the instruction at `pc`, each place once: the fall-through first.
/// kNoPc stands for leaving the function.
std::vector<Pc> successors(const Program& program, const FunctionInfo& function, Pc pc);
Cfg build_cfg(const Program& program, const FunctionInfo& function);

}  // namespace simt
