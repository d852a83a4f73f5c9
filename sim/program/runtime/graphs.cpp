// Graphs and their shape (CUDA Runtime API, "Graph Management"): nodes, edges, clones.
#include "sim/program/runtime/graphs.h"

#include <algorithm>

#include "sim/program/runtime/graph_memory.h"

namespace simt::cudart {
namespace {

std::map<void*, GraphPtr>& graphs() {
  static auto* const graphs = new std::map<void*, GraphPtr>;
  return *graphs;
}

int node_list(const std::vector<GraphNode*>& found, void** nodes, std::size_t* count) {
  return call([&] {
    answer(count, found.size(), nodes != nullptr,
           [&](std::size_t i, bool there) { nodes[i] = there ? found[i] : nullptr; });
  });
}

std::vector<GraphNode*> all_nodes(const Graph& graph) {
  std::vector<GraphNode*> out;
  for (const auto& node : graph.nodes()) out.push_back(node.get());
  return out;
}

std::vector<GraphNode*> roots(const Graph& graph) {
  std::vector<GraphNode*> out = all_nodes(graph);
  std::erase_if(out, [](const GraphNode* node) { return !node->after.empty(); });
  return out;
}

int edge_list(void* graph, void** from, void** to, cuda_abi::GraphEdgeData* data,
              std::size_t* count) {
  return call([&] {
    std::vector<std::pair<GraphNode*, GraphNode*>> edges;
    for (const auto& node : graph_of(graph).nodes())
      for (GraphNode* before : node->after) edges.emplace_back(before, node.get());
    if ((from == nullptr) != (to == nullptr)) throw CallError(Status::InvalidValue);
    answer(count, edges.size(), from != nullptr, [&](std::size_t i, bool there) {
      from[i] = there ? edges[i].first : nullptr;
      to[i] = there ? edges[i].second : nullptr;
      if (data != nullptr) data[i] = {};
    });
  });
}

int connect(void* graph, void* const* from, void* const* to, std::size_t count, bool add) {
  return call([&] {
    Graph& in = graph_of(graph);
    const auto first = nodes_of(from, count), second = nodes_of(to, count);
    for (std::size_t i = 0; i < count; ++i)
      add ? in.connect(*first[i], *second[i]) : in.disconnect(*first[i], *second[i]);
  });
}

/// Of node types, by what a node does.
constexpr cuda_abi::NodeType kTypes[] = {cuda_abi::kEmptyNode,     cuda_abi::kKernelNode,
                                         cuda_abi::kMemcpyNode,    cuda_abi::kMemsetNode,
                                         cuda_abi::kHostNode,      cuda_abi::kEventRecordNode,
                                         cuda_abi::kWaitEventNode, cuda_abi::kGraphNode,
                                         cuda_abi::kMemAllocNode,  cuda_abi::kMemFreeNode};
static_assert(std::size(kTypes) == std::variant_size_v<program::NodeWork>);

// Which node of a clone stands for which of its source.
std::map<void*, program::NodeMap>& clones() {
  static auto* const clones = new std::map<void*, program::NodeMap>;
  return *clones;
}

}  // namespace

void* keep(GraphPtr graph) {
  void* const handle = graph.get();
  graphs()[handle] = std::move(graph);
  return handle;
}

GraphPtr kept(void* graph) {
  const auto it = graphs().find(graph);
  if (it == graphs().end()) throw CallError(Status::InvalidValue);
  return it->second;
}

void drop(void* graph) {
  if (graphs().erase(graph) == 0) throw CallError(Status::InvalidValue);
  clones().erase(graph);
}

Graph& graph_of(void* handle) {
  if (handle == nullptr) throw CallError(Status::InvalidValue);
  return *static_cast<Graph*>(handle);
}

GraphNode& node_of(void* handle) {
  if (handle == nullptr) throw CallError(Status::InvalidValue);
  return *static_cast<GraphNode*>(handle);
}

std::vector<GraphNode*> nodes_of(void* const* handles, std::size_t count) {
  if (count > 0 && handles == nullptr) throw CallError(Status::InvalidValue);
  std::vector<GraphNode*> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(&node_of(handles[i]));
  return out;
}

SIMT_CUDART_API int cudaGraphCreate(void** graph, unsigned flags) {
  return call([&] {
    if (flags != 0 || graph == nullptr) throw CallError(Status::InvalidValue);
    *graph = keep(std::make_shared<Graph>());
  });
}
SIMT_CUDART_API int cudaGraphDestroy(void* graph) {
  return call([&] { drop(graph); });
}
SIMT_CUDART_API int cudaGraphClone(void** clone, void* graph) {
  return call([&] {
    require_no_memory(graph_of(graph));
    program::NodeMap made;
    *clone = keep(graph_of(graph).clone(&made));
    clones()[*clone] = std::move(made);
  });
}
SIMT_CUDART_API int cudaGraphNodeFindInClone(void** node, void* original, void* clone) {
  return call([&] {
    const auto it = clones().find(clone);
    if (it == clones().end() || !it->second.contains(&node_of(original)))
      throw CallError(Status::InvalidValue);
    *node = it->second.at(&node_of(original));
  });
}
SIMT_CUDART_API int cudaGraphDestroyNode(void* node) {
  return call([&] {
    GraphNode& gone = node_of(node);
    require_no_memory(*gone.graph);
    gone.graph->remove(gone);
  });
}
SIMT_CUDART_API int cudaGraphNodeGetType(void* node, int* type) {
  return call([&] { *type = kTypes[node_of(node).work.index()]; });
}
SIMT_CUDART_API int cudaGraphGetNodes(void* graph, void** nodes, std::size_t* count) {
  if (graph == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  return node_list(all_nodes(graph_of(graph)), nodes, count);
}
SIMT_CUDART_API int cudaGraphGetRootNodes(void* graph, void** nodes, std::size_t* count) {
  if (graph == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  return node_list(roots(graph_of(graph)), nodes, count);
}

SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphGetEdges)(void* graph, void** from, void** to,
                                                      cuda_abi::GraphEdgeData* data,
                                                      std::size_t* count) {
  return edge_list(graph, from, to, data, count);
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphNodeGetDependencies)(void* node, void** nodes,
                                                                 cuda_abi::GraphEdgeData* data,
                                                                 std::size_t* count) {
  if (node == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  const std::vector<GraphNode*> found = node_of(node).after;
  if (data != nullptr && count != nullptr) std::fill_n(data, *count, cuda_abi::GraphEdgeData{});
  return node_list(found, nodes, count);
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphNodeGetDependentNodes)(void* node, void** nodes,
                                                                   cuda_abi::GraphEdgeData* data,
                                                                   std::size_t* count) {
  if (node == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  const std::vector<GraphNode*> found = node_of(node).graph->dependents(node_of(node));
  if (data != nullptr && count != nullptr) std::fill_n(data, *count, cuda_abi::GraphEdgeData{});
  return node_list(found, nodes, count);
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphAddDependencies)(void* graph, void* const* from,
                                                             void* const* to,
                                                             const cuda_abi::GraphEdgeData*,
                                                             std::size_t count) {
  return connect(graph, from, to, count, true);
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphRemoveDependencies)(void* graph, void* const* from,
                                                                void* const* to,
                                                                const cuda_abi::GraphEdgeData*,
                                                                std::size_t count) {
  return connect(graph, from, to, count, false);
}
#if SIMT_CUDART < 13
SIMT_CUDART_API int cudaGraphGetEdges(void* graph, void** from, void** to, std::size_t* count) {
  return edge_list(graph, from, to, nullptr, count);
}
SIMT_CUDART_API int cudaGraphNodeGetDependencies(void* node, void** nodes, std::size_t* count) {
  return cudaGraphNodeGetDependencies_v2(node, nodes, nullptr, count);
}
SIMT_CUDART_API int cudaGraphNodeGetDependentNodes(void* node, void** nodes, std::size_t* count) {
  return cudaGraphNodeGetDependentNodes_v2(node, nodes, nullptr, count);
}
SIMT_CUDART_API int cudaGraphAddDependencies(void* graph, void* const* from, void* const* to,
                                             std::size_t count) {
  return connect(graph, from, to, count, true);
}
SIMT_CUDART_API int cudaGraphRemoveDependencies(void* graph, void* const* from, void* const* to,
                                                std::size_t count) {
  return connect(graph, from, to, count, false);
}
#endif

}  // namespace simt::cudart
