#include "isa/base/graph.h"

#include <algorithm>

namespace simt {
namespace {

// A depth-first walk without recursion: enter(n) before, leave(n) after the successors of n,
// meet(n, s) for each edge.
template <class Enter, class Leave, class Meet>
void walk(const Graph& graph, Node root, std::vector<bool>& seen, Enter enter, Leave leave,
          Meet meet) {
  struct Frame {
    Node node;
    std::size_t next;
  };
  std::vector<Frame> stack;
  const auto push = [&](Node n) {
    seen[n] = true;
    enter(n);
    stack.push_back({n, 0});
  };
  push(root);
  while (!stack.empty()) {
    const Node n = stack.back().node;
    if (stack.back().next == graph[n].size()) {
      stack.pop_back();
      leave(n);
      if (!stack.empty()) meet(stack.back().node, n);
      continue;
    }
    const Node s = graph[n][stack.back().next++];
    if (seen[s])
      meet(n, s);
    else
      push(s);
  }
}

}  // namespace

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (Node n = 0; n < graph.size(); ++n)
    for (const Node s : graph[n]) result[s].push_back(n);
  return result;
}

std::vector<Node> postorder(const Graph& graph, Node root) {
  std::vector<bool> seen(graph.size());
  std::vector<Node> order;
  walk(
      graph, root, seen, [](Node) {}, [&](Node n) { order.push_back(n); }, [](Node, Node) {});
  return order;
}

std::vector<bool> reachable(const Graph& graph, Node root) {
  std::vector<bool> seen(graph.size());
  mark_reachable(graph, root, seen);
  return seen;
}

void mark_reachable(const Graph& graph, Node root, std::vector<bool>& seen) {
  walk(
      graph, root, seen, [](Node) {}, [](Node) {}, [](Node, Node) {});
}

// Tarjan's algorithm: low[n] is the smallest entry number that n reaches within the open nodes.
Components strong_components(const Graph& graph) {
  Components result{std::vector<Node>(graph.size(), kNoNode), {}};
  std::vector<bool> seen(graph.size());
  std::vector<Node> low(graph.size()), number(graph.size()), open;
  Node entered = 0;
  const auto enter = [&](Node n) {
    low[n] = number[n] = entered++;
    open.push_back(n);
  };
  const auto meet = [&](Node n, Node s) {
    if (result.of[s] == kNoNode) low[n] = std::min(low[n], low[s]);
  };
  const auto leave = [&](Node n) {
    if (low[n] != number[n]) return;
    const auto component = static_cast<Node>(result.cyclic.size());
    std::size_t members = 0;
    for (Node m = kNoNode; m != n; ++members) {
      m = open.back();
      open.pop_back();
      result.of[m] = component;
    }
    const auto& successors = graph[n];
    const bool own_edge = std::find(successors.begin(), successors.end(), n) != successors.end();
    result.cyclic.push_back(members > 1 || own_edge);
  };
  for (Node root = 0; root < graph.size(); ++root)
    if (!seen[root]) walk(graph, root, seen, enter, leave, meet);
  return result;
}

}  // namespace simt
