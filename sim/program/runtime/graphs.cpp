// Graphs and their shape (CUDA Runtime API, "Graph Management"): nodes, edges, clones.
#include "sim/program/runtime/graphs.h"

#include "sim/program/graph_dot.h"
#include "sim/program/runtime/graphs.h"

namespace simt::cudart {
namespace {

int edge_list(void* graph, void** from, void** to, cuda_abi::GraphEdgeData* data,
              std::size_t* count) {
  return call([&] { program::answer_edges(graph_of(graph), from, to, data, count); });
}

int connect(void* graph, void* const* from, void* const* to, std::size_t count, bool add) {
  return call([&] { program::connect(graph_of(graph), from, to, count, add); });
}

}  // namespace

SIMT_CUDART_API int cudaGraphCreate(void** graph, unsigned flags) {
  return call([&] {
    if (flags != 0 || graph == nullptr) throw CallError(Status::InvalidValue);
    *graph = program::keep(std::make_shared<Graph>());
  });
}
SIMT_CUDART_API int cudaGraphDestroy(void* graph) {
  return call([&] { program::drop(graph); });
}
SIMT_CUDART_API int cudaGraphClone(void** clone, void* graph) {
  return call([&] { *clone = program::keep_clone(graph_of(graph)); });
}
SIMT_CUDART_API int cudaGraphNodeFindInClone(void** node, void* original, void* clone) {
  return call([&] { *node = &program::node_in_clone(original, clone); });
}
SIMT_CUDART_API int cudaGraphDestroyNode(void* node) {
  return call([&] {
    GraphNode& gone = node_of(node);
    require_no_memory(*gone.graph);
    gone.graph->remove(gone);
  });
}
SIMT_CUDART_API int cudaGraphNodeGetType(void* node, int* type) {
  return call([&] { *type = program::type_of(node_of(node)); });
}
SIMT_CUDART_API int cudaGraphGetNodes(void* graph, void** nodes, std::size_t* count) {
  return call(
      [&] { program::answer_nodes(program::all_nodes(graph_of(graph)), nodes, nullptr, count); });
}
SIMT_CUDART_API int cudaGraphGetRootNodes(void* graph, void** nodes, std::size_t* count) {
  return call(
      [&] { program::answer_nodes(program::roots(graph_of(graph)), nodes, nullptr, count); });
}

SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphGetEdges)(void* graph, void** from, void** to,
                                                      cuda_abi::GraphEdgeData* data,
                                                      std::size_t* count) {
  return edge_list(graph, from, to, data, count);
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphNodeGetDependencies)(void* node, void** nodes,
                                                                 cuda_abi::GraphEdgeData* data,
                                                                 std::size_t* count) {
  return call([&] { program::answer_nodes(node_of(node).after, nodes, data, count); });
}
SIMT_CUDART_API int SIMT_EDGE_CALL(cudaGraphNodeGetDependentNodes)(void* node, void** nodes,
                                                                   cuda_abi::GraphEdgeData* data,
                                                                   std::size_t* count) {
  return call([&] {
    GraphNode& of = node_of(node);
    program::answer_nodes(of.graph->dependents(of), nodes, data, count);
  });
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
SIMT_CUDART_API int cudaGraphDebugDotPrint(void* graph, const char* path, unsigned flags) {
  return call([&] { program::print_dot(graph_of(graph), path, flags); });
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
