#include "isa/program/loops.h"

#include <algorithm>
#include <map>

#include "isa/program/dominators.h"

namespace simt {
namespace {

// The header and everything that reaches a back edge without passing it.
std::vector<Node> natural_body(const Graph& predecessors, Node header,
                               const std::vector<Node>& tails) {
  std::vector<bool> in(predecessors.size());
  in[header] = true;
  std::vector<Node> body{header}, work;
  const auto add = [&](Node n) {
    if (in[n]) return;
    in[n] = true;
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

// Cycles that no natural loop of the same size explains.
void add_irreducible(const Cfg& cfg, std::vector<Loop>& loops) {
  const Components components = strong_components(cfg.graph);
  std::vector<std::vector<Node>> members(components.cyclic.size());
  for (Node n = 0; n < cfg.graph.size(); ++n) members[components.of[n]].push_back(n);
  for (std::size_t c = 0; c < members.size(); ++c) {
    if (!components.cyclic[c]) continue;
    const bool known = std::any_of(loops.begin(), loops.end(),
                                   [&](const Loop& l) { return l.blocks == members[c]; });
    if (!known) loops.push_back({kNoNode, members[c]});
  }
}

}  // namespace

bool Loop::contains(Node n) const {
  return std::binary_search(blocks.begin(), blocks.end(), n);
}

std::vector<Loop> find_loops(const Cfg& cfg) {
  std::vector<Loop> loops;
  if (cfg.blocks.empty()) return loops;
  const std::vector<Node> idom = immediate_dominators(cfg.graph, 0);
  const Graph predecessors = reversed(cfg.graph);
  // Only an edge that goes back in depth-first order can close a loop.
  const std::vector<Node> order = postorder(cfg.graph, 0);
  std::vector<Node> number(cfg.graph.size());
  for (Node i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::map<Node, std::vector<Node>> tails;
  for (const Node n : order)
    for (const Node s : cfg.graph[n])
      if (number[s] >= number[n] && dominates(idom, s, n)) tails[s].push_back(n);
  for (const auto& [header, ends] : tails)
    loops.push_back({header, natural_body(predecessors, header, ends)});
  add_irreducible(cfg, loops);
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop& a, const Loop& b) { return a.blocks.size() < b.blocks.size(); });
  return loops;
}

const Loop* innermost_loop(const std::vector<Loop>& loops, Node a, Node b) {
  for (const Loop& loop : loops)
    if (loop.contains(a) && loop.contains(b)) return &loop;
  return nullptr;
}

}  // namespace simt
