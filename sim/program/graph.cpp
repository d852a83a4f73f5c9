#include "sim/program/graph.h"

#include <algorithm>
#include <set>

namespace simt::program {
namespace {

bool contains(const std::vector<GraphNode*>& nodes, const GraphNode* node) {
  return std::ranges::find(nodes, node) != nodes.end();
}

void require(bool holds) {
  if (!holds) throw CallError(Status::InvalidValue);
}

void add_clones(const Graph& from, Graph& to, NodeMap* made) {
  NodeMap of;
  for (const auto& node : from.nodes()) {
    GraphNode* copy = nullptr;
    if (const auto* inner = std::get_if<GraphPtr>(&node->work)) {
      // add() would clone it without `made`.
      copy = &to.add({}, {});
      copy->work = (*inner)->clone(made);
    } else {
      copy = &to.add(node->work, {});
    }
    copy->enabled = node->enabled;
    of[node.get()] = copy;
  }
  for (const auto& [source, copy] : of)
    for (const GraphNode* before : source->after) copy->after.push_back(of.at(before));
  if (made != nullptr) made->insert(of.begin(), of.end());
}

// Edges by the places of their nodes.
std::vector<std::set<std::size_t>> edges(const Graph& graph) {
  std::map<const GraphNode*, std::size_t> place;
  for (const auto& node : graph.nodes()) place.emplace(node.get(), place.size());
  std::vector<std::set<std::size_t>> out;
  for (const auto& node : graph.nodes()) {
    out.emplace_back();
    for (const GraphNode* before : node->after) out.back().insert(place.at(before));
  }
  return out;
}

GraphUpdate compare(const Graph& ours, const Graph& source) {
  using Result = GraphUpdate::Result;
  if (ours.nodes().size() != source.nodes().size()) return {Result::TopologyChanged, nullptr};
  const auto our_edges = edges(ours), its_edges = edges(source);
  for (std::size_t i = 0; i < our_edges.size(); ++i) {
    const GraphNode *mine = ours.nodes()[i].get(), *other = source.nodes()[i].get();
    if (mine->work.index() != other->work.index()) return {Result::NodeTypeChanged, other};
    if (our_edges[i] != its_edges[i]) return {Result::TopologyChanged, other};
    const auto *inner = std::get_if<GraphPtr>(&mine->work),
               *its_inner = std::get_if<GraphPtr>(&other->work);
    if (inner == nullptr) continue;
    if (const GraphUpdate inside = compare(**inner, **its_inner); inside.result != Result::Success)
      return inside;
  }
  return {};
}

void take_over(const Graph& ours, const Graph& source) {
  for (std::size_t i = 0; i < ours.nodes().size(); ++i) {
    GraphNode& mine = *ours.nodes()[i];
    const NodeWork& other = source.nodes()[i]->work;
    if (const auto* inner = std::get_if<GraphPtr>(&mine.work))
      take_over(**inner, *std::get<GraphPtr>(other));
    else
      mine.work = other;
  }
}

// All orders that launches will need.
void check_order(const Graph& graph) {
  for (const GraphNode* node : graph.order())
    if (const auto* inner = std::get_if<GraphPtr>(&node->work)) check_order(**inner);
}

}  // namespace

GraphNode& Graph::add(NodeWork work, const std::vector<GraphNode*>& after) {
  for (const GraphNode* before : after) require(before != nullptr && before->graph == this);
  if (auto* inner = std::get_if<GraphPtr>(&work)) *inner = (*inner)->clone();
  auto node = std::make_unique<GraphNode>();
  node->graph = this;
  node->work = std::move(work);
  for (GraphNode* before : after) {
    require(!contains(node->after, before));
    node->after.push_back(before);
  }
  nodes_.push_back(std::move(node));
  return *nodes_.back();
}

void Graph::connect(GraphNode& from, GraphNode& to) {
  require(from.graph == this && to.graph == this && &from != &to && !contains(to.after, &from));
  to.after.push_back(&from);
}

void Graph::disconnect(GraphNode& from, GraphNode& to) {
  require(from.graph == this && to.graph == this && contains(to.after, &from));
  std::erase(to.after, &from);
}

void Graph::remove(GraphNode& node) {
  require(node.graph == this);
  for (const auto& other : nodes_) std::erase(other->after, &node);
  std::erase_if(nodes_, [&](const auto& n) { return n.get() == &node; });
}

std::vector<GraphNode*> Graph::dependents(const GraphNode& node) const {
  std::vector<GraphNode*> out;
  for (const auto& other : nodes_)
    if (contains(other->after, &node)) out.push_back(other.get());
  return out;
}

std::vector<GraphNode*> Graph::order() const {
  std::map<const GraphNode*, std::size_t> place, missing;
  std::map<const GraphNode*, std::vector<GraphNode*>> next;
  std::set<std::size_t> ready;
  for (const auto& node : nodes_) {
    const std::size_t here = place.size();
    place.emplace(node.get(), here);
    missing[node.get()] = node->after.size();
    for (const GraphNode* before : node->after) next[before].push_back(node.get());
    if (node->after.empty()) ready.insert(here);
  }
  std::vector<GraphNode*> out;
  while (!ready.empty()) {
    GraphNode* const node = nodes_[*ready.begin()].get();
    ready.erase(ready.begin());
    out.push_back(node);
    for (GraphNode* follower : next[node])
      if (--missing[follower] == 0) ready.insert(place.at(follower));
  }
  require(out.size() == nodes_.size());
  return out;
}

Graph::Graph()
    : number([] {
        static unsigned made = 0;
        return ++made;
      }()) {}

GraphPtr Graph::clone(NodeMap* made) const {
  auto out = std::make_shared<Graph>();
  add_clones(*this, *out, made);
  return out;
}

GraphExec::GraphExec(const Graph& source) : graph(source.clone(&node_of)) {
  check_order(*graph);
}

GraphUpdate update(GraphExec& exec, const Graph& source) {
  const GraphUpdate out = compare(*exec.graph, source);
  if (out.result == GraphUpdate::Result::Success) take_over(*exec.graph, source);
  return out;
}

}  // namespace simt::program
