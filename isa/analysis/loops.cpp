#include "isa/analysis/loops.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "isa/analysis/dominators.h"

namespace simt {
namespace {

// The header and everything that reaches a back edge without passing it.
std::vector<Node> natural_body(const Graph& predecessors, Node header,
                               const std::vector<Node>& tails) {
  std::unordered_set<Node> in{header};
  std::vector<Node> body{header}, work;
  const auto add = [&](Node n) {
    if (!in.insert(n).second) return;
    body.push_back(n);
    work.push_back(n);
  };
  for (const Node tail : tails) add(tail);
  while (!work.empty()) {
    const Node n = work.back();
    work.pop_back();
    for (const Node p : predecessors[n]) add(p);
  }
  std::sort(body.begin(), body.end());
  return body;
}

}  // namespace

bool Loop::contains(Node n) const {
  return std::binary_search(blocks.begin(), blocks.end(), n);
}

Loops::Loops(const Cfg& cfg) : of_block_(cfg.graph.size()) {
  if (cfg.blocks.empty()) return;
  add_natural(cfg);
  add_cycles(cfg);
  std::stable_sort(all_.begin(), all_.end(),
                   [](const Loop& a, const Loop& b) { return a.blocks.size() < b.blocks.size(); });
  for (std::uint32_t i = 0; i < all_.size(); ++i)
    for (const Node n : all_[i].blocks) of_block_[n].push_back(i);
}

void Loops::add_natural(const Cfg& cfg) {
  const DominatorTree dominators(cfg.graph, 0);
  const Graph predecessors = reversed(cfg.graph);
  // Only an edge that goes back in depth-first order can close a loop.
  const std::vector<Node> order = postorder(cfg.graph, 0);
  std::vector<Node> number(cfg.graph.size());
  for (Node i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::map<Node, std::vector<Node>> tails;
  for (const Node n : order)
    for (const Node s : cfg.graph[n])
      if (number[s] >= number[n] && dominators.dominates(s, n)) tails[s].push_back(n);
  std::size_t members = 0;
  for (auto loop = tails.rbegin(); loop != tails.rend() && members < kMaxMembers; ++loop) {
    all_.push_back({loop->first, natural_body(predecessors, loop->first, loop->second)});
    members += all_.back().blocks.size();
  }
}

// Cycles that no natural loop explains. A natural loop lies within one component, so that it is the
// whole of it when it has as many blocks.
void Loops::add_cycles(const Cfg& cfg) {
  const Components components = strong_components(cfg.graph);
  std::vector<std::vector<Node>> members(components.cyclic.size());
  for (Node n = 0; n < cfg.graph.size(); ++n) members[components.of[n]].push_back(n);
  std::vector<bool> known(members.size());
  for (const Loop& loop : all_) {
    const Node c = components.of[loop.blocks.front()];
    if (loop.blocks.size() == members[c].size()) known[c] = true;
  }
  for (std::size_t c = 0; c < members.size(); ++c)
    if (components.cyclic[c] && !known[c]) all_.push_back({kNoNode, members[c]});
}

const Loop* Loops::innermost(Node a, Node b) const {
  for (const std::uint32_t i : of_block_[a])
    if (all_[i].contains(b)) return &all_[i];
  return nullptr;
}

}  // namespace simt
