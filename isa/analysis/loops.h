// Loops of a control-flow graph. A natural loop has a header that dominates it; code that jumps
// into the middle of a loop (irreducible) has none, and counts as one loop of all blocks on the
// cycle. In absurdly deep nests (kMaxMembers) the outer loops are not told apart either.
#pragma once

#include <vector>

#include "isa/analysis/cfg.h"

namespace simt {

struct Loop {
  Node header = kNoNode;     ///< kNoNode for an irreducible cycle
  std::vector<Node> blocks;  ///< ascending
  bool contains(Node n) const;
};

class Loops {
 public:
  /// Blocks of all loops together; bounds time and memory.
  static constexpr std::size_t kMaxMembers = 2'000'000;

  explicit Loops(const Cfg& cfg);
  /// Smallest first.
  const std::vector<Loop>& all() const { return all_; }
  /// The smallest loop that holds both blocks; nullptr when there is none.
  const Loop* innermost(Node a, Node b) const;

 private:
  void add_natural(const Cfg& cfg);
  void add_cycles(const Cfg& cfg);

  std::vector<Loop> all_;
  std::vector<std::vector<std::uint32_t>> of_block_;  // ascending indices into all_
};

}  // namespace simt
