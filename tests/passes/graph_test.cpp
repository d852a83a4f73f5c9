#include "isa/base/graph.h"

#include <catch2/catch.hpp>

#include "isa/analysis/dominators.h"

using namespace simt;

namespace {
Graph random_graph(std::uint32_t& state, Node nodes) {
  const auto random = [&state](Node below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  Graph graph(nodes);
  for (Node n = 0; n < nodes; ++n)
    for (Node k = random(3); k-- > 0;) graph[n].push_back(random(nodes));
  return graph;
}
// By definition: `b` cannot be reached from the root when `a` is taken away.
bool dominates_by_definition(Graph graph, Node root, Node a, Node b) {
  if (a == b) return true;
  for (auto& successors : graph) std::erase(successors, a);
  return a == root || !reachable(graph, root)[b];
}
}  // namespace

TEST_CASE("dominators agree with their definition on random graphs") {
  std::uint32_t state = 7;
  for (int round = 0; round < 200; ++round) {
    const Graph graph = random_graph(state, 10);
    const auto idom = immediate_dominators(graph, 0);
    const DominatorTree tree(graph, 0);
    const auto reached = reachable(graph, 0);
    for (Node b = 0; b < graph.size(); ++b) {
      REQUIRE((idom[b] != kNoNode) == reached[b]);
      if (reached[b] && b != 0) REQUIRE((idom[b] != b && tree.dominates(idom[b], b)));
      for (Node a = 0; reached[b] && a < graph.size(); ++a)
        if (reached[a]) REQUIRE(tree.dominates(a, b) == dominates_by_definition(graph, 0, a, b));
    }
  }
}

TEST_CASE("components agree with mutual reachability on random graphs") {
  std::uint32_t state = 3;
  for (int round = 0; round < 100; ++round) {
    const Graph graph = random_graph(state, 9);
    const Components components = strong_components(graph);
    for (Node a = 0; a < graph.size(); ++a) {
      const auto from_a = reachable(graph, a);
      bool on_cycle = false;
      for (const Node s : graph[a]) on_cycle = on_cycle || reachable(graph, s)[a];
      REQUIRE(components.cyclic[components.of[a]] == on_cycle);
      for (Node b = 0; b < graph.size(); ++b)
        REQUIRE((components.of[a] == components.of[b]) == (from_a[b] && reachable(graph, b)[a]));
    }
  }
}

TEST_CASE("a chain of a million nodes does not exhaust the stack") {
  Graph graph(1'000'000);
  for (Node n = 0; n + 1 < graph.size(); ++n) graph[n].push_back(n + 1);
  CHECK(postorder(graph, 0).size() == graph.size());
  CHECK(strong_components(graph).cyclic.size() == graph.size());
}
